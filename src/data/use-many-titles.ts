import { useQueries } from '@tanstack/react-query'
import type { Module } from '#contract/module.ts'
import { useData } from './data.ts'
import { useKeptRows } from './use-kept.ts'
import { askTitle, titleOf, useKnownNames } from './use-titles.ts'

/** The titles of several records, as far as they are known by now. */
export function useTitles(module: Module, ids: readonly number[]): ReadonlyMap<number, string> {
  const { db, opened } = useData()
  const kept = useKeptRows(module, ids.length > 0)
  const here = new Map((kept ?? []).filter(row => ids.includes(row.id)).map(row => [row.id, titleOf(module, row)]))
  const missing = ids.filter(id => !here.has(id))
  const asked = useQueries({
    queries: missing.map(id => ({
      queryKey: [module.name, 'title', id],
      queryFn: () => askTitle(db, module, id),
      enabled: opened && (db === null || kept !== undefined),
    })),
  })
  const known = useKnownNames(
    module,
    asked.some(({ isError }) => isError),
  )
  for (const [index, id] of missing.entries()) {
    const title = asked[index]?.data ?? known.find(one => one.id === id)?.title
    if (title) here.set(id, title)
  }
  return here
}
