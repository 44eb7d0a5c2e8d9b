import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import type { Screens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { orderCancelContents } from '../order-cancel-contents.ts'
import { CancelCreate, CancelEdit } from './cancel-pages.tsx'

const screens: Screens<typeof orderCancel> = { module: orderCancel, routes: {}, ...orderCancelContents }

/** Above every id that a test of another file takes. */
let userId = 12_500
let server: SyncDouble
let stage: string
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'orderCancel', 'problems', 'keys'))

const line = (id: number, product: number, counts: object) => ({ id, product, ...counts })
beforeEach(() => {
  userId += 1
  stage = 'confirmed'
  server = syncDouble()
  const { routes } = server.state
  routes['GET /order/7'] = () => ({
    ...itemRow(7),
    number: 'ORD-2026-000007',
    name: 'Ananya Banerjee',
    stage,
    lines: [
      line(91, 5, { qty: 5, dispatched: 1, cancelled: 1 }),
      line(92, 6, { qty: 2, dispatched: 2, cancelled: null }),
      line(93, 6, { qty: 1, dispatched: null, cancelled: null }),
    ],
  })
  routes['GET /product/pick'] = () => ({
    rows: [
      { id: 5, title: 'Massager' },
      { id: 6, title: 'Hair dryer' },
    ],
  })
})

async function open(path: string, permissions = ['20-a', '20-c', '20-d']) {
  await begin({ userId, permissions })
  const routes = [
    { path: '/create/:id', element: <CancelCreate screens={screens} title="orderCancel:titles.create" /> },
    { path: '/edit/:id', element: <CancelEdit screens={screens} title="orderCancel:titles.edit" /> },
    { path: '/orders/orders-details/7', element: <h1>The order</h1> },
  ]
  return showAtWork(userId, createMemoryRouter(routes, { initialEntries: [path] }))
}
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])
const cellOf = (name: string) => screen.findByLabelText<HTMLInputElement>(`Cancel of ${name}`)

test('what is left of each line is offered, what is typed is asked for, and the way leads back to the order', async () => {
  const person = await open('/create/7')
  expect(await screen.findByText('Ananya Banerjee')).toBeTruthy()
  const massager = await cellOf('Massager')
  expect(screen.getByText('3 left')).toBeTruthy()
  // What has left wholly is not there.
  expect(screen.getAllByText(/left$/)).toHaveLength(2)
  await waitFor(() => expect(massager.disabled).toBe(false))
  await person.type(massager, '2')
  await person.type(screen.getByLabelText(/^Reason/), 'Changed their mind')
  await person.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  expect(await screen.findByRole('heading', { name: 'The order' })).toBeTruthy()
  expect(sent()).toMatchObject([
    { op: 'orderCancel.create', args: { order: 7, reason: 'Changed their mind', lines: [{ line: 91, qty: 2 }] } },
  ])
  expect((sent()[0]!.args.lines as { id: number }[])[0]!.id).toBeGreaterThan(0)
})

test('all of a line is one press, and emptying it takes it out again', async () => {
  const person = await open('/create/7')
  const dryer = await cellOf('Hair dryer')
  await waitFor(() => expect(dryer.disabled).toBe(false))
  const [first, second] = screen.getAllByRole('button', { name: 'All of it' })
  await person.click(second!)
  await person.click(first!)
  expect(dryer.value).toBe('1')
  await person.clear(dryer)
  await person.type(screen.getByLabelText(/^Reason/), 'Out of stock')
  await person.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]!.args.lines).toMatchObject([{ line: 91, qty: 3 }])
})

test('more than is left is said at once beside its line; so is what the server says of it', async () => {
  const person = await open('/create/7')
  const massager = await cellOf('Massager')
  await waitFor(() => expect(massager.disabled).toBe(false))
  await person.type(massager, '4')
  const about = () => massager.closest('[data-field]') as HTMLElement
  expect(within(about()).getByText('3 left')).toBeTruthy()
  server.state.refuses = () => true
  server.state.refused = { 'lines.0.qty': 'Only 3 left to cancel.' }
  await person.type(screen.getByLabelText(/^Reason/), 'Too many')
  await person.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  expect(await within(about()).findByText('Only 3 left to cancel.')).toBeTruthy()
})

test('where nothing can be cancelled any more it says so, and leads back', async () => {
  stage = 'delivered'
  await open('/create/7')
  expect(await screen.findByText('Nothing is left that could be cancelled.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'ORD-2026-000007' }).getAttribute('href')).toBe('/orders/orders-details/7')
})

test('the newest that waits for a decision is changed', async () => {
  const asked = (id: number) => ({
    ...itemRow(id),
    number: `CAN-${id}`,
    order: 7,
    stage: 'requested',
    reason: 'Late',
    requestedBy: 'customer',
    refundMode: null,
    note: null,
    lines: [{ id: 501, line: 91, qty: 2 }],
  })
  server.state.routes['GET /order-cancel'] = request => {
    const { searchParams } = new URL(request.url)
    expect(searchParams.get('filter[order]')).toBe('7')
    expect(searchParams.get('filter[stage]')).toBe('requested')
    return { rows: [asked(41), asked(40)], next: null }
  }
  server.state.routes['GET /order-cancel/41'] = () => asked(41)
  const person = await open('/edit/7')
  const massager = await cellOf('Massager')
  expect(massager.value).toBe('2')
  await person.clear(massager)
  await person.type(massager, '3')
  await person.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  expect(await screen.findByRole('heading', { name: 'The order' })).toBeTruthy()
  expect(sent()).toMatchObject([{ op: 'orderCancel.change', id: 41, args: { lines: [{ line: 91, qty: 3 }] } }])
})

test('where none waits it says so, with the way to ask for one', async () => {
  server.state.routes['GET /order-cancel'] = () => ({ rows: [], next: null })
  await open('/edit/7')
  expect(await screen.findByText('No cancellation of this order waits for a decision.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Cancel order' })
  expect(link.getAttribute('href')).toBe('/orders/orders-cancel-create/7')
})
