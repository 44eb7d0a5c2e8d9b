import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allFields, type Row } from '#contract/module.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { order } from '#contract/modules/sales/order.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { maintenanceInvoiceContents } from '../maintenance-invoice-contents.ts'
import { orderInvoiceContents } from '../order-invoice-contents.ts'
import { InvoicePanel } from './invoice-panel.tsx'
import { InvoicesTab } from './invoices-tab.tsx'
import { InvoicePrint } from './print-page.tsx'

/** Above every id that a test of another file takes. */
let userId = 13_900
let server: SyncDouble
let rows: Row[]
beforeAll(() => {
  // What jsdom lacks: nothing is laid out here, and nothing printed.
  document.adoptedStyleSheets ??= []
  CSSStyleSheet.prototype.replaceSync ??= () => {}
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  return speakEnglish(
    'ui',
    'crud',
    'order',
    'orderCancel',
    'orderInvoice',
    'maintenance',
    'maintenanceInvoice',
    'payment',
    'problems',
    'keys',
    'lists',
  )
})

const none = Object.fromEntries(Object.keys(allFields(orderInvoice)).map(name => [name, null]))
const line = {
  id: 501,
  line: 91,
  product: 5,
  qty: 2,
  unitPrice: 590_000,
  discount: 0,
  taxRate: 1_800,
  hsn: '9019',
  serials: 'K-1, K-2',
}
const invoice = (id: number, more: object = {}): Row => ({
  ...itemRow(id),
  ...none,
  number: `INV/26-27/0000${id}`,
  order: 7,
  kind: 'invoice',
  stage: 'issued',
  name: 'Asha Rao',
  address: '14 Lake Road',
  date: '2026-11-20',
  taxIncluded: true,
  interState: false,
  feeRate: 1_800,
  discount: 0,
  fees: 0,
  lines: [line],
  taxable: 1_000_000,
  tax: 180_000,
  roundOff: 0,
  total: 1_180_000,
  credited: 0,
  paid: 0,
  outstanding: 1_180_000,
  ...more,
})
const sale = { ...itemRow(7), number: 'ORD-2026-000007', stage: 'confirmed', lines: [] } as unknown as Row

beforeEach(() => {
  userId += 1
  server = syncDouble()
  rows = [
    invoice(1, { stage: 'partPaid', paid: 180_000, outstanding: 1_000_000 }),
    invoice(2, { stage: 'draft', number: null, outstanding: 0 }),
  ]
  const { routes } = server.state
  routes['GET /order-invoice'] = () => ({ rows, next: null })
  routes['GET /order-invoice/pick'] = () => ({ rows: rows.map(({ id, number }) => ({ id, title: number })) })
  routes['GET /product/pick'] = () => ({ rows: [{ id: 5, title: 'Massager' }] })
  routes['GET /order/pick'] = () => ({ rows: [{ id: 7, title: 'ORD-2026-000007' }] })
})

const all = ['22-a', '22-b', '22-c', '22-d']
async function show(element: RouteObject['element'], permissions = all, search = '') {
  await begin({ userId, permissions })
  const router = createMemoryRouter(
    [
      { path: '/', element },
      { path: '/order-invoice/order-invoice-details/:id', element: <p>Opened</p> },
      { path: '/maintenance-invoice/maintenance-invoice-details/:id', element: <p>Opened</p> },
    ],
    { initialEntries: [`/${search}`] },
  )
  return showAtWork(userId, router)
}
const tab = (record = sale) => <InvoicesTab module={order} record={record} field="order" />
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])

test('the tab says what was invoiced, how far it is paid, and what is still open', async () => {
  await show(tab())
  const first = (await screen.findByText('00001')).closest<HTMLElement>('[role=row]')!
  expect(within(first).getByText('Part paid')).toBeTruthy()
  expect(within(first).getByText('₹10,000')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Draft' }).getAttribute('href')).toBe(
    '/order-invoice/order-invoice-details/2',
  )
  // A draft is neither credited nor counted.
  expect(screen.getAllByRole('button', { name: /^Credit / })).toHaveLength(1)
  expect(screen.getByText('Invoiced').textContent).toBe('Invoiced ₹11,800')
})

test('an invoice of all that is left is one press away, and opens', async () => {
  rows = []
  const person = await show(tab())
  await person.click(await screen.findByRole('button', { name: 'Make invoice' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([{ op: 'orderInvoice.create', args: { order: 7, kind: 'invoice' } }]),
  )
})

test('nothing is invoiced of a draft, nor by somebody who only reads', async () => {
  rows = []
  await show(tab({ ...sale, stage: 'draft' }))
  expect(await screen.findByText(/once the order is confirmed/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make invoice' })).toBeNull()
})

test('whoever only reads invoices makes and credits none', async () => {
  await show(tab(), ['22-a', '22-d'])
  await screen.findByText('00001')
  expect(screen.queryByRole('button', { name: /Make|Credit|Proforma/ })).toBeNull()
})

test('the panel says its tax in two halves by code and rate, and the amount in words', async () => {
  const screens = defineScreens(orderInvoice, { routes: {}, ...orderInvoiceContents })
  await show(<InvoicePanel record={rows[0]!} screens={screens} />)
  expect(await screen.findByText('Rupees eleven thousand eight hundred only')).toBeTruthy()
  const taxes = within(screen.getByRole('table', { name: 'Tax by HSN and rate' }))
  expect(taxes.getAllByRole('cell').map(cell => cell.textContent)).toEqual(['9019', '₹10,000', '₹900 9 %', '₹900 9 %'])
  expect(screen.getByText('To pay').nextElementSibling?.textContent).toBe('₹10,000')
})

test('what goes to another state has one tax', async () => {
  const screens = defineScreens(orderInvoice, { routes: {}, ...orderInvoiceContents })
  await show(<InvoicePanel record={{ ...rows[0]!, interState: true }} screens={screens} />)
  const taxes = within(await screen.findByRole('table', { name: 'Tax by HSN and rate' }))
  expect(taxes.getAllByRole('cell').map(cell => cell.textContent)).toEqual(['9019', '₹10,000', '₹1,800 18 %'])
})

test('several are printed at once, each with its pages counted', async () => {
  rows = [invoice(1), invoice(3, { kind: 'creditNote', against: 1, number: 'CN/26-27/00003', reason: 'Damaged' })]
  await show(
    <InvoicePrint screens={defineScreens(orderInvoice, { routes: {}, ...orderInvoiceContents })} />,
    all,
    '?ids=3,1',
  )
  const sheets = await screen.findAllByRole('article')
  expect(sheets).toHaveLength(2)
  expect(within(sheets[0]!).getByText('Credit note')).toBeTruthy()
  expect(within(sheets[0]!).getByText('Damaged')).toBeTruthy()
  expect(within(sheets[1]!).getByText('Tax invoice')).toBeTruthy()
  for (const sheet of sheets) {
    expect(await within(sheet).findByText('Massager')).toBeTruthy()
    expect(within(sheet).getByText('Page 1 of 1')).toBeTruthy()
    expect(within(sheet).getByText('₹11,800.00', { selector: 'dd.font-semibold.text-\\[12pt\\]' })).toBeTruthy()
  }
})

describe('of a service job', () => {
  const ofJob = ['41-a', '41-b', '41-c', '41-d']
  const none = Object.fromEntries(Object.keys(allFields(maintenanceInvoice)).map(name => [name, null]))
  const job = { ...itemRow(8), number: 'MNT-2026-000008', stage: 'repaired', total: 118_000 } as unknown as Row
  const bill = (id: number, more: object = {}): Row => {
    const { order: _order, fees: _fees, discount: _discount, feeRate: _rate, ...shared } = invoice(id)
    const part = { id: 601, line: 71, qty: 1, hsn: '8507', minutes: null, taxRate: 1_800 }
    const lines = [
      { ...part, part: 6, name: 'Battery', unitPrice: 118_000, covered: null },
      { ...part, id: 602, line: 72, part: 6, name: 'Battery', unitPrice: 0, covered: 'us' },
      { ...part, id: 603, line: 73, part: null, name: null, minutes: 45, unitPrice: 0, covered: 'warranty' },
    ]
    const sums = { taxable: 100_000, tax: 18_000, total: 118_000, outstanding: 118_000, estimate: 120_000 }
    const own = { maintenance: 8, number: `SRV/26-27/0000${id}`, device: 'Massager', serial: 'KW-77' }
    return { ...none, ...shared, ...sums, ...own, lines, ...more }
  }
  const tabOf = (record = job) => <InvoicesTab module={maintenance} record={record} field="maintenance" />
  let bills: Row[]
  beforeEach(() => {
    bills = []
    const { routes } = server.state
    routes['GET /maintenance-invoice'] = () => ({ rows: bills, next: null })
    routes['GET /maintenance/pick'] = () => ({ rows: [{ id: 8, title: 'MNT-2026-000008' }] })
  })

  test('there is one at a time', async () => {
    const person = await show(tabOf(), ofJob)
    await person.click(await screen.findByRole('button', { name: 'Make invoice' }))
    await waitFor(() =>
      expect(sent()).toMatchObject([{ op: 'maintenanceInvoice.create', args: { maintenance: 8, kind: 'invoice' } }]),
    )
  })

  test('while one asks for all of it no other one is made', async () => {
    bills = [bill(1)]
    await show(tabOf(), ofJob)
    await screen.findByText('00001')
    expect(screen.queryByRole('button', { name: 'Make invoice' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Credit SRV/26-27/00001' })).toBeTruthy()
  })

  test('none is made before the work is over', async () => {
    await show(tabOf({ ...job, stage: 'inRepair' }), ofJob)
    expect(await screen.findByText(/once the work is over/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Make invoice' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Proforma' })).toBeTruthy()
  })

  test('it says why nothing is asked for a line, and beside the total what was told', async () => {
    const screens = defineScreens(maintenanceInvoice, { routes: {}, ...maintenanceInvoiceContents })
    await show(<InvoicePanel record={bill(1)} screens={screens} />, ofJob)
    expect(await screen.findByText('At our cost')).toBeTruthy()
    expect(screen.getByText('Under warranty')).toBeTruthy()
    expect(screen.getByText('Work, 45 min')).toBeTruthy()
    expect(screen.getByText('Estimate').nextElementSibling?.textContent).toBe('₹1,200')
    expect(screen.getByText('To pay').nextElementSibling?.textContent).toBe('₹1,180')
    expect(screen.queryByRole('columnheader', { name: 'Discount' })).toBeNull()
  })

  test('on paper it names the job and the device', async () => {
    bills = [bill(1)]
    const screens = defineScreens(maintenanceInvoice, { routes: {}, ...maintenanceInvoiceContents })
    await show(<InvoicePrint screens={screens} />, ofJob, '?ids=1')
    const sheet = within(await screen.findByRole('article'))
    for (const said of ['MNT-2026-000008', 'KW-77', 'Massager', 'At our cost', 'Work, 45 min', '1,200.00'])
      expect(await sheet.findByText(said)).toBeTruthy()
  })
})
