import { expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import type { Row } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { bulkOffers, mayChange } from './bulk-target.ts'

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

test('what is meant for one record alone is not offered for many', () => {
  const { moves } = bulkOffers(maintenance, false, null, actor)
  expect(moves).toContain('assign')
  expect(moves).not.toContain('mail')
})
