import { expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import type { Row } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { bulkOffers, mayChange } from './bulk-target.ts'
import { isCellEditable } from './editable.ts'

const actor: Actor = {
  id: 4,
  branch: null,
  scopes: {},
  statusPermission: 'all',
  permissions: new Set(['20-c', '40-c']),
  approves: new Set(),
}
const preview = { module: 'unit', unchanged: 0, refusedCount: 0, refused: [], turns: [] }

test('where only the first of many were judged, the others are among those that may be changed', () => {
  expect(mayChange({ ...preview, count: 10_400, judged: 2_200, changes: 2_200 })).toBe(10_400)
  expect(mayChange({ ...preview, count: 10_400, judged: 2_200, changes: 0 })).toBe(8_200)
  expect(mayChange({ ...preview, count: 6, judged: 6, changes: 4 })).toBe(4)
  expect(mayChange({ ...preview, count: 6, judged: 6, changes: 0 })).toBe(0)
})

test('a move that one of the selected records refuses is not offered for them', () => {
  const [settled, owed] = [0, -50_000].map((balance, id) => ({ id, stage: 'delivered', balance }) as unknown as Row)
  const offered = (...known: Row[]) => bulkOffers(order, false, known, actor).moves
  expect(offered(settled!)).toContain('close')
  expect(offered(settled!, owed!)).not.toContain('close')
})

test('whoever packs for jobs alone is offered nothing with the parcel of an order', () => {
  const [forJob, forOrder] = ['maintenance', 'order'].map(
    (of, id) => ({ id, stage: 'packed', [of]: 7, archivedAt: null }) as unknown as Row,
  )
  const holding = (permission: string) => ({ ...actor, permissions: new Set([permission]) })
  const offered = (permission: string, ...known: Row[]) => bulkOffers(dispatch, false, known, holding(permission))
  expect(offered('40-e', forJob!)).toMatchObject({ moves: expect.arrayContaining(['unpack']), archive: true })
  expect(offered('40-e', forJob!).fields).toContain('note')
  expect(offered('40-e', forJob!, forOrder!)).toEqual({ fields: [], archive: false, restore: false, moves: [] })
  expect(offered('202-e', forJob!, forOrder!).moves).toContain('unpack')
  const isChangeable = (row: Row) => isCellEditable(dispatch, row, 'note', holding('40-e'))
  expect([forJob!, forOrder!].map(isChangeable)).toEqual([true, false])
})

test('what is meant for one record alone is not offered for many', () => {
  const { moves } = bulkOffers(maintenance, false, null, actor)
  expect(moves).toContain('assign')
  expect(moves).not.toContain('mail')
})
