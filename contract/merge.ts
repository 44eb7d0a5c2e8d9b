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
    if (merged === undefined) asks.push(field)
    else if (!same(merged, now)) changes[field] = merged
  }
  return asks.length > 0 ? { ok: false, asks } : { ok: true, changes }
}

/**
 * What its author wants of the record as it is now: what both sides added to stands together. Mine stands where a person was asked
 * (`asks`) and said so, and where both do not go together. Fields that would stay as they are are left out.
 */
export function over(module: Module, base: Values, current: Values, mine: Values, asks: readonly string[]): Values {
  return Object.assign(
    {},
    ...Object.entries(mine).map(([name, wanted]) => {
      const merged = merge(module, base, current, { [name]: wanted })
      return asks.includes(name) || !merged.ok ? { [name]: wanted } : merged.changes
    }),
  )
}

/** undefined: only a person can say. */
function mergeValue(way: (typeof mergeOf)[FieldKind], base: unknown, now: unknown, mine: unknown): unknown {
  if (way === 'apply') return mine
  if (way === 'append') return mergeSets(asArray(base), asArray(now), asArray(mine))
  if (way === 'byLine') return mergeLines(asArray(base) as Line[], asArray(now) as Line[], asArray(mine) as Line[])
  return undefined
}

/** What they have, less what I removed, and what I added. */
const mergeSets = (base: unknown[], now: unknown[], mine: unknown[]): unknown[] => [
  ...now.filter(value => mine.includes(value) || !base.includes(value)),
  ...mine.filter(value => !now.includes(value) && !base.includes(value)),
]

function mergeLines(base: Line[], now: Line[], mine: Line[]): Line[] | undefined {
  const result: Line[] = []
  for (const theirs of now) {
    const before = base.find(line => line.id === theirs.id)
    const wanted = mine.find(line => line.id === theirs.id)
    if (!wanted) {
      if (!before) result.push(theirs)
      else if (!same(before, theirs)) return undefined // I removed a line that they changed
      continue
    }
    const merged = mergeLine(before ?? {}, theirs, wanted)
    if (!merged) return undefined
    result.push(merged)
  }
  for (const wanted of mine) {
    if (now.some(line => line.id === wanted.id)) continue
    const before = base.find(line => line.id === wanted.id)
    if (!before) result.push(wanted)
    else if (!same(before, wanted)) return undefined // they removed a line that I changed
  }
  return result
}

function mergeLine(base: Values, now: Line, mine: Line): Line | undefined {
  const result: Line = { ...now }
  for (const [field, wanted] of Object.entries(mine)) {
    if (same(wanted, now[field]) || same(wanted, base[field])) continue
    if (!same(now[field], base[field])) return undefined
    result[field] = wanted
  }
  return result
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Deep equality of JSON values; a missing value is null. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!same((a as Values)[key], (b as Values)[key])) return false
  return true
}
