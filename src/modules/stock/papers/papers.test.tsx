import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allFields } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { dispatchContents } from '../dispatch-contents.ts'
import { dispatchPages } from '../dispatch.ts'
import { ManifestPage } from './manifest-page.tsx'
import { PickListPage } from './pick-list-page.tsx'

const screens = { ...dispatchPages, ...dispatchContents }

/** Above every id that a test of another file takes. */
let userId = 14_700
let server: SyncDouble
beforeAll(() => {
  // What jsdom lacks: nothing is laid out here, and nothing printed.
  document.adoptedStyleSheets ??= []
  CSSStyleSheet.prototype.replaceSync ??= () => {}
  return speakEnglish('ui', 'crud', 'dispatch', 'problems', 'keys', 'lists')
})

const none = (module: typeof dispatch | typeof order) =>
  Object.fromEntries(Object.keys(allFields(module)).map(name => [name, null]))
const parcel = (id: number, stage: string, more: object = {}) =>
  server.write('dispatch', id, {
    ...none(dispatch),
    number: `DSP-${id}`,
    name: `Person ${id}`,
    direction: 'out',
    order: 7,
    stage,
    items: [],
    parcels: [],
    events: [],
    ...more,
  })
const item = (id: number, line: number, product: number, qty: number, units: number[] = []) => ({
  id,
  line,
  product,
  qty,
  units,
  counted: null,
})

beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'dispatch', 'order', 'product'] }
  server.write('color', 31, { label: 'Rose', active: true, position: 1 })
  server.write('courier', 41, { label: 'BlueDart', active: true, position: 1 })
  server.write('product', 5, { name: 'Massager' })
  server.write('product', 6, { name: 'Cap' })
  server.write('order', 7, {
    ...none(order),
    number: 'ORD-7',
    lines: [
      { id: 91, product: 5, colour: 31, qty: 9 },
      { id: 92, product: 6, colour: null, qty: 9 },
    ],
  })
  vi.stubGlobal('print', vi.fn())
})

async function open(Page: typeof PickListPage, ids: string) {
  await begin({ userId, permissions: ['20-d', '20-e'] })
  const element = <Page screens={screens} title="dispatch:titles.list" />
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [`/?ids=${ids}`] })
  return showAtWork(userId, router)
}
const rowsOf = (paper: HTMLElement) =>
  within(paper)
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent.replaceAll(/\s+/g, ' ').trim()))

test('a pick list sums what is not packed yet by product and colour, also without a network', async () => {
  parcel(1, 'draft', { items: [item(801, 91, 5, 2), item(802, 92, 6, 4)] })
  parcel(2, 'draft', { items: [item(803, 91, 5, 3, [71])] })
  parcel(3, 'packed', { items: [item(804, 91, 5, 5)] })
  const person = await open(PickListPage, '1,2,3,2')
  const paper = await screen.findByRole('article')
  await waitFor(() =>
    expect(rowsOf(paper).slice(1)).toEqual([
      ['', 'Cap', '', '4', 'DSP-1× 4'],
      ['', 'Massager', 'Rose', '4', 'DSP-1× 2DSP-2× 2'],
    ]),
  )
  expect(paper.textContent).toContain('8 pieces for 2 parcels')
  expect(screen.getByText('1 of them is packed already, and is left out.')).toBeTruthy()
  await connect(server, false)
  await person.click(screen.getByRole('button', { name: 'Print' }))
  expect(window.print).toHaveBeenCalledOnce()
})

test('a pick list of orders sums what is allocated: in parcels that somebody has begun, and in none yet', async () => {
  const line = { id: 93, product: 6, colour: null, qty: 5, allocated: 3, dispatched: 1, cancelled: null }
  server.write('order', 8, { ...none(order), number: 'ORD-8', stage: 'confirmed', lines: [line] })
  server.write('order', 9, { ...none(order), number: 'ORD-9', stage: 'closed', lines: [{ ...line, id: 94 }] })
  server.write('order', 7, {
    ...none(order),
    number: 'ORD-7',
    stage: 'packing',
    lines: [{ id: 91, product: 5, colour: 31, qty: 3, allocated: 3 }],
  })
  parcel(1, 'draft', { items: [item(801, 91, 5, 2)] })
  parcel(2, 'cancelled', { items: [item(802, 91, 5, 1)] })
  const of = (module: string) => [...server.rows.values()].filter(({ t }) => t === module).map(({ row }) => row)
  server.state.routes['GET /dispatch'] = () => ({ rows: of('dispatch'), next: null })
  server.state.routes['GET /order'] = () => ({ rows: of('order'), next: null })
  await begin({ userId, permissions: ['20-a', '20-d', '20-e'] })
  const element = <PickListPage screens={screens} title="dispatch:titles.list" />
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: ['/?orders=7,8,9'] })
  showAtWork(userId, router)
  const paper = await screen.findByRole('article')
  await waitFor(() =>
    expect(rowsOf(paper).slice(1)).toEqual([
      // Of five one has left and two are missing.
      ['', 'Cap', '', '2', 'ORD-8× 2'],
      ['', 'Massager', 'Rose', '3', 'DSP-1× 2ORD-7'],
    ]),
  )
})

test('where the parcels after the first ones do not come, a pick list of orders says that some may be missing', async () => {
  parcel(1, 'draft', { items: [item(801, 91, 5, 2)] })
  parcel(2, 'draft', { items: [item(802, 91, 5, 1)] })
  server.state.routes['GET /order'] = () => ({ rows: [], next: null })
  server.state.routes['GET /dispatch'] = ({ url }) => {
    if (!new URL(url).searchParams.has('after')) return { rows: [server.rows.get(1)!.row], next: 'more' }
    return { rows: 'none' }
  }
  await begin({ userId, permissions: ['20-a', '20-d', '20-e'] })
  const element = <PickListPage screens={screens} title="dispatch:titles.list" />
  showAtWork(userId, createMemoryRouter([{ path: '/', element }], { initialEntries: ['/?orders=7'] }))
  expect(await screen.findByText(/Only the parcels kept on this device are known here/)).toBeTruthy()
})

test('each reason why a parcel is not on it is named, and so are those that nobody found or that are too many', async () => {
  parcel(1, 'draft', { items: [item(801, 91, 5, 2)] })
  parcel(2, 'draft', { direction: 'pickup', items: [item(802, 92, 6, 4)] })
  parcel(3, 'draft', { order: null, maintenance: 40, items: [item(803, 91, 5, 1)] })
  parcel(4, 'cancelled', { items: [item(804, 91, 5, 5)] })
  server.state.routes['GET /dispatch'] = () => ({ rows: [], next: null })
  const many = Array.from({ length: 503 }, (_, at) => at + 1)
  await open(PickListPage, many.join(','))
  await screen.findByRole('article')
  const said = [
    '1 of them is cancelled, and is left out.',
    '1 of them is a pickup, and is left out.',
    '1 of them is for a service job: what goes back lies on the bench.',
    '496 of them were not found.',
    '3 more are selected than are printed at once: print them by themselves.',
  ]
  expect(screen.getByText(said.join(' '))).toBeTruthy()
})

test('each courier has a manifest of its own, with sums and lines to sign', async () => {
  const cod = { courier: 41, awb: 'BD2', pieces: 2, codAmount: 123_450, pincode: '411001' }
  parcel(1, 'labelled', {
    ...cod,
    parcels: [
      { id: 1, weight: 400 },
      { id: 2, weight: 1_100 },
    ],
  })
  parcel(2, 'handedOver', { courier: 41, awb: 'BD1', pieces: 1 })
  parcel(3, 'labelled', { pieces: 1 })
  parcel(4, 'checked', { courier: 41, awb: 'BD9' })
  await open(ManifestPage, '1,2,3,4')
  await waitFor(() => expect(screen.getAllByRole('article')[0]!.textContent).toContain('BlueDart'))
  const papers = screen.getAllByRole('article')
  expect(papers).toHaveLength(2)
  expect(rowsOf(papers[0]!).slice(1)).toEqual([
    ['1', 'BD1', 'DSP-2', 'Person 2', '', '1', '1', '', ''],
    ['2', 'BD2', 'DSP-1', 'Person 1', '411001', '2', '2', '1.5', '1,234.50'],
  ])
  const sums = within(papers[0]!).getAllByRole('definition')
  expect(sums.map(it => it.textContent)).toEqual(['2', '3', '3', '1.5', '1,234.50'])
  expect(papers[0]!.textContent).toContain('Taken by: name and signature')
  expect(papers[1]!.textContent).toContain('No courier')
  expect(screen.getByText('1 of them has no label or is gone, and is left out.')).toBeTruthy()
})

test('where nothing is to fetch or to hand over it says so', async () => {
  parcel(1, 'delivered')
  await open(PickListPage, '1')
  expect(await screen.findByRole('heading', { name: 'There is nothing to fetch' })).toBeTruthy()
})
