import { useQuery } from '@tanstack/react-query'
import { fold } from '#contract/fold.ts'
import { isKeptInPart } from '#contract/keep.ts'
import type { Module } from '#contract/module.ts'
import { asks, finder } from '#contract/search-words.ts'
import type { Named } from '#src/offline/known-names.ts'
import { isKeepable } from '#src/offline/user-db.ts'
import { useData, useHeldGroups } from './data.ts'
import { queryRows } from './local-query.ts'
import { useKeptRows } from './use-kept.ts'
import { pick, titleOf, useKnownNames } from './use-titles.ts'

/**
 * Records to choose from, found by what is typed: those of the device where it holds them all, else what the server lets this
 * person pick; `partial` where that cannot be asked and only what the device keeps is there.
 */
export function useChoices(module: Module, typed: string): { rows: Named[]; loading: boolean; partial: boolean } {
  const { db } = useData()
  // A device that holds some rows of a module (one branch's, the recent ones) does not hold all that may be referred to.
  const names = useHeldGroups()
  const whole = names && names.includes(module.name) && !isKeptInPart(module)
  const asked = useQuery({
    queryKey: [module.name, 'pick', typed],
    queryFn: ({ signal }) => pick(db, module, typed ? { q: typed } : {}, signal),
    enabled: whole === false,
    placeholderData: before => before,
  })
  const partial = whole === false && asked.isError
  const kept = useKeptRows(module, whole === true || partial)
  const known = useKnownNames(module, partial)
  const isFound = finder(asks(typed))
  if (whole === false && !partial) return { rows: asked.data ?? [], loading: asked.isFetching, partial }
  const here = queryRows(module, kept ?? [], { q: typed, sort: module.title })
  const rows = here.map(row => ({ id: row.id, title: titleOf(module, row) }))
  const others = known.filter(({ id, title }) => isFound(fold(title)) && !(kept ?? []).some(row => row.id === id))
  return { rows: [...rows, ...others], loading: kept === undefined && isKeepable(module), partial }
}
