import type { Register } from '#contract/module.ts'
import { splitOp } from '#contract/intent.ts'
import { layMadeHere } from '../apply.ts'
import { tellTabs } from '../channel.ts'
import { readSession } from '../device.ts'
import { webLocks, type LockPort } from '../locks.ts'
import { withRoom } from '../storage.ts'
import { giveToken } from '../token.ts'
import { closeUserDb, openUserDb } from '../user-db.ts'
import { countUnsent, countWaiting } from './count.ts'
import { drainLocked, lookAtHolder } from './drain-locked.ts'
import type { Taken } from './machine.ts'
import { sendFiles } from './send-files.ts'
import { outboxIn } from './store.ts'

/**
 * Sends what waits without a page: the service worker has been woken because there is a network. Answers how much
 * still waits, for its person or for a page. Throws where the server could not be reached, or it is not clear that somebody sends, so that the browser tries again.
 */
export async function sendInBackground(register: Register, locks: LockPort = webLocks): Promise<number> {
  const session = await readSession()
  if (!session?.token) return 0
  const { userId } = session
  giveToken(session.token)
  const db = await openUserDb(userId, register, {
    report: () => undefined,
    onUnsealed: db => layMadeHere(db, register),
    makingRoom: (db, work) => withRoom({ db, register }, work),
  })
  try {
    const onTaken = (taken: readonly Taken[]) => {
      tellTabs({ kind: 'sent', userId, mids: taken.map(({ op }) => op.mid) })
      tellTabs({ kind: 'changed', userId, modules: [...new Set(taken.map(({ op }) => splitOp(op.op).module))] })
    }
    const send = (steal: boolean) =>
      drainLocked({ db, store: outboxIn(db, register), userId, locks, onTaken }, () => !db.isOpen(), steal)
    let isLeft = false
    if ((await countUnsent(db)) > 0 && (await send(false)) === 'taken') {
      const holder = await lookAtHolder(db)
      // A tab that sleeps with the lock sends nothing, and nobody else could.
      if (holder === 'frozen') await send(true)
      isLeft = holder === 'silent'
    }
    if ((await db.blobs.count()) > 0) {
      const modules = await sendFiles(db)
      if (modules.length > 0) {
        tellTabs({ kind: 'sent', userId, mids: [] })
        tellTabs({ kind: 'changed', userId, modules })
      }
    }
    if (isLeft) throw new Error('Somebody holds the queue, and nobody says that they send it')
    return await countWaiting(db)
  } finally {
    giveToken(null)
    tellTabs({ kind: 'free', userId })
    closeUserDb(db)
  }
}
