import { pickAnswer } from '#contract/calls/records.ts'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { isKeptInPart } from '#contract/keep.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { hasUnchosen } from '#contract/switched-off.ts'
import type { Finder } from '#contract/value-text.ts'
import type { Data } from '#src/data/data.ts'
import { readAll } from '#src/data/list-pages.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { asText } from '#src/fields/view.ts'
import { fold } from '#src/lib/match.ts'
import { callApi, codeOf } from '#src/offline/api.ts'
import { readConnection } from '#src/offline/connection.ts'
import { heldGroups } from '#src/offline/may-hold.ts'
import { isKeepable, keptTable, readCursor, type UserDb } from '#src/offline/user-db.ts'

/** Different names of one column that are looked up one by one at the server. */
export const MOST_NAMES = 300
/** The server looks for no longer ones. */
const LONGEST_NAME = 200

/** The module whose records the column names. */
const nameIn = (meta: FieldMeta) => meta.list ?? meta.module ?? ''

type Wanted = { meta: FieldMeta; texts: ReadonlySet<string> }
type Found = ReadonlyMap<string, readonly number[] | null>

/**
 * `failure`: why some could not be looked up; of the others it is known what they stand for. `tooMany`: a column names more
 * than are looked up.
 */
type Looked = { find: Finder; failure: unknown; tooMany: boolean }

/** Looks up what the names in a sheet stand for: items of lists and titles of records, from the device where it holds them all. */
export async function findNames(
  { db, register }: Pick<Data, 'db' | 'register'>,
  wanted: readonly Wanted[],
): Promise<Looked> {
  const found = new Map<string, Found | null>()
  let failure: unknown = null
  // Several columns may name records of one module.
  for (const name of new Set(wanted.map(({ meta }) => nameIn(meta)))) {
    const module = register[name]
    const texts = wanted.filter(({ meta }) => nameIn(meta) === name).map(({ texts }) => texts)
    if (!module || texts.every(({ size }) => size === 0)) continue
    const look = module.list ? findItems(db, module) : findRecords(db, module, texts)
    const names = await look.catch((error: unknown) => {
      if (codeOf(error) === undefined) throw error
      failure = error
      return null
    })
    found.set(name, names)
  }
  const find: Finder = (meta, text) => {
    const names = found.get(nameIn(meta))
    const ids = names === null ? null : names?.get(fold(text))
    return ids === undefined ? [] : ids
  }
  const tooMany = [...found.values()].some(names => [...(names?.values() ?? [])].includes(null))
  return { find, failure, tooMany }
}

async function findItems(db: UserDb | null, list: Module): Promise<Found> {
  const rows = db ? await keptRows(db, list) : await readAll(list, {})
  const usable = rows.filter(row => row.active !== false && !row.archivedAt)
  return byText(usable.flatMap(row => [row.label, row.code].map(text => ({ id: row.id, text: asText(text) }))))
}

async function findRecords(db: UserDb | null, module: Module, columns: readonly ReadonlySet<string>[]): Promise<Found> {
  const names = db ? heldGroups({ [module.name]: module }, await readCursor(db)) : []
  // Of what is kept in part a name that is not here may be somebody's all the same.
  const mustAsk = isKeptInPart(module) && readConnection().online
  if (db && isKeepable(module) && holds(names, module) && !mustAsk) {
    const rows = (await keptRows(db, module)).filter(row => !row.archivedAt)
    const named = [null, ...codesOf(module)]
    return byText(
      rows.flatMap(row =>
        named.map(code => ({ id: row.id, text: code === null ? titleOf(module, row) : asText(row[code]) })),
      ),
    )
  }
  const found: { id: number; text: string }[] = []
  // Many names in one cell are looked up as one first; so long a name has nobody.
  const askable = columns.map(texts => [...texts].filter(text => text.length <= LONGEST_NAME))
  const asked = new Set(askable.flatMap(texts => texts.slice(0, MOST_NAMES)))
  for (const q of asked) {
    const { rows } = await callApi('GET', `${apiPath(module)}/pick`, {
      as: pickAnswer,
      // What stands in a sheet may have been chosen when it still could be; who may not be chosen anew is refused by the server.
      search: { q, ...(hasUnchosen(module) ? { for: 'find' } : {}) },
    })
    for (const { id, title } of rows) if (fold(title) === fold(q)) found.push({ id, text: title })
  }
  const others = askable.flat().filter(text => !asked.has(text))
  return new Map([...others.map(text => [fold(text), null] as const), ...byText(found)])
}

/** Codes that are given once name a record as well as its title does. */
const codesOf = ({ fields }: Module) =>
  Object.keys(fields).filter(name => metaOf(fields[name]!).kind === 'text' && metaOf(fields[name]!).once)

async function keptRows(db: UserDb, module: Module): Promise<Row[]> {
  const kept = await (module.list ? db.lists.where('t').equals(module.name).toArray() : keptTable(db, module).toArray())
  return kept.flatMap(({ row }) => (row ? [row] : []))
}

function byText(all: readonly { id: number; text: string }[]): Found {
  const found = new Map<string, number[]>()
  for (const { id, text } of all) {
    const ids = found.get(fold(text)) ?? []
    if (text !== '' && !ids.includes(id)) found.set(fold(text), [...ids, id])
  }
  return found
}
