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
  let ids: number[] = [...(snapshot?.ids ?? [])]
  let next = snapshot?.next ?? null
  let state: WindowState = snapshot ? { ...start, fresh: false, count: ids.length, hasMore: snapshot.hasMore } : start
  let looked = { from: 0, to: PIECE }
  /** Where somebody was who comes back: until they are there again, nothing above it may be let go. */
  let anchor = snapshot?.from ?? 0
  let round = 0
  let arrived = new Set<number>()
  const pieces = new Map<number, Row[]>()
  const reading = new Set<number>()
  const listeners = new Set<() => void>()

  const set = (change: Partial<WindowState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const pieceOf = (index: number) => Math.floor(index / PIECE)
  const at = (index: number): Row | undefined => pieces.get(pieceOf(index))?.[index % PIECE]

  function take(rows: readonly Row[]) {
    for (const row of rows) {
      // Somebody's change may have moved a row from a page before into this one.
      if (ids.includes(row.id)) continue
      const index = ids.push(row.id) - 1
      const piece = pieces.get(pieceOf(index)) ?? []
      piece[index % PIECE] = row
      pieces.set(pieceOf(index), piece)
    }
  }

  /** The rows of a piece by their ids; a row that no longer answers is kept as it was, or stays empty. */
  async function reread(piece: number) {
    if (reading.has(piece)) return
    reading.add(piece)
    const now = round
    const wanted = ids.slice(piece * PIECE, (piece + 1) * PIECE)
    try {
      const found = new Map((await source.among(wanted)).map(row => [row.id, row]))
      if (now !== round) return
      const before = pieces.get(piece)
      pieces.set(
        piece,
        wanted.map((id, index) => found.get(id) ?? before?.[index] ?? vanished(id)),
      )
      const missing = wanted.filter(id => !found.has(id))
      set(missing.length > 0 ? { gone: new Set([...state.gone, ...missing]) } : {})
    } catch {
      // The place stays empty and is asked for again when it is looked at again.
    } finally {
      reading.delete(piece)
    }
  }

  async function more() {
    if (state.loadingMore || !state.hasMore || state.fresh) return
    const now = round
    set({ loadingMore: true, error: null })
    try {
      const page = await source.page(next, NEXT)
      if (now !== round) return
      take(page.rows)
      next = page.next
      set({ loadingMore: false, count: ids.length, hasMore: page.next !== null })
      look(looked.from, looked.to)
    } catch (error) {
      if (now === round) set({ loadingMore: false, error })
    }
  }

  function look(from: number, to: number) {
    looked = { from, to }
    if (state.fresh) return
    const first = pieceOf(Math.max(0, from - PIECE / 2))
    const last = pieceOf(Math.max(0, Math.min(ids.length - 1, to + PIECE / 2)))
    for (let piece = first; piece <= last; piece += 1) if (lacks(piece)) void reread(piece)
    for (const piece of pieces.keys()) if (piece < first - FAR || piece > last + FAR) pieces.delete(piece)
    if (to + AHEAD > ids.length && state.error === null) void more()
  }
  const lacks = (piece: number) => {
    const rows = pieces.get(piece)
    const due = Math.min(PIECE, ids.length - piece * PIECE)
    if (!rows) return due > 0
    for (let index = 0; index < due; index += 1) if (!rows[index]) return true
    return false
  }

  /** Reads from the beginning as far as is looked at, and shows it at once: the order may be another one. */
  async function reload() {
    // Too far down to read all that is above: what is in sight gets its values anew, in its old order.
    const from = Math.max(looked.from, anchor)
    anchor = 0
    if (!state.fresh && from > REORDERED) return void (await Promise.all([...pieces.keys()].map(reread)))
    const now = ++round
    const wanted = Math.min(
      REORDERED + NEXT,
      Math.max(PIECE, Math.min(Math.max(looked.to, from + PIECE) + AHEAD, ids.length)),
    )
    set({ loadingMore: false, error: null })
    try {
      const rows: Row[] = []
      let after: string | null = null
      do {
        const page: ListPage = await source.page(after, rows.length === 0 && wanted <= PIECE ? PIECE : NEXT)
        if (now !== round) return
        rows.push(...page.rows)
        after = page.next
      } while (after !== null && rows.length < wanted)
      ids = []
      pieces.clear()
      arrived = new Set()
      next = after
      take(rows)
      set({ ...start, fresh: false, count: ids.length, hasMore: after !== null })
    } catch (error) {
      if (now === round) set({ error })
      throw error
    }
  }

  /** Other people changed these: what is shown gets their values, what is new is counted. */
  async function changed(named: readonly number[], more: boolean) {
    if (state.fresh) return
    const now = round
    let rows: Row[] | null = null
    if (named.length <= MOST_IDS) rows = named.length > 0 ? await source.among(named).catch(() => null) : []
    if (now !== round) return
    if (rows === null) return set({ stale: true })
    const found = new Map(rows.map(row => [row.id, row]))
    const gone = new Set(state.gone)
    for (const id of named) {
      const row = found.get(id)
      const isShown = ids.includes(id)
      if (!row && isShown) gone.add(id)
      if (row && isShown) {
        gone.delete(id)
        put(row)
      }
      if (row && !isShown) arrived.add(id)
      if (!row) arrived.delete(id)
    }
    set({ gone, arrived: arrived.size, stale: state.stale || more })
  }
  function put(row: Row) {
    const index = ids.indexOf(row.id)
    const piece = pieces.get(pieceOf(index))
    if (piece?.[index % PIECE]) pieces.set(pieceOf(index), piece.with(index % PIECE, row))
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
    idAt: (index: number): number | undefined => ids[index],
    indexOf: (id: number) => ids.indexOf(id),
    look,
    reload,
    /** Tries again what failed. */
    again: () => {
      set({ error: null })
      return state.fresh ? reload() : look(looked.from, looked.to)
    },
    changed,
    snapshot: (): Snapshot => ({ ids, next, hasMore: state.hasMore, from: looked.from }),
    /** How many rows are held just now. */
    held: () => [...pieces.values()].reduce((sum, rows) => sum + rows.length, 0),
  }
}

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
