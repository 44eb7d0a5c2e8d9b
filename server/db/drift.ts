import type { ClientBase } from 'pg'
import { ownFields, snake, tableOf, type Module, type Register } from '#contract/module.ts'
import { indexesOf } from '#server/crud/list-indexes.ts'
import { searchedFrom } from '#server/crud/list-sql.ts'
import { missingForeignKeys } from './foreign-keys.ts'
import { columnsOf, type Column } from './tables.ts'

type Queryable = Pick<ClientBase, 'query'>

/** What the database lacks to be what the contract says, as SQL for the next migration; empty if nothing. */
export async function drift(database: Queryable, register: Register): Promise<string[]> {
  const there = await describe(database)
  const sql = await nameInSql(database)
  const tables = new Map(Object.values(register).map(module => [tableOf(module), module]))
  const lines = [...tables].flatMap(([table, module]) => {
    const found = there.get(table)
    const wanted = columnsOf(module)
    if (!found) return [createTable(sql, table, module, wanted), attach(sql, table, module)]
    return [
      ...compare(sql, table, wanted, found.columns),
      ...indexesFor(sql, table, module, added(wanted, found.columns)),
      ...(missingTriggers(found.triggers).length ? [attach(sql, table, module)] : []),
    ]
  })
  // Last, when every table is there: a module that comes may be named by one that has been there for long.
  const keys = (await missingForeignKeys(database, register)).map(
    ({ table, column, target }) =>
      `alter table ${sql(table)} add foreign key (${sql(column)}) references ${sql(target)} (id);`,
  )
  return [...lines, ...keys]
}

const added = (wanted: Record<string, Column>, found: Found['columns']) =>
  Object.keys(wanted).filter(column => !(column in found))

/** What the list needs beside new columns: the text that search looks through, and the indexes that stand on any of them. */
function indexesFor(sql: NameInSql, table: string, module: Module, columns: readonly string[]): string[] {
  const isAbout = (text: string | null) => columns.some(column => text?.includes(`"${column}"`))
  const searched = isAbout(searchedFrom(module)) ? addSearched(sql, table, module) : []
  const indexes = indexesOf(module).filter(index => isAbout(index.sql))
  return [
    ...searched.flatMap(add => [`alter table ${sql(table)} drop column if exists searched;`, add]),
    // One index answers for all that is searched for by its parts, so it is there already.
    ...indexes.flatMap(index => [`drop index if exists ${sql(index.name)};`, createIndex(sql, table, index)]),
  ]
}

function addSearched(sql: NameInSql, table: string, module: Module): string[] {
  const from = searchedFrom(module)
  return from ? [`alter table ${sql(table)} add column searched text generated always as (${from}) stored;`] : []
}

const createIndex = (sql: NameInSql, table: string, index: { name: string; sql: string }) =>
  `create index ${sql(index.name)} on ${sql(table)} ${index.sql};`

type Found = { columns: Record<string, Column & { filled: boolean }>; triggers: string[] }

const recordTriggers = ['record_touch', 'record_remember', 'record_announce']
const missingTriggers = (found: string[]) => recordTriggers.filter(name => !found.includes(name))

async function describe(database: Queryable): Promise<Map<string, Found>> {
  const { rows } = await database.query<{ table: string } & Found>(`
    select relname as table,
      (select jsonb_object_agg(attname, jsonb_build_object(
          'type', format_type(atttypid, atttypmod), 'nullable', not attnotnull, 'filled', atthasdef))
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(jsonb_agg(tgname), '[]') from pg_trigger
        where tgrelid = pg_class.oid and not tgisinternal and tgenabled <> 'D') as triggers
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ table, ...found }) => [table, found]))
}

type NameInSql = (name: string) => string

/** A field or module may be called `order`; SQL wants such words in quotes. */
async function nameInSql(database: Queryable): Promise<NameInSql> {
  const { rows } = await database.query<{ word: string }>(
    `select word from pg_get_keywords() where catcode in ('R', 'T', 'C')`,
  )
  const reserved = new Set(rows.map(row => row.word))
  return name => (reserved.has(name) ? `"${name}"` : name)
}

/** As PostgreSQL itself names a type. */
const fullName = (type: string) => type.replace(/^timestamptz(\(\d\))?$/, 'timestamp$1 with time zone')

function compare(sql: NameInSql, table: string, wanted: Record<string, Column>, found: Found['columns']): string[] {
  const lines: string[] = []
  const alter = (what: string, remark = '') => lines.push(`alter table ${sql(table)} ${what};${remark}`)
  for (const [name, column] of Object.entries(wanted)) {
    const has = found[name]
    if (!has) {
      alter(`add column ${sql(name)} ${column.type}`)
      if (column.nullable) continue
      // There may be rows already: a person says what stands in them.
      lines.push(`-- update ${sql(table)} set ${sql(name)} = … where ${sql(name)} is null;`)
      alter(`alter column ${sql(name)} set not null`)
      continue
    }
    if (has.type !== fullName(column.type))
      alter(`alter column ${sql(name)} type ${column.type}`, ` -- it is ${has.type}`)
    if (has.nullable !== column.nullable)
      alter(`alter column ${sql(name)} ${column.nullable ? 'drop not null' : 'set not null'}`)
  }
  for (const [name, { nullable, filled }] of Object.entries(found)) {
    // A column that is no field is the table's own affair, as long as rows can be written without it.
    if (!(name in wanted) && !nullable && !filled) alter(`alter column ${sql(name)} drop not null`)
  }
  return lines
}

const defaults: Record<string, string> = {
  id: ' primary key',
  version: ' not null default 1',
  created_at: ' not null default now()',
  updated_at: ' not null default now()',
}

function createTable(sql: NameInSql, table: string, module: Module, columns: Record<string, Column>): string {
  const lines = Object.entries(columns).map(
    ([name, { type, nullable }]) => `  ${sql(name)} ${type}${defaults[name] ?? (nullable ? '' : ' not null')}`,
  )
  return [
    `create table ${sql(table)} (\n${lines.join(',\n')}\n);`,
    ...addSearched(sql, table, module),
    ...indexesOf(module).map(index => createIndex(sql, table, index)),
  ].join('\n')
}

function attach(sql: NameInSql, table: string, module: Module): string {
  const columns = (fields: readonly string[]) => `'${fields.map(snake).join(',')}'`
  const name = module.list ? 'list' : module.name
  return `select attach_record('${sql(table)}', '${name}', ${columns(ownFields(module))}, ${columns([module.scope?.branch ?? []].flat())});`
}
