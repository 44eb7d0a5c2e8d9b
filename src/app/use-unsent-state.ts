import { useConnection } from '#src/data/use-connection.ts'
import { useOutbox } from '#src/data/use-outbox.ts'
import type { Unsent } from '#src/data/use-unsent.ts'
import { useRefusedFiles } from '#src/data/use-uploads.ts'

export type UnsentState =
  | 'shut'
  | 'decision'
  | 'refused'
  | 'signIn'
  | 'offline'
  | 'silent'
  | 'slow'
  | 'sending'
  | 'unsent'

/** How what is not sent stands, the worst of it first, and how much that is. */
export function useUnsentState({ count, decisions, sending, uncounted }: Unsent): {
  state: UnsentState
  count: number
} {
  const { online, slow, silent, sessionOver } = useConnection()
  const ops = useOutbox()
  const files = useRefusedFiles().length
  const rejected = Math.min(decisions, ops?.filter(({ state }) => state === 'rejected').length ?? 0)
  if (uncounted) return { state: 'shut', count }
  if (decisions > rejected) return { state: 'decision', count: decisions - rejected }
  const refused = rejected + files
  if (refused > 0) return { state: 'refused', count: refused }
  if (sessionOver) return { state: 'signIn', count }
  // A server that takes a request and does not answer is no better than none: what waits is said then, too.
  return { state: !online ? 'offline' : silent ? 'silent' : slow ? 'slow' : sending > 0 ? 'sending' : 'unsent', count }
}
