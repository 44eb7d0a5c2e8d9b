import { isDeepStrictEqual } from 'node:util'
import { IDBFactory } from 'fake-indexeddb'
import type { PushAnswer, PushInput } from '#contract/calls/push.ts'
import type { Change, PullAnswer, SnapshotAnswer } from '#contract/calls/sync.ts'
import { splitOp } from '#contract/intent.ts'
import type { Register, Row } from '#contract/module.ts'
import { applyAnswered } from '#src/offline/answered.ts'
import { applyPull, applySnapshot, beginLoad, layMadeHere, recordTables } from '#src/offline/apply.ts'
import { writeSession } from '#src/offline/device.ts'
import { isNoIds, leasedIds } from '#src/offline/ids.ts'
import { metaIn } from '#src/offline/keep-meta.ts'
import { mayHold } from '#src/offline/may-hold.ts'
import { pruneKept } from '#src/offline/prune.ts'
import { storeAnswer, type Sending } from '#src/offline/outbox/drain.ts'
import { exportUnsent } from '#src/offline/outbox/export.ts'
import { importUnsent, readExport } from '#src/offline/outbox/import.ts'
import { isOpen, needsDecision, QUEUE, type OutboxOp, type QueueState } from '#src/offline/outbox/op.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import { fold, inPlace, serverRow } from '#src/offline/outbox/overlay.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import { sealKeyFrom } from '#src/offline/seal.ts'
import type { Wish } from '#src/offline/queue.ts'
import {
  closeUserDb,
  CURSOR,
  isKeepable,
  keptTable,
  openUserDb,
  readCursor,
  readLoad,
  readMeta,
  userDbName,
  type Cursor,
  type Kept,
} from '#src/offline/user-db.ts'
import { signOutHere } from '#src/offline/wipe.ts'
import { deviceSession } from '../device-session.ts'
import { pullOnce } from '../pull-once.ts'
import { inPage, pageWords } from './browser.ts'
import { modelTabs } from './tabs.ts'

/** A page of a pull or of a load as it was answered, for the place that was asked for. */
export type Page =
  | { asked: { epoch: string; seq: number }; answer: PullAnswer }
  | { after: string | null; answer: SnapshotAnswer }
/** A push as it was answered, by the claims that waited for it. */
export type Heard = { sending: Sending; answer: PushAnswer }

/** What a device is made without. */
export type MissingHere = {
  /** Its tabs open the database as Dexie does by itself. */
  isUnguarded?: boolean
  /** What is done to the person's database while nobody is signed in. */
  whileAway?: (name: string) => Promise<unknown>
}

const isStanding = (state: OutboxOp['state']) => state !== 'discarded' && state !== 'cancelling'

/** The key that the server hands out to its person, whenever they sign in. */
const SEAL_KEY = 'c'.repeat(43)

const isCursor = (row: unknown): row is { value: Cursor } => (row as { key?: unknown }).key === CURSOR

/** A device with two tabs: the app's own store, queue and pull, over a database of the browser's kind. */
export async function modelDevice(
  userId: number,
  register: Register,
  hasLocks: boolean,
  { isUnguarded = false, whileAway }: MissingHere = {},
) {
  const factory = new IDBFactory()
  const words = pageWords()
  const deviceId = crypto.randomUUID()
  const tabs = modelTabs({ factory, userId, register, deviceId, hasLocks, isUnguarded })
  await tabs.open()
  const db = tabs.reading
  const refill = () => leasedIds(metaIn(db()), deviceId).refill()
  await refill()
  /** Null where they are used up and no server is there. */
  const nextId = () =>
    leasedIds(metaIn(db()), deviceId)
      .nextId()
      .catch(() => null)
  const ops = () => db().outbox.orderBy('seq').toArray()

  /** What the person gave up, said anew in other words, or was told of on the spot. */
  const letGo = new Set<string>()
  /** What stood there as its person said it, whatever the device makes of that. */
  const said = new Map<string, Wish['base']>()
  /** What had come to its end before the person signed out, and is not sent again whatever happens: it stays on no device. */
  const leftBehind: OutboxOp[] = []

  const asSaid = async <R>(step: () => Promise<R>): Promise<R> => {
    const before = new Map((await ops()).map(({ mid, state }) => [mid, state]))
    const result = await step()
    for (const { mid, state } of await ops())
      if (before.get(mid) !== state && ['discarded', 'cancelling', 'superseded'].includes(state)) letGo.add(mid)
    return result
  }
  const tables = () => recordTables(db(), register)
  /** All there is but when it was so: an answer without news is only stored once in a while. */
  const dump = async () =>
    (await Promise.all(tables().map(table => table.toArray() as Promise<unknown[]>)))
      .flat()
      .map(row => (isCursor(row) ? { ...row, value: { ...row.value, syncedAt: '' } } : row))

  /** Answers what is different after a step that must change nothing. */
  const unchanged = (what: string, step: () => Promise<unknown>): Promise<string[]> =>
    db().transaction('rw', tables(), async () => {
      const before = await dump()
      await step()
      const after = await dump()
      const at = after.findIndex((row, at) => !isDeepStrictEqual(row, before[at]))
      if (at < 0 && after.length === before.length) return []
      return [`idempotent client: ${what} changed ${JSON.stringify(before[at])} to ${JSON.stringify(after[at])}`]
    })

  return {
    deviceId,
    db,
    ops,
    letGo: letGo as ReadonlySet<string>,
    leftBehind: leftBehind as readonly OutboxOp[],
    said: said as ReadonlyMap<string, Wish['base']>,
    /** A tab that is there; none while a frozen one keeps the device from being upgraded. */
    tab: (at: number): Outbox | undefined => tabs.living()[at % Math.max(1, tabs.living().length)]?.outbox,
    /** All tabs try, and all have come to their end. */
    sendAll: async () => void (await Promise.all(tabs.living().map(({ outbox }) => outbox.sendNow()))),
    async steal(at: number) {
      const tab = tabs.living()[at % Math.max(1, tabs.living().length)]
      if (tab) await tabs.steal(tab)
    },
    freeze: tabs.freeze,
    thaw: tabs.thaw,
    upgrade: tabs.upgrade,

    // -- what the person does
    nextId,
    /** Keeps a wish. Where numbers are used up and no server is there, they are told so; and how it ended, while its screen stands. */
    async wish(outbox: Outbox, wish: Wish, seen: Row | undefined, isThere: boolean): Promise<void> {
      const before = new Map((await ops()).map(({ mid, state }) => [mid, state]))
      const outcome = await outbox
        .wish(wish, seen, undefined, () => isThere)
        .catch((error: unknown) => {
          if (!isNoIds(error)) throw error
        })
      const after = await ops()
      const fresh = after.filter(({ mid }) => !before.has(mid))
      for (const { mid, supersedes, base } of fresh) said.set(mid, supersedes === null ? wish.base : base)
      // What stands in the place of something that was not accepted has the words of what waited behind that, too.
      const lanes = new Set(fresh.filter(({ supersedes }) => supersedes !== null).map(({ lane }) => lane))
      for (const { mid, lane, state } of after)
        if (lanes.has(lane) && before.has(mid) && before.get(mid) !== state && !isStanding(state)) letGo.add(mid)
      if (!isThere) return
      // They have before them what they typed, unless it stays in the outbox.
      if ((outcome?.state !== 'refused' && outcome?.state !== 'conflict') || outcome.inOutbox) return
      for (const op of await ops()) if (!before.has(op.mid) && op.op === wish.op) letGo.add(op.mid)
    },
    correct: (outbox: Outbox, ...[mid, better]: Parameters<Outbox['correct']>) =>
      asSaid(() => outbox.correct(mid, better)),
    bringBack: (outbox: Outbox, ...[mid, better]: Parameters<Outbox['bringBack']>) =>
      asSaid(() => outbox.bringBack(mid, better)),
    discard: (outbox: Outbox, mid: string) => asSaid(() => outbox.discard(mid)),
    retry: (outbox: Outbox, mid: string) => asSaid(() => outbox.retry(mid)),
    /** All that it has not sent, as a file. */
    file: async () => JSON.stringify(await exportUnsent(db(), userId)),
    async takeIn(file: string) {
      const found = readExport(file, userId)
      if (typeof found === 'string') throw new Error(found)
      await importUnsent(db(), outboxIn(db(), register), found)
    },
    /**
     * Signs out, which takes all from the device but what waits, and seals that; then in again. What is there to be done by
     * a server in between, `reach` lets be done. Answers what is wrong then.
     */
    async leave(reach: (work: () => Promise<void>) => Promise<void>): Promise<string[]> {
      await tabs.thaw()
      const before = await ops()
      tabs.close()
      const sealKey = await sealKeyFrom(SEAL_KEY)
      const session = deviceSession(userId, sealKey ? { sealKey } : {})
      const wrong = await inPage(factory, words, async () => {
        await writeSession(session)
        const { left } = await signOutHere({ userId, patience: 1_000 })
        await whileAway?.(userDbName(userId))
        await writeSession(session)
        closeUserDb(await openUserDb(userId, register, { onUnsealed: db => layMadeHere(db, register) }))
        return left.map(what => `leaving: ${what} was left`)
      })
      tabs.renew()
      await tabs.open()
      // The answer to what was on its way may have come while they left: the server has to know of it then.
      const here = new Set((await ops()).map(({ mid }) => mid))
      for (const op of before.filter(({ mid }) => !here.has(mid)))
        if (!isOpen(op)) leftBehind.push(op)
        else if (op.state === 'sending') leftBehind.push({ ...op, state: 'done', open: 0 })
      await reach(refill)
      return wrong
    },

    // -- what it holds
    open: async () => (await ops()).filter(isOpen),
    decisions: async () => (await ops()).filter(needsDecision),
    kept: async (name: string) => (await keptTable(db(), register[name]!).toArray()).filter(({ row }) => row !== null),
    cursor: () => readCursor(db()),
    /**
     * Its queue and its rows as they are at one moment. Settled: the rows do not come from another life of the server than what
     * was sent. Whole: it was loaded with the right to everything.
     */
    look: () =>
      db().transaction('r', tables(), async () => {
        const [all, load, cursor, queue] = await Promise.all([
          ops(),
          readLoad(db()),
          readCursor(db()),
          readMeta<QueueState>(db(), QUEUE),
        ])
        const isLoaded = !load && cursor !== undefined
        const isSettled = isLoaded && cursor.epoch === queue?.epoch
        const isWhole = isLoaded && Object.values(register).every(mayHold(cursor.groups.names))
        const rows = new Map<string, Kept>()
        for (const module of Object.values(register).filter(isKeepable))
          for (const kept of await keptTable(db(), module).toArray()) rows.set(`${kept.t}:${kept.id}`, kept)
        return { ops: all, cursor, isSettled, isWhole, rows }
      }),
    /** What no device may do: it forgets what is on its way. */
    forgetSending: () => db().outbox.where('state').equals('sending').delete(),
    reset: () => beginLoad(db(), register),
    pull: async () => void (await pullOnce(db(), register, deviceId)),
    /** What a device does a few times a day. */
    prune: () => pruneKept(db(), register, userId, Date.now()),
    /** Everything dies at once, its locks with it, and starts anew on what is kept. */
    crash: tabs.open,
    close: tabs.close,

    // -- what it is told twice
    /** A push and who waited for it, while they still do. */
    async heard(input: PushInput, answer: PushAnswer): Promise<Heard | null> {
      const mids = input.ops.map(op => ('mid' in op ? op.mid : op.cancel))
      const waiting = await db().outbox.where('mid').anyOf(mids).toArray()
      const claim = waiting.find(op => op.claim !== null)?.claim
      return claim
        ? { sending: { claim, epoch: input.epoch ?? null, input, ops: waiting, firsts: new Map() }, answer }
        : null
    },
    hearAgain: ({ sending, answer }: Heard) =>
      unchanged('a push that was answered twice', () =>
        storeAnswer({ store: outboxIn(db(), register), now: () => Date.now(), pause: () => 0 }, sending, answer),
      ),
    takeAgain: (page: Page, altered: (changes: readonly Change[]) => readonly Change[]) =>
      unchanged('a page that came twice', async () => {
        const { answer } = page
        const changes = altered('changes' in answer ? answer.changes : answer.rows)
        if ('after' in page) {
          const g = (await readCursor(db()))?.g ?? 0
          await applySnapshot(db(), register, { g, after: page.after }, page.answer, new Date().toISOString())
        } else await applyPull(db(), register, page.asked, page.answer)
        // Not even where nothing says for which place it was asked.
        const answered = changes.map(change => ({ ...change, seq: answer.seq }))
        await applyAnswered(db(), register, answer.epoch, answered)
      }),

    /** Rows that are not what the server said, with what waits laid over it. */
    wrongRows(rows: ReadonlyMap<string, Kept>, all: readonly OutboxOp[], hadToGo: boolean): string[] {
      const wrong: string[] = []
      for (const [lane, kept] of rows) {
        const module = register[kept.t]!
        const waiting = inPlace(all.filter(op => op.lane === lane && isOpen(op)))
        const wanted = waiting.length > 0 ? fold(module, serverRow(kept), waiting) : serverRow(kept)
        if (!isDeepStrictEqual(wanted, kept.row))
          wrong.push(`${lane} is ${JSON.stringify(kept.row)}, not ${JSON.stringify(wanted)}`)
        if (waiting.length > 0 !== (kept.base !== undefined)) wrong.push(`${lane} has a wrong base`)
      }
      // Where rights are lost rows go, also those of what waits; they are back with the load that brings the others.
      for (const { lane } of hadToGo ? [] : all.filter(isOpen)) {
        const wanted = fold(register[lane.split(':')[0]!]!, null, inPlace(all.filter(op => op.lane === lane)))
        if (wanted && !rows.has(lane)) wrong.push(`${lane} is not there, and should be ${JSON.stringify(wanted)}`)
      }
      return wrong
    },
  }
}
export type ModelDevice = Awaited<ReturnType<typeof modelDevice>>

export const actionOf = (op: Pick<OutboxOp, 'op'>) => splitOp(op.op).action
