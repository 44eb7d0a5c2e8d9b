import type { Module } from '#contract/module.ts'
import { historyColumn } from './columns.ts'

/** Who wrote what a field of a record has now. */
export type Writer = { record: number; field: string; by: number | null; at: string }

/** Where history has a field: its column, and its name within the column that a list's own fields share. */
export function historyPlace(module: Module, field: string): { column: string; key: string | null } {
  const column = historyColumn(module, field)
  return { column, key: column === 'extra' ? field : null }
}

/**
 * The last entry of history about each of some fields of some records, in one question: $1 is a list of
 * `{ record, entity, field, column, key }`.
 */
export const writersText = `
  select wanted.record, wanted.field, last.actor as by, last.at
  from jsonb_to_recordset($1::jsonb) as wanted (record bigint, entity text, field text, "column" text, key text)
  cross join lateral (
    select actor, at from record_history as history
    where history.record_id = wanted.record and history.entity = wanted.entity and history.after ? wanted."column"
      and (wanted.key is null or history.after -> 'extra' -> wanted.key is distinct from history.before -> 'extra' -> wanted.key)
    order by history.version desc, history.id desc limit 1
  ) as last`
