import { expect, it } from 'vitest'
import { actorFrom } from '#contract/actor.ts'
import type { Action } from '#contract/action.ts'
import { order } from '#contract/modules/sales/order.ts'
import { permissions } from '#contract/rules.ts'
import { recordPlaces } from '#src/crud/record-places.tsx'
import { orderPages } from '#src/modules/sales/order.ts'
import { whereTo } from './where-to.ts'

const hit = { module: 'order', id: 7, title: 'ORD 7', archived: false, field: 'number', code: 'ORD 7' }
const context = { places: recordPlaces({ order: orderPages }), register: { order } }
const to = (...actions: Action[]) => {
  const given = [...new Set(actions.flatMap(action => permissions(order, action).slice(0, 1)))]
  const actor = actorFrom({ id: 1, permissions: given, scopes: {}, approves: [], branch: null } as never)
  return whereTo(hit, { ...context, actor })
}

it('what was scanned opens on a page that this person may open', () => {
  expect(to('details', 'edit', 'list')).toBe('/orders/orders-details/7')
  expect(to('edit', 'list')).toBe('/orders/orders-edit/7')
  expect(to('list')).toBe('/orders/orders-list?q=ORD%207')
  expect(to()).toBeUndefined()
})
