import { useQuery } from '@tanstack/react-query'
import { groupAnswer } from '#contract/calls/records.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { isKeepable } from '#src/offline/user-db.ts'
import { searchOf } from './list-pages.ts'
import { queryRows, type RecordQuery } from './local-query.ts'
import { useIsHeld, useIsSlow, useKeptRows } from './use-kept.ts'
import { useIsAway } from './use-when-back.ts'
import { failureOf, type Failure } from './words.ts'

type Group = { value: string | number | boolean | null; count: number; more: boolean }
type Groups = { groups: Group[]; next: string | null }

/** By the value as text, `none` where there is none; `more` where counting stopped. */
export type GroupCounts = ReadonlyMap<string, { count: number; more: boolean }>

/** As many pages of values as anybody looks through. */
const PAGES = 10

/**
 * How many records each value of a field has, among those that a question answers; `partial`: nobody answers, and only those
 * that the device keeps are counted.
 */
export function useGroupCounts(
  module: Module,
  by: string,
  query: RecordQuery,
): { counts: GroupCounts | undefined; partial: boolean; error: Failure | null; again: () => void } {
  const held = useIsHeld(module)
  const { sort: _, ...asked } = query
  const server = useQuery({
    queryKey: [module.name, 'groups', by, asked],
    queryFn: ({ signal }) => readGroups(module, by, asked, signal),
    enabled: held === false,
  })
  const again = () => void server.refetch()
  const isAway = useIsAway({ wanted: held === false, error: server.error, asking: server.isPending, again })
  const isSlow = useIsSlow()
  const isCut = held === false && server.data === undefined && (isAway || isSlow) && isKeepable(module)
  const kept = useKeptRows(module, held === true || isCut)
  if (held === false && !isCut) return { counts: server.data, partial: false, error: failureOf(server.error), again }
  if (!kept) return { counts: undefined, partial: isCut, error: null, again }
  const counts = countIn(queryRows(module, kept, asked), by, isCut)
  // Of what is kept in part, nothing at all says nothing.
  if (isCut && counts.size === 0) return { counts: undefined, partial: false, error: failureOf(server.error), again }
  return { counts, partial: isCut, error: null, again }
}

function countIn(rows: readonly Row[], by: string, more: boolean): GroupCounts {
  const counts = new Map<string, { count: number; more: boolean }>()
  for (const row of rows) {
    const key = keyOf((row[by] ?? null) as Group['value'])
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, more })
  }
  return counts
}

const keyOf = (value: Group['value']) => (value === null ? 'none' : String(value))

async function readGroups(module: Module, by: string, query: RecordQuery, signal: AbortSignal): Promise<GroupCounts> {
  const counts = new Map<string, { count: number; more: boolean }>()
  let after: string | null = null
  for (let page = 0; page < PAGES; page += 1) {
    const search = { ...searchOf(query), by, ...(after === null ? {} : { after }) }
    const answer: Groups = await callApi('GET', `${apiPath(module)}/group`, { search, signal, as: groupAnswer })
    for (const { value, count, more } of answer.groups) counts.set(keyOf(value), { count, more })
    after = answer.next
    if (after === null) break
  }
  return counts
}
