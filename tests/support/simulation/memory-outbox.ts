import type { Row, Register } from '#contract/module.ts'
import { splitOp } from '#contract/intent.ts'
import { inOrder, openBooks } from '#src/offline/outbox/machine.ts'
import { isOpen, type OutboxOp, type QueueState } from '#src/offline/outbox/op.ts'
import { fold, serverRow, withOps } from '#src/offline/outbox/overlay.ts'
import type { Concerned, OutboxStore } from '#src/offline/outbox/store.ts'
import type { Kept } from '#src/offline/user-db.ts'

/** What a device knows of the life of the server that its rows come from, and how often it has moved on. */
type Cursor = { epoch: string; g: number; moves: number }
/** What a device asks for: what is new, or everything in a new generation. */
export type Asked = { load: number } | { epoch: string; moves: number }

export type MemoryOutbox = ReturnType<typeof memoryOutbox>

/**
 * The outbox's store over memory, with the rows that lie beside it: steps are all or nothing and see exactly the ops that
 * the one over IndexedDB hands them. `tamper` sees every op that a step writes, as it was and as it will be.
 */
export function memoryOutbox(
  queueId: string,
  register: Register,
  tamper: (before: OutboxOp | undefined, after: OutboxOp) => void = () => {},
) {
  let queue: QueueState = { id: queueId, last: 0, epoch: null }
  const ops = new Map<number, OutboxOp>()
  const rows = new Map<number, Kept>()
  const forgotten: OutboxOp[] = []
  let cursor: Cursor | null = null
  let load: number | null = null
  let changes = 0
  let seenChanges = 0

  const generation = () => load ?? cursor?.g ?? 0
  const all = () => [...ops.values()]
  const laneOps = (lane: string) => inOrder(all().filter(op => op.lane === lane))
  const moduleOf = (lane: string) => register[lane.slice(0, lane.indexOf(':'))]!

  const withWhatGoesAlong = (named: readonly OutboxOp[]): OutboxOp[] => {
    const found = new Set(named)
    for (const op of found)
      for (const other of ops.values()) if (other.lane === op.lane || other.deps.includes(op.lane)) found.add(other)
    return [...found]
  }

  const makersOf = (lanes: readonly string[]): OutboxOp[] =>
    all().filter(({ lane, op }) => lanes.includes(lane) && splitOp(op).action === 'create')

  const concernedBy = (concerned: Concerned): OutboxOp[] => {
    if (concerned === 'all') return all()
    if (concerned === 'claimed') return all().filter(({ state }) => state === 'sending' || state === 'cancelling')
    if ('lanes' in concerned) return concerned.lanes.flatMap(laneOps)
    if ('mids' in concerned) return withWhatGoesAlong(all().filter(({ mid }) => concerned.mids.includes(mid)))
    const first = inOrder(all().filter(isOpen)).slice(0, concerned.first)
    if (first.length < concerned.first) return first
    const found = new Set(first)
    for (const { deps } of found) for (const other of makersOf(deps)) if (isOpen(other)) found.add(other)
    return [...found]
  }

  const refold = (lane: string, seen: readonly { row: Row }[] = []) => {
    const id = Number(lane.slice(lane.indexOf(':') + 1))
    const kept = rows.get(id)
    const own = laneOps(lane)
    if (!kept && !own.some(isOpen)) return
    const shown = kept ? null : (seen.find(({ row }) => row.id === id)?.row ?? null)
    const before = kept ?? {
      id,
      t: moduleOf(lane).name,
      v: shown?.version ?? 0,
      g: generation(),
      on: 0 as const,
      row: shown,
    }
    const after = withOps(moduleOf(lane), before, serverRow(before), own)
    if (!kept && !after?.row) return
    if (after) rows.set(id, after)
    else rows.delete(id)
  }

  /** As `put` of the real one: newer loads win, then newer versions; what waits is laid over. */
  const put = (t: string, row: Row, g: number) => {
    const before = rows.get(row.id)
    if (before && (before.g > g || (before.g === g && before.v >= row.version))) return
    const kept: Kept = { id: row.id, t, v: row.version, g, on: 1, row }
    rows.set(row.id, withOps(register[t]!, kept, row, laneOps(`${t}:${row.id}`).filter(isOpen)) ?? kept)
  }

  const store: OutboxStore = {
    async change(concerned, step, more = {}) {
      const books = openBooks(
        { ...queue },
        concernedBy(concerned).map(op => ({ ...op })),
      )
      const result = step(books)
      queue = books.queue
      changes += books.touched.size
      for (const op of books.touched) {
        tamper(ops.get(op.seq), op)
        ops.set(op.seq, op)
      }
      if (more.answer && (load !== null || cursor?.epoch === more.answer.epoch))
        for (const { op, result } of more.answer.taken()) {
          const row = result.row as Row | undefined
          if (row?.id === op.id) put(splitOp(op.op).module, row, generation())
        }
      const isAboutSending = concerned === 'claimed' || (concerned !== 'all' && 'first' in concerned)
      if (!isAboutSending)
        for (const lane of new Set([...books.touched].map(({ lane }) => lane))) refold(lane, more.seen)
      return result
    },
  }

  return {
    store,
    ops: all,
    queue: () => queue,
    /** The life that the rows come from; null while they are loaded anew. */
    epoch: () => (load === null ? (cursor?.epoch ?? null) : null),
    /** What the person sees of a record. */
    row: (id: number): Row | null => rows.get(id)?.row ?? null,
    base: (id: number): Row | null => serverRow(rows.get(id)),
    ids: () => [...rows.keys()],
    /** Begins a load where one is needed. */
    ask(): Asked {
      if (cursor === null) load ??= 1
      return load !== null ? { load } : { epoch: cursor!.epoch, moves: cursor!.moves }
    },
    /** What came to its end is forgotten, as by a device that is full. */
    forget() {
      for (const op of all().filter(({ state }) => state === 'done')) {
        forgotten.push(op)
        ops.delete(op.seq)
      }
    },
    forgotten: (): readonly OutboxOp[] => forgotten,
    beginLoad: () => void (load = generation() + 1),
    /** Rows of the feed, or of a load; false: somebody else moved on meanwhile, they came too late. */
    pulled(asked: Asked, epoch: string, fresh: readonly { t: string; row: Row }[]): boolean {
      const isLate =
        'load' in asked ? load !== asked.load : load !== null || cursor?.epoch !== epoch || cursor.moves !== asked.moves
      if (isLate) return false
      changes += 1
      const g = generation()
      cursor = { epoch, g, moves: (cursor?.moves ?? 0) + 1 }
      for (const { t, row } of fresh) put(t, row, g)
      if (load === null) return true
      load = null
      for (const [id, kept] of rows) {
        if (kept.g >= g) continue
        const own = laneOps(`${kept.t}:${id}`)
        const after = own.some(isOpen) ? withOps(register[kept.t]!, { ...kept, g, v: 0 }, null, own) : null
        if (after?.row) rows.set(id, after)
        else rows.delete(id)
      }
      return true
    },
    /** Since this was asked last. */
    hasChanged(): boolean {
      const before = seenChanges
      seenChanges = changes
      return changes > before
    },
    /** Rows that are not what the server said with what waits laid over it. */
    wrongRows: (): string[] =>
      [...new Set([...rows.values()].map(({ t, id }) => `${t}:${id}`).concat(all().map(({ lane }) => lane)))].flatMap(
        lane => {
          const kept = rows.get(Number(lane.slice(lane.indexOf(':') + 1)))
          const wanted = fold(moduleOf(lane), serverRow(kept), laneOps(lane))
          return JSON.stringify(kept?.row ?? null) === JSON.stringify(wanted) ? [] : [lane]
        },
      ),
  }
}
