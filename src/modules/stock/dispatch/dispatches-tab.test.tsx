import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields, type Row } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { DispatchesTab } from './dispatches-tab.tsx'

/** Above every id that a test of another file takes. */
let userId = 14_300
let server: SyncDouble
let rows: object[]
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'dispatch', 'problems', 'keys', 'lists'))

const none = Object.fromEntries(Object.keys(allFields(dispatch)).map(name => [name, null]))
const parcel = (id: number, stage: string, qty: number, more: object = {}) => ({
  ...itemRow(id),
  ...none,
  number: `DSP-2026-${id}`,
  direction: 'out',
  order: 7,
  stage,
  items: [{ id: 801, line: 91, product: 5, qty, units: [], counted: null }],
  parcels: [],
  events: [],
  ...more,
})
const sale = {
  ...itemRow(7),
  number: 'ORD-2026-000007',
  stage: 'packing',
  lines: [{ id: 91, product: 5, qty: 5, dispatched: null, cancelled: null }],
} as unknown as Row

beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.write('courier', 3, { label: 'Delhivery', trackingUrl: 'https://track.example/?no={awb}' })
  server.state.routes['GET /dispatch'] = () => ({ rows, next: null })
  server.state.routes['GET /dispatch/pick'] = () => ({ rows: [{ id: 41, title: 'DSP-2026-41' }] })
  server.state.routes['GET /product/pick'] = () => ({ rows: [{ id: 5, title: 'Massager' }] })
})

async function show(permissions = ['20-d', '20-e'], record = sale) {
  await begin({ userId, permissions })
  const element = <DispatchesTab module={order} record={record} field="order" />
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}
const linkIn = (region: HTMLElement, name: string) => within(region).getByRole('link', { name }).getAttribute('href')

test('each parcel says what is in it, who has it and where it is followed, and leads to what comes next', async () => {
  rows = [
    parcel(41, 'inTransit', 2, { courier: 3, awb: 'AB 12', codAmount: 250_000 }),
    parcel(42, 'checked', 1),
    parcel(43, 'cancelled', 1),
  ]
  await show()
  const first = await screen.findByRole('region', { name: 'DSP-2026-41' })
  expect(await within(first).findByText('Massager')).toBeTruthy()
  expect(await within(first).findByText('Delhivery')).toBeTruthy()
  expect(linkIn(first, 'AB 12')).toBe('https://track.example/?no=AB%2012')
  expect(within(first).getByText('₹2,500')).toBeTruthy()
  expect(within(first).getByText('In transit')).toBeTruthy()
  expect(linkIn(first, 'On the way')).toBe('/orders/orders-dispatch/7?dispatch=41')
  const second = screen.getByRole('region', { name: 'DSP-2026-42' })
  expect(linkIn(second, 'Label')).toBe('/orders/orders-dispatch-label/42')
  expect(linkIn(second, 'Pack')).toBe('/orders/orders-dispatch/7?dispatch=42')
  expect(within(screen.getByRole('region', { name: 'DSP-2026-43' })).queryByRole('link', { name: 'Pack' })).toBeNull()
  // Of five, two are on their way and one is packed.
  expect(screen.getByRole('link', { name: 'Pack another parcel' }).getAttribute('href')).toBe(
    '/orders/orders-dispatch/7?new',
  )
})

test('where everything is packed there is no other parcel to pack', async () => {
  rows = [parcel(41, 'inTransit', 4), parcel(42, 'checked', 1)]
  await show()
  await screen.findByRole('region', { name: 'DSP-2026-42' })
  expect(screen.queryByRole('link', { name: 'Pack another parcel' })).toBeNull()
})

test('of an order that nothing was packed of, packing is one press away; whoever only reads sees that', async () => {
  rows = []
  await show(['20-d'])
  expect(await screen.findByText('Nothing of this order was packed yet.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
