import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, snake, type Module, type Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { hiddenFields, reveals, scopeFilter, visibleRow } from '#contract/rules.ts'
import { layoutOf, rowFrom } from './columns.ts'
import { conditionOf } from './filters.ts'
import { invalid } from './invalid.ts'
import { defaultSort, sortsOf, type Offer } from './offers.ts'

export type Question = {
  after?: string | undefined
  limit?: number | undefined
  q?: string | undefined
  sort?: string | undefined
  total?: boolean | undefined
  archived?: boolean | undefined
  /** By field name, as written in the address. */
  filters: Record<string, string>
}

export type Page = { rows: Row[]; next: string | null; total?: number }

/** Counting stops here: a number beyond is "more than that". */
export const TOTAL_LIMIT = 10_000

/** One page of a module's rows that this person may see, in an order that neither skips nor repeats. */
export async function pageOf(
  pool: Pick<pg.Pool, 'query'>,
  module: Module,
  actor: Actor,
  question: Question,
): Promise<Page> {
  const limit = question.limit ?? 50
  const { offer, down } = sortOf(module, actor, question.sort ?? defaultSort(module))
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const where = conditions(module, actor, question, place)
  if (where === null) return { rows: [], next: null, ...(question.total ? { total: 0 } : {}) }

  const counted = question.total ? await count(pool, module, where, values) : undefined
  const parts = stretches(offer, down, question.after, place)
  const text = select(module, offer, down, where, parts, place(limit + 1))
  const { rows } = await understood(
    pool.query<Record<string, unknown>>({
      ...(isPlain(question) ? { name: createHash('sha1').update(text).digest('hex') } : {}),
      text,
      values,
    }),
  )
  const page = rows.slice(0, limit).map(raw => rowFrom(module, raw))
  const last = page.at(-1)
  return {
    rows: page.map(row => visibleRow(module, row, actor)),
    next: rows.length > limit && last ? cursorOf(last[offer.field], last.id) : null,
    ...(counted === undefined ? {} : { total: counted }),
  }
}

/** A value that looked right but is none for the database (the 99th month) is the asker's mistake. */
const understood = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: { code?: string }) => {
    throw error.code?.startsWith('22') ? problem('invalid', 'This question makes no sense to the list.') : error
  })

/** Only questions of a few shapes are worth a prepared statement. */
const isPlain = ({ q, filters }: Question) => !q && Object.keys(filters).length === 0

function sortOf(module: Module, actor: Actor, sort: string): { offer: Offer; down: boolean } {
  const down = sort.startsWith('-')
  const field = down ? sort.slice(1) : sort
  const offer = sortsOf(module).find(offer => offer.field === field)
  if (!offer || !reveals(module, field, actor)) throw invalid({ sort: 'This list cannot be sorted by that.' })
  return { offer, down }
}

/** Null where nothing can be seen at all. */
function conditions(
  module: Module,
  actor: Actor,
  question: Question,
  place: (value: unknown) => string,
): string | null {
  const scope = scopeFilter(module, actor)
  if (scope === 'none') return null
  const all = [question.archived ? 'archived_at is not null' : 'archived_at is null']
  if (module.list) all.push(`list = ${place(module.name)}`)
  if (scope) all.push(`"${snake(scope.field)}" = ${place(scope.value)}`)
  const refused: Record<string, string> = {}
  for (const [field, text] of Object.entries(question.filters)) {
    const condition = reveals(module, field, actor) ? conditionOf(module, field, text, place) : null
    if (condition) all.push(condition)
    else refused[`filter[${field}]`] = 'This list cannot be narrowed like that.'
  }
  if (Object.keys(refused).length > 0) throw invalid(refused)
  return [...all, ...searching(question.q, searchColumns(module, actor), place)].join(' and ')
}

/** Every word that is searched for stands in one of the columns. */
export const searching = (q: string | undefined, columns: string[], place: (value: unknown) => string): string[] =>
  wordsOf(q).map(word => {
    const like = `'%' || replace(replace(replace(sort_key(${place(word)}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
    return columns.length === 0
      ? 'false'
      : `(${columns.map(column => `sort_key(${column}) like ${like}`).join(' or ')})`
  })

const wordsOf = (q = '') => q.replaceAll('\u0000', ' ').trim().split(/\s+/).filter(Boolean).slice(0, 10)

const searchColumns = (module: Module, actor: Actor) => {
  const hidden = hiddenFields(module, actor)
  return module.search
    .filter(field => !hidden.includes(field) && !['lines', 'address'].includes(metaOf(allFields(module)[field]!).kind))
    .map(field => `"${snake(field)}"`)
}

/**
 * The rows after the last one seen, as one or two stretches of the index: equal keys go on by id, empty keys come
 * last going up and first going down.
 */
function stretches(
  offer: Offer,
  down: boolean,
  after: string | undefined,
  place: (value: unknown) => string,
): string[] {
  const filled = offer.nullable ? `${offer.key} is not null` : 'true'
  const empty = `${offer.key} is null`
  const both = offer.nullable ? (down ? [empty, filled] : [filled, empty]) : [filled]
  if (after === undefined) return both
  const { key, id } = readCursor(after, offer)
  const beyond = down ? '<' : '>'
  if (key === null) {
    const rest = `${empty} and id ${beyond} ${place(id)}::int8`
    return down ? [rest, filled] : [rest]
  }
  const seen = `${place(key)}::${offer.type}`
  const from = offer.type === 'text' ? `sort_key(${seen}) collate "C"` : seen
  const rest = `(${offer.key}, id) ${beyond} (${from}, ${place(id)}::int8)`
  return offer.nullable && !down ? [rest, empty] : [rest]
}

function select(module: Module, offer: Offer, down: boolean, where: string, parts: string[], limit: string): string {
  const { table, columns, select } = layoutOf(module)
  const way = down ? 'desc' : 'asc'
  const stretch = (part: string, more = '') =>
    `select ${select}${more} from ${table} where ${where} and ${part} order by ${offer.key} ${way}, id ${way} limit ${limit}`
  if (parts.length === 1) return stretch(parts[0]!)
  const both = parts.map((part, index) => `(${stretch(part, `, ${offer.key} as "key", ${index} as "stretch"`)})`)
  return `select ${columns.map(({ field }) => `"${field}"`).join(', ')} from (${both.join(' union all ')}) as stretches
    order by "stretch", "key" ${way}, id ${way} limit ${limit}`
}

async function count(pool: Pick<pg.Pool, 'query'>, module: Module, where: string, values: unknown[]): Promise<number> {
  const text = `select count(*) as n from (select 1 from ${layoutOf(module).table} where ${where} limit ${TOTAL_LIMIT + 1}) as counted`
  const { rows } = await understood(pool.query<{ n: number }>({ text, values: [...values] }))
  return rows[0]!.n
}

/** The last row's own value and id: what the database sorts by follows from the value. */
const cursorOf = (value: unknown, id: number) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

type Key = string | number | null

function readCursor(text: string, offer: Offer): { key: Key; id: number } {
  try {
    const [key, id, ...rest] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const isKey = key === null ? offer.nullable : isOfType(key, offer.type)
    if (isKey && Number.isSafeInteger(id) && rest.length === 0) return { key: key as Key, id: id as number }
  } catch {
    // Not one of ours; said below.
  }
  throw invalid({ after: 'This is no place in the list.' })
}

function isOfType(key: unknown, type: string): boolean {
  if (type === 'int8') return Number.isSafeInteger(key)
  if (type === 'float8') return typeof key === 'number'
  if (typeof key !== 'string' || key.includes('\u0000')) return false
  if (type === 'date') return /^\d{4,6}-\d{2}-\d{2}$/.test(key)
  return type === 'timestamptz'
    ? /^\d{4,6}-\d{2}-\d{2}T[\d:.]{8,15}Z$/.test(key) && !Number.isNaN(Date.parse(key))
    : true
}
