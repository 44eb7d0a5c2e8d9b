import type { Row } from '#contract/module.ts'
import { rowFrom } from './columns.ts'
import type { Place } from './list-sql.ts'
import { keyFrom, stretchesOf, type Key, type KeyValue, type Spot, type Stretch } from './order.ts'
import type { Bounds } from './question.ts'
import { inOrder, type Rows, type Wanted } from './row-plan.ts'

/** Rows to walk through, in which order. */
export type Walk = Rows & { keys: readonly Key[]; backwards: boolean; bounds: Bounds }

/** A condition that is added to a walk's own. */
type Narrow = (place: Place) => string

/** The next rows after a spot, or from the beginning. */
export async function walk(from: Walk, after: Spot | null, limit: number): Promise<Row[]> {
  const [first, second] = from.keys
  return second === undefined ? along(from, first!, [], after, limit) : byBoth(from, [first!, second], after, limit)
}

/** By one key. Equals follow by id. */
async function along(from: Walk, key: Key, narrow: Narrow[], after: Spot | null, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const stretch of stretchesAfter(key, from.backwards, after)) {
    if (rows.length >= limit) break
    const isHere = after !== null && (after.values[0] === null) === (stretch === 'empty')
    const raw = await inOrder(from, page(from, key, stretch, narrow, isHere ? after : null), limit - rows.length)
    rows.push(...raw.map(row => rowFrom(from.module, row)))
  }
  return rows
}

/** The stretches from the one that the spot is in. */
function stretchesAfter(key: Key, backwards: boolean, after: Spot | null): Stretch[] {
  const all = stretchesOf(key, backwards)
  return after ? all.slice(all.indexOf(after.values[0] === null ? 'empty' : 'filled')) : all
}

function page(from: Walk, key: Key, stretch: Stretch, narrow: Narrow[], after: Spot | null): Wanted {
  const down = key.down !== from.backwards
  const beyond = down ? '<' : '>'
  return {
    key: stretch === 'empty' ? 'id' : key.sql,
    down,
    narrow,
    stretch: place => {
      const where = [...(key.nullable ? [isIn(key, stretch)] : []), ...boundsOf(from, key, place)]
      if (!after) return where
      const id = `${place(after.id)}::int8`
      if (stretch === 'empty') return [...where, `id ${beyond} ${id}`]
      return [...where, `(${key.sql}, id) ${beyond} (${keyFrom(key, after.values[0]!, place)}, ${id})`]
    },
  }
}

/** What is asked of the key itself: a walk begins and ends there, and does not look for it row by row. */
const boundsOf = ({ bounds }: Walk, { field }: Key, place: Place) => {
  const bound = bounds.get(field)
  return bound ? [bound(place)] : []
}

const isIn = (key: Key, stretch: Stretch) => `${key.sql} is ${stretch === 'filled' ? 'not ' : ''}null`

/**
 * By two keys, though an index has only one of them: the rows of the first key's next few values are few and sorted by
 * the second at once; only the last of these values may have many rows, and those are walked along the second.
 */
async function byBoth(from: Walk, [first, second]: [Key, Key], after: Spot | null, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  const group = async (value: KeyValue, spot: Spot | null) => {
    const same: Narrow = place =>
      value === null ? isIn(first, 'empty') : `${first.sql} = ${keyFrom(first, value, place)}`
    rows.push(...(await along(from, second, [same], spot, limit - rows.length)))
  }
  const value = after ? after.values[0]! : null
  if (after) await group(value, { values: after.values.slice(1), id: after.id })
  for (const stretch of stretchesAfter(first, from.backwards, after)) {
    const isHere = after !== null && (value === null) === (stretch === 'empty')
    const missing = limit - rows.length
    if (missing <= 0) break
    if (stretch === 'empty') {
      if (!isHere) await group(null, null)
      continue
    }
    const near = await groups(from, [first, second], isHere ? value : null, missing + 1)
    const last = near.length > missing ? near.at(-1)! : null
    rows.push(...near.filter(({ key }) => key !== last?.key).map(({ row }) => row))
    if (last && rows.length < limit) await group(last.row[first.field] as KeyValue, null)
  }
  return rows
}

type Near = { row: Row; key: string }

/** The next few rows by the first key alone, sorted by both: as many as a page has. */
async function groups(from: Walk, [first, second]: [Key, Key], value: KeyValue, limit: number): Promise<Near[]> {
  const [down, secondDown] = [first.down !== from.backwards, second.down !== from.backwards]
  const wanted: Wanted = {
    key: first.sql,
    down,
    narrow: [],
    stretch: place => [
      ...(first.nullable ? [isIn(first, 'filled')] : []),
      ...boundsOf(from, first, place),
      ...(value === null ? [] : [`${first.sql} ${down ? '<' : '>'} ${keyFrom(first, value, place)}`]),
    ],
    also: `${first.sql} as "#1", ${second.sql} as "#2"`,
    finally: `"#1" ${down ? 'desc' : 'asc'}, "#2" ${secondDown ? 'desc' : 'asc'} nulls ${from.backwards ? 'first' : 'last'}, id ${secondDown ? 'desc' : 'asc'}`,
  }
  const raw = await inOrder(from, wanted, limit)
  return raw.map(({ '#1': key, '#2': _second, ...row }) => ({ row: rowFrom(from.module, row), key: String(key) }))
}
