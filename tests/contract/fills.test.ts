import { describe, expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { formRulesOf } from '#contract/modules/form-rules.ts'
import { register } from '#contract/register.ts'
import { filledBy, moduleAt } from '#src/crud/fills/fill.ts'

/**
 * What choosing a record fills in does not widen who reads it: everybody who sees the new record sees what was filled into it.
 * That the chosen one must be in reach is told by `tests/server/document-rules.test.ts`.
 */
type Values = Record<string, unknown>
const GUARDED = 'only some may read this'
const places = Object.values(register).flatMap(module =>
  Object.keys(formRulesOf(module).fills ?? {}).map(source => ({
    module,
    source,
    target: register[moduleAt(module.fields, source)],
  })),
)
const isGuarded = (module: Module, name: string): boolean => {
  const field = allFields(module)[name]
  return field !== undefined && metaOf(field).reveal !== undefined
}

/** What is filled in beside the choice, where the chosen record has this in its fields. */
function filled({ module, source }: (typeof places)[number], chosen: Values): Values {
  const [field = '', column] = source.split('.')
  const choice = { source, line: column === undefined ? null : 1, from: null, to: 5 }
  const values = column === undefined ? { [field]: 5 } : { [field]: [{ id: 1, [column]: 5 }] }
  const become = filledBy(formRulesOf(module).fills!, choice, chosen, null, values)
  return column === undefined ? become : ((become[field] as Values[] | undefined)?.[0] ?? {})
}

test('there are places of each desk in which a choice fills in what follows', () => {
  expect(places.map(({ module, source }) => `${module.name}.${source}`)).toEqual(
    expect.arrayContaining(['order.customer', 'order.lines.product', 'maintenance.unit', 'replacement.order']),
  )
})

describe.each(places.map(place => [`${place.module.name}.${place.source}`, place] as const))('%s', (_, place) => {
  test('reads fields that the chosen record has', () => {
    const read = new Set<string>()
    filled(place, new Proxy({}, { get: (_, name) => (read.add(String(name)), undefined) }))
    expect(place.target).toBeDefined()
    expect([...read].filter(name => !(name in allFields(place.target!)))).toEqual([])
  })

  test('copies nothing that only some may read into what everybody with the new record reads', () => {
    const target = place.target!
    const chosen = Object.fromEntries(
      Object.keys(allFields(target)).map(name => [name, isGuarded(target, name) ? GUARDED : null]),
    )
    const open = Object.entries(filled(place, chosen)).filter(([name]) => !isGuarded(place.module, name))
    expect(open.filter(([, value]) => JSON.stringify(value)?.includes(GUARDED))).toEqual([])
  })
})
