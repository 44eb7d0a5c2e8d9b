import { useMemo } from 'react'
import { localRows, type RowSource } from './source.ts'

/** Rows in memory for a table: lines, what was pasted, a ledger. `more`: there are others after them, which somebody else reads. */
export const useLocalRows = <R extends { id: number }>(rows: readonly R[], more = false): RowSource<R> =>
  useMemo(() => ({ ...localRows(rows), more }), [rows, more])
