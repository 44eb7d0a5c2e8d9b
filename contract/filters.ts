import { isText, metaOf, type FieldKind, type FieldMeta } from './fields.ts'
import { allFields, type Module } from './module.ts'

/** Something that a list can be narrowed by. */
export type Filter = {
  /** As it stands in `filter[…]`: `stage`, or `phones.number` for a column of lines or a part of an address. */
  name: string
  field: string
  column: string | null
  kind: FieldKind | 'id'
  /** Its options, its list, the module it points at. */
  meta: FieldMeta | null
  ways: Ways
}

/** How it can be asked for: `value`, `from..to`, `~words`, `none` and `any`. */
export type Ways = { value: boolean; range: boolean; words: boolean; none: boolean; any: boolean }

const ordered: ReadonlySet<FieldKind | 'id'> = new Set(['number', 'money', 'date', 'dateTime'])
const several: ReadonlySet<FieldKind | 'id'> = new Set(['choices', 'listItems', 'references', 'tags', 'files', 'lines'])
/** What is looked at as a whole is only there or not. */
const whole: ReadonlySet<FieldKind | 'id'> = new Set(['files', 'lines', 'address'])

/** Does it hold several values, so that empty is an empty row of them? */
export const isSeveral = (kind: FieldKind | 'id'): boolean => several.has(kind)

/** A declaration does not change while the program runs: what follows from it is worked out once. */
function remembered<T>(answer: (module: Module) => T): (module: Module) => T {
  const known = new WeakMap<Module, T>()
  return module => {
    if (!known.has(module)) known.set(module, answer(module))
    return known.get(module)!
  }
}

/** All that a module's list can be narrowed by. A person is offered those whose field is revealed to them. */
export const filtersOf = remembered((module): Filter[] => {
  if (module.single) return []
  const stage = module.stages ? [stageOf(module.stages)] : []
  if (module.list) return [...stage, ...ownFilters(module).filter(filter => isKeptApart(module, filter))]
  return [...stage, ...ownFilters(module), ...recordFilters]
})

/** The filter of that name, or null. Beside those on offer every list takes `id`. */
export function filterNamed(module: Module, name: string): Filter | null {
  if (name === 'id') return byId
  return filtersByName(module).get(name) ?? null
}
const filtersByName = remembered((module): ReadonlyMap<string, Filter> => {
  return new Map(filtersOf(module).map(filter => [filter.name, filter]))
})

const byId: Filter = {
  name: 'id',
  field: 'id',
  column: null,
  kind: 'id',
  meta: null,
  ways: { value: true, range: false, words: false, none: false, any: false },
}

const stageOf = (options: readonly string[]): Filter => {
  const meta: FieldMeta = { kind: 'choice', options }
  return { name: 'stage', field: 'stage', column: null, kind: 'choice', meta, ways: waysOf('choice', false) }
}

const recordFilters: Filter[] = (
  [
    ['createdAt', { kind: 'dateTime' }],
    ['updatedAt', { kind: 'dateTime' }],
    ['createdBy', { kind: 'reference', module: 'user' }],
  ] as [string, FieldMeta][]
).map(([name, meta]) => ({ name, field: name, column: null, kind: meta.kind, meta, ways: waysOf(meta.kind, false) }))

const ownFilters = (module: Module): Filter[] =>
  Object.entries(allFields(module)).flatMap(([field, schema]): Filter[] => {
    const meta = metaOf(schema)
    // Whoever was merged away is archived, and found under the other one. A colour is nothing to look for.
    if (field === 'mergedInto' || meta.kind === 'colour') return []
    // What the server keeps in long texts (a picture) is not for reading.
    if (meta.kind === 'longText' && !(field in module.fields)) return []
    const mayBeEmpty = isSeveral(meta.kind) || field in (module.given ?? {}) || schema.safeParse(null).success
    const itself = { name: field, field, column: null, kind: meta.kind, meta, ways: waysOf(meta.kind, mayBeEmpty) }
    if (meta.kind === 'lines') return [itself, ...columnsIn(field, meta)]
    if (meta.kind === 'address') return [itself, ...partsIn(field, meta)]
    return [itself]
  })

function waysOf(kind: FieldKind, mayBeEmpty: boolean): Ways {
  return { value: !whole.has(kind), range: ordered.has(kind), words: isText(kind), none: mayBeEmpty, any: mayBeEmpty }
}

/** Inside lines an index knows what is there, not what lies between two ends. */
const columnsIn = (field: string, { line = {} }: FieldMeta): Filter[] =>
  Object.entries(line).flatMap(([column, schema]): Filter[] => {
    const meta = metaOf(schema)
    if (whole.has(meta.kind) || meta.kind === 'dateTime' || meta.kind === 'colour') return []
    const none = schema.safeParse(null).success
    const ways = { value: true, range: false, words: isText(meta.kind), none, any: false }
    return [{ name: `${field}.${column}`, field, column, kind: meta.kind, meta, ways }]
  })

const partsIn = (field: string, { parts = {} }: FieldMeta): Filter[] =>
  Object.entries(parts).map(([column, list]) => ({
    name: `${field}.${column}`,
    field,
    column,
    kind: 'listItem' as const,
    meta: { kind: 'listItem' as const, list },
    ways: { value: true, range: false, words: false, none: false, any: false },
  }))

/** A settings item's own fields lie in one JSON column, which answers what it contains but no ranges. */
const isKeptApart = (module: Module, { field, kind }: Filter): boolean =>
  module.list?.extra.includes(field)
    ? ['flag', 'choice', 'choices', 'listItem'].includes(kind)
    : ['text', 'flag', 'listItem'].includes(kind)
