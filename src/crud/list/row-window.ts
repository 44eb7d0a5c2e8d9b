import type { Row } from '#contract/module.ts'
import { MOST_IDS, type ListPage } from '#src/data/list-pages.ts'

/** Rows are held and dropped in pieces of this many; the first question asks for one, the others for two. */
export const PIECE = 50
const NEXT = 2 * PIECE
/** The next rows are asked for when so few are left below what is looked at. */
const AHEAD = 60
/** Pieces this far from what is looked at are dropped. */
const FAR = 5
/** So many rows at most are read anew in one go, to put them into their new order. */
const REORDERED = 1_000

/** Where the rows come from. */
export type Source = {
  page: (after: string | null, limit: number) => Promise<ListPage>
  /** Those of the given that (still) answer the question. */
  among: (ids: readonly number[]) => Promise<Row[]>
}

export type WindowState = {
  count: number
  hasMore: boolean
  /** Nothing has been read yet. */
  fresh: boolean
  loadingMore: boolean
  error: unknown
  /** How many records answer the question that are not shown. */
  arrived: number
  /** More was changed than was told. */
  stale: boolean
  /** Shown, though they no longer answer the question. */
  gone: ReadonlySet<number>
}

/** What is needed to show the same rows again later: their order, and where it goes on. */
export type Snapshot = {
  ids: readonly number[]
  next: string | null
  hasMore: boolean
  /** The first row that was looked at. */
  from: number
}

export type RowWindow = ReturnType<typeof rowWindow>

const none: ReadonlySet<number> = new Set()
const start: WindowState = {
  count: 0,
  hasMore: true,
  fresh: true,
  loadingMore: false,
  error: null,
  arrived: 0,
  stale: false,
  gone: none,
}

/**
 * The rows of one question in an order that stands still: all ids that were read, and the rows near what is looked at.
 * What is far away is dropped and read again by its ids, so that memory does not grow and nothing is skipped or doubled
 * when other people write meanwhile. What they did is marked; the order changes when somebody asks for it.
 */
export function rowWindow(source: Source, snapshot?: Snapshot) {
  let order = orderOf(snapshot?.ids ?? [])
  let next = snapshot?.next ?? null
  let state: WindowState = snapshot
    ? { ...start, fresh: false, count: order.ids.length, hasMore: snapshot.hasMore }
    : start
  let looked = { from: 0, to: PIECE }
  /** Where somebody was who comes back: until they are there again, nothing above it may be let go. */
  let anchor = snapshot?.from ?? 0
  let arrived = new Set<number>()
  const pieces = new Map<number, Row[]>()
  const listeners = new Set<() => void>()
  // What is under way: an answer to another question than the last one of its kind comes too late and is dropped.
  const reading = new Map<number, symbol>()
  let walking: symbol | null = null
  let reloading: symbol | null = null
  let judging = false
  /** What others changed while something was being read: that answer may be older than their change, or newer. */
  let heard = { ids: new Set<number>(), more: false }

  const set = (change: Partial<WindowState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const pieceOf = (index: number) => Math.floor(index / PIECE)
  const at = (index: number): Row | undefined => pieces.get(pieceOf(index))?.[index % PIECE]
  const indexOf = (id: number) => order.places.get(id) ?? -1

  function take(rows: readonly Row[]) {
    for (const row of rows) {
      // Somebody's change may have moved a row from a page before into this one.
      if (order.places.has(row.id)) continue
      const index = order.ids.push(row.id) - 1
      order.places.set(row.id, index)
      arrived.delete(row.id)
      const piece = pieces.get(pieceOf(index)) ?? []
      piece[index % PIECE] = row
      pieces.set(pieceOf(index), piece)
    }
  }

  /** The rows of a piece by their ids; a row that no longer answers is kept as it was, or stays empty. */
  async function reread(piece: number, isAnew = false) {
    if (reading.has(piece) && !isAnew) return
    const mine = Symbol()
    reading.set(piece, mine)
    const wanted = order.ids.slice(piece * PIECE, (piece + 1) * PIECE)
    const asked = pieces.get(piece)
    try {
      const found = new Map((await source.among(wanted)).map(row => [row.id, row]))
      if (reading.get(piece) !== mine) return
      const held = pieces.get(piece)
      pieces.set(
        piece,
        wanted.map((id, index) => {
          const row = found.get(id)
          return (row && newer(row, held?.[index], asked?.[index])) ?? held?.[index] ?? vanished(id)
        }),
      )
      const gone = new Set(state.gone)
      for (const id of wanted)
        if (found.has(id)) gone.delete(id)
        else gone.add(id)
      set({ gone })
    } catch {
      // The place stays empty and is asked for again when it is looked at again.
    } finally {
      if (reading.get(piece) === mine) reading.delete(piece)
      void judge()
    }
  }

  async function more() {
    if (walking || !state.hasMore || state.fresh) return
    const mine = (walking = Symbol())
    set({ loadingMore: true, error: null })
    try {
      const page = await source.page(next, NEXT)
      if (walking !== mine) return
      walking = null
      take(page.rows)
      next = page.next
      set({ loadingMore: false, count: order.ids.length, hasMore: page.next !== null, arrived: arrived.size })
      look(looked.from, looked.to)
    } catch (error) {
      if (walking !== mine) return
      walking = null
      set({ loadingMore: false, error })
    } finally {
      void judge()
    }
  }

  function look(from: number, to: number) {
    looked = { from, to }
    if (state.fresh) return
    const first = pieceOf(Math.max(0, from - PIECE / 2))
    const last = pieceOf(Math.max(0, Math.min(order.ids.length - 1, to + PIECE / 2)))
    for (let piece = first; piece <= last; piece += 1) if (lacks(piece)) void reread(piece)
    for (const piece of pieces.keys()) if (piece < first - FAR || piece > last + FAR) pieces.delete(piece)
    if (to + AHEAD > order.ids.length && state.error === null) void more()
  }
  const lacks = (piece: number) => {
    const rows = pieces.get(piece)
    const due = Math.min(PIECE, order.ids.length - piece * PIECE)
    if (!rows) return due > 0
    for (let index = 0; index < due; index += 1) if (!rows[index]) return true
    return false
  }

  /** After an own write: reads from the beginning as far as is looked at, and shows it at once, in another order maybe. */
  async function reload() {
    const from = Math.max(looked.from, anchor)
    anchor = 0
    if (state.fresh || from <= REORDERED) return readAnew(from)
    // Too far down to read all that is above: what is in sight gets its values anew, in its old order.
    const wasWalking = walking !== null
    walking = null
    set({ loadingMore: false, error: null })
    await Promise.all([...new Set([...pieces.keys(), ...reading.keys()])].map(piece => reread(piece, true)))
    if (wasWalking) look(looked.from, looked.to)
  }

  /** Somebody wants to see what came: where they are too far down for it, the list begins at its beginning. */
  async function refresh() {
    const from = Math.max(looked.from, anchor)
    anchor = 0
    if (from > REORDERED) looked = { from: 0, to: PIECE }
    return readAnew(looked.from)
  }

  async function readAnew(from: number) {
    const mine = (reloading = Symbol())
    walking = null
    if (state.fresh) heard = { ids: new Set(), more: false }
    const asked = heldRows()
    const wanted = Math.min(
      REORDERED + NEXT,
      Math.max(PIECE, Math.min(Math.max(looked.to, from + PIECE) + AHEAD, order.ids.length)),
    )
    set({ loadingMore: false, error: null })
    try {
      const rows: Row[] = []
      let after: string | null = null
      do {
        const page: ListPage = await source.page(after, rows.length === 0 && wanted <= PIECE ? PIECE : NEXT)
        if (reloading !== mine) return
        rows.push(...page.rows)
        after = page.next
      } while (after !== null && rows.length < wanted)
      const held = heldRows()
      order = orderOf([])
      pieces.clear()
      reading.clear()
      walking = null
      arrived = new Set()
      next = after
      take(rows.map(row => newer(row, held.get(row.id), asked.get(row.id))))
      reloading = null
      set({ ...start, fresh: false, count: order.ids.length, hasMore: after !== null })
    } catch (error) {
      if (reloading === mine) {
        reloading = null
        set({ error })
      }
      throw error
    } finally {
      void judge()
    }
  }
  const heldRows = () => new Map([...pieces.values()].flatMap(rows => rows.flatMap(row => [[row.id, row] as const])))

  /** Other people changed these: what is shown gets their values, what is new is counted. */
  async function changed(named: readonly number[], more: boolean) {
    if (state.fresh && !reloading) return
    if (named.length <= MOST_IDS) for (const id of named) heard.ids.add(id)
    heard.more ||= more || named.length > MOST_IDS
    await judge()
  }

  /** Looks at what was heard once nothing is under way that was asked for before it was heard. */
  async function judge() {
    const isBusy = judging || reloading !== null || walking !== null || reading.size > 0
    if (isBusy || state.fresh || (heard.ids.size === 0 && !heard.more)) return
    const named = [...heard.ids].slice(0, MOST_IDS)
    const { more } = heard
    for (const id of named) heard.ids.delete(id)
    heard.more = false
    const [inOrder, asked] = [order, heldRows()]
    judging = true
    const rows = named.length > 0 ? await source.among(named).catch(() => null) : []
    judging = false
    // What was read from the beginning meanwhile was read after they wrote.
    if (inOrder === order) apply(named, rows, asked, more)
    await judge()
  }
  function apply(named: readonly number[], rows: Row[] | null, asked: ReadonlyMap<number, Row>, more: boolean) {
    if (rows === null) return set({ stale: true })
    const found = new Map(rows.map(row => [row.id, row]))
    const gone = new Set(state.gone)
    for (const id of named) {
      const row = found.get(id)
      const index = indexOf(id)
      if (!row && index >= 0) gone.add(id)
      if (row && index >= 0) {
        gone.delete(id)
        put(index, row, asked.get(id))
      }
      if (row && index < 0) arrived.add(id)
      if (!row) arrived.delete(id)
    }
    set({ gone, arrived: arrived.size, stale: state.stale || more })
    // Nothing stands anywhere that could move.
    if (order.ids.length === 0 && (arrived.size > 0 || more))
      void readAnew(0).catch(() => set({ error: null, stale: true }))
  }
  function put(index: number, row: Row, asked: Row | undefined) {
    const piece = pieces.get(pieceOf(index))
    const held = piece?.[index % PIECE]
    if (piece && held) pieces.set(pieceOf(index), piece.with(index % PIECE, newer(row, held, asked)))
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) anchor = looked.from
      }
    },
    state: () => state,
    at,
    idAt: (index: number): number | undefined => order.ids[index],
    indexOf,
    look,
    reload,
    refresh,
    /** Tries again what failed. */
    again: () => {
      set({ error: null })
      return state.fresh ? reload() : look(looked.from, looked.to)
    },
    changed,
    snapshot: (): Snapshot => ({ ids: order.ids, next, hasMore: state.hasMore, from: looked.from }),
    /** How many rows are held just now. */
    held: () => [...pieces.values()].reduce((sum, rows) => sum + rows.length, 0),
  }
}

/** Ids in their order, and where in it each one stands. */
const orderOf = (ids: readonly number[]) => ({ ids: [...ids], places: new Map(ids.map((id, index) => [id, index])) })

/**
 * What was read, or what is held where that came while it was being read and is newer. Compared only then: after a
 * backup was restored, what is read later may have a lower version and be right.
 */
const newer = (read: Row, held: Row | undefined, asked: Row | undefined): Row =>
  held && held !== asked && held.version > read.version ? held : read

/** Stands where a row was that cannot be read any more. */
const vanished = (id: number): Row => ({
  id,
  version: 0,
  createdAt: '',
  createdBy: 0,
  updatedAt: '',
  updatedBy: 0,
  archivedAt: null,
})
