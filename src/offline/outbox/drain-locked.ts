import { pushCall, type PushInput } from '#contract/calls/push.ts'
import { ask } from '../ask.ts'
import { withManifests } from '../kept-files.ts'
import { FROZEN_AFTER, webLocks, type LockPort } from '../locks.ts'
import { isTheirs } from '../restore-session.ts'
import type { UserDb } from '../user-db.ts'
import { build } from './build.ts'
import { countUnsent } from './count.ts'
import { drain } from './drain.ts'
import { LONGEST_PAUSE, type Taken } from './machine.ts'
import type { OutboxStore } from './store.ts'

export const sendLock = (userId: number) => `send:${userId}`

/** Where whoever sends says that they are still at it, in the store `meta`: the time on this device's clock. */
export const BEAT = 'sending'
const BEAT_EVERY = 5_000
const PAUSE_FROM = 2_000

/** How whoever holds the lock is doing, as far as they have said: 'silent' where they have said nothing. */
export async function lookAtHolder({ meta }: UserDb): Promise<'at it' | 'frozen' | 'silent'> {
  const beat = (await meta.get(BEAT))?.value as number | undefined
  if (beat === undefined) return 'silent'
  return Math.abs(Date.now() - beat) > FROZEN_AFTER ? 'frozen' : 'at it'
}

/** Full jitter: after an outage the devices of a whole business must not come back at once. In ms. */
export const pauseAfter = (failures: number, random = Math.random): number =>
  random() * Math.min(LONGEST_PAUSE, PAUSE_FROM * 2 ** failures)

export type Sending = {
  db: UserDb
  store: OutboxStore
  userId: number
  locks?: LockPort
  random?: () => number
  /** Hears what became of the ops of each batch. */
  onTaken: (taken: readonly Taken[]) => void
}

/** One sending of all that waits, by whoever holds the lock. 'taken' where somebody else does. */
export async function drainLocked(
  { db, store, userId, locks = webLocks, random, onTaken }: Sending,
  isOver: () => boolean,
  steal: boolean,
): Promise<void | 'taken'> {
  const drainer = crypto.randomUUID()
  return locks.run(
    sendLock(userId),
    async () => {
      if (!(await isTheirs(db)) || (await countUnsent(db)) === 0) return
      const beat = () => void db.meta.put({ key: BEAT, value: Date.now() }).catch(() => undefined)
      beat()
      const beating = setInterval(beat, BEAT_EVERY)
      let isLeft = false
      // Somebody else may have signed in between two batches; from this answer to the request nothing else happens.
      const push = async (input: PushInput) => {
        const whole = await withManifests(db, input)
        isLeft = !(await isTheirs(db))
        if (isLeft) throw new Error('Somebody else is signed in')
        return ask(pushCall, whole)
      }
      try {
        await drain({
          store,
          push,
          drainer,
          build,
          now: () => Date.now(),
          pause: attempts => pauseAfter(attempts, random),
          onTaken,
          isOver,
        })
      } catch (error) {
        if (!isLeft) throw error
      } finally {
        clearInterval(beating)
        await db.meta.delete(BEAT).catch(() => undefined)
      }
    },
    { steal },
  )
}
