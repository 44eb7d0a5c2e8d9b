import { describe, expect, it } from 'vitest'
import spec from '../tests/spec/routes.json' with { type: 'json' }
import { flag, metaOf } from './fields.ts'
import { defineList, isList, type ItemOf } from './list.ts'
import { listGroups, lists } from './lists/index.ts'
import { returnReason } from './lists/after-sales.ts'
import { seedOf } from './lists/seeds.ts'
import { modules } from './modules/index.ts'
import { apiPath, allFields, snake, tableOf, type InputOf, type Module } from './module.ts'
import { recordModuleNames } from './permissions.ts'
import { register } from './register.ts'
import { permission } from './rules.ts'

const names = new Set(lists.map(list => list.name))

describe('settings lists', () => {
  it('are twenty-five, each known by its own name, number and path', () => {
    expect(lists).toHaveLength(25)
    for (const key of ['name', 'code'] as const) expect(new Set(lists.map(list => list[key])).size).toBe(25)
    expect(new Set(lists.map(list => list.list.path)).size).toBe(25)
    expect(
      Object.values(listGroups)
        .flatMap(group => Object.keys(group))
        .sort(),
    ).toEqual([...names].sort())
  })

  it.each(lists.map(list => [list.name, list] as const))("%s has the client's number and route", (name, list) => {
    const route = spec.routes.find(route => route.path === `/settings/${list.list.path}`)
    expect(route?.module).toBe(snake(name))
    expect(route?.codes).toEqual([permission(list, 'list')])
    expect((spec.permission_numbers as Record<string, number>)[snake(name)]).toBe(list.code)
  })

  it.each(lists.map(list => [list.name, list] as const))('%s is a module whose rows share one table', (_, list) => {
    expect(isList(list)).toBe(true)
    expect(tableOf(list)).toBe('list_item')
    expect(apiPath(list)).toMatch(/^\/list\/[a-z-]+$/)
    expect(list.moves).toHaveProperty('merge')
  })

  it('need nothing but a label; a status needs its stage besides', () => {
    for (const list of lists) {
      const item = list.list.stages.length > 0 ? { label: 'x', stage: list.list.stages[0] } : { label: 'x' }
      expect(list.input.safeParse(item).success, list.name).toBe(true)
      expect(list.input.safeParse({ ...item, label: ' ' }).success, list.name).toBe(false)
      expect(list.input.safeParse({ ...item, mergedInto: 1 }).success, list.name).toBe(false)
    }
  })

  it('fill in nothing when an item is changed', () => {
    for (const list of lists) expect(list.change.parse({ label: 'x' }), list.name).toEqual({ label: 'x' })
  })

  it('let two people reorder without asking either', () => {
    expect(metaOf(returnReason.fields.position).merge).toBe('apply')
  })
})

describe.each(lists.map(list => [list.name, list] as const))('the seed of %s', (_, list) => {
  const { stages, parent } = list.list
  const seed = seedOf(list)
  const parents = parent === list.name ? [] : seedOf({ name: parent ?? '' })

  it('has something in it', () => expect(seed.length).toBeGreaterThan(0))

  it('is valid', () => {
    for (const { parent: _parent, ...item } of seed) {
      const answer = list.input.safeParse(item)
      expect(answer.error?.issues ?? [], item.label).toEqual([])
    }
  })

  it('names nothing twice within one parent', () => {
    expect(new Set(seed.map(item => `${item.parent ?? ''}/${item.label.toLowerCase()}`)).size).toBe(seed.length)
  })

  it('has an active item for every stage, and no stage that the list does not know', () => {
    const active = seed.filter(item => item.active !== false).map(item => item.stage)
    expect([...stages].filter(stage => !active.includes(stage))).toEqual([])
    expect(seed.map(item => item.stage).filter(stage => stage && !stages.includes(stage))).toEqual([])
  })

  it('stands below parents that exist', () => {
    const known = parents.map(item => item.label)
    expect(seed.map(item => item.parent).filter(label => label !== undefined && !known.includes(label))).toEqual([])
    if (parent && parent !== list.name) expect(seed.filter(item => !item.parent)).toEqual([])
  })
})

describe('everything declared', () => {
  const all: Module[] = Object.values(register)

  it('is in the register under its own name, and every number is used once', () => {
    expect(all).toHaveLength(lists.length + Object.keys(modules).length)
    for (const [name, module] of Object.entries(register)) expect(module.name).toBe(name)
    // What stands beside another module's records goes by the rights, and the number, of that one.
    const own = all.filter(({ name }) => !['heldPart', 'stockCount', 'countEntry'].includes(name))
    expect(new Set(own.map(module => module.code)).size).toBe(own.length)
    const numbers = new Set(Object.values(spec.permission_numbers))
    expect(all.filter(module => !numbers.has(module.code)).map(module => module.name)).toEqual([])
  })

  it.each(all.map(module => [module.name, module] as const))('%s points only at what exists', (_, module) => {
    for (const [field, declared] of Object.entries(allFields(module))) {
      const meta = metaOf(declared)
      const nested = Object.values(meta.line ?? {}).map(metaOf)
      for (const { kind, list, module: target } of [meta, ...nested]) {
        const isParent = module.list && field === 'parent' && !module.list.parent
        if ((kind === 'listItem' || kind === 'listItems') && !isParent) expect(names, field).toContain(list)
        // An item of a list is named by `listItem`, never by `reference`.
        if (kind === 'reference' || kind === 'references')
          expect([...Object.keys(modules), ...recordModuleNames], field).toContain(target)
      }
    }
    for (const field of [module.title, ...module.search, ...Object.values(module.scope ?? {}).flat()])
      expect(Object.keys(allFields(module))).toContain(field)
    for (const move of Object.values(module.moves ?? {}))
      for (const stage of [...(move.from ?? []), ...(move.to ? [move.to] : [])]) expect(module.stages).toContain(stage)
  })
})

it('the compiler knows what an item of a list holds', () => {
  const good: InputOf<typeof returnReason> = { label: 'Damaged', needsPhoto: true, faultOf: 'courier' }
  const fault = (item: ItemOf<typeof returnReason>) => item.faultOf
  const wrong = [
    // @ts-expect-error -- the label is missing
    { colour: '#000000' } satisfies InputOf<typeof returnReason>,
    // @ts-expect-error -- not one of the three
    { label: 'x', faultOf: 'nobody' } satisfies InputOf<typeof returnReason>,
    // @ts-expect-error -- this list has no stages
    { label: 'x', stage: 'open' } satisfies InputOf<typeof returnReason>,
  ]
  // @ts-expect-error -- an extra is a field, made by a helper
  expect(() => defineList({ name: 'x', code: 1, path: 'x', extra: { flag: true } })).toThrow()
  defineList({ name: 'x', code: 1, path: 'x', extra: { flag: flag() } })
  expect([good, fault, ...wrong]).toHaveLength(5)
})
