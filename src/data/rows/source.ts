import type { Row } from '#contract/module.ts'
import type { Failure } from '../words.ts'

/** What other people did to the rows since they were read. Nothing moves until somebody asks for it. */
export type Live = {
  /** How many came that are not shown yet; `refresh` shows them. */
  arrived: number
  /** More was changed than is known by name; `refresh` shows it. */
  stale: boolean
  /** Changed on the screen a moment ago. */
  changed: ReadonlySet<number>
  /** Shown, and no longer in this list: archived, gone, or different from what is asked. */
  gone: ReadonlySet<number>
}

/**
 * Rows as a table reads them, wherever they come from: a module's list, the records that belong to another one, lines, a sheet.
 * The same object until something of it changes.
 */
export type RowSource<R = Row> = {
  /** How many rows are known by now, in their order. */
  count: number
  /** There are rows after these. */
  more: boolean
  /** How many there are, which may be known later than the first rows; `more` where counting stopped. */
  total: { count: number; more: boolean } | null
  from: 'device' | 'server' | 'here'
  /** Only what this device happens to keep: the server could not be asked. */
  partial: boolean
  /** The first rows are on their way. */
  loading: boolean
  /** The rows after these are on their way. */
  loadingMore: boolean
  /** Why there are no rows, or none after these. */
  failure: Failure | null
  live: Live
  /** Undefined while it is on its way. */
  at: (index: number) => R | undefined
  idAt: (index: number) => number | undefined
  /** -1 where it is not known. */
  indexOf: (id: number) => number
  /** Says which rows are looked at: those that are missing there are read. */
  look: (from: number, to: number) => void
  /** Reads everything anew, in its new order. */
  refresh: () => void
  /** Tries once more what failed. */
  again: () => void
}

/** All rows that are known by now. */
export const rowsOf = <R>(source: Pick<RowSource<R>, 'count' | 'at'>): R[] =>
  Array.from({ length: source.count }, (_, index) => source.at(index)).filter(row => row !== undefined)

/** The ids of those from here to there, as far as they are known. */
export const idsOf = ({ count, idAt }: Pick<RowSource, 'count' | 'idAt'>, from = 0, to = count): number[] =>
  Array.from({ length: to - from }, (_, index) => idAt(from + index)).filter(id => id !== undefined)

const nobody: ReadonlySet<number> = new Set()
/** Of rows that nobody else changes, or that follow each change at once. */
export const still: Live = { arrived: 0, stale: false, changed: nobody, gone: nobody }
const nothing = () => undefined

/** Rows in memory, all of them. */
export function localRows<R extends { id: number }>(rows: readonly R[]): RowSource<R> {
  const places = new Map(rows.map(({ id }, index) => [id, index]))
  return {
    count: rows.length,
    more: false,
    total: { count: rows.length, more: false },
    from: 'here',
    partial: false,
    loading: false,
    loadingMore: false,
    failure: null,
    live: still,
    at: index => rows[index],
    idAt: index => rows[index]?.id,
    indexOf: id => places.get(id) ?? -1,
    look: nothing,
    refresh: nothing,
    again: nothing,
  }
}
