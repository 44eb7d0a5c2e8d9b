import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { pageAnswer } from '#contract/calls/records.ts'
import { isList, type Item, type ItemOf, type List } from '#contract/list.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { callApi } from '#src/offline/api.ts'
import { keptTable } from '#src/offline/user-db.ts'
import { useData, useHeldGroups, useKeepsNothing, useModule } from './data.ts'
import { itemCache, type ItemCache } from './item-cache.ts'
import { inOrder } from './in-order.ts'
import { useLive } from './shared-live.ts'
import { useConnection } from './use-connection.ts'
import { useIsHeld, useKeptRows } from './use-kept.ts'

/** The item of a list that is named, or any item where the code is generic. */
type ItemFor<L extends List> = string extends L['name'] ? Item : ItemOf<L> & Item

type Options = {
  /** Those switched off too. */
  includeOff?: boolean
  /** Only those below this item of the parent list. */
  parent?: number | null
}

/** The items of a settings list in their order, now and after every change. */
export function useList<L extends List>(
  list: L,
  { includeOff = false, parent }: Options = {},
): { items: ItemFor<L>[]; loading: boolean } {
  const { db } = useData()
  const keepsNothing = useKeepsNothing()
  const held = useIsHeld(list)
  const { online } = useConnection()
  // While the first load still runs, what has come so far is there already.
  const kept = useKeptRows(list, db !== null)
  // Without a store on the device the whole list is asked for.
  const server = useQuery({ ...wholeOf(list), enabled: keepsNothing })
  const rows = db === null ? server.data : kept
  const isMeant = (item: Row) =>
    !item.archivedAt && (includeOff || item.active !== false) && (parent ?? item.parent) === item.parent
  return {
    items: (rows ? inOrder(list, rows).filter(isMeant) : []) as unknown as ItemFor<L>[],
    loading:
      rows === undefined ? db !== null || !server.isError : rows.length === 0 && db !== null && isComing(held, online),
  }
}

/** The items that those of a list may stand below; none where it has no parent list. */
export function useParents(list: List): readonly Item[] {
  // A list without a parent list asks for itself, which costs nothing: the answer is shared.
  const above = useModule(list.list.parent ?? list.name) as List
  const { items } = useList(above, { includeOff: true })
  return list.list.parent ? items : noItems
}
const noItems: readonly Item[] = []

/** Is what is not here on its way? Without a server it is not. */
const isComing = (held: boolean | undefined, online: boolean) => held === undefined || (!held && online)

export const wholeOf = (list: List) => ({
  queryKey: [list.name, 'whole'],
  queryFn: ({ signal }: { signal: AbortSignal }) => wholeList(list, signal),
})

async function wholeList(list: List, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page: { rows: Row[]; next: string | null } = await callApi('GET', apiPath(list), {
      as: pageAnswer,
      search: { limit: 100, ...(after === null ? {} : { after }) },
      signal,
    })
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}

/** An item of a list by its id: what a cell needs to show its name. Archived items still have one. */
export function useItem(list: string | undefined, id: number | null | undefined): Item | undefined {
  const { db, register } = useData()
  const keepsNothing = useKeepsNothing()
  const queries = useQueryClient()
  const declared = keepsNothing && list ? register[list] : undefined
  const cache = db ? itemCache(db) : declared && isList(declared) ? askedItems(queries, declared) : null
  return useSyncExternalStore(
    listener => (cache && id ? cache.watch(id, listener) : () => undefined),
    () => (cache && id ? cache.get(id) : undefined),
  )
}

/** Those of a list that was asked for as a whole, in a browser that keeps nothing. */
const askedItems = (queries: QueryClient, list: List): ItemCache => ({
  get: id => queries.getQueryData<Row[]>(wholeOf(list).queryKey)?.find(row => row.id === id) as Item | undefined,
  watch(_, listener) {
    void queries.prefetchQuery({ ...wholeOf(list), staleTime: Infinity })
    return queries.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === list.name) listener()
    })
  },
})

/** Items in use per list, by the list's name; of those lists that are wholly on this device. */
export function useListCounts(): Readonly<Record<string, number>> {
  const { db, register } = useData()
  const groups = useHeldGroups()
  const counts = useLive(db, 'counts', async db => {
    const lists = Object.values(register).filter(isList)
    const counts = await Promise.all(lists.map(list => db.lists.where('[t+on]').equals([list.name, 1]).count()))
    return Object.fromEntries(lists.map((list, i) => [list.name, counts[i]!]))
  })
  if (!groups || !counts) return noCounts
  return Object.fromEntries(Object.entries(counts).filter(([name]) => holds(groups, register[name]!)))
}
const noCounts: Readonly<Record<string, number>> = {}

/** Records of a module on this device that are not archived. Undefined where the device does not hold them all. */
export function useCount(module: Module): number | undefined {
  return useCountHere(module, useIsHeld(module) === true)
}

/** How many of its records are here, be that all of them or some. */
export function useCountHere(module: Module, wanted: boolean): number | undefined {
  return useLive(useData().db, wanted ? `count:${module.name}` : null, db =>
    isList(module)
      ? db.lists.where('[t+on]').equals([module.name, 1]).count()
      : keptTable(db, module).where('on').equals(1).count(),
  )
}
