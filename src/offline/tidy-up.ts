import type { Register } from '#contract/module.ts'
import { serverNow } from '#src/lib/clock.ts'
import { checkDrift } from './drift.ts'
import { letGoOfPictures } from './kept-pictures.ts'
import { addPictures, fillGaps } from './make-ready.ts'
import { pruneEnded } from './outbox/over.ts'
import { pruneGone, pruneKept } from './prune.ts'
import type { UserDb } from './user-db.ts'

const DAY = 24 * 60 * 60_000

type Held = { db: UserDb; register: Register; userId: number; deviceId: string }

/**
 * What a device does that has the newest: what has become old leaves it, and what stays and refers to something gets that,
 * where it is not here. Pictures come last. Answers whether it holds something else than the server, which is looked for once in a while.
 */
export async function tidyUp({ db, register, userId, deviceId }: Held, signal: AbortSignal): Promise<boolean> {
  const now = Date.now()
  await Promise.all([
    pruneKept(db, register, userId, serverNow()),
    pruneGone(db, register, now - DAY),
    pruneEnded(db, now),
  ])
  await letGoOfPictures(db, register, userId, serverNow())
  await fillGaps(db, register, userId, signal)
  // Then everything is loaded again, and says itself what is wanted.
  if ((await checkDrift(db, register, deviceId, now, signal)).length > 0) return true
  await addPictures(db, register, userId, signal)
  return false
}
