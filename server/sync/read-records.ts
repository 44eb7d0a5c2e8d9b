import { sql, type Kysely } from 'kysely'
import { isList } from '#contract/list.ts'
import { tableOf, type Module, type Register, type Row } from '#contract/module.ts'
import { rowFrom, selectList } from '#server/crud/columns.ts'
import type { Tables } from '#server/db/tables.ts'

export type Found = { module: Module; row: Row }

/** The records behind some changes, by id; what is deleted or unknown to this build is left out. */
export async function readRecords(
  db: Kysely<Tables>,
  register: Register,
  wanted: readonly { entity: string; id: number }[],
): Promise<Map<number, Found>> {
  const byTable = new Map<string, { module: Module; ids: number[] }>()
  for (const { entity, id } of wanted) {
    const module = register[entity]
    if (!module) continue
    const table = tableOf(module)
    const some = byTable.get(table) ?? { module, ids: [] }
    byTable.set(table, some)
    some.ids.push(id)
  }
  const found = new Map<number, Found>()
  for (const { module, ids } of byTable.values()) {
    const rows = await readRows(db, register, module, sql`id = any(${ids}::bigint[])`)
    for (const record of rows) found.set(record.row.id, record)
  }
  return found
}

/** Rows of the module's table. The items of all lists lie in one: each goes by its own list. */
export async function readRows(
  db: Kysely<Tables>,
  register: Register,
  module: Module,
  where: ReturnType<typeof sql>,
): Promise<Found[]> {
  const raw = await sql<Record<string, unknown>>`
    select ${sql.raw(selectList(module))} from ${sql.table(tableOf(module))} where ${where}
  `.execute(db)
  return raw.rows.flatMap(row => {
    const own = isList(module) ? register[row.list as string] : module
    return own ? [{ module: own, row: rowFrom(own, row) }] : []
  })
}
