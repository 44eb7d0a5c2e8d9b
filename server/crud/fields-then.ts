import type { Module, Row } from '#contract/module.ts'
import { fromHistory, historyColumn } from './columns.ts'

type Values = Record<string, unknown>
export type LaterWrite = { before: Values }

/** What each write after a version found there, the first one first. Asked with the record, its module and the version. */
export const laterWrites =
  'select before from record_history where record_id = $1 and entity = $2 and version > $3 order by version, id'

/** What fields of a record said at a version: what the first write after it found there, or else what they say now. */
export function fieldsThen(
  module: Module,
  row: Row,
  fields: readonly string[],
  later: readonly LaterWrite[],
): Record<string, unknown> {
  const then = (field: string): unknown => {
    const column = historyColumn(module, field)
    const change = later.find(({ before }) => column in before)?.before
    if (!change) return row[field] ?? null
    const value = column === 'extra' ? (change.extra as Values)[field] : change[column]
    return fromHistory(module, field, value ?? null)
  }
  return Object.fromEntries(fields.map(field => [field, then(field)]))
}
