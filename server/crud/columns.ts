import { FIRST_INSTANT, LAST_INSTANT, metaOf } from '#contract/fields.ts'
import { allFields, snake, tableOf, type Module, type Row } from '#contract/module.ts'
import { columnsOf, toColumn } from '#server/db/tables.ts'

type Values = Record<string, unknown>

/** How a module's rows lie in their table: the flat fields of a row to columns and back. */
export type Layout = {
  table: string
  /** Every column with its SQL type. */
  columns: readonly { name: string; field: string; type: string }[]
  /** What follows `select`: every column under its field's name. */
  select: string
}

const layouts = new WeakMap<Module, Layout>()
const camel = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

export function layoutOf(module: Module): Layout {
  const known = layouts.get(module)
  if (known) return known
  const columns = Object.entries(columnsOf(module)).map(([name, { type }]) => ({ name, field: camel(name), type }))
  const select = columns.map(({ name, field }) => `"${name}" as "${field}"`).join(', ')
  const table = tableOf(module)
  const layout = { table, columns, select }
  layouts.set(module, layout)
  return layout
}

/** The columns of a module's rows for a `select`, under their fields' names; rowFrom() reads what comes back. */
export const selectList = (module: Module) => layoutOf(module).select

/** A row of the database as the contract has it. A settings item's own fields lie flat beside the others. */
export function rowFrom(module: Module, raw: Values): Row {
  if (!module.list) return raw as Row
  const { list: _list, stage, extra, ...row } = raw
  const own = Object.fromEntries(module.list.extra.map(field => [field, extraOf(module, field, extra as Values)]))
  return { ...row, ...(module.list.stages.length > 0 ? { stage } : {}), ...own } as Row
}

/** A field that was declared after the item was written has its default. */
const extraOf = (module: Module, field: string, extra: Values): unknown =>
  field in extra ? extra[field] : (module.fields[field]!.safeParse(undefined).data ?? null)

/** The values of a whole row, in the order of its columns. */
export function valuesOf(module: Module, row: Row): unknown[] {
  return layoutOf(module).columns.map(({ field, type }) => {
    if (module.list && field === 'list') return module.name
    if (module.list && field === 'extra')
      return JSON.stringify(Object.fromEntries(module.list.extra.map(name => [name, row[name] ?? null])))
    return toColumn(type, row[field] ?? null)
  })
}

/** What to set for some changed fields: column names with their values; extras are laid over the ones there are. */
export function assignments(module: Module, changes: Values): { column: string; value: unknown; cast: string }[] {
  const { columns } = layoutOf(module)
  const extra: Values = {}
  const result: { column: string; value: unknown; cast: string }[] = []
  for (const [field, value] of Object.entries(changes)) {
    if (module.list?.extra.includes(field)) extra[field] = value
    else {
      const column = columns.find(column => column.field === field)
      if (!column) throw new Error(`${module.name} has no field ${field}`)
      result.push({ column: column.name, value: toColumn(column.type, value), cast: '' })
    }
  }
  if (Object.keys(extra).length > 0) result.push({ column: 'extra', value: JSON.stringify(extra), cast: 'extra || ' })
  return result
}

/** Where a row holds a value, as SQL with $1 and the value that it stands for. */
export function holding(module: Module, path: string, value: unknown): { sql: string; value: unknown } {
  const [field = '', inner] = path.split('.')
  const isExtra = module.list?.extra.includes(field)
  const declared = allFields(module)[field]
  const meta = declared && metaOf(declared)
  const several = (of: typeof meta) => ['listItems', 'references', 'choices', 'files', 'tags'].includes(of?.kind ?? '')
  if (isExtra) return { sql: 'extra @> $1::jsonb', value: JSON.stringify({ [field]: several(meta) ? [value] : value }) }
  const column = `"${snake(field)}"`
  if (inner !== undefined) {
    const part = meta?.line?.[inner]
    const wanted = { [inner]: part && several(metaOf(part)) ? [value] : value }
    return { sql: `${column} @> $1::jsonb`, value: JSON.stringify(meta?.kind === 'lines' ? [wanted] : wanted) }
  }
  if (several(meta)) return { sql: `${column} @> $1`, value: [value] }
  return { sql: `${column} is not distinct from $1`, value }
}

/** A value as history keeps it (to_jsonb of the column) as a row has it. */
export const fromHistory = (module: Module, field: string, value: unknown): unknown => {
  const instant = field.endsWith('At') && !(field in allFields(module))
  const declared = allFields(module)[field]
  return typeof value === 'string' && (instant || (declared && metaOf(declared).kind === 'dateTime'))
    ? instantOf(value)
    : value
}

/** History must be readable whatever stands in it: what is beyond the years that we know is as far as they go. */
function instantOf(value: string): string {
  const at = Date.parse(value)
  if (Number.isNaN(at)) return value.endsWith(' BC') ? FIRST_INSTANT : LAST_INSTANT
  return new Date(at).toISOString()
}

/** The column of a field in history: a list's own fields lie together in `extra`. */
export const historyColumn = (module: Module, field: string) =>
  module.list?.extra.includes(field) ? 'extra' : snake(field)

/** A record that is no longer there, from the last that history says of it. */
export function rowFromHistory(
  module: Module,
  columns: Values,
  { version, by, at }: { version: number; by: number | null; at: string },
): Row {
  const raw = Object.fromEntries(
    layoutOf(module).columns.map(({ name, field }) => [field, fromHistory(module, field, columns[name] ?? null)]),
  )
  // Who touched it last, history does not say of itself: whoever ended it did.
  return rowFrom(module, { ...raw, version, updatedAt: at, updatedBy: by ?? raw.createdBy })
}
