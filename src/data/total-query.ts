import type { Module } from '#contract/module.ts'
import { readTotal } from './list-pages.ts'
import type { RecordQuery } from './local-query.ts'

/** How many records answer a question, as the server counts them. */
export const totalQuery = (module: Module, question: RecordQuery) => ({
  queryKey: [module.name, 'total', question],
  queryFn: ({ signal }: { signal: AbortSignal }) => readTotal(module, question, signal),
})
