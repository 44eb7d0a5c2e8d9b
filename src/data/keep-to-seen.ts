import type { Register } from '#contract/module.ts'
import { whenQuiet } from '#src/lib/when-quiet.ts'
import { forgetUnseen } from '#src/offline/outbox/seen.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { watchActor } from '#src/session/actor.ts'

/**
 * From when the page is quiet, what others wrote leaves with the right to see it; what fails is tried again at the next start. It
 * reads all that waits: the change that the outbox was opened for goes before it. Answers how to end it.
 */
export function keepToSeen(db: UserDb, register: Register, userId: number): () => void {
  let leave = whenQuiet(() => {
    leave = watchActor(actor => {
      if (actor.id === userId) void forgetUnseen(db, register, actor).catch(() => undefined)
    })
  })
  return () => leave()
}
