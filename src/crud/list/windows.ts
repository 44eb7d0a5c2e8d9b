import type { QueryClient } from '@tanstack/react-query'
import type { Module } from '#contract/module.ts'
import type { Total } from '#src/data/list-pages.ts'
import { totalQuery } from '#src/data/total-query.ts'
import type { RowWindow } from './row-window.ts'
import type { Question } from './state.ts'

/** As many lists as one goes back to with their rows still there; a board has one in every lane. */
const KEPT = 40
const windows = new WeakMap<QueryClient, Map<string, RowWindow>>()

const keyOf = (module: Module, question: Question) => JSON.stringify([module.name, question])

/** How many there are; the order of a question makes no difference to it. */
export const totalOf = (module: Module, { q, filter, archived }: Question) =>
  totalQuery(module, { q, filter, archived })

export const knownWindow = (queries: QueryClient, module: Module, question: Question): RowWindow | undefined =>
  windows.get(queries)?.get(keyOf(module, question))

/** The window on the rows of a question, kept as the one that was used last. */
export function windowOn(queries: QueryClient, module: Module, question: Question, make: () => RowWindow): RowWindow {
  const known = windows.get(queries) ?? new Map<string, RowWindow>()
  windows.set(queries, known)
  const key = keyOf(module, question)
  const rows = known.get(key) ?? make()
  known.delete(key)
  known.set(key, rows)
  for (const old of known.keys()) if (known.size > KEPT) known.delete(old)
  return rows
}

/** Which one of how many a record is in a list that was shown, as far as that list knows it. */
export function placeIn(queries: QueryClient, module: Module, question: Question, id: number) {
  const rows = knownWindow(queries, module, question)
  const at = rows?.indexOf(id) ?? -1
  if (!rows || at < 0) return null
  const { count, hasMore } = rows.state()
  const total = hasMore ? queries.getQueryData<Total>(totalOf(module, question).queryKey) : { count, more: false }
  return total ? { at: at + 1, total: Math.max(total.count, count), more: total.more } : null
}
