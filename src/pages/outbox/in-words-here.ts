import type { QueryClient } from '@tanstack/react-query'
import type { Item } from '#contract/list.ts'
import type { Register } from '#contract/module.ts'
import type { Names } from '#contract/value-text.ts'
import { namesOnScreen } from '#src/crud/list-work/copy-rows.ts'
import type { Data } from '#src/data/data.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { readNames } from '#src/offline/known-names.ts'
import { isKeepable, keptTable, type UserDb } from '#src/offline/user-db.ts'

type Around = { queries: QueryClient; data: Pick<Data, 'db' | 'register'> }
type Asked = { items: Set<number>; records: Map<string, Set<number>> }

/** A text with the names of what it refers to, as this device knows them, whether or not they are on the screen. */
export async function inWordsHere(write: (names: Names) => string, around: Around): Promise<string> {
  const { db, register } = around.data
  const seen = namesOnScreen(around)
  if (!db) return write(seen)
  const asked = whatIsAsked(write)
  const [items, records] = await Promise.all([
    itemsHere(db, asked).catch(() => new Map<number, string>()),
    recordsHere(db, register, asked).catch(() => new Map<string, string>()),
  ])
  return write({
    item: id => items.get(id) ?? seen.item(id),
    record: (module, id) => records.get(`${module}:${id}`) ?? seen.record(module, id),
  })
}

/** The same code says which names it needs. */
function whatIsAsked(write: (names: Names) => string): Asked {
  const asked: Asked = { items: new Set(), records: new Map() }
  write({
    item: id => {
      asked.items.add(id)
      return ''
    },
    record: (module, id) => {
      asked.records.set(module, (asked.records.get(module) ?? new Set()).add(id))
      return ''
    },
  })
  return asked
}

async function itemsHere(db: UserDb, { items }: Asked): Promise<ReadonlyMap<number, string>> {
  const kept = await db.lists.bulkGet([...items])
  return new Map(kept.flatMap(one => (one?.row ? [[one.id, (one.row as unknown as Item).label] as const] : [])))
}

/** By module and number: what is kept here, and what the server was once asked about. */
async function recordsHere(db: UserDb, register: Register, { records }: Asked): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const [name, ids] of records) {
    const module = register[name]
    if (!module) continue
    for (const { id, title } of await readNames(db, module)) found.set(`${name}:${id}`, title)
    const kept = isKeepable(module) ? await keptTable(db, module).bulkGet([...ids]) : []
    for (const one of kept) if (one?.row && one.t === name) found.set(`${name}:${one.id}`, titleOf(module, one.row))
  }
  return found
}
