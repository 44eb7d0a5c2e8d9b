import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Actor, RowScope } from './actor.ts'
import { guarded, listItem, maybe, money, reference, text } from './fields.ts'
import { defineModule, type Module, type Row } from './module.ts'
import { isEditable, movesOf } from './record-rules.ts'
import * as rules from './rules.ts'
import { groupsOf, groupsSeen, visibleRow } from './seen.ts'

const order = defineModule({
  name: 'order',
  code: 20,
  wide: ['list', 'edit'],
  fields: {
    customer: text(),
    owner: maybe(reference('user')),
    branch: maybe(reference('dealerBranch')),
    cost: guarded('details', maybe(money())),
  },
  given: { number: text(), margin: guarded('all', money()) },
  title: 'number',
  search: ['number'],
  offline: { keep: 'all', write: true },
  scope: { own: 'owner', branch: 'branch' },
  stages: ['draft', 'confirmed', 'closed'],
  editable: ['draft', 'confirmed'],
  moves: {
    confirm: { from: ['draft'], to: 'confirmed' },
    ship: { from: ['confirmed'], to: 'closed', needs: 'dispatch' },
    cancel: { from: ['draft', 'confirmed'], to: 'closed', needs: 'approve' },
    note: {},
  },
})
const source = defineModule({
  name: 'source',
  code: 100,
  fields: { label: text(), parent: maybe(listItem({ name: '' })) },
  title: 'label',
  search: ['label'],
  offline: { keep: 'all', write: true },
})
const secret = { ...order, name: 'secret', code: 21, offline: { keep: 'none', write: false } } as const

const actor = (
  over: Partial<Omit<Actor, 'permissions' | 'approves'>> & { may?: string[]; approves?: string[] } = {},
): Actor => {
  const { may = [], approves = [], ...rest } = over
  return {
    id: 1,
    branch: null,
    scopes: {},
    statusPermission: 'all',
    ...rest,
    permissions: new Set(may),
    approves: new Set(approves),
  }
}

describe('permissions', () => {
  it('are written as the client writes them', () => {
    expect(rules.permission(order, 'list')).toBe('20-a')
    expect(rules.permission(order, 'dispatch')).toBe('20-e')
  })

  it('count module-wide only for the actions that the client names', () => {
    expect(rules.permissions(order, 'list')).toEqual(['20-a', '20-f'])
    expect(rules.permissions(order, 'create')).toEqual(['20-b'])
    expect(rules.permissions(source, 'list')).toEqual(['100-a'])
    const wide = actor({ may: ['20-f'] })
    expect([rules.can(wide, order, 'list'), rules.can(wide, order, 'edit'), rules.can(wide, order, 'create')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('moves', () => {
  const all = ['20-c', '20-e']
  it('are those that the stage and the person allow', () => {
    expect(movesOf(order, { stage: 'draft' }, actor({ may: all }))).toEqual(['confirm', 'note'])
    expect(movesOf(order, { stage: 'confirmed' }, actor({ may: all }))).toEqual(['ship', 'note'])
    expect(movesOf(order, { stage: 'closed' }, actor({ may: all }))).toEqual(['note'])
    expect(movesOf(order, { stage: 'draft' }, actor())).toEqual([])
  })

  it('that are approvals need edit and the approve grant of that module', () => {
    const may = (over: Parameters<typeof actor>[0]) => movesOf(order, { stage: 'draft' }, actor(over))
    expect(may({ may: ['20-c'], approves: ['order'] })).toContain('cancel')
    expect(may({ may: ['20-c'], approves: ['secret'] })).not.toContain('cancel')
    expect(may({ may: [], approves: ['order'] })).not.toContain('cancel')
  })

  it('of dispatch are not opened by edit', () => {
    expect(movesOf(order, { stage: 'confirmed' }, actor({ may: ['20-c'] }))).not.toContain('ship')
  })
})

describe('editing', () => {
  it('follows the stage, and ends with the archive', () => {
    expect(isEditable(order, { stage: 'draft' })).toBe(true)
    expect(isEditable(order, { stage: 'closed' })).toBe(false)
    expect(isEditable(order, { stage: 'draft', archivedAt: '2026-01-01T00:00:00Z' })).toBe(false)
    expect(isEditable(source, {})).toBe(true)
  })
})

describe('status permission', () => {
  it('is a list of items, or all; an empty list is none', () => {
    expect(rules.maySetStatus(actor(), 5)).toBe(true)
    expect(rules.maySetStatus(actor({ statusPermission: [5] }), 5)).toBe(true)
    expect(rules.maySetStatus(actor({ statusPermission: [5] }), 6)).toBe(false)
    expect(rules.maySetStatus(actor({ statusPermission: [] }), 5)).toBe(false)
  })
})

describe('row scope', () => {
  it('is own, branch or everything; somebody without a branch sees no branch', () => {
    const filter = (scope: RowScope, branch: number | null = 9) =>
      rules.scopeFilter(order, actor({ branch, scopes: { order: scope } }))
    expect(filter('all')).toBeNull()
    expect(filter('own')).toEqual({ fields: ['owner'], value: 1 })
    expect(filter('branch')).toEqual({ fields: ['branch'], value: 9 })
    expect(filter('branch', null)).toBe('none')
    expect(rules.scopeFilter(order, actor())).toBeNull()
  })

  it('means the same in a query and for one row', () => {
    const scope = fc.constantFrom<RowScope>('own', 'branch', 'all')
    const row = fc.record({ owner: fc.option(fc.nat(3)), branch: fc.option(fc.nat(3)) })
    fc.assert(
      fc.property(scope, fc.option(fc.nat(3)), fc.nat(3), row, (scope, branch, id, row) => {
        const person = actor({ id, branch, scopes: { order: scope } })
        const filter = rules.scopeFilter(order, person)
        const matches =
          filter !== 'none' && (filter === null || filter.fields.some(field => row[field as 'owner'] === filter.value))
        expect(rules.inScope(order, row, person)).toBe(matches)
      }),
    )
  })

  it('may be told by several fields: theirs is a row that names them in any of them', () => {
    const byBoth = { ...order, scope: { own: ['owner', 'customer'] } }
    const me = actor({ id: 1, scopes: { order: 'own' } })
    expect(rules.scopeFilter(byBoth, me)).toEqual({ fields: ['owner', 'customer'], value: 1 })
    expect(
      [{ owner: 1 }, { customer: 1 }, { owner: 2, customer: 3 }].map(row => rules.inScope(byBoth, row, me)),
    ).toEqual([true, true, false])
    const kept = { ...byBoth, offline: { keep: 'mine' as const, write: true } }
    const person = actor({ id: 1, may: ['20-a'] })
    expect(groupsOf({ order: kept }, person)).toEqual(['lists', 'order:own:1'])
    expect(groupsSeen({ order: kept }, person)).toEqual(['lists', 'order'])
  })

  it('opens nothing where the module knows of the other limit only', () => {
    const byBranch = { ...order, scope: { branch: 'branch' } }
    expect(rules.scopeFilter(byBranch, actor({ branch: 9, scopes: { order: 'own' } }))).toBe('none')
    const byOwner = { ...order, scope: { own: 'owner' } }
    expect(rules.scopeFilter(byOwner, actor({ branch: 9, scopes: { order: 'branch' } }))).toBe('none')
  })

  it('does not hide rows of a module that says nothing about whose they are', () => {
    expect(rules.inScope(source, { id: 1 }, actor({ scopes: { source: 'own' } }))).toBe(true)
  })
})

describe('fields that need a right of their own', () => {
  const row = { id: 1, customer: 'A', cost: 5, number: 'ORD-1', margin: 2 } as unknown as Row
  it('are left out of a row for everybody else', () => {
    expect(rules.hiddenFields(order, actor({ may: ['20-a'] }))).toEqual(['cost', 'margin'])
    expect(visibleRow(order, row, actor({ may: ['20-d'] }))).toEqual({
      id: 1,
      customer: 'A',
      cost: 5,
      number: 'ORD-1',
    })
    expect(visibleRow(order, row, actor({ may: ['20-d', '20-f'] }))).toEqual(row)
    expect(rules.reveals(order, 'customer', actor())).toBe(true)
  })
})

describe('what a device keeps', () => {
  const register = Object.fromEntries([order, secret].map((module: Module) => [module.name, module]))
  const groups = (over: Parameters<typeof actor>[0]) => groupsOf(register, actor(over))
  it('is every list, and of modules what the person may list', () => {
    expect(groups({})).toEqual(['lists'])
    expect(groups({ may: ['20-a', '21-a'] })).toEqual(['lists', 'order'])
  })

  it('follows the row scope, and is nothing for a branch nobody gave', () => {
    expect(groups({ id: 4, may: ['20-f'], scopes: { order: 'own' } })).toEqual(['lists', 'order:own:4'])
    expect(groups({ branch: 9, may: ['20-a'], scopes: { order: 'branch' } })).toEqual(['lists', 'order:branch:9'])
    expect(groups({ may: ['20-a'], scopes: { order: 'branch' } })).toEqual(['lists'])
  })
})
