import { useQuery } from '@tanstack/react-query'
import { searchKey } from '#contract/fold.ts'
import { isKeptInPart } from '#contract/keep.ts'
import type { Module } from '#contract/module.ts'
import { asks, finder } from '#contract/search-words.ts'
import { hasUnchosen, isUnchosen } from '#contract/switched-off.ts'
import type { Named } from '#src/offline/known-names.ts'
import { isKeepable } from '#src/offline/user-db.ts'
import { useData, useHeldGroups } from './data.ts'
import { queryRows } from './local-query.ts'
import { useKeptRows } from './use-kept.ts'
import { pick, titleOf, useKnownNames } from './use-titles.ts'

/** What is retired or switched off is found where something is looked for, and not where one is chosen. */
type Aim = 'choose' | 'find'

// A device that holds some rows of a module (one branch's, the recent ones) does not hold all that may be referred to.
function useIsWhole(module: Module): boolean | undefined {
  const names = useHeldGroups()
  return names && names.includes(module.name) && !isKeptInPart(module)
}

/**
 * Records to choose from, found by what is typed: those of the device where it holds them all, else what the server lets this
 * person pick; `partial` where that cannot be asked and only what the device keeps is there.
 */
export function useChoices(
  module: Module,
  typed: string,
  aim: Aim = 'choose',
): { rows: Named[]; loading: boolean; partial: boolean } {
  const { db } = useData()
  const whole = useIsWhole(module)
  const asksFor = hasUnchosen(module) && aim === 'find' ? aim : 'choose'
  const asked = useQuery({
    queryKey: [module.name, 'pick', typed, asksFor],
    queryFn: ({ signal }) =>
      pick(db, module, { ...(typed ? { q: typed } : {}), ...(asksFor === 'find' ? { for: asksFor } : {}) }, signal),
    enabled: whole === false,
    placeholderData: before => before,
  })
  const partial = whole === false && asked.isError
  const kept = useKeptRows(module, whole === true || partial)
  const known = useKnownNames(module, partial)
  const isFound = finder(asks(typed))
  if (whole === false && !partial) return { rows: asked.data ?? [], loading: asked.isFetching, partial }
  const here = queryRows(module, kept ?? [], { q: typed, sort: module.title }).filter(
    row => aim === 'find' || !isUnchosen(module, row),
  )
  const rows = here.map(row => ({ id: row.id, title: titleOf(module, row) }))
  const others = known.filter(({ id, title }) => isFound(searchKey(title)) && !(kept ?? []).some(row => row.id === id))
  return { rows: [...rows, ...others], loading: kept === undefined && isKeepable(module), partial }
}

/** Which of these can still be chosen, as far as anybody can say: without the server, those that the device does not keep. */
export function useChoosable(module: Module, ids: readonly number[]): readonly number[] {
  const { db } = useData()
  const whole = useIsWhole(module)
  const asks = hasUnchosen(module) && ids.length > 0
  const kept = useKeptRows(module, asks)
  const asked = useQuery({
    queryKey: [module.name, 'pick', ids.join(','), 'choosable'],
    queryFn: ({ signal }) => pick(db, module, { ids: ids.join(','), for: 'choose' }, signal),
    enabled: asks && whole === false,
  })
  if (!asks) return ids
  const isHere = (id: number) => {
    const row = kept?.find(row => row.id === id)
    return row ? !row.archivedAt && !isUnchosen(module, row) : undefined
  }
  const isThere = (id: number) => (whole || asked.isError ? true : (asked.data?.some(row => row.id === id) ?? false))
  return ids.filter(id => isHere(id) ?? isThere(id))
}
