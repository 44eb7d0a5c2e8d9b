import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allFields, type Row } from '#contract/module.ts'
import { deriveOrder } from '#contract/modules/sales/order-rules.ts'
import { order } from '#contract/modules/sales/order.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { RecordPlacesContext, type RecordPlaces } from '#src/fields/record-places.ts'
import { today } from '#src/lib/format.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { OrderPanel } from './order-panel.tsx'

const screens = defineScreens(order, { routes: {} })
const places: RecordPlaces = {
  pathTo: (module, id) => `/${module}/${id}`,
  listOf: module => `/${module}`,
  newFrom: () => undefined,
  hasForm: () => false,
  Make: () => null,
  Panel: () => null,
}
const everything = ['20-a', '20-c', '20-d', '103-a', '103-d', '200-a', '200-d']

/** Above every id that a test of another file takes. */
let userId = 12_400
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'unit', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  const head = { ...itemRow(5), sku: 'KW-PRO', name: 'Kneadwell Pro massager' }
  server.state.routes['GET /product'] = () => ({ rows: [head], next: null })
  server.state.routes['GET /product/pick'] = () => ({ rows: [{ id: 5, title: head.name }] })
  server.state.routes['GET /unit'] = () => ({
    rows: [30, 31, 32].map(id => ({
      ...itemRow(id),
      serial: `KWP24-${id}`,
      order: 7,
      orderLine: 91,
      product: 5,
      // One of them went back, and another has taken its place.
      replacedBy: id === 30 ? 31 : null,
    })),
    next: null,
  })
})

const line = {
  id: 91,
  product: 5,
  colour: null,
  qty: 3,
  unitPrice: 500_000,
  discount: 50_000,
  taxRate: 1800,
  note: null,
}
const counted = { allocated: 2, dispatched: null, delivered: null, cancelled: null, returned: null }
const none = Object.fromEntries(Object.keys(allFields(order)).map(name => [name, null]))
const sale = (more: object = {}): Row => {
  const row = {
    ...itemRow(7),
    ...none,
    number: 'ORD-2026-000007',
    stage: 'confirmed',
    name: 'Ananya Banerjee',
    phone: '+919830041172',
    address: '14/2 Gariahat Road',
    pincode: '700019',
    lines: [{ ...line, ...counted }],
    taxIncluded: true,
    shippingFee: 12_000,
    paymentMode: 'cashOnDelivery',
    paid: 0,
    missing: 1,
    ...more,
  }
  return { ...row, ...deriveOrder(row) }
}

async function show(row: Row, permissions: readonly string[] = everything) {
  await begin({ userId, permissions })
  const element = (
    <RecordPlacesContext value={places}>
      <OrderPanel record={row} screens={screens} />
    </RecordPlacesContext>
  )
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}
const total = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

test('a line says what it is, which devices are meant for it, and how many are not there yet', async () => {
  await show(sale())
  const row = (await screen.findByText('Kneadwell Pro massager')).closest('tr')!
  const devices = await within(row).findAllByRole('link')
  expect(devices.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['KWP24-31', '/unit/31'],
    ['KWP24-32', '/unit/32'],
  ])
  expect(within(row).getByText('2 of 3')).toBeTruthy()
  expect(await within(row).findByText(/KW-PRO/)).toBeTruthy()
  expect(screen.getByText('1 item is missing.')).toBeTruthy()
})

test('a line says how much of it has left and arrived, and what is missing of it is named', async () => {
  await show(sale({ lines: [{ ...line, ...counted, dispatched: 2, delivered: 1 }] }))
  const row = (await screen.findByText('Kneadwell Pro massager')).closest('tr')!
  expect(within(row).getByText('Delivered 1')).toBeTruthy()
  expect(screen.getByText('Line 1: 3 needed, 2 in stock, 1 missing')).toBeTruthy()
})

test('the account at the foot adds up, and says what is still to be collected', async () => {
  await show(sale({ paid: 500_000 }))
  expect(await total('Lines, tax included')).toBe('₹14,500')
  expect(await total('Shipping')).toBe('₹120')
  expect(await total('Total')).toBe('₹14,620')
  expect(await total('Paid')).toBe('-₹5,000')
  expect(await total('To collect')).toBe('₹9,620')
  expect(screen.queryByText('Cash on delivery fee')).toBeNull()
  const labels = [...document.querySelectorAll('dl')[0]!.querySelectorAll('dt')].map(one => one.textContent)
  // Tax is a part of the total, not of what is left to collect.
  expect(labels.slice(2)).toEqual(['Total', 'of which CGST', 'of which SGST', 'Paid', 'To collect'])
})

test('tax that comes on top is a part of the sum', async () => {
  await show(sale({ taxIncluded: false }))
  expect(await total('Lines')).toBe('₹14,500')
  expect(await total('CGST')).toBe('₹1,315.80')
  expect(await total('SGST')).toBe('₹1,315.80')
  expect(await total('Round-off')).toBe('₹0.40')
  expect(await total('To collect')).toBe('₹17,252')
})

test('what was cancelled takes its part of the discount with it', async () => {
  await show(sale({ lines: [{ ...line, ...counted, cancelled: 1 }] }))
  const row = (await screen.findByText('Kneadwell Pro massager')).closest('tr')!
  expect(within(row).getByText('2 of 2')).toBeTruthy()
  expect(within(row).getByText('Cancelled 1')).toBeTruthy()
  expect(within(row).getByText('-₹333.33')).toBeTruthy()
  expect(within(row).getByText('₹9,666.67')).toBeTruthy()
})

test('items are cancelled where something is left to cancel, by whoever may change orders', async () => {
  await show(sale())
  const link = await screen.findByRole('link', { name: 'Cancel items' })
  expect(link.getAttribute('href')).toBe('/orders/orders-cancel-create/7')
})

test.each([
  ['has only read it', sale(), everything.filter(code => code !== '20-c')],
  ['looks at a draft', sale({ stage: 'draft' }), everything],
  ['holds a draft', sale({ stage: 'onHold', heldFrom: 'draft' }), everything],
  ['has sent everything', sale({ lines: [{ ...line, ...counted, dispatched: 3 }] }), everything],
])('whoever %s cancels nothing', async (_, row, permissions) => {
  await show(row, permissions)
  await screen.findByText('Kneadwell Pro massager')
  expect(screen.queryByRole('link', { name: 'Cancel items' })).toBeNull()
})

test('what keeps it from going on stands above, but why it is on hold, which the bar of its stages says', async () => {
  const cheap = { ...line, ...counted, unitPrice: 300_000 }
  await show(
    sale({ stage: 'onHold', heldFrom: 'draft', holdReason: 'Customer travels', belowFloor: true, lines: [cheap] }),
  )
  expect(await screen.findByText(/below the floor/)).toBeTruthy()
  expect(screen.queryByText('Customer travels')).toBeNull()
})

test.each([
  ['this year without it', `${today().slice(0, 4)}-12-06`, /Promised \w{3},? 6 Dec$/],
  ['another year with it', '2019-12-06', /Promised 6 Dec 2019$/],
])('what was promised for a day of %s', async (_, promisedDate, said) => {
  await show(sale({ promisedDate }))
  expect(await screen.findByText(said)).toBeTruthy()
})

test('approved prices are no news any more', async () => {
  const cheap = { ...line, ...counted, unitPrice: 300_000 }
  await show(sale({ stage: 'draft', priceApprovedBy: 3, belowFloor: true, lines: [cheap] }))
  await screen.findByText(/KW-PRO/)
  expect(screen.queryByText(/below the floor/)).toBeNull()
})

test('the address is copied as a courier wants it', async () => {
  const copied = vi.fn(() => Promise.resolve())
  const person = await show(sale())
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  await person.click(await screen.findByRole('button', { name: 'Copy address' }))
  expect(copied).toHaveBeenCalledWith('Ananya Banerjee\n14/2 Gariahat Road\n700019\n+91 98300 41172')
})

test('whoever may not look through devices or products sees the lines, and asks for nothing that is refused', async () => {
  await show(sale(), ['20-a', '20-d'])
  expect(await screen.findByText('2 of 3')).toBeTruthy()
  expect(server.state.requests.filter(one => one === 'GET /unit' || one === 'GET /product')).toEqual([])
})
