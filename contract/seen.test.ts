import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import { glimpses } from './glimpses.ts'
import { ownFields, type Row } from './module.ts'
import { order } from './modules/sales/order.ts'
import { register } from './register.ts'
import { can, maySee } from './rules.ts'
import * as seen from './seen.ts'

const actor = (may: string[], scopes: Actor['scopes'] = {}): Actor => ({
  id: 4,
  branch: null,
  scopes,
  statusPermission: 'all',
  permissions: new Set(may),
  approves: new Set(),
})

describe('a glimpse', () => {
  const row = { id: 1, name: 'Asha', number: 'ORD-1', email: 'asha@home.example', total: 5 } as unknown as Row
  const packer = actor(['20-e'])
  it('shows some fields of the records, and opens nothing', () => {
    expect(seen.visibleRow(order, row, packer)).toEqual({ id: 1, name: 'Asha', number: 'ORD-1' })
    expect([seen.reveals(order, 'email', packer), seen.reveals(order, 'createdAt', packer)]).toEqual([false, true])
    expect([seen.mayRead(order, packer), maySee(order, packer)]).toEqual([true, false])
    expect(seen.mayRead(order, actor(['40-e']))).toBe(false)
    expect(seen.readers(order, 'list')).toEqual(['20-a', '20-f', '20-e'])
  })

  it('is for nobody who has more to do with the records: they see what they saw before', () => {
    for (const code of ['20-a', '20-d', '20-f'])
      expect(seen.visibleRow(order, row, actor(['20-e', code])), code).toEqual(row)
    for (const code of ['20-b', '20-c']) expect(seen.mayRead(order, actor(['20-e', code])), code).toBe(false)
  })

  it('is kept on devices within the row scope', () => {
    const only = { order }
    expect(seen.groupsOf(only, packer)).toEqual(['lists', 'order'])
    expect(seen.groupsOf(only, actor(['20-e'], { order: 'own' }))).toEqual(['lists', 'order:own:4'])
    expect(seen.groupsSeen(only, packer)).toEqual(['lists', 'order'])
    expect(seen.groupsOf(only, actor(['40-e']))).toEqual(['lists'])
  })

  it('is of records that are to be packed or on their way, wherever they are read', () => {
    const at = (stage: string) => ({ stage })
    expect(seen.isShown(order, at('dispatched'), packer)).toBe(true)
    expect(seen.isShown(order, at('closed'), packer)).toBe(false)
    expect(seen.isShown(order, at('closed'), actor(['20-d', '20-e']))).toBe(true)
    expect([seen.stagesSeen(order, actor(['20-a', '20-e'])), seen.stagesSeen(register.product!, packer)]).toEqual([
      null,
      null,
    ])
  })

  it.each(Object.entries(glimpses))('of %s shows what a record is called and whose it is', (name, glimpse) => {
    const module = register[name]!
    const { by, fields, stages = [] } = glimpse!
    expect(module.stages ?? []).toEqual(expect.arrayContaining([...stages]))
    expect(fields).toEqual(expect.arrayContaining([module.title, ...ownFields(module)]))
    if (module.scope?.branch) expect(fields).toContain(module.scope.branch)
    // Whose rows they are is said by roles for its own permissions.
    expect(by.filter(code => module.scope && !code.startsWith(`${module.code}-`))).toEqual([])
    expect(by.filter(code => can(actor([code]), module, 'edit'))).toEqual([])
  })
})
