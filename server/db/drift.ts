import type { ClientBase } from 'pg'
import { ownFields, snake, tableOf, type Module, type Register } from '#contract/module.ts'
import { columnsOf, type Column } from './tables.ts'

type Queryable = Pick<ClientBase, 'query'>

/** What the database lacks to be what the contract says, as SQL for the next migration; empty if nothing. */
export async function drift(database: Queryable, register: Register): Promise<string[]> {
  const there = await describe(database)
  const sql = await nameInSql(database)
  const tables = new Map(Object.values(register).map(module => [tableOf(module), module]))
  return [...tables].flatMap(([table, module]) => {
    const found = there.get(table)
    const wanted = columnsOf(module)
    if (!found) return [createTable(sql, table, module, wanted), attach(sql, table, module)]
    return [
      ...compare(sql, table, wanted, found.columns),
      ...(missingTriggers(found.triggers).length ? [attach(sql, table, module)] : []),
    ]
  })
}

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
  const title = snake(module.title)
  return [
    `create table ${sql(table)} (\n${lines.join(',\n')}\n);`,
    `create index ${table}_${title} on ${sql(table)} ((sort_key(${sql(title)}) collate "C"), id);`,
    `create index ${table}_search on ${sql(table)} using gin ((sort_key(${sql(title)})) gin_trgm_ops);`,
  ].join('\n')
}

function attach(sql: NameInSql, table: string, module: Module): string {
  const columns = (fields: readonly string[]) => `'${fields.map(snake).join(',')}'`
  const name = module.list ? 'list' : module.name
  return `select attach_record('${sql(table)}', '${name}', ${columns(ownFields(module))}, ${columns([module.scope?.branch ?? []].flat())});`
}
