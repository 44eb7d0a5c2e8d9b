import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allFields, type Row } from '#contract/module.ts'
import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import { order } from '#contract/modules/sales/order.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { CancelsTab } from './cancels-tab.tsx'

/** Above every id that a test of another file takes. */
let userId = 12_700
let server: SyncDouble
let rows: object[]
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'orderCancel', 'problems', 'keys'))

const none = Object.fromEntries(Object.keys(allFields(orderCancel)).map(name => [name, null]))
const asked = (id: number, stage: string, more: object = {}) => ({
  ...itemRow(id),
  ...none,
  number: `CAN-2026-${id}`,
  order: 7,
  stage,
  reason: 'Changed their mind',
  requestedBy: 'customer',
  lines: [{ id: 501, line: 91, qty: 2 }],
  ...more,
})
const sale = {
  ...itemRow(7),
  number: 'ORD-2026-000007',
  stage: 'confirmed',
  lines: [{ id: 91, product: 5, qty: 5, dispatched: null, cancelled: null }],
} as unknown as Row

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  userId += 1
  server = syncDouble()
  rows = [asked(41, 'requested'), asked(40, 'refundPending', { refundDue: 250_000 })]
  server.state.routes['GET /order-cancel'] = () => ({ rows, next: null })
  server.state.routes['GET /product/pick'] = () => ({ rows: [{ id: 5, title: 'Massager' }] })
})

async function show(permissions = ['20-a', '20-c', '20-d'], record = sale) {
  await begin({ userId, permissions })
  const element = <CancelsTab module={order} record={record} field="order" />
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])

test('each says what it is about, what is paid back, and what becomes of it', async () => {
  const person = await show()
  const first = await screen.findByRole('region', { name: 'CAN-2026-41' })
  expect(await within(first).findByText('Massager')).toBeTruthy()
  expect(within(first).getByText('2 ×')).toBeTruthy()
  expect(within(first).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    '/orders/orders-cancel-edit/7?cancel=41',
  )
  const second = screen.getByRole('region', { name: 'CAN-2026-40' })
  expect(within(second).getByText('₹2,500')).toBeTruthy()
  expect(within(second).queryByRole('link')).toBeNull()
  // Only whoever may approve decides, and pays back.
  expect(
    within(first)
      .getAllByRole('button')
      .map(one => one.textContent),
  ).toEqual(['Reject'])
  await person.click(within(first).getByRole('button', { name: 'Reject' }))
  const question = await screen.findByRole('dialog')
  await person.type(within(question).getByLabelText(/^Why it was rejected/), 'Has left already')
  await person.click(within(question).getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([{ op: 'orderCancel.reject', id: 41, args: { rejectReason: 'Has left already' } }]),
  )
})

test('what the server does not accept is said on the cancellation that it is about', async () => {
  rows = [asked(41, 'refunded'), asked(40, 'requested')]
  server.state.refuses = () => true
  const person = await show()
  const first = await screen.findByRole('region', { name: 'CAN-2026-41' })
  await person.click(within(first).getByRole('button', { name: 'Close' }))
  expect(await within(first).findByText('Not like this.')).toBeTruthy()
})

test('whoever only reads orders sees it and changes nothing', async () => {
  await show(['20-a', '20-d'])
  await screen.findByRole('region', { name: 'CAN-2026-41' })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

test('of an order that nothing was cancelled of, the first is one press away', async () => {
  rows = []
  await show()
  expect(await screen.findByText('Nothing of this order was cancelled.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cancel order' }).getAttribute('href')).toBe('/orders/orders-cancel-create/7')
})
