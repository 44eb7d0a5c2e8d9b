import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageAnswer, rowAnswer } from '#contract/calls/records.ts'
import { isInGroup, isKeptInPart } from '#contract/keep.ts'
import { apiPath, type Module, type Row, type RowOf } from '#contract/module.ts'
import { callApi, codeOf, isUnanswered } from '#src/offline/api.ts'
import { isKeepable, isKnown, type Kept } from '#src/offline/user-db.ts'
import { useIsAnsweredHere } from './asks-for-kept.ts'
import { useData, useHeldGroups } from './data.ts'
import { searchOf } from './list-pages.ts'
import { queryRows, type RecordQuery } from './local-query.ts'
import { useIsSlow, useKept, useKeptRows } from './use-kept.ts'
import { asLeft, useUnsentRows } from './use-unsent-rows.ts'
import { useIsAway, useWhenBack } from './use-when-back.ts'
import { failureOf, type Failure } from './words.ts'

/** The row type of a module that is named, or any row where the code is generic. */
export type RowFor<M extends Module> = string extends M['name'] ? Row : RowOf<M>

export type Records<R = Row> = {
  rows: R[]
  /** Where the rows came from. Those of the device are complete, and stay up to date by themselves. */
  source: 'device' | 'server'
  /** Only what this device happens to keep, or had from the server before: it cannot be asked now. */
  partial: boolean
  loading: boolean
  /** Why there are no rows; never beside some. */
  error: Failure | null
  hasMore: boolean
  loadMore: () => void
  loadingMore: boolean
  /** Why those after them did not come; `loadMore` asks for them once more. */
  moreError: Failure | null
  /** Asks once more, after an error. */
  again: () => void
}

type Page = { rows: Row[]; next: string | null }
const PAGE = 50

/** Rows of the server with this person's own unsent work laid over them; what that brings or takes away comes and goes too. */
function withUnsent(
  module: Module,
  served: readonly Row[],
  own: ReturnType<typeof useUnsentRows>,
  query: RecordQuery,
): readonly Row[] {
  const left = served.map(row => asLeft(own, row.id, row))
  const there = new Set(served.map(({ id }) => id))
  const added = queryRows(
    module,
    [...own.unsent.values()].filter(({ id }) => !there.has(id)),
    query,
  )
  const isTouched = added.length > 0 || served.some((row, at) => row !== left[at])
  return isTouched ? queryRows(module, [...left, ...added], query) : served
}

/**
 * The records of a module: from the device where it holds them all, else page by page from the server; and where that cannot be
 * asked, those that the device keeps.
 */
export function useRecords<M extends Module>(module: M, query: RecordQuery = {}): Records<RowFor<M>> {
  const held = useIsAnsweredHere(module, query)
  const server = useInfiniteQuery({
    queryKey: [module.name, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page>('GET', apiPath(module), {
        as: pageAnswer,
        search: { ...searchOf(query), limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    enabled: held === false,
  })
  const isSlow = useIsSlow()
  const again = () => void server.refetch()
  const isAway = useIsAway({ wanted: held === false, error: server.error, asking: server.isPending, again })
  const isCut = held === false && server.data === undefined && (isAway || isSlow) && isKeepable(module)
  const kept = useKeptRows(module, held === true || isCut)
  const own = useUnsentRows(module, held === false && !isCut)
  const served = server.data?.pages.flatMap(page => page.rows) ?? []
  if (held !== false || isCut)
    return {
      // What the server said stays until the device has looked: nothing that is read goes away in between.
      rows: (kept ? queryRows(module, kept, query) : served) as RowFor<M>[],
      source: 'device',
      partial: isCut,
      loading: kept === undefined && server.data === undefined,
      error: null,
      hasMore: false,
      loadMore: () => undefined,
      loadingMore: false,
      moreError: null,
      again: () => undefined,
    }
  return {
    rows: withUnsent(module, served, own, query) as RowFor<M>[],
    source: 'server',
    partial: server.data !== undefined && isAway,
    loading: server.isPending,
    error: server.data === undefined ? failureOf(server.error) : null,
    hasMore: server.hasNextPage,
    loadMore: () => void server.fetchNextPage(),
    loadingMore: server.isFetchingNextPage,
    // Where nobody answered, `partial` says so.
    moreError: server.isFetchNextPageError && !server.isFetchingNextPage && !isAway ? failureOf(server.error) : null,
    again,
  }
}

export type OneRecord<R = Row> = {
  /** Undefined while it is looked for, null where there is none (or none for this person). */
  row: R | null | undefined
  source: 'device' | 'server'
  loading: boolean
  error: Failure | null
}

/**
 * One record: from the device where that hears of whatever becomes of it, else from the server, and what the device keeps of
 * it stands there until that has answered.
 */
export function useRecord<M extends Module>(module: M, id: number): OneRecord<RowFor<M>> {
  const kept = useKept(module, id)
  const names = useHeldGroups()
  const searching = kept === undefined
  const isAsked = !searching && id > 0 && !(kept && isHeardOf(module, kept, names))
  const server = useQuery({
    queryKey: [module.name, 'one', id],
    queryFn: ({ signal }) => callApi('GET', `${apiPath(module)}/${id}`, { signal, as: rowAnswer }),
    enabled: isAsked,
  })
  useWhenBack(() => {
    if (isAsked && isUnanswered(server.error)) void server.refetch()
  })
  const here = kept?.row ?? null
  const said = isAsked ? server.data : undefined
  const newer = said && !(here && here.version >= said.version) ? said : undefined
  useShownLast(module, id, kept, isAsked)
  useKeepOpened(module, id, newer ? newer.version : here ? 'here' : undefined)
  const isMissing = isAsked && codeOf(server.error) === 'not-found'
  // What may not be seen any more does not stay because it was seen before.
  const isRefused = isAsked && isRefusal(server.error)
  // What waits lies over what the device keeps, which is brought up to date by itself.
  if (!isAsked || (here && !isRefused && (!newer || kept!.base !== undefined))) {
    const row = searching && id > 0 ? undefined : here
    return { row: row as RowFor<M> | null | undefined, source: 'device', loading: row === undefined, error: null }
  }
  return {
    row: (isMissing ? null : isRefused ? undefined : server.data) as RowFor<M> | null | undefined,
    source: 'server',
    loading: server.isPending,
    error: isMissing ? null : failureOf(server.error),
  }
}

/** Looks how a record stands on the page that shows it: nobody else is asked for it. */
export function useShownRecord(module: Module, id: number): () => Row | undefined {
  const kept = useKept(module, id)
  const queries = useQueryClient()
  return () => kept?.row ?? queries.getQueryData([module.name, 'one', id])
}

/** Is it not there, or not for this person? */
const isRefusal = (error: unknown): boolean => ['not-found', 'forbidden'].includes(codeOf(error) ?? '')

/**
 * Does the device hear of whatever becomes of the record? Of a module that is kept for those whose rows they are, it does of
 * their own. Nobody tells it of what was only opened, nor any more of what was passed on, which for it is gone.
 */
function isHeardOf(module: Module, kept: Kept, names: readonly string[] | undefined): boolean {
  if (!isKnown(kept)) return false
  if (module.list || module.offline.keep !== 'mine') return true
  const row = kept.base === undefined ? kept.row : kept.base
  // What was made here no server knows yet.
  if (row === null) return kept.row !== null
  // Until the first load is through, it has brought what is here just now.
  return !names?.length || isInGroup(module, row, names)
}

/**
 * A record that leaves the device, as with a load that does not bring it, stays on the screen as the device had it last until
 * the server has answered, and not as that had said before. Where the server is asked besides, its word may be the newer one.
 */
function useShownLast({ name }: Module, id: number, kept: Kept | null | undefined, isAsked: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    const queryKey = [name, 'one', id]
    const row = kept?.row
    const { data, error } = queries.getQueryState<Row>(queryKey) ?? {}
    if (row && isAsked && (isRefusal(error) || (data && data.version > row.version))) return
    // Old from the first moment on: whoever needs it asks.
    if (row) queries.setQueryData(queryKey, row, { updatedAt: 0 })
    else if (kept) void queries.resetQueries({ queryKey, exact: true })
  }, [queries, name, id, kept, isAsked])
}

/**
 * What is opened stays on the device for a while, also of a module of which it keeps the recent records only. `found`: it is
 * here, or which version the server has and the device has not.
 */
function useKeepOpened(module: Module, id: number, found: 'here' | number | undefined): void {
  const { db, register } = useData()
  useEffect(() => {
    if (!db || found === undefined || !isKeptInPart(module)) return
    import('#src/offline/needed.ts')
      .then(({ keepOpened }) => keepOpened(db, register, module, id, found === 'here'))
      .catch(() => undefined) // it is still on the screen
  }, [db, register, module, id, found])
}
