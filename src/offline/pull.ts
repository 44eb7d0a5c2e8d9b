import type { AskOf, Call } from '#contract/call.ts'
import { pullCall, snapshotCall } from '#contract/calls/sync.ts'
import type { Register } from '#contract/module.ts'
import { Problem } from '#contract/problem.ts'
import { ask } from './ask.ts'
import { applyPull, applySnapshot, beginLoad, type Applied } from './apply.ts'
import { BRING_BACK } from './bring-back.ts'
import { emptiedFor } from './canary.ts'
import { noteServerTime } from '#src/lib/clock.ts'
import { markConnection } from './connection.ts'
import { readSession } from './device.ts'
import { forgetNames } from './known-names.ts'
import { unbrought } from './may-hold.ts'
import { countUnsent } from './outbox/count.ts'
import { QUEUE, type QueueState } from './outbox/op.ts'
import { readCursor, readLoad, readMeta, type Cursor, type Load, type UserDb } from './user-db.ts'
import { isOfSomebodyElse } from './whose.ts'

export type PullContext = {
  db: UserDb
  register: Register
  deviceId: string
  /** Hears of every page that changed something, and of which life of the server it is, while the cycle still runs. */
  onPage: (page: Applied & { loading: { rows: number } | null; epoch?: string }) => void
  /** What the person may see is another part of it all by now: what they may not see any more has left the device. */
  onNarrowed?: () => void
  signal: AbortSignal
}

const meListeners = new Set<(hash: string) => void>()

/** Hears that the server now says something else of the person than the device was last told. */
export const onMeChanged = (listener: (hash: string) => void): (() => void) => {
  meListeners.add(listener)
  return () => void meListeners.delete(listener)
}

/** How often one cycle starts over before it leaves the rest to the next: a server may be restored while we load. */
const RESTARTS = 5
/** With nothing new, the time of the last answer is stored this often; in between the tabs tell each other. */
const STORE_TIME_EVERY = 60_000

/** Brings the device up to date once. Answers the server's time at which this was so. */
export async function pullCycle(context: PullContext): Promise<string> {
  for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
    const cursor = await readCursor(context.db)
    const load = await readLoad(context.db)
    const lacks = lacksModules(context, load ?? cursor)
    if (lacks || load || !cursor) {
      const begun = (lacks ? undefined : load) ?? (await beginLoad(context.db, context.register))
      if (lacks) completed.add(context.db)
      await loadAll(context, begun, cursor !== undefined)
    } else {
      const at = await pullAll(context, cursor)
      if (at !== null && !(await bringBack(context))) return at
    }
  }
  throw new Error('The feed started over too often')
}

/** Where a load was begun for that. */
const completed = new WeakSet<UserDb>()

/**
 * Was all of this loaded by a build that did not know, or did not keep, what this one does? Said once in the life of a page:
 * a tab of another build beside it would say the same of what this one loads, and neither would come to an end.
 */
const lacksModules = ({ db, register }: PullContext, loaded: Cursor | Load | undefined): boolean =>
  loaded !== undefined && !completed.has(db) && unbrought(register, loaded).length > 0

/** Asks for what goes into this store. Throws `signed-out` where that would be, or is by now, with the token of somebody else. */
async function askFor<C extends Call>(db: UserDb, call: C, input: AskOf<C>, signal: AbortSignal) {
  const isOver = async () => {
    if (await isOfSomebodyElse(db)) throw new Problem('signed-out', 'Somebody else is signed in')
  }
  await isOver()
  const answer = await ask(call, input, { signal })
  await isOver()
  return answer
}

/** After a load: fetches what is needed whatever its age, where the load did not bring it. Answers whether another load began. */
async function bringBack({ db, register, signal }: PullContext): Promise<boolean> {
  if (!(await readMeta<unknown>(db, BRING_BACK))) return false
  return (await import('./needed.ts')).bringBack(db, register, signal)
}

/**
 * Loads page after page from where a load stands, the next one under way while one is stored. Answers early where
 * another tab, another epoch or other rights came between.
 */
async function loadAll(
  { db, register, onPage, onNarrowed, signal }: PullContext,
  load: Load,
  isReload: boolean,
): Promise<void> {
  const pageAfter = (after: string | null) => askFor(db, snapshotCall, { after: after ?? undefined }, signal)
  let after = load.after
  let coming = pageAfter(after)
  onPage({ modules: [], written: [], loading: { rows: load.rows } })
  for (;;) {
    const page = await coming
    if (page.next !== null) {
      coming = pageAfter(page.next)
      coming.catch(() => undefined) // thrown where it is waited for, if it still is
    }
    const result = await applySnapshot(db, register, { g: load.g, after }, page, new Date().toISOString())
    if (result === 'late') return
    if (result === 'other') {
      await beginLoad(db, register, page.groups)
      onNarrowed?.()
      return
    }
    // What a first load brings is as new as what was asked for meanwhile; after a reset everything may be different.
    onPage({
      modules: result.done && isReload ? result.modules : [],
      written: [],
      loading: result.done ? null : { rows: result.rows },
      epoch: page.epoch,
    })
    if (result.done) {
      await sendAgain({ db, register }, page.epoch)
      return
    }
    after = page.next
  }
}

/** The server may live another life than the one that this device sent its work to: what it has forgotten is sent again. */
async function sendAgain({ db, register }: Pick<PullContext, 'db' | 'register'>, epoch: string): Promise<void> {
  const queue = await readMeta<QueueState>(db, QUEUE)
  if (!queue || queue.epoch === epoch) return
  const [{ adoptEpoch }, { outboxIn }] = await Promise.all([import('./outbox/drain.ts'), import('./outbox/store.ts')])
  await adoptEpoch(outboxIn(db, register), epoch)
}

/**
 * The server lives the same life, and has forgotten a part of it: whatever it answers next is another life for this queue, which
 * sends all of it again. False where that was found before.
 */
async function forgetLife({ db, register }: PullContext, epoch: string): Promise<boolean> {
  if ((await readMeta<QueueState>(db, QUEUE))?.epoch !== epoch) return false
  const [{ adoptEpoch }, { outboxIn }] = await Promise.all([import('./outbox/drain.ts'), import('./outbox/store.ts')])
  return adoptEpoch(outboxIn(db, register), crypto.randomUUID())
}

/** Somebody else has decided about stuck work of this person: it is sent again, and answered with who and how. */
async function askWhoDecided({ db, register }: PullContext, mids: readonly string[]): Promise<void> {
  const [machine, { outboxIn }] = await Promise.all([import('./outbox/machine.ts'), import('./outbox/store.ts')])
  await outboxIn(db, register).change({ mids }, books => machine.askWhoDecided(books, mids))
}

/** Pulls until nothing is left. Null: the feed cannot go on from here, or somebody else moved it. */
async function pullAll(context: PullContext, from: Cursor): Promise<string | null> {
  const { db, register, deviceId, onPage, signal } = context
  let cursor = from
  let hasForgotten = false
  for (;;) {
    const { epoch, seq, groups } = cursor
    const unsent = await countUnsent(db)
    const me = (await readSession().catch(() => null))?.meHash
    const asked = { epoch, seq, groups: groups.hash, me, unsent, device: deviceId, emptied: emptiedFor() }
    const answer = await askFor(db, pullCall, asked, signal)
    noteServerTime(answer.serverTime)
    if (answer.lost) markConnection({ trouble: 'storageLost', lost: answer.lost })
    markConnection({ stuck: answer.stuck ?? 0 })
    if (answer.decided) await askWhoDecided(context, answer.decided)
    if (answer.me !== undefined) {
      await forgetNames(db)
      for (const listener of meListeners) listener(answer.me)
    }
    // What the server may have forgotten is sent again.
    if (answer.epoch !== epoch) await sendAgain(context, answer.epoch)
    else if (answer.reset === 'epoch' && !hasForgotten) {
      hasForgotten = await forgetLife(context, epoch)
      // Asked once more: what was on its way may have called final, after the first answer, what is sent again now.
      if (hasForgotten) continue
    }
    if (answer.reset || answer.epoch !== epoch || (answer.groups && !covers(groups.names, answer.groups.names))) {
      await beginLoad(db, register, answer.groups)
      if (answer.groups) context.onNarrowed?.()
      return null
    }
    if (isNews(answer, cursor)) {
      const result = await applyPull(db, register, { epoch, seq }, answer)
      if (result === 'late') return null
      if (result.modules.length > 0) onPage({ ...result, loading: null, epoch })
    }
    if (!answer.more) return answer.serverTime
    cursor = { ...cursor, seq: answer.seq, groups: answer.groups ?? groups, syncedAt: answer.serverTime }
  }
}

const isNews = (answer: { changes: unknown[]; seq: number; serverTime: string; groups?: unknown }, cursor: Cursor) =>
  answer.changes.length > 0 ||
  answer.seq !== cursor.seq ||
  answer.groups !== undefined ||
  // A load stores the time of this device, which may be ahead.
  Math.abs(Date.parse(answer.serverTime) - Date.parse(cursor.syncedAt)) >= STORE_TIME_EVERY

/** Does the device already hold exactly these groups? Only then a new hash needs no load. */
const covers = (held: readonly string[], wanted: readonly string[]) =>
  held.length === wanted.length && wanted.every(name => held.includes(name))
