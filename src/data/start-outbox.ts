import { openOutbox, type Outbox, type OutboxOptions } from '#src/offline/outbox/outbox.ts'
import { keepToSeen } from './keep-to-seen.ts'

/** Opens what sends the work of a person, until the signal says that their store is closed. */
export function startOutbox(options: OutboxOptions, signal: AbortSignal, isOver: () => boolean): Outbox {
  const outbox = openOutbox(options)
  if (isOver()) {
    outbox.stop()
    return outbox
  }
  signal.addEventListener('abort', outbox.stop)
  signal.addEventListener('abort', keepToSeen(options.db, options.register, options.userId))
  return outbox
}
