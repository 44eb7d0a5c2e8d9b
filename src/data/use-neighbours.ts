import { useQuery } from '@tanstack/react-query'
import { neighboursAnswer } from '#contract/calls/records.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { callApi, codeOf, isUnanswered, retryAfterOf } from '#src/offline/api.ts'
import { isKeepable } from '#src/offline/user-db.ts'
import { searchOf } from './list-pages.ts'
import { queryRows, type RecordQuery } from './local-query.ts'
import { useIsHeld, useKeptRows } from './use-kept.ts'

type Neighbours = {
  previous: number | null
  next: number | null
  /** Which one of how many it is, where the whole list is on the device. */
  place?: { at: number; total: number }
}

/** How often a server that has too much to do is asked again. */
const MOST_TIMES = 5

/** The question of a list, as its address asks it. */
function questionIn(search: string): RecordQuery {
  const params = new URLSearchParams(search)
  const filter = [...params].flatMap(([name, text]) => {
    const field = /^filter\[(.+)\]$/.exec(name)?.[1]
    return field ? [[field, text] as const] : []
  })
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? '',
    filter: Object.fromEntries(filter),
    archived: params.get('archived') === '1',
  }
}

/**
 * The records before and after one in the list that its reader came from, now; null where it came from none. Undefined while
 * they are looked for. Without a connection they are those that this device keeps.
 */
export function useNeighbours(module: Module, id: number, from: string | RecordQuery | null): Neighbours | undefined {
  const wanted = from !== null && id > 0
  const query = typeof from === 'string' ? questionIn(from) : (from ?? {})
  const held = useIsHeld(module)
  const server = useQuery({
    queryKey: [module.name, 'neighbours', id, query],
    queryFn: ({ signal }) =>
      callApi<Neighbours>('GET', `${apiPath(module)}/${id}/neighbours`, {
        search: searchOf(query),
        signal,
        as: neighboursAnswer,
      }),
    enabled: wanted && held === false,
    // Nobody can ask for them by hand.
    retry: (times, error) => times < MOST_TIMES && codeOf(error) === 'busy',
    retryDelay: (_, error) => Math.max(1, retryAfterOf(error)) * 1_000,
  })
  const isCutOff = held === false && isUnanswered(server.error) && isKeepable(module)
  const kept = useKeptRows(module, wanted && (held === true || isCutOff))
  if (!wanted) return nobody
  if (held === false && !isCutOff) return server.data
  if (!kept) return undefined
  const rows = queryRows(module, kept, query)
  const at = rows.findIndex(row => row.id === id)
  if (at === -1) return nobody
  return {
    previous: rows[at - 1]?.id ?? null,
    next: rows[at + 1]?.id ?? null,
    // What is kept in part says nothing of how many there are.
    ...(held ? { place: { at: at + 1, total: rows.length } } : {}),
  }
}
const nobody: Neighbours = { previous: null, next: null }
