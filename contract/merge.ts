import type * as z from 'zod/mini'
import { metaOf, type FieldKind } from './fields.ts'
import { allFields, type Module } from './module.ts'

type Values = Record<string, unknown>
type Line = { id: number } & Values

/**
 * What to do when a field changed on both sides: 'apply' the later writer, 'ask' a person, 'append' what is new and drop what I removed,
 * 'byLine' compare each line by its own id.
 */
export const mergeOf: Record<FieldKind, 'apply' | 'ask' | 'append' | 'byLine'> = {
  text: 'ask',
  longText: 'ask',
  email: 'ask',
  phone: 'ask',
  url: 'ask',
  number: 'ask',
  money: 'ask',
  date: 'ask',
  dateTime: 'ask',
  flag: 'ask',
  choice: 'ask',
  choices: 'append',
  listItem: 'ask',
  listItems: 'ask',
  reference: 'ask',
  references: 'append',
  lines: 'byLine',
  files: 'append',
  address: 'ask',
  colour: 'ask',
  tags: 'append',
}

export type Merged = { ok: true; changes: Values } | { ok: false; asks: string[] }

/**
 * Three-way merge of one change. `base` holds the touched fields as their author saw them, `current` the record as
 * it is, `mine` the wanted values. All or nothing: one field that needs a person holds the whole change.
 */
export function merge(module: Module, base: Values, current: Values, mine: Values): Merged {
  const changes: Values = {}
  const asks: string[] = []
  for (const [field, wanted] of Object.entries(mine)) {
    const declared = allFields(module)[field]
    if (!declared) continue
    const now = current[field] ?? null
    if (same(now, wanted)) continue
    const meta = metaOf(declared)
    const before = base[field] ?? null
    if (same(now, before) || meta.merge === 'apply') {
      changes[field] = wanted
      continue
    }
    const merged = mergeValue(mergeOf[meta.kind], before, now, wanted)
    if (merged !== undefined && same(merged, now)) continue
    if (merged === undefined || isMissing(declared, merged)) asks.push(field)
    else changes[field] = merged
  }
  return asks.length > 0 ? { ok: false, asks } : { ok: true, changes }
}

/**
 * What its author wants of the record as it is now: what both sides added to stands together. Mine stands where both do not go
 * together: of lines only what clashes, as those that others have added are no part of that. All of it stands in the fields where its
 * person had the whole before their eyes (`whole`). Fields that would stay as they are are left out.
 */
export function over(module: Module, base: Values, current: Values, mine: Values, whole: readonly string[]): Values {
  return Object.assign(
    {},
    ...Object.entries(mine).map(([name, wanted]) => {
      if (whole.includes(name)) return { [name]: wanted }
      const merged = merge(module, base, current, { [name]: wanted })
      if (merged.ok) return merged.changes
      const declared = allFields(module)[name]!
      if (metaOf(declared).kind !== 'lines') return { [name]: wanted }
      const [before, now] = [base[name], current[name]].map(asLines)
      const both = mergeLines(before!, now!, asLines(wanted), 'mine')
      return { [name]: isMissing(declared, both) ? wanted : both }
    }),
  )
}

/** Nothing is left of what the field needs some of: each side took away what the other one left. */
const isMissing = (declared: z.ZodMiniType, merged: unknown): boolean =>
  Array.isArray(merged) && merged.length === 0 && !declared.safeParse(merged).success

/** undefined: only a person can say. */
function mergeValue(way: (typeof mergeOf)[FieldKind], base: unknown, now: unknown, mine: unknown): unknown {
  if (way === 'apply') return mine
  if (way === 'append') return mergeSets(asArray(base), asArray(now), asArray(mine))
  if (way === 'byLine') return mergeLines(asLines(base), asLines(now), asLines(mine), 'ask')
  return undefined
}

/** What they have, less what I removed, and what I added. */
const mergeSets = (base: unknown[], now: unknown[], mine: unknown[]): unknown[] => [
  ...now.filter(value => mine.includes(value) || !base.includes(value)),
  ...mine.filter(value => !now.includes(value) && !base.includes(value)),
]

/** Whose word stands where both do not go together: a person is asked, or it is mine. */
type Clash = 'ask' | 'mine'

function mergeLines(base: Line[], now: Line[], mine: Line[], clash: Clash): Line[] | undefined {
  const merged = new Map<number, Line>()
  for (const theirs of now) {
    const before = base.find(line => line.id === theirs.id)
    const wanted = mine.find(line => line.id === theirs.id)
    if (!wanted) {
      if (!before) merged.set(theirs.id, theirs)
      else if (clash === 'ask' && !same(before, theirs)) return undefined // I removed a line that they changed
      continue
    }
    const line = mergeLine(before ?? {}, theirs, wanted, clash)
    if (!line) return undefined
    merged.set(line.id, line)
  }
  for (const wanted of mine) {
    if (now.some(line => line.id === wanted.id)) continue
    const before = base.find(line => line.id === wanted.id)
    if (before && same(before, wanted)) continue
    if (before && clash === 'ask') return undefined // they removed a line that I changed
    merged.set(wanted.id, wanted)
  }
  const ids = [base, now, mine].map(lines => lines.map(({ id }) => id))
  return mergeOrder(ids[0]!, ids[1]!, ids[2]!, merged).map(id => merged.get(id)!)
}

function mergeLine(base: Values, now: Line, mine: Line, clash: Clash): Line | undefined {
  const result: Line = { ...now }
  for (const [field, wanted] of Object.entries(mine)) {
    if (same(wanted, now[field]) || same(wanted, base[field])) continue
    if (clash === 'ask' && !same(now[field], base[field])) return undefined
    result[field] = wanted
  }
  return result
}

/** My order, unless they gave another one; what is new on either side stands behind what it stood behind there. */
function mergeOrder(base: number[], now: number[], mine: number[], kept: ReadonlyMap<number, Line>): number[] {
  const isTheirs = !same(
    now.filter(id => base.includes(id)),
    base.filter(id => now.includes(id)),
  )
  const [first, second] = isTheirs ? [now, mine] : [mine, now]
  const both = first.filter(id => second.includes(id))
  const [theirs, own] = [now, mine].map(side => side.filter(id => kept.has(id)))
  return withNew(withNew(both, theirs!), own!)
}

/** What one side has besides, in its place there; what stands at its end comes to the end. */
function withNew(order: readonly number[], side: readonly number[]): number[] {
  const result = [...order]
  const last = side.findLastIndex(id => order.includes(id))
  for (const [at, id] of side.entries())
    if (!order.includes(id)) result.splice(at > last ? result.length : result.indexOf(side[at - 1]!) + 1, 0, id)
  return result
}

const asLines = (value: unknown) => asArray(value) as Line[]
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Deep equality of JSON values; a missing value is null. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!same((a as Values)[key], (b as Values)[key])) return false
  return true
}
