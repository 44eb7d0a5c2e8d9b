import type { Register } from '#contract/module.ts'
import { splitOp } from '#contract/intent.ts'
import { layMadeHere } from '../apply.ts'
import { tellTabs } from '../channel.ts'
import { readSession } from '../device.ts'
import { webLocks, type LockPort } from '../locks.ts'
import { withRoom } from '../storage.ts'
import { isTheirs } from '../restore-session.ts'
import { giveToken } from '../token.ts'
import { closeUserDb, openUserDb, type UserDb } from '../user-db.ts'
import { countUnsent, countWaiting, openOps } from './count.ts'
import { drainLocked, lookAtHolder } from './drain-locked.ts'
import { claimBatch, giveUp, openBooks, type Taken } from './machine.ts'
import { newQueue } from './op.ts'
import { sendFiles } from './send-files.ts'
import { outboxIn, type OutboxStore } from './store.ts'

/** How often whoever holds the queue is looked at, in ms, and how many times: a worker may live for some minutes. */
const LOOK_EVERY = 2_000
const MOST_LOOKS = 60

/**
 * Sends what waits without a page: the service worker has been woken because there is a network, or because a page sends that
 * may be closed before it has an answer. Says and answers how much still waits, for its person or for a page. Throws where the
 * server could not be reached, or something still waits that could be sent: then the browser tries again, after pauses of its
 * own, and not for ever.
 */
export async function sendInBackground(
  register: Register,
  tell: (waiting: number) => void = () => undefined,
  locks: LockPort = webLocks,
): Promise<number> {
  const session = await readSession()
  if (!session?.token) {
    tell(0)
    return 0
  }
  const { userId } = session
  giveToken(session.token)
  const db = await openUserDb(userId, register, {
    report: () => undefined,
    onUnsealed: db => layMadeHere(db, register),
    makingRoom: (db, work) => withRoom({ db, register }, work),
  })
  try {
    const store = outboxIn(db, register)
    const blocked = new Set<string>()
    const onTaken = (taken: readonly Taken[]) => {
      for (const { op, result } of taken) if (result.status === 'blocked') blocked.add(op.mid)
      tellTabs({ kind: 'sent', userId, mids: taken.map(({ op }) => op.mid) })
      tellTabs({ kind: 'changed', userId, modules: [...new Set(taken.map(({ op }) => splitOp(op.op).module))] })
    }
    if ((await countUnsent(db)) > 0)
      await inTurn(db, steal => drainLocked({ db, store, userId, locks, onTaken }, () => !db.isOpen(), steal))
    if ((await db.blobs.count()) > 0) {
      const modules = await sendFiles(db)
      if (modules.length > 0) {
        tellTabs({ kind: 'sent', userId, mids: [] })
        tellTabs({ kind: 'changed', userId, modules })
      }
    }
    const waiting = await countWaiting(db)
    tell(waiting)
    if ((await isTheirs(db)) && (await couldSend(db, store, blocked)))
      throw new Error('Something waits here that could be sent')
    return waiting
  } finally {
    giveToken(null)
    tellTabs({ kind: 'free', userId })
    closeUserDb(db)
  }
}

/** Sends when it is this worker's turn: what a page is at is left to it, until that is closed, or too much time has passed. */
async function inTurn(db: UserDb, send: (steal: boolean) => Promise<void | 'taken'>): Promise<void> {
  for (let looks = 0; (await send(false)) === 'taken' && looks < MOST_LOOKS; looks += 1) {
    const holder = await lookAtHolder(db)
    // A tab that sleeps with the lock sends nothing, and nobody else could.
    if (holder === 'frozen') return void (await send(true))
    // Whoever says nothing may hold it for the next version of the app, which cannot begin before this worker has ended.
    if (holder === 'silent') return
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY))
  }
}

/** Is there anything that waits neither for a person nor for something that is not here? However long it was put off. */
async function couldSend(db: UserDb, store: OutboxStore, blocked: ReadonlySet<string>): Promise<boolean> {
  const lacks = (await store.whatLacks?.()) ?? (() => false)
  const books = openBooks(newQueue(), await openOps(db))
  giveUp(books, () => true)
  const not = new Set([...blocked, ...books.ops.filter(lacks).map(({ mid }) => mid)])
  return claimBatch(books, { most: 1, now: Infinity, claim: '', not }).length > 0
}
