import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, snake, type Module } from '#contract/module.ts'

/** What a list can be sorted or narrowed by, and how the database does it. */
export type Offer = {
  field: string
  kind: FieldKind | 'id'
  /** SQL that is compared. */
  key: string
  type: string
  nullable: boolean
}

/** A declaration does not change while the program runs: what follows from it is worked out once. */
function remembered<T>(answer: (module: Module) => T): (module: Module) => T {
  const known = new WeakMap<Module, T>()
  return module => {
    if (!known.has(module)) known.set(module, answer(module))
    return known.get(module)!
  }
}

const sortable: Partial<Record<FieldKind, string>> = {
  text: 'text',
  number: 'float8',
  money: 'int8',
  date: 'date',
  dateTime: 'timestamptz',
}

/** Sorting is offered where an index carries it: the title as people read it, what has a natural order, and age. */
export const sortsOf = remembered((module): Offer[] => {
  const own = Object.entries(allFields(module)).flatMap(([field, schema]): Offer[] => {
    const { kind } = metaOf(schema)
    const type = sortable[kind]
    if (!type || module.list?.extra.includes(field) || (kind === 'text' && field !== module.title)) return []
    if (module.single && field !== module.title) return []
    const column = `"${snake(field)}"`
    const nullable = schema.safeParse(null).success || field in (module.given ?? {})
    return [
      {
        field,
        kind,
        key: kind === 'text' ? `sort_key(${column}) collate "C"` : column,
        type,
        nullable: nullable && !isPlaced(module, field),
      },
    ]
  })
  return [
    ...own,
    { field: 'id', kind: 'id', key: 'id', type: 'int8', nullable: false },
    ...(module.list
      ? []
      : [{ field: 'updatedAt', kind: 'dateTime' as const, key: 'updated_at', type: 'timestamptz', nullable: false }]),
  ]
})

/** A settings item always has its place, though a person may leave it out. */
const isPlaced = (module: Module, field: string) => module.list !== undefined && field === 'position'

export const defaultSort = (module: Module) => (module.list ? 'position' : module.title)

const filterable: ReadonlySet<FieldKind> = new Set([
  'number',
  'money',
  'date',
  'dateTime',
  'flag',
  'choice',
  'choices',
  'listItem',
  'listItems',
  'reference',
  'references',
])

/** The fields that a list can be narrowed by. */
export const filtersOf = remembered((module): { field: string; kind: FieldKind }[] =>
  module.single ? [] : filters(module),
)

const filters = (module: Module) => [
  ...Object.entries(allFields(module))
    .map(([field, schema]) => ({ field, kind: metaOf(schema).kind }))
    .filter(({ field, kind }) => filterable.has(kind) && !isUnindexed(module, field, kind)),
  ...(module.stages ? [{ field: 'stage', kind: 'choice' as const }] : []),
]

/** A settings item's own fields lie in one JSON column, which answers what it contains but no ranges. */
const isUnindexed = (module: Module, field: string, kind: FieldKind) =>
  field === 'mergedInto' || (module.list !== undefined && !['flag', 'choice', 'choices', 'listItem'].includes(kind))
