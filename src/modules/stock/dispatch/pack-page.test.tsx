import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allFields } from '#contract/module.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { shortCode } from '#contract/short-code.ts'
import { readConnection } from '#src/offline/connection.ts'
import { shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { answerScans } from '../../../../tests/support/scan-on-server.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { dispatchContents } from '../dispatch-contents.ts'
import { dispatchPages } from '../dispatch.ts'
import { PackPage } from './pack-page.tsx'

const screens = { ...dispatchPages, ...dispatchContents }

/** Above every id that a test of another file takes. */
let userId = 14_100
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'dispatch', 'scan', 'product', 'unit', 'problems', 'keys', 'lists'))

const blank = (module: typeof dispatch | typeof unit) =>
  Object.fromEntries(Object.keys(allFields(module)).map(name => [name, null]))
const line = (id: number, product: number, qty: number, colour: number | null = null) => ({
  id,
  product,
  qty,
  colour,
  unitPrice: 100_000,
})
const device = (id: number, serial: string, more: object = {}) => {
  server.write('unit', id, {
    ...blank(unit),
    serial,
    product: 5,
    stage: 'allocated',
    order: 7,
    orderLine: 91,
    tags: [],
    ...more,
  })
  // What has left is on no device of whoever packs.
  server.state.routes[`GET /unit/${id}`] = () => server.rows.get(id)!.row
}
const parcel = (id: number, more: object = {}) =>
  server.write('dispatch', id, {
    ...blank(dispatch),
    direction: 'out',
    order: 7,
    stage: 'draft',
    items: [{ id: 801, line: 91, product: 5, qty: 2, units: [], counted: null }],
    parcels: [],
    events: [],
    number: `DSP-2026-${id}`,
    ...more,
  })

beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'order', 'dispatch', 'unit', 'product'] }
  const { routes } = server.state
  server.write('order', 7, {
    number: 'ORD-2026-000007',
    name: 'Ananya Banerjee',
    phone: '+919830041172',
    stage: 'confirmed',
    paymentMode: 'cashOnDelivery',
    balance: 300_000,
    lines: [line(91, 5, 2), line(92, 6, 1)],
  })
  server.write('product', 5, { name: 'Kneadwell Pro', sku: 'KWP24', serialised: true })
  server.write('product', 6, { name: 'Massage head', sku: 'HS-0417', serialised: false })
  server.write('product', 8, { name: 'Hair dryer', sku: 'SA18', serialised: true })
  device(301, 'KWP24-118219')
  device(302, 'KWP24-118204')
  for (const name of ['order', 'product', 'unit', 'dispatch']) {
    routes[`GET /${name}`] = () => ({ rows: rowsOf(name), next: null })
    routes[`GET /${name}/pick`] = () => ({ rows: [] })
  }
  routes['GET /order/7'] = () => server.rows.get(7)!.row
  answerScans(server)
})
const rowsOf = (name: string) => [...server.rows.values()].filter(({ t }) => t === name).map(({ row }) => row)

async function open(path = '/orders/orders-dispatch/7') {
  await begin({ userId, permissions: ['20-d', '20-e', '103-a', '103-d', '200-a', '200-d'] })
  const routes = [
    { path: '/orders/orders-dispatch/:id', element: <PackPage screens={screens} title="dispatch:titles.pack" /> },
    { path: '/orders/orders-dispatch-label/:id', element: <h1>The label</h1> },
  ]
  const person = showAtWork(userId, createMemoryRouter(routes, { initialEntries: [path] }))
  // Whoever packs has the day's orders and devices with them.
  const isHere = () => !readConnection().syncing && readConnection().lastSyncAt !== null
  await waitFor(() => expect(isHere()).toBe(true))
  return person
}
/** A device that only the server knows. */
function knownThere(serial: string, id: number) {
  const hit = { module: 'unit', id, title: serial, archived: false, field: 'serial', code: serial }
  const answer = { hits: [hit], how: 'asIs', denied: [], similar: [] }
  server.state.routes['GET /scan'] = request =>
    new URL(request.url).searchParams.get('text') === serial ? answer : { ...answer, hits: [] }
  const row = { ...blank(unit), ...itemRow(id), serial, product: 5, stage: 'inStock', holder: 'us', tags: [] }
  server.state.routes[`GET /unit/${id}`] = () => row
}
/** It reads as the code of a parcel's label. */
const lookalike = shortCode(dispatch, 5_000)
/** What was done; that something is withdrawn is the queue's own business, and that it was scanned is told besides. */
const sent = () =>
  server.state.pushes.flatMap(({ ops }) =>
    (ops as (Intent | object)[]).filter(one => 'op' in one).filter(({ op }) => !op.endsWith('.scan')),
  )
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Scan or type a serial number' })
const scan = async (code: string) => {
  const box = await field()
  fireEvent.change(box, { target: { value: code } })
  fireEvent.submit(box)
}
const unitsIn = (id: number) =>
  (server.rows.get(id)!.row as unknown as { items: { units: number[] }[] }).items[0]!.units

test('what is left of each line is packed, or less of it, with what it says of where it goes', async () => {
  const person = await open()
  await screen.findByText('Massage head')
  await person.click(screen.getByRole('button', { name: 'One Kneadwell Pro less' }))
  await person.click(screen.getByRole('button', { name: 'One Massage head less' }))
  await person.click(screen.getByRole('button', { name: 'Start packing 1 piece' }))
  expect((await field()).ownerDocument.activeElement).toBe(await field())
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    op: 'dispatch.create',
    args: {
      order: 7,
      name: 'Ananya Banerjee',
      phone: '+919830041172',
      items: [{ line: 91, product: 5, qty: 1, units: [] }],
      codAmount: 300_000,
    },
  })
})

test('a draft is not packed: why is said, and the way to the order stands once', async () => {
  server.write('order', 7, { stage: 'draft' })
  await open()
  expect(await screen.findByText('This order is not confirmed yet')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Open order' })).toHaveLength(1)
})

test.each([
  ['of GS1', ']d2010950400005910121KWP24-118219'],
  ['as it is printed for people', '(01)09504000059101(21)KWP24-118219'],
  ['of a Russian keyboard', 'ЛЦЗ24-118219', /set to Russian/],
  ['without its hyphen', 'kwp24 118219'],
])('a label is read as it is anywhere else: %s', async (_, code, note?: RegExp) => {
  parcel(41)
  await open()
  await scan(code)
  if (note) await waitFor(() => expect(shownToasts().at(-1)?.message).toMatch(note))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  await waitFor(() => expect(unitsIn(41)).toEqual([301]))
})

test('digits of a bar code are the same with a nought before them', async () => {
  device(301, '0036000291452')
  parcel(41)
  await open()
  await scan('036000291452')
  await waitFor(() => expect(unitsIn(41)).toEqual([301]))
})

test('a right one counts at once, and is kept as a change of the parcel', async () => {
  parcel(41)
  await open()
  await scan('kwp24-118219')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  const said = screen.getAllByRole('status')[0]!
  expect(await within(said).findByText('Kneadwell Pro')).toBeTruthy()
  expect(screen.getByText('1 piece to scan')).toBeTruthy()
  await waitFor(() => expect(unitsIn(41)).toEqual([301]))
  expect(sent()[0]).toMatchObject({ op: 'dispatch.change', id: 41, base: { fields: { items: [{ units: [] }] } } })
})

test('scans that come faster than anybody answers are all counted, in their order', async () => {
  parcel(41)
  await open()
  await field()
  let answer = () => {}
  server.state.slow = new Promise<void>(resolve => (answer = resolve))
  await scan('KWP24-118204')
  await scan('KWP24-118219')
  expect(await screen.findByText('Nothing left to scan')).toBeTruthy()
  answer()
  await waitFor(() => expect(unitsIn(41)).toEqual([302, 301]))
  expect(sent().at(-1)).toMatchObject({ base: { fields: { items: [{ units: [302] }] } } })
})

test('a second time says so and changes nothing; undo takes the last one out again', async () => {
  parcel(41)
  const person = await open()
  await scan('KWP24-118219')
  await screen.findByRole('button', { name: 'Undo' })
  await scan('KWP24-118219')
  expect(await screen.findByText('Already in this parcel')).toBeTruthy()
  await waitFor(() => expect(unitsIn(41)).toEqual([301]))
  await person.click(screen.getByRole('button', { name: 'Take out Kneadwell Pro' }))
  await waitFor(() => expect(unitsIn(41)).toEqual([]))
  expect(sent()).toHaveLength(2)
  expect((await field()).ownerDocument.activeElement).toBe(await field())
})

test.each([
  ['SA18-330452', { product: 8 }, 'This product is not in this parcel.'],
  ['KWP24-900001', { order: 9 }, 'This device is set aside for another order.'],
  ['KWP24-900001', { stage: 'withCustomer' }, 'This device has left already.'],
  ['KWP24-900001', { stage: 'quarantine' }, 'This device is not free to be sold.'],
  ['KWP24-900001', { stage: 'inStock', holder: 'technician', order: null }, 'We do not have this device'],
  ['KWP24-900001', { order: null }, 'This device is set aside already.'],
  ['KWP24-900001', { archivedAt: '2026-08-01T10:00:00.000Z' }, 'This device is archived.'],
])('a wrong one blocks with its reason until it is out of the way: %s %o', async (serial, more, reason) => {
  device(303, serial, more)
  parcel(41)
  const person = await open()
  await scan(serial)
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText(reason, { exact: false })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Scan or type a serial number' })).toBeNull()
  const put = within(block).getByRole('button', { name: 'I put it back, scan on' })
  await waitFor(() => expect(document.activeElement).toBe(put))
  expect(sent()).toEqual([])
  await person.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  await scan('KWP24-118219')
  await waitFor(() => expect(unitsIn(41)).toEqual([301]))
})

test.each([[{ colour: 61 }], [{ colour: null }]])('where a colour was ordered, %o blocks', async more => {
  server.write('order', 7, { ...server.rows.get(7)!.row, lines: [line(91, 5, 2, 60), line(92, 6, 1)] })
  device(303, 'KWP24-900001', more)
  device(304, 'KWP24-900002', { colour: 60 })
  parcel(41)
  const person = await open()
  await scan('KWP24-900001')
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText('This is another colour', { exact: false })).toBeTruthy()
  await person.click(within(block).getByRole('button'))
  await scan('KWP24-900002')
  await waitFor(() => expect(unitsIn(41)).toEqual([304]))
})

test('what is in a parcel of another order, as this device knows, is not packed a second time', async () => {
  device(303, 'KWP24-900001', { stage: 'inStock', holder: 'us', order: null, orderLine: null })
  parcel(41)
  const items = (units: number[]) => [{ id: 811, line: 95, product: 5, qty: 1, units, counted: null }]
  parcel(42, { order: 9, items: items([303]) })
  const person = await open()
  await scan('KWP24-900001')
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText('This device is in another parcel already.', { exact: false })).toBeTruthy()
  await person.click(within(block).getByRole('button'))
  expect(sent()).toEqual([])
})

test('what this device does not know is asked of the server, and what nobody knows blocks', async () => {
  parcel(41)
  await open()
  await field()
  knownThere('KWP24-777', 377)
  await scan('KWP24-777')
  await waitFor(() => expect(unitsIn(41)).toEqual([377]))
  await scan('NOTHING-1')
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText('Nobody knows this code')).toBeTruthy()
})

test.each([
  ['on this device', () => device(303, lookalike)],
  ['at the server', () => knownThere(lookalike, 303)],
])('a serial number that passes for the code of a label is a serial number: known %s', async (_, make) => {
  parcel(41)
  make()
  await open()
  await scan(lookalike)
  await waitFor(() => expect(unitsIn(41)).toEqual([303]))
})

test('the label of a parcel is of another kind, and says so', async () => {
  parcel(41)
  parcel(5_000, { order: 9, items: [] })
  const person = await open()
  for (const text of [`https://desk.example/s/${lookalike}`, lookalike]) {
    await scan(text)
    const block = await screen.findByRole('alertdialog')
    expect(within(block).getByText(/a record of another kind: dispatch. Scanned here: devices, products/)).toBeTruthy()
    await person.click(within(block).getByRole('button'))
  }
})

const hit = { module: 'unit', id: 302, title: 'KWP24-118204', archived: false, field: 'serial', code: 'KWP24-118204' }
const none = { hits: [], how: 'asIs', denied: [], similar: [] }
test.each([
  ['a link of others', 'https://shop.example/1', none, 'This is an address, not one of our labels'],
  ['what this person may not see', 'NOT-MINE-1', { ...none, denied: ['unit'] }, 'You may not open this record'],
  ['an empty label', ']C1', none, 'Nothing was read'],
])('each that is not packed has words of its own: %s', async (_, code, answer, title) => {
  parcel(41)
  server.state.routes['GET /scan'] = () => answer
  await open()
  await scan(code)
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText(title)).toBeTruthy()
})

test.each([
  [
    'stands on two things',
    { hits: [hit, { ...hit, id: 8, title: 'Hair dryer', code: 'SA18', module: 'product' }] },
    'This code stands on several records',
  ],
  ['is only like one', { similar: [hit] }, /Did you mean one of these/],
])('a code that %s is a question, and what is chosen is packed', async (_, answer, question) => {
  parcel(41)
  server.state.routes['GET /scan'] = () => ({ ...none, ...answer })
  const person = await open()
  await scan('KWP24-11820')
  const choice = await screen.findByRole('button', { name: /^KWP24-118204/ })
  expect(screen.getByText(question, { selector: 'p.text-60' })).toBeTruthy()
  expect(sent()).toEqual([])
  await person.click(choice)
  await waitFor(() => expect(unitsIn(41)).toEqual([302]))
})

test('what was packed stands in the history of the device as a scan, and the camera is within reach', async () => {
  parcel(41)
  await open()
  await scan('KWP24-118204')
  const scans = () =>
    server.state.pushes.flatMap(({ ops }) => (ops as Intent[]).filter(one => one.op?.endsWith('.scan')))
  await waitFor(() => expect(scans()).toMatchObject([{ op: 'unit.scan', id: 302, args: { mode: 'pack' } }]))
  expect(screen.getByRole('button', { name: 'Camera' })).toBeTruthy()
})

test('the label of a device is the device', async () => {
  parcel(41)
  await open()
  await scan(`https://desk.example/s/${shortCode(unit, 302)}`)
  await waitFor(() => expect(unitsIn(41)).toEqual([302]))
})

test('what the server does not take is taken back, and says why', async () => {
  parcel(41)
  await open()
  await field()
  server.state.refuses = () => true
  server.state.refused = { 'items.0.units': 'It is in another parcel.' }
  await scan('KWP24-118219')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(await screen.findByText('It is in another parcel.')).toBeTruthy()
  expect(await screen.findByText('2 pieces to scan')).toBeTruthy()
})

const cancelled = (...pieces: number[]) => {
  const { row } = server.rows.get(7)!
  const lines = (row as unknown as { lines: object[] }).lines.map((one, at) => ({ ...one, cancelled: pieces[at] ?? 0 }))
  server.write('order', 7, { ...row, stage: 'packing', lines })
}

test('what was cancelled while it was packed is said, and comes out in one press', async () => {
  cancelled(1, 1)
  parcel(41, {
    items: [
      { id: 801, line: 91, product: 5, qty: 2, units: [301, 302], counted: null },
      { id: 802, line: 92, product: 6, qty: 1, units: [], counted: null },
    ],
  })
  const person = await open()
  const notice = await screen.findByRole('alert')
  expect(within(notice).getByText('2 pieces of this parcel must not go with it.')).toBeTruthy()
  expect(await within(notice).findByText('KWP24-118204')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Scan or type a serial number' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Close parcel/ }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Packed, check later' })).toBeNull()
  // One by one it comes out as well.
  expect(screen.getAllByRole('button', { name: 'Take out Kneadwell Pro' })).toHaveLength(2)
  await person.click(within(notice).getByRole('button', { name: 'Take out what was cancelled' }))
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.change', id: 41 }]))
  expect(sent()[0]!.args).toEqual({ items: [{ id: 801, line: 91, product: 5, qty: 1, units: [301], counted: null }] })
  expect(await field()).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close parcel' }).disabled).toBe(false)
})

test('a parcel of which everything was cancelled is cancelled itself', async () => {
  cancelled(0, 1)
  parcel(41, { items: [{ id: 802, line: 92, product: 6, qty: 1, units: [], counted: null }] })
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Cancel this parcel' }))
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.cancel', id: 41 }]))
})

test('goods without a serial number are scanned by their code, or counted', async () => {
  server.write('order', 7, { ...server.rows.get(7)!.row, lines: [line(91, 5, 2), line(92, 6, 2)] })
  parcel(41, { items: [{ id: 802, line: 92, product: 6, qty: 2, units: [], counted: null }] })
  const person = await open()
  await scan('HS-0417')
  expect(await screen.findByText('Counted in')).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'One Massage head is in' }))
  expect(await screen.findByText('Nothing left to scan')).toBeTruthy()
  await waitFor(() => expect(server.rows.get(41)!.row).toMatchObject({ items: [{ counted: 2, units: [] }] }))
  await scan('HS-0417')
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText('one too many', { exact: false })).toBeTruthy()
})

test('closing the parcel says packed and checked; nothing missing is closed', async () => {
  parcel(41)
  const person = await open()
  const close = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close parcel, 2 pieces missing' })
  expect(close.disabled).toBe(true)
  await scan('KWP24-118219')
  await scan('KWP24-118204')
  await person.click(await screen.findByRole('button', { name: 'Close parcel' }))
  await waitFor(() =>
    expect(
      sent()
        .map(({ op }) => op)
        .slice(-2),
    ).toEqual(['dispatch.pack', 'dispatch.check']),
  )
})

test('courier and number are kept when they are left, and with the next step', async () => {
  parcel(41, { stage: 'checked', items: [{ id: 801, line: 91, product: 5, qty: 1, units: [301], counted: null }] })
  const person = await open()
  const awb = await screen.findByLabelText('AWB')
  await person.type(awb, '3521 8890 4417')
  await person.click(screen.getByRole('button', { name: 'Print label' }))
  expect(await screen.findByRole('heading', { name: 'The label' })).toBeTruthy()
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.change', id: 41 }]))
  expect(Object.keys(sent()[0]!.args)).toEqual(['awb'])
})

test('what the courier would cut off is said beside its field before the label is printed, and broken into lines', async () => {
  server.write('courier', 3, { label: 'Shree Maruti', lineLimit: 35 })
  withCourier({ name: 'Ananya Banerjee', address: 'Flat 1204, Tower C, Sri Venkateswara Residency Phase II' })
  const person = await open()
  const print = await screen.findByRole('button', { name: 'Print label' })
  const description = 'Line 1 has 55 signs, Shree Maruti takes 35 in a line. Begin a new line before that.'
  const address = await screen.findByRole('textbox', { name: 'Address', description })
  expect(screen.queryByRole('textbox', { name: 'To' })).toBeNull()
  await person.click(print)
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(screen.queryByRole('heading', { name: 'The label' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Break into lines of 35 signs' }))
  await person.click(print)
  expect(await screen.findByRole('heading', { name: 'The label' })).toBeTruthy()
  const broken = 'Flat 1204, Tower C, Sri\nVenkateswara Residency Phase II'
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.change', args: { address: broken } }]))
})

const withCourier = (more: object = {}) =>
  parcel(41, {
    stage: 'checked',
    courier: 3,
    pincode: '560001',
    items: [{ id: 801, line: 91, product: 5, qty: 1, units: [301], counted: null }],
    ...more,
  })

test('a parcel is booked with a courier that the server asks, and the booking is cancelled', async () => {
  const { routes } = server.state
  withCourier()
  routes['GET /couriers/served'] = () => ({ couriers: [3] })
  routes['GET /couriers/serviceable'] = request => {
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({ pincode: '560001', courier: '3' })
    return { answers: [{ courier: 3, is: 'unserviceable', reason: 'Flooded', services: [] }], areas: [] }
  }
  routes['POST /couriers/book'] = async request => {
    expect(await request.json()).toEqual({ dispatch: 41 })
    withCourier({ awb: 'MR77', booking: 'B-77', bookedAt: '2026-03-02T04:30:00.000Z' })
    return { awb: 'MR77' }
  }
  routes['POST /couriers/cancel'] = () =>
    Response.json({ code: 'not-now', message: 'Picked up already', requestId: 'r' }, { status: 422 })
  const person = await open()
  expect(await screen.findByText('Does not go to 560001. Flooded')).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'Book with courier' }))
  expect(await screen.findByText(/^Booked as B-77/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('AWB').value).toBe('MR77')
  expect(screen.queryByRole('button', { name: 'Book with courier' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cancel booking' }))
  expect(await screen.findByText('Picked up already')).toBeTruthy()
})

test('what a booking came to can be pressed at once, though more is still being fetched', async () => {
  const { routes } = server.state
  withCourier()
  routes['GET /couriers/served'] = () => ({ couriers: [3] })
  routes['GET /couriers/serviceable'] = () => ({ answers: [], areas: [] })
  let cancelled = 0
  routes['POST /couriers/cancel'] = () => {
    cancelled += 1
    return {}
  }
  const answer = server.fetch.getMockImplementation()!
  let come = () => {}
  routes['POST /couriers/book'] = () => {
    withCourier({ awb: 'MR77', booking: 'B-77', bookedAt: '2026-03-02T04:30:00.000Z' })
    server.write('product', 5, {})
    // The parcel comes with the first page, and the next one does not come.
    server.state.pageSize = 1
    const rest = new Promise<void>(resolve => (come = resolve))
    let pages = 0
    server.fetch.mockImplementation(async request => {
      if (request.url.includes('/sync/pull')) {
        pages += 1
        if (pages > 1) await rest
      }
      return answer(request)
    })
    return { awb: 'MR77' }
  }
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Book with courier' }))
  await screen.findByText(/^Booked as B-77/)
  await person.click(screen.getByRole('button', { name: 'Cancel booking' }))
  await waitFor(() => expect(cancelled).toBe(1))
  come()
})

test('since when a courier was asked and said nothing is told, also on another page load, and taken back there', async () => {
  const { routes } = server.state
  withCourier()
  let taken = 0
  routes['GET /couriers/asked'] = request => {
    expect(new URL(request.url).searchParams.get('dispatch')).toBe('41')
    return { since: taken > 0 ? null : '2026-03-02T04:32:00.000Z' }
  }
  routes['GET /couriers/served'] = () => ({ couriers: [3] })
  routes['GET /couriers/serviceable'] = () => ({ answers: [], areas: [] })
  routes['POST /couriers/book'] = () =>
    taken > 0
      ? { awb: 'MR78' }
      : Response.json({ code: 'not-now', message: 'Another courier was asked', requestId: 'r' }, { status: 422 })
  routes['POST /couriers/cancel'] = () => {
    taken += 1
    return {}
  }
  const person = await open()
  expect(await screen.findByText(/was asked on .*10:02.* makes no other one/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Book with courier' }))
  expect(await screen.findByText('Another courier was asked')).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'Cancel booking' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull())
  expect(taken).toBe(1)
  expect(screen.getByRole('button', { name: 'Book with courier' })).toBeTruthy()
})

test('with a courier that is worked with by hand nothing is offered to book', async () => {
  withCourier()
  const asked: string[] = []
  server.state.routes['GET /couriers/served'] = () => {
    asked.push('served')
    return { couriers: [] }
  }
  server.state.routes['GET /couriers/serviceable'] = () => {
    asked.push('serviceable')
    return { answers: [{ courier: 3, is: 'byHand', reason: 'By hand', services: [] }], areas: [] }
  }
  await open()
  await screen.findByLabelText('AWB')
  await waitFor(() => expect(asked.toSorted()).toEqual(['served', 'serviceable']))
  expect(screen.queryByRole('button', { name: 'Book with courier' })).toBeNull()
  expect(screen.queryByText(/560001|By hand/)).toBeNull()
})

const labelled = (more: object = {}) =>
  parcel(41, {
    stage: 'labelled',
    codAmount: 200_000,
    items: [{ id: 801, line: 91, product: 5, qty: 2, units: [301, 302], counted: null }],
    ...more,
  })

test('what was paid since the label was printed is said before it is handed over, and printed anew', async () => {
  server.write('order', 7, { ...server.rows.get(7)!.row, stage: 'packing', balance: 140_000 })
  labelled()
  const person = await open()
  expect(await screen.findByText(/changed from ₹2,000 to ₹1,400/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Print label anew' }))
  expect(await screen.findByRole('heading', { name: 'The label' })).toBeTruthy()
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.relabel', id: 41, args: { codAmount: 140_000 } }]))
})

test('where only the server knows of another sum, its reason leads to another label as well', async () => {
  labelled()
  const person = await open()
  await screen.findByRole('button', { name: 'Hand over' })
  server.state.refuses = () => true
  server.state.refused = { codAmount: 'The sum to collect changed from 2000.00 to 1400.00: print the label anew.' }
  await person.click(screen.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText(/^The sum to collect changed/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Print label anew' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
})

test('after it was handed over it is delivered, comes back or is lost, which asks why', async () => {
  parcel(41, {
    stage: 'handedOver',
    items: [{ id: 801, line: 91, product: 5, qty: 2, units: [301, 302], counted: null }],
  })
  const person = await open('/orders/orders-dispatch/7?dispatch=41')
  await person.click(await screen.findByRole('button', { name: 'Note an event' }))
  await person.type(within(await screen.findByRole('dialog')).getByLabelText('Place'), 'Pune hub')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toMatchObject([{ args: { events: [{ kind: 'arrived', place: 'Pune hub' }] } }]))
  // Once the dialog has gone it gives the focus back: what is typed before that would press this button.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Note an event' })))
  await person.click(await screen.findByRole('button', { name: 'Lost' }))
  await person.type(within(await screen.findByRole('dialog')).getByLabelText(/^How it was lost/), 'Fell off')
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lost' }))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ op: 'dispatch.lose', args: { lostReason: 'Fell off' } }))
})

test('without a connection it goes from the first scan until it is handed over', async () => {
  const person = await open()
  await screen.findByText('Massage head')
  await haveNumbers(server)
  await connect(server, false)
  await person.click(await screen.findByRole('button', { name: 'One Massage head less' }))
  await person.click(screen.getByRole('button', { name: 'Start packing 2 pieces' }))
  await scan('KWP24-118219')
  await scan('KWP24-118204')
  await person.click(await screen.findByRole('button', { name: 'Close parcel' }))
  expect(await screen.findByRole('button', { name: 'Print label' })).toBeTruthy()
  expect(server.state.pushes).toEqual([])
})
