import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { order } from '#contract/modules/sales/order.ts'
import { RecordPlacesContext, type RecordPlaces } from '#src/fields/record-places.ts'
import { spread } from '#src/offline/heard.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { Children } from './children.tsx'
import { Related } from './related.tsx'

/** Above every id that a test of another file takes. */
let userId = 14_500
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'customer', 'order', 'payment', 'dispatch', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
})

const places: RecordPlaces = {
  pathTo: (module, id) => `/${module}/${id}`,
  listOf: module => `/${module}`,
  newFrom: (module, field, id) => `/new-${module}?${field}=${id}`,
  hasForm: () => false,
  Make: () => null,
  Panel: () => null,
}
const one = { ...itemRow(5), name: 'Asha' }
const sale = (id: number, total: number) => ({
  ...itemRow(id),
  number: `ORD-${id}`,
  stage: 'confirmed',
  orderDate: '2026-11-20',
  balance: 0,
  total,
})

async function show(permissions: readonly string[], shown = <Children module={customer} record={one} of={order} />) {
  await begin({ userId, permissions })
  const element = <RecordPlacesContext value={places}>{shown}</RecordPlacesContext>
  return showAtWork(userId, createMemoryRouter([{ path: '*', element }]))
}
const asks = (answer: (search: URLSearchParams) => unknown) => {
  server.state.routes['GET /order'] = ({ url }) => answer(new URL(url).searchParams)
}
const ALL = [`${order.code}-a`, `${order.code}-b`, `${order.code}-d`]

test('what belongs to a record stands there with the columns that are declared, its sums, and the way to each and to a new one', async () => {
  asks(search => {
    expect(search.get('filter[customer]')).toBe('5')
    return { rows: [sale(11, 250_00), sale(12, 100_00)], next: null }
  })
  await show(ALL)
  const grid = within(await screen.findByRole('grid', { name: 'Orders' }))
  const heads = grid.getAllByRole('columnheader').map(head => head.textContent)
  expect(heads).toHaveLength(customer.children!.order!.columns.length)
  expect(grid.getByRole('link', { name: 'ORD-11' }).getAttribute('href')).toBe('/order/11')
  expect(grid.getAllByRole('row').at(-1)!.textContent).toBe('Total₹0₹350')
  expect(screen.getByRole('link', { name: 'New order' }).getAttribute('href')).toBe('/new-order?customer=5')
})

test('more of them come when asked for, and only then are all of them summed', async () => {
  asks(search =>
    search.has('after') ? { rows: [sale(12, 100_00)], next: null } : { rows: [sale(11, 250_00)], next: 'x' },
  )
  const person = await show(ALL)
  await screen.findByText('ORD-11')
  expect(screen.getAllByRole('row').at(-1)!.textContent).toMatch(/^ORD-11/)
  await person.click(screen.getByRole('button', { name: /more/i }))
  await screen.findByText('ORD-12')
  expect(screen.getAllByRole('row').at(-1)!.textContent).toBe('Total₹0₹350')
})

test('a colleague writes one, and it stands there; none is said, and whoever may not make one is not led to it', async () => {
  let rows: unknown[] = []
  asks(() => ({ rows, next: null }))
  await show([`${order.code}-a`])
  await screen.findByText('No orders yet')
  expect(screen.queryByRole('link')).toBeNull()
  rows = [sale(11, 250_00)]
  spread(userId, { changes: [{ t: 'order', id: 11, v: 1 }], many: [] })
  await screen.findByText('ORD-11')
  // They may look through them, and not into one.
  expect(screen.queryByRole('link')).toBeNull()
})

test('while nobody can be asked, that is said, and never that there are none', async () => {
  server.state.network = 'refuse'
  await show(ALL)
  await screen.findByText(/Only what this device holds is shown/)
  expect(screen.queryByText('No orders yet')).toBeNull()
})

test('all else that refers to a record is found by its declaration: the first five, and the list has them all', async () => {
  asks(search =>
    search.has('filter[customer]')
      ? { rows: Array.from({ length: 7 }, (_, at) => sale(at + 1, 100)), next: null }
      : { rows: [], next: null },
  )
  await show(ALL, <Related module={customer} record={one} tabs={[]} />)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^ORD-/ })).toHaveLength(5))
  expect(screen.getByRole('row', { name: /ORD-1\b.*Confirmed/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show all orders' }).getAttribute('href')).toBe(
    `/order?${new URLSearchParams({ 'filter[customer]': '5' })}`,
  )
})

test('what has a tab there is not said twice', async () => {
  await show(
    ALL,
    <>
      <Related module={customer} record={one} tabs={['order']} />
      <p>Beside it</p>
    </>,
  )
  await screen.findByText('Beside it')
  expect(server.state.requests.filter(request => request.includes('/order'))).toEqual([])
})
