import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

type Column = {
  name: string
  type: string
  required: boolean
  hasDefault: boolean
  /** The table and column that it points at. */
  target: { table: string; column: string } | null
  /** What a check says that it may be. */
  oneOf: string | null
}
type Row = Record<string, unknown>

/** Here the migrations themselves put in all that there is to be. */
const notOurs = ['schema_migration', 'sync_clock']

/**
 * Puts rows into every table that there is, whatever its columns are by now: one with no more than it must have, and one with
 * everything. Answers how many went into which; where only one is allowed and there is one, none does.
 */
export async function putRows(pool: Pick<Pool, 'query'>): Promise<Map<string, number>> {
  const tables = await tablesIn(pool)
  const put = new Map<string, number>()
  for (const wanted of ['required', 'all'] as const) {
    const made = new Map<string, Row>()
    for (const table of inOrder(tables)) {
      const columns = tables.get(table)!.filter(column => !column.hasDefault && (wanted === 'all' || column.required))
      const values = columns.map(column => (column.target ? pointed(made, column.target) : valueOf(column)))
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const places = values.map((_, index) => `$${index + 1}`).join(', ')
      const { rows } = await pool.query<Row>(
        `insert into ${table} (${names}) values (${places}) on conflict do nothing returning *`,
        values,
      )
      for (const row of rows) made.set(table, row)
      put.set(table, (put.get(table) ?? 0) + rows.length)
    }
  }
  return put
}

const pointed = (made: ReadonlyMap<string, Row>, { table, column }: NonNullable<Column['target']>) =>
  made.get(table)?.[column] ?? null

let last = 1_000_000
/** Another one each time, so that it is nowhere there twice. */
function valueOf({ type, oneOf }: Column): unknown {
  last += 1
  if (oneOf !== null) return oneOf
  if (type === 'text') return `Text ${last}`
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return Buffer.from(String(last))
  if (type === 'boolean') return true
  if (type === 'date' || type.startsWith('timestamp')) return '2026-03-02T08:00:00Z'
  if (type.startsWith('json')) return '[]'
  if (type.endsWith('[]')) return '{}'
  return last
}

/** What is pointed at comes before what points at it. */
function inOrder(tables: ReadonlyMap<string, Column[]>): string[] {
  const order = new Set<string>()
  const place = (table: string, path: string[]) => {
    if (path.includes(table)) return
    for (const { target } of tables.get(table) ?? []) if (target) place(target.table, [...path, table])
    order.add(table)
  }
  for (const table of tables.keys()) place(table, [])
  return [...order]
}

async function tablesIn(pool: Pick<Pool, 'query'>): Promise<Map<string, Column[]>> {
  const { rows } = await pool.query<{ table: string; columns: Column[] }>(
    `select relname as table, jsonb_agg(jsonb_build_object(
       'name', attname, 'type', format_type(atttypid, atttypmod), 'required', attnotnull, 'hasDefault', atthasdef,
       'target', (select jsonb_build_object('table', confrelid::regclass, 'column', target.attname)
         from pg_constraint join pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[1]
         where contype = 'f' and conrelid = pg_class.oid and conkey = array[pg_attribute.attnum]),
       'oneOf', (select substring(pg_get_constraintdef(oid) from $$'([^']+)'$$)
         from pg_constraint where contype = 'c' and conrelid = pg_class.oid and conkey = array[pg_attribute.attnum]))) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)
       and attnum > 0 and not attisdropped and attidentity = ''
     group by relname order by relname`,
    [notOurs],
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}
