import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isList, type Item } from '#contract/list.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { useData, useKeepsNothing } from '#src/data/data.ts'
import type { RowSource } from '#src/data/rows/source.ts'
import { useLive } from '#src/data/shared-live.ts'
import { wholeOf } from '#src/data/use-list.ts'
import { askTitle, titleOf } from '#src/data/use-titles.ts'
import type { ShownNames } from '#src/fields/texts.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { readNames } from '#src/offline/known-names.ts'
import { isKeepable, keptTable, type UserDb } from '#src/offline/user-db.ts'
import type { Column } from './model.ts'

/** What of a column says names. */
type Named<R> = Pick<Column<R>, 'key' | 'field' | 'says'>
/** The ids that rows show: of settings items by the name of their list, of records by that of their module. */
type Wanted = { items: Record<string, number[]>; records: Record<string, number[]> }
/** Names by id, of records by `module:id`. */
type Known = { items: Record<number, Pick<Item, 'label' | 'colour'>>; records: Record<string, string> }

const nobody: Known = { items: {}, records: {} }
/** What tables of a device were told before: it stands until they are told anew. */
const told = new WeakMap<UserDb, Known>()

/** Names are looked up for so many rows at once, so that the wheel does not ask at each of its turns. */
const TOGETHER = 20
/** So many are kept at most beside those in sight. */
const KEPT = 2_000

/**
 * What the ids in sight stand for: one question to the device for all of them, and one to the server for each module whose records
 * the device does not keep. What is known stays while the next rows are looked up.
 */
export function useNames<R>(columns: readonly Named<R>[], rows: RowSource<R>, from: number, to: number): ShownNames {
  const { db, opened, register } = useData()
  const first = from - (from % TOGETHER)
  const end = Math.ceil(to / TOGETHER) * TOGETHER
  const key = useMemo(() => JSON.stringify(wantedIn(columns, rows, first, end)), [columns, rows, first, end])
  const wanted = useMemo(() => JSON.parse(key) as Wanted, [key])
  const isAsked = key !== NOTHING
  const here = useLive(db, isAsked ? `table:${key}` : null, db => readHere(db, register, wanted))
  const lists = useAskedLists(register, wanted, useKeepsNothing())
  const missing = useMemo(() => missingIn(register, wanted, here), [register, wanted, here])
  const asked = useQueries({
    queries: missing.map(({ module, id }) => ({
      queryKey: [module.name, 'title', id],
      queryFn: () => askTitle(db, module, id),
      enabled: opened && (db === null || here !== undefined),
    })),
    combine: titlesOf,
  })
  const failed = asked.failed ? [...new Set(missing.map(({ module }) => module))] : []
  const before = useLive(db, failed.length > 0 ? `names:${failed.map(({ name }) => name).join()}` : null, db =>
    readBefore(db, failed),
  )
  const answered = here ?? (db && told.get(db)) ?? nobody
  useEffect(() => {
    if (db && here) told.set(db, withMore(told.get(db) ?? nobody, here))
  }, [db, here])
  return useMemo(() => {
    const titles = new Map<string, string>(Object.entries({ ...before, ...answered.records }))
    for (const [index, { module, id }] of missing.entries()) {
      const title = asked.titles[index]
      if (title) titles.set(`${module.name}:${id}`, title)
    }
    const item = (id: number) => answered.items[id] ?? lists[id]
    return {
      item: id => item(id)?.label ?? '—',
      colour: id => item(id)?.colour ?? null,
      record: (module, id) => (register[module] ? (titles.get(`${module}:${id}`) ?? '—') : pendingName(id)),
    }
  }, [register, answered, lists, before, missing, asked])
}

function withMore(known: Known, here: Known): Known {
  const all = { items: { ...known.items, ...here.items }, records: { ...known.records, ...here.records } }
  return Object.keys(all.items).length + Object.keys(all.records).length > KEPT ? here : all
}

const NOTHING = JSON.stringify({ items: {}, records: {} } satisfies Wanted)

function wantedIn<R>(columns: readonly Named<R>[], rows: RowSource<R>, from: number, to: number): Wanted {
  const found = { items: new Map<string, Set<number>>(), records: new Map<string, Set<number>>() }
  const put = (into: Map<string, Set<number>>, name: string | undefined, value: unknown) => {
    if (name === undefined) return
    const ids = into.get(name) ?? new Set()
    for (const id of [value].flat()) if (typeof id === 'number') into.set(name, ids.add(id))
  }
  const fields = columns.flatMap(({ key, field, says = [] }) => [
    ...(field ? [{ name: key, meta: field.meta }] : []),
    ...says,
  ])
  for (let index = from; index < Math.min(to, rows.count); index += 1) {
    const row = rows.at(index) as Record<string, unknown> | undefined
    for (const { name, meta } of row ? fields : []) {
      const { kind, list, module, parts = {} } = meta
      const value = row?.[name]
      if (kind === 'listItem' || kind === 'listItems') put(found.items, list, value)
      if (kind === 'reference' || kind === 'references') put(found.records, module, value)
      if (kind === 'address' && value)
        for (const [part, of] of Object.entries(parts)) put(found.items, of, (value as Record<string, unknown>)[part])
    }
  }
  const sorted = (of: Map<string, Set<number>>) =>
    Object.fromEntries([...of].map(([name, ids]) => [name, [...ids].toSorted((a, b) => a - b)]))
  return { items: sorted(found.items), records: sorted(found.records) }
}

async function readHere(db: UserDb, register: Register, { items, records }: Wanted): Promise<Known> {
  const known: Known = { items: {}, records: {} }
  for (const kept of await db.lists.bulkGet(Object.values(items).flat()))
    if (kept?.row) known.items[kept.id] = kept.row as unknown as Item
  for (const [name, ids] of Object.entries(records)) {
    const module = register[name]
    if (!module || !isKeepable(module)) continue
    for (const kept of await keptTable(db, module).bulkGet(ids))
      if (kept?.row && kept.t === name) known.records[`${name}:${kept.id}`] = titleOf(module, kept.row)
  }
  return known
}

/** What the server said before of records that it cannot be asked about now. */
async function readBefore(db: UserDb, modules: readonly Module[]): Promise<Record<string, string>> {
  const found = await Promise.all(
    modules.map(async module => (await readNames(db, module)).map(({ id, title }) => [`${module.name}:${id}`, title])),
  )
  return Object.fromEntries(found.flat()) as Record<string, string>
}

const missingIn = (register: Register, { records }: Wanted, here: Known | undefined) =>
  Object.entries(records).flatMap(([name, ids]) => {
    const module = register[name]
    if (!module) return []
    return ids.filter(id => id > 0 && here?.records[`${name}:${id}`] === undefined).map(id => ({ module, id }))
  })

/** In a browser that keeps nothing each list is asked for as a whole, as everywhere. */
function useAskedLists(register: Register, { items }: Wanted, keepsNothing: boolean): Known['items'] {
  const names = keepsNothing ? Object.keys(items) : []
  const lists = names.flatMap(name => {
    const list = register[name]
    return list && isList(list) ? [list] : []
  })
  return useQueries({
    queries: lists.map(list => ({ ...wholeOf(list), staleTime: Infinity })),
    combine: itemsOf,
  })
}

// Outside, so that an answer that says the same is the same.
const titlesOf = (answers: readonly { data?: string | null | undefined; isError: boolean }[]) => ({
  titles: answers.map(({ data }) => data ?? null),
  failed: answers.some(({ isError }) => isError),
})
const itemsOf = (answers: readonly { data?: readonly Row[] | undefined }[]): Known['items'] =>
  Object.fromEntries(answers.flatMap(({ data }) => (data ?? []).map(row => [row.id, row as unknown as Item])))
