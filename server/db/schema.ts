import type { ClientBase } from 'pg'
import type { Migration } from './migrate.ts'

/** What our migrations make, by name. The database may hold tables of somebody else's, which are left alone. */
export type Made = Record<'table' | 'view' | 'function' | 'sequence', string[]>

const CREATE = /^create (?:or replace )?(?:unlogged )?(table|view|function|sequence) (?:if not exists )?"?(\w+)"?/gim

export function madeBy(migrations: Pick<Migration, 'sql'>[]): Made {
  const made: Made = { table: [], view: [], function: [], sequence: [] }
  for (const { sql } of migrations)
    for (const [, kind, name] of sql.matchAll(CREATE)) made[kind?.toLowerCase() as keyof Made].push(name ?? '')
  return made
}

/** Takes everything of ours out of the database. What others hang on it stops this with an error, and is not taken along. */
export async function dropAll(client: ClientBase, made: Made): Promise<void> {
  const drop = async (kind: string, names: string[]) => {
    if (names.length) await client.query(`drop ${kind} if exists ${names.map(quote).join(', ')}`)
  }
  await drop('view', made.view)
  await drop('table', [...made.table, 'schema_migration'])
  await drop('function', made.function)
  await drop('sequence', made.sequence)
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export type TableShape = { name: string; columns: string[] }

/** Our tables and the columns that have to be copied: no computed ones, and no tables whose content may be lost. */
export async function tablesOf(client: ClientBase, made: Made): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace and relname = any($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [made.table],
  )
  return rows
}

/** Our sequences, those behind identity columns included. */
export async function sequencesOf(client: ClientBase, tables: TableShape[], made: Made): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     left join pg_depend on pg_depend.objid = pg_class.oid and deptype in ('a', 'i') and refobjsubid > 0
     where relkind = 'S' and relnamespace = 'public'::regnamespace
       and (relname = any($1) or refobjid::regclass::text = any($2))
     order by relname`,
    [made.sequence, tables.map(table => table.name)],
  )
  return rows.map(row => row.name)
}
