import { v7 as uuidv7 } from 'uuid'
import { PUSH_LIMIT } from '#contract/calls/push.ts'
import { rowAnswer } from '#contract/calls/records.ts'
import { NOTE, OP_VERSION, PRINT, SCAN, opOf, splitOp } from '#contract/intent.ts'
import { apiPath, type Module, type Register, type Row } from '#contract/module.ts'
import { Problem } from '#contract/problem.ts'
import { callApi, noticeForbidden } from '../api.ts'
import { onTabMessage, tellTabs, type Written } from '../channel.ts'
import { serverNow } from '#src/lib/clock.ts'
import { readConnection } from '../connection.ts'
import { IDS, takeId, type Block, type Ids } from '../ids.ts'
import type { LockPort } from '../locks.ts'
import { refused, type Outcome } from '../outcome.ts'
import { askToPersist } from '../storage.ts'
import { dexieStores, type Stores } from '../stores.ts'
import type { Wish } from '../queue.ts'
import { isKeepable, keptTable, type Draft, type Handed, type UserDb } from '../user-db.ts'
import { registerBackgroundSync } from './background.ts'
import { build } from './build.ts'
import { countUnsent } from './count.ts'
import { startDrainer } from './drainer.ts'
import {
  bringBack,
  chainOf,
  copyInstead,
  correct,
  correctWith,
  discard,
  discardAll,
  enqueue,
  hurry,
  release,
  type Books,
  type NewOp,
  type Taken,
} from './machine.ts'
import { isOpen, needsDecision, type OutboxOp } from './op.ts'
import { mend } from './mend.ts'
import { numbersIn } from './numbers-in.ts'
import { laneOps } from './overlay.ts'
import { beginStep, endStep, inOneStep, inQuickStep, outboxIn, type OutboxStore } from './store.ts'

/** How long a screen waits for the server before it says that the change is kept on this device, in ms. */
const PATIENCE = 5_000

export type OutboxOptions = {
  db: UserDb
  register: Register
  userId: number
  deviceId: string
  ids: Ids
  locks?: LockPort
  onWritten: (record: Written) => void
  onChanged: (modules: string[]) => void
}

/** What was kept: the op, the record with it, the draft that it came from, and whether its person has to decide about something first. */
type Wished = { made: OutboxOp; row: Row | null; typed: Draft | null; isHeld: boolean }

/** More numbers than these are looked for in one go: some fields hold amounts by the dozen. */
const FEW = 8

/** While whole envelopes come back, the lists are told so often, in ms. */
const TELL_EVERY = 2_000

/** What a correction says in place of what was refused, in today's words. */
export type Better = { args: Record<string, unknown>; base: OutboxOp['base']; op?: string }

export type Outbox = {
  store: OutboxStore
  /**
   * Keeps a wish on this device, sends it, and says how it ended: `waiting` where the server does not answer in time.
   * `draft`: the one that says the same. It goes in the moment in which the wish is kept, and is back where
   * the wish is not taken: a page that dies in between finds the words once, never twice, and never not at all.
   * `isThere`: can whoever asked still say how it ended? What was refused and nobody can say stays in the queue.
   */
  wish: (wish: Wish, seen?: Row, draft?: Handed, isThere?: IsThere) => Promise<Outcome>
  /**
   * Does anything wait that has to be there before this is done: what was said of its record, or what makes those that it
   * names? It is sent first, where that does not take too long.
   */
  isWaiting: (wish: Before) => Promise<boolean>
  /** Answers what the server said instead of taking what waits; null where it took it, or does not answer. */
  sendNow: () => Promise<Problem | null>
  /** Sends what is due, where anything waits. */
  sendDue: () => Promise<void>
  /** Lets what was refused be judged once more as it is, and what was put off be tried now. */
  retry: (mid: string) => Promise<void>
  /**
   * Puts something else in the place of an op, and of those of its lane whose words are in it. Null: one of them is on its
   * way, or over.
   */
  correct: (mid: string, better: Better, followers?: readonly string[]) => Promise<OutboxOp | null>
  /**
   * The same where somebody archived the record, or led it elsewhere: it is restored, or led back by the move `by`, in the
   * place of the op, and `better` is done to it.
   */
  bringBack: (mid: string, better: Better, followers?: readonly string[], by?: string) => Promise<OutboxOp | null>
  /** The same where the record is gone: a new one of this number is made, and the op given up in the same step. */
  copyInstead: (
    mid: string,
    id: number,
    args: Better['args'],
    followers?: readonly string[],
  ) => Promise<OutboxOp | null>
  /** The same where the record is with somebody else: its words become a note to them, of this number. */
  noteInstead: (mid: string, id: number, text: string, followers?: readonly string[]) => Promise<OutboxOp | null>
  /** What would go with it. */
  chain: (mid: string) => Promise<OutboxOp[]>
  /** Takes it back with all that builds on it. False: it is on its way, its answer comes first. */
  discard: (mid: string) => Promise<boolean>
  /** The same for everything; what may have left is withdrawn at the server, if it can be reached now. */
  discardAll: () => Promise<boolean>
  stop: () => void
}

export type IsThere = () => boolean
type Before = Pick<Wish, 'op' | 'id' | 'args'>

/** This device's queue of one person, and what sends it. */
export function openOutbox({
  db,
  register,
  userId,
  deviceId,
  ids,
  locks,
  onWritten,
  onChanged,
}: OutboxOptions): Outbox {
  const store = outboxIn(db, register)
  const endings = new Map<string, (taken: Taken | null) => void>()
  /**
   * What was wanted last of each record, and whose screens wait for an answer: the same once more is the same one. Behind
   * something else it is not: whoever goes there, back and there again wants the third too.
   */
  const attended = new Map<string, { content: string; outcome: Promise<Outcome>; askers: IsThere[] }>()

  let untold = new Set<string>()
  let telling: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    clearTimeout(telling)
    telling = undefined
    const modules = [...untold]
    untold = new Set()
    if (modules.length > 0) onChanged(modules)
  }

  function heard(taken: readonly Taken[]): void {
    for (const { op, result, again } of taken) {
      const { module } = splitOp(op.op)
      untold.add(module)
      const hears = endings.get(op.mid)
      endings.delete(op.mid)
      // It goes out once more at once: whoever waits for it waits for that.
      if (again) {
        if (hears) endings.set(again, hears)
        continue
      }
      if (result.code === 'forbidden') noticeForbidden()
      if (op.state === 'done') onWritten({ t: module, id: op.id, v: result.version ?? 0 })
      hears?.({ op, result })
    }
    tellTabs({ kind: 'sent', userId, mids: taken.map(({ op }) => op.mid) })
    // Behind a full envelope comes another: each would have every list read anew.
    if (taken.length < PUSH_LIMIT) tell()
    else telling ??= setTimeout(tell, TELL_EVERY)
  }

  const drainer = startDrainer({ db, store, userId, ...(locks && { locks }), onTaken: heard })
  const forget = onTabMessage(message => {
    if (message.kind === 'sent' && message.userId === userId) for (const mid of message.mids) endings.get(mid)?.(null)
  })

  /** Kept, with the record as its person sees it from then on: all of it is read at once, and written at once. */
  async function keep(wish: Wish, seen: Row | undefined, draft: Handed | undefined): Promise<Wished> {
    const { module } = splitOp(wish.op)
    const device = { db, register }
    // Said once, however often it is tried: the device and the server know it again. Worked out while the disk is asked.
    let said: ReturnType<typeof saidNow> | undefined
    const sayOnce = async () => (said ??= saidNow())
    const keepAs = (id: number | null) =>
      inQuickStep(
        device,
        [`${module}:`],
        async stores => {
          const [[typed], begun, makers, moment] = await Promise.all([
            stores.get<Draft>('drafts', draft === undefined ? [] : [draft.key]),
            // Nobody has said anything of a record that has no number yet.
            beginStep(device, stores, id === null ? [] : [laneOf(wish, id)], id === null ? [IDS] : []),
            makersOf(stores, [wish.args, wish.id]),
            sayOnce(),
          ])
          // Words that came into it after it was handed over are its own.
          const over = typed && draft && typed.at <= draft.at ? typed : null
          const fresh = id === null ? takeId((begun.metas.get(IDS) as Block[] | undefined) ?? []) : null
          const known = id ?? fresh?.id
          if (known === undefined) return null
          const wanted = { ...opFor(wish, known, lanesOf(makers)), ...moment }
          const made = mend(begun.books, wanted, Date.now()) ?? enqueue(begun.books, wanted)
          // In the books what it mends is dealt with by now.
          const others = makers.filter(({ lane }) => lane !== made.lane)
          const isHeld = [...begun.books.ops, ...others].some(needsDecision)
          const [, rows] = await Promise.all([
            over && stores.delete('drafts', [over.key]),
            endStep(device, stores, begun, {
              seen: seen ? [{ t: module, row: seen }] : [],
              metas: fresh ? [{ key: IDS, value: fresh.left }] : [],
            }),
          ])
          return { made, row: rows.get(made.lane) ?? null, typed: over, isHeld }
        },
        draft === undefined ? [] : [db.drafts],
      )
    return (await keepAs(wish.id)) ?? (await keepAs(await ids.nextId()))!
  }

  /** What the person has before them need not wait for them elsewhere too; as their draft it outlives the page. */
  const giveBack = (mid: string, typed: Draft | null) =>
    inOneStep(
      { db, register },
      { mids: [mid] },
      async () => {
        await onMid(mid, (op, books) => release(books, op, Date.now()))
        // What was typed since is in the one that is there.
        if (typed && !(await db.drafts.get(typed.key))) await db.drafts.put(typed)
      },
      typed ? [db.drafts] : [],
    )

  const opFor = (wish: Wish, id: number, made: readonly string[]): Omit<NewOp, keyof ReturnType<typeof saidNow>> => {
    const lane = laneOf(wish, id)
    return {
      ...wish,
      id,
      userId,
      deviceId,
      lane,
      deps: made.filter(other => other !== lane),
    }
  }

  /** Waits until the op came to its end, nothing can be sent, or patience is over. */
  async function attend({ made, row: kept, typed, isHeld }: Wished, isThere: IsThere): Promise<Outcome> {
    const { mid, op, id } = made
    const { online, slow } = readConnection()
    const module = register[splitOp(op).module]!
    const isMending = made.supersedes !== null
    // Nobody waits for a server that is not there, nor for the attempt to reach it.
    if (!online || slow) {
      outlive()
      setTimeout(() => void drainer.now())
      return { state: 'waiting', mid, row: kept, ...(isHeld && { held: true }) }
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const answered = new Promise<Taken | null>(resolve => endings.set(mid, resolve))
    const drained = drainer.now()
    const late = new Promise<null>(resolve => (timer = setTimeout(resolve, PATIENCE, null)))
    try {
      // Where another tab sends, its word is waited for.
      const ended = drained.then(by => (by === 'taken' ? late : null))
      const first = await Promise.race([answered, late, ended])
      const now = first?.op ?? (await db.outbox.where('mid').equals(mid).first())
      return now ? await outcomeOf(now, first?.result.row as Row | undefined) : await waiting()
    } finally {
      clearTimeout(timer)
      endings.delete(mid)
    }

    async function waiting(): Promise<Outcome> {
      outlive()
      const [row, ahead] = await Promise.all([rowHere(module, id), whatHolds(made)])
      return { state: 'waiting', mid, row, ...(ahead.some(needsDecision) && { held: true }) }
    }

    async function outcomeOf(now: OutboxOp, row: Row | undefined): Promise<Outcome> {
      if (now.state === 'done') return { state: 'saved', row: row ?? (await rowOf(module, id)) }
      // All that was said of the record is in what mends it, and more than this screen has before it: it stays there.
      if (!needsDecision(now) || (isMending && now.state === 'conflict')) return waiting()
      const isSaid = isThere() && !isMending
      if (isSaid) {
        await giveBack(now.mid, typed)
        // The server hears that nothing of it is wanted any more; nobody waits for that.
        void drainer.now()
      }
      const stays = isSaid ? {} : { inOutbox: true as const }
      const { code, message, fields, asks = [], row: stands, theirs } = now.problem!
      if (now.state === 'conflict')
        return {
          state: 'conflict',
          row: (stands as Row | undefined) ?? (await rowOf(module, id)),
          asks,
          ...(theirs && { theirs }),
          ...stays,
        }
      return { ...refused(code.replaceAll('_', '-'), message, fields), ...stays }
    }
  }

  async function whatHolds({ op, id, args }: Before): Promise<OutboxOp[]> {
    const stores = dexieStores(db)
    const [own, makers] = await Promise.all([
      id === null ? [] : laneOps(stores, laneOf({ op, args }, id)),
      makersOf(stores, args),
    ])
    return [...own, ...makers].filter(isOpen)
  }

  /** It stays on this device for a while: the browser is asked to keep it, and to wake whoever sends it. */
  const outlive = () => {
    void askToPersist()
    void registerBackgroundSync()
  }

  const rowHere = async (module: Module, id: number): Promise<Row | null> =>
    (isKeepable(module) ? (await keptTable(db, module).get(id))?.row : null) ?? null

  /** The record after a change that was answered elsewhere, or so long ago that the answer has lost it. */
  const rowOf = async (module: Module, id: number): Promise<Row> =>
    (await rowHere(module, id)) ?? (await callApi('GET', `${apiPath(module)}/${id}`, { as: rowAnswer }))

  function wish(wish: Wish, seen?: Row, draft?: Handed, isThere: IsThere = () => true): Promise<Outcome> {
    const content = JSON.stringify(wish)
    const about = wish.id === null ? content : laneOf(wish, wish.id)
    const known = attended.get(about)
    if (known?.content === content) {
      known.askers.push(isThere)
      return known.outcome
    }
    const askers = [isThere]
    const outcome = keep(wish, seen, draft)
      .then(wished =>
        attend(wished, () => askers.some(asker => asker())).catch((error: unknown): Outcome => {
          if (db.isOpen()) throw error
          // The store was taken away, or closed for another build: what was kept in it before stays kept.
          return { state: 'waiting', mid: wished.made.mid, row: wished.row }
        }),
      )
      .finally(() => {
        if (attended.get(about)?.outcome === outcome) attended.delete(about)
      })
    attended.set(about, { content, outcome, askers })
    return outcome
  }

  const onMid = <R>(mid: string, step: (op: OutboxOp, books: Books) => R): Promise<R | null> =>
    store.change({ mids: [mid] }, books => {
      const op = books.ops.find(op => op.mid === mid)
      return op && isOpen(op) ? step(op, books) : null
    })

  /** What it refers to may have been made here too, and has to be there first. */
  const correction = async (better: Better) => ({
    ...better,
    ...saidNow(),
    opV: OP_VERSION,
    deps: await madeHere(dexieStores(db), better.args),
  })

  const changed = (ops: readonly OutboxOp[]) => {
    onChanged([...new Set(ops.map(({ op }) => splitOp(op).module))])
    void drainer.now()
  }

  /** Puts down what comes instead of a change, which goes. */
  const instead = async (
    mid: string,
    args: Record<string, unknown>,
    followers: readonly string[] = [],
    comes: (op: OutboxOp) => Pick<OutboxOp, 'op' | 'id' | 'lane'>,
  ) => {
    const said = await correction({ args, base: null })
    const made = await onMid(mid, (op, books) =>
      copyInstead(books, op, followers, { ...said, ...comes(op), userId, deviceId }, Date.now()),
    )
    if (made) changed([made])
    return made
  }

  return {
    store,
    wish,
    async isWaiting(wish) {
      const held = await whatHolds(wish)
      // What waits for a person is not over sooner for being waited for.
      if (held.length === 0 || held.some(needsDecision)) return held.length > 0
      const late = patience()
      // Where another tab sends, it may be sent in the meantime.
      await Promise.race([late, drainer.now().then(by => (by === 'taken' ? late : null))])
      return (await whatHolds(wish)).length > 0
    },
    async sendNow() {
      const ended = await drainer.now('at once')
      return ended instanceof Problem ? ended : null
    },
    async sendDue() {
      if ((await countUnsent(db)) > 0) await drainer.now()
    },
    async retry(mid) {
      const again = saidNow()
      const made = await onMid(mid, (op, books) => {
        if (needsDecision(op)) return correct(books, op, { args: op.args, base: op.base, ...again }, Date.now())
        hurry(books)
        return op
      })
      if (made) changed([made])
    },
    async correct(mid, better, followers = []) {
      const said = await correction(better)
      const made = await onMid(mid, (op, books) => correctWith(books, op, followers, said, Date.now()))
      if (made) changed([made])
      return made
    },
    async bringBack(mid, better, followers = [], by) {
      const wishes = { restoring: saidNow(), change: await correction(better) }
      const made = await onMid(mid, (op, books) => bringBack(books, op, followers, wishes, Date.now(), by))
      if (made) changed([made])
      return made
    },
    copyInstead: (mid, id, args, followers) =>
      instead(mid, args, followers, op => {
        const { module } = splitOp(op.op)
        return { op: opOf({ name: module }, 'create'), id, lane: `${module}:${id}` }
      }),
    noteInstead: (mid, id, text, followers) =>
      instead(mid, { id, text }, followers, op => {
        const note = opOf({ name: splitOp(op.op).module }, NOTE)
        return { op: note, id: op.id, lane: laneOf({ op: note, args: { id } }, op.id) }
      }),
    chain: async mid => (await onMid(mid, (op, books) => chainOf(books, op))) ?? [],
    async discard(mid) {
      const done = await onMid(mid, (op, books) => {
        const chain = chainOf(books, op)
        return discard(books, op, Date.now()) ? chain : null
      })
      if (done) changed(done)
      return done !== null
    },
    async discardAll() {
      const done = await store.change('all', books => discardAll(books, Date.now()))
      // A server that does not answer hears of it when the person is here again.
      if (done) await Promise.race([drainer.now('at once'), patience()])
      return done
    },
    stop() {
      forget()
      tell()
      drainer.stop()
    },
  }
}

const patience = () => new Promise<void>(resolve => setTimeout(resolve, PATIENCE))

/** What every op says of the moment in which its person wanted it. */
const saidNow = () => {
  const at = Date.now()
  return { mid: uuidv7(), at, clockOffset: serverNow() - at, build }
}

/** A note goes its own way, and only after its record; so do all prints of a record together, and all its scans. */
function laneOf({ op, args }: Pick<Wish, 'op' | 'args'>, id: number): string {
  const { module, action } = splitOp(op)
  if (action === PRINT) return `${module}Print:${id}`
  if (action === SCAN) return `${module}Scan:${id}`
  return `${module}:${action === NOTE ? Number(args.id) : id}`
}

/**
 * Records that were made on this device and are referred to: they have to be there first. Also those that are there, since
 * a server that was restored may have lost them.
 */
const madeHere = async (stores: Stores, args: unknown): Promise<string[]> => lanesOf(await makersOf(stores, args))

const lanesOf = (makers: readonly OutboxOp[]) => [...new Set(makers.map(({ lane }) => lane))]

/** The changes that make records which are referred to. */
async function makersOf(stores: Stores, args: unknown): Promise<OutboxOp[]> {
  const ids = new Set(numbersIn(args))
  const find = (from: number, to: number) => stores.find<OutboxOp>('outbox', 'id', from, to)
  const found =
    ids.size > FEW
      ? await find(Math.min(...ids), Math.max(...ids))
      : (await Promise.all([...ids].map(id => find(id, id)))).flat()
  return found.filter(op => ids.has(op.id) && op.state !== 'discarded' && splitOp(op.op).action === 'create')
}
