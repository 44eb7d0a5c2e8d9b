import { useQuery } from '@tanstack/react-query'
import type { Module } from '#contract/module.ts'
import type { Total } from '#src/data/list-pages.ts'
import type { RecordQuery } from '#src/data/local-query.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { formatCount } from '#src/lib/format.ts'

/** How many records answer a question, as the server counts them; undefined while it is not known. */
export function useTotal(module: Module, query: RecordQuery, wanted: boolean): Total | undefined {
  const { online } = useConnection()
  return useQuery({ ...totalQuery(module, query), enabled: wanted && online }).data
}

export const totalWords = (total: Total | undefined): string =>
  total === undefined ? '—' : formatCount(total.count, total.more)
