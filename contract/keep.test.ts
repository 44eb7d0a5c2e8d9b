import { expect, test } from 'vitest'
import { isInGroup, isKept, isKeptInPart, referredBy } from './keep.ts'
import { lines, maybe, reference, references, text } from './fields.ts'
import { defineModule, type Module, type Row } from './module.ts'
import { task } from './modules/desk/task.ts'
import { customer } from './modules/people/customer.ts'
import { unit } from './modules/stock/unit.ts'
import { register } from './register.ts'
import { inScope, permissions } from './rules.ts'
import { groupsOf } from './seen.ts'
import { toPrune } from './to-prune.ts'

const NOW = Date.parse('2026-06-30T12:00:00Z')
const me = { id: 7, branch: 3 }
const row = (id: number, more: Partial<Row> = {}): Row => ({
  id,
  version: 1,
  createdAt: '2020-01-01T00:00:00.000Z',
  createdBy: 1,
  updatedAt: '2020-01-01T00:00:00.000Z',
  updatedBy: 1,
  archivedAt: null,
  ...more,
})
const kept = (module: Module, more: Partial<Row>) => isKept(module, row(1, more), me, NOW)

test('what is in one of a person’s groups is what lies within the limits of their roles', () => {
  const rows = [
    { owner: 7, branch: 3 },
    { owner: 7, branch: 4 },
    { owner: 8, branch: 3 },
    { owner: null, branch: null },
  ]
  const nothing = { approves: new Set<string>(), statusPermission: [] }
  const actor = { ...me, ...nothing, permissions: new Set(permissions(customer, 'list')) }
  for (const scope of ['own', 'branch', 'all'] as const) {
    const limited = { ...actor, scopes: { customer: scope } }
    const names = groupsOf(register, limited)
    for (const more of rows)
      expect(isInGroup(customer, row(1, more), names), scope).toBe(inScope(customer, row(1, more), limited))
  }
  expect(isInGroup(customer, row(1), [])).toBe(false)
  expect(isInGroup(register.source!, row(1), ['lists'])).toBe(true)
})

test('a record is kept while it is open, and for thirty days after it was touched', () => {
  expect(kept(unit, { stage: 'inService' })).toBe(true)
  expect(kept(unit, { stage: 'withCustomer' })).toBe(false)
  expect(kept(unit, { stage: 'inService', archivedAt: '2020-02-01T00:00:00.000Z' })).toBe(false)
  expect(kept(unit, { stage: 'withCustomer', updatedAt: '2026-05-31T12:00:00.000Z' })).toBe(true)
  expect(kept(unit, { stage: 'withCustomer', updatedAt: '2026-05-31T11:59:59.999Z' })).toBe(false)
})

test('a module may be kept whole, not at all, or for those whose rows they are', () => {
  const as = (keep: Module['offline']['keep']): Module => ({ ...customer, offline: { keep, write: true } })
  expect(kept(as('all'), {})).toBe(true)
  expect(kept(as('none'), { updatedAt: '2026-06-30T00:00:00.000Z' })).toBe(false)
  expect(kept(as('mine'), { owner: 7 })).toBe(true)
  expect(kept(as('mine'), { owner: 8, updatedAt: '2026-06-30T00:00:00.000Z' })).toBe(false)
  expect(['all', 'mine', 'recent', 'none'].map(keep => isKeptInPart(as(keep as 'all')))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('what is theirs by any of several fields is kept for each of them', () => {
  const open = { stage: 'open' }
  expect(kept(task, { assignedTo: 7, assignedBy: 8, ...open })).toBe(true)
  expect(kept(task, { assignedTo: 8, assignedBy: 7, ...open })).toBe(true)
  expect(kept(task, { assignedTo: 8, assignedBy: 8, ...open })).toBe(false)
  const held = [7, 8, 9].map(id => ({
    module: task as Module,
    row: row(id, { assignedTo: id, assignedBy: 8, ...open }),
  }))
  expect(toPrune(register, held, me, new Set(), NOW)).toEqual([8, 9])
  expect(toPrune(register, held, { id: 8, branch: null }, new Set(), NOW)).toEqual([])
})

test('of a module that is kept for those whose rows they are, what is over leaves after thirty days', () => {
  const mine = { assignedTo: 7, assignedBy: 8 }
  expect(kept(task, { ...mine, stage: 'open' })).toBe(true)
  expect(kept(task, { ...mine, stage: 'done' })).toBe(false)
  expect(kept(task, { ...mine, stage: 'open', archivedAt: '2020-02-01T00:00:00.000Z' })).toBe(false)
  expect(kept(task, { ...mine, stage: 'done', updatedAt: '2026-06-01T00:00:00.000Z' })).toBe(true)
  expect(kept(task, { assignedTo: 9, assignedBy: 9, stage: 'open', updatedAt: '2026-06-29T00:00:00.000Z' })).toBe(false)
})

test('a module needs nothing but its declaration for a day pack: its rows stay with all that they name, lines too', () => {
  const visit = defineModule({
    name: 'visit',
    code: 999,
    fields: {
      title: text(50),
      technician: reference('user'),
      customer: reference('customer'),
      units: references('unit'),
      parts: lines({ unit: maybe(reference('unit')) }),
    },
    title: 'title',
    search: ['title'],
    offline: { keep: 'mine', write: true, open: ['planned'] },
    scope: { own: 'technician' },
    stages: ['planned', 'over'],
  }) as Module
  const old = { stage: 'withCustomer' }
  const names = { customer: 11, units: [1, 2], parts: [{ unit: 3 }, { unit: null }] }
  const held = [
    { module: visit, row: row(50, { ...names, technician: 7, stage: 'planned' }) },
    { module: visit, row: row(51, { ...names, technician: 7, stage: 'over', units: [4], parts: [], customer: 12 }) },
    { module: visit, row: row(52, { ...names, technician: 8, stage: 'planned', units: [5], parts: [], customer: 13 }) },
    ...[1, 2, 3, 4, 5].map(id => ({ module: unit as Module, row: row(id, old) })),
    ...[11, 12, 13].map(id => ({ module: customer as Module, row: row(id) })),
  ]
  const wider = { ...register, visit }
  expect(referredBy(wider, visit, held[0]!.row).map(({ id }) => id)).toEqual([11, 1, 2, 3])
  expect(toPrune(wider, held, me, new Set(), NOW)).toEqual([51, 52, 4, 5, 12, 13])
})

test('every module of which the recent records are kept says which stages are open, if it has stages', () => {
  for (const module of Object.values(register))
    if (module.offline.keep === 'recent' && module.stages) {
      expect(module.offline.open?.length, module.name).toBeGreaterThan(0)
      for (const stage of module.offline.open ?? []) expect(module.stages, module.name).toContain(stage)
    }
})

test('what leaves is old, not needed, and not referred to by what stays', () => {
  const old = { stage: 'withCustomer' }
  const held = [
    { module: unit, row: row(1, { ...old, customer: 11 }) },
    { module: unit, row: row(2, { stage: 'inService', customer: 12 }) },
    { module: unit, row: row(3, { ...old, customer: 13 }) },
    ...[11, 12, 13, 14, 15].map(id => ({ module: customer as Module, row: row(id) })),
    { module: customer as Module, row: row(16, { updatedAt: '2026-06-29T00:00:00.000Z', mergedInto: 15 }) },
  ]
  expect(referredBy(register, unit, held[0]!.row)).toEqual([{ t: 'customer', id: 11 }])
  // 3 and 14 are needed: somebody opened them, or works on them.
  expect(toPrune(register, held, me, new Set([3, 14]), NOW)).toEqual([1, 11])
})
