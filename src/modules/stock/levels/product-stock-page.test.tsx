import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import type { StockLevel } from '#contract/calls/product-stock.ts'
import { register } from '#contract/register.ts'
import { placeOf, readModuleDrafts } from '#src/data/drafts/store.ts'
import { defineUserDb } from '#src/offline/user-db.ts'
import { keepWhatIsOpen } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { stockMoveContents } from '../stock-move-contents.ts'
import { stockMovePages } from '../stock-move.ts'
import { ProductStockPage } from './product-stock-page.tsx'

const screens = { ...stockMovePages, ...stockMoveContents }

/** Above every id that a test of another file takes. */
let userId = 14_900
let server: SyncDouble
let answer: { serialised: boolean; levels: StockLevel[] }
beforeAll(() => speakEnglish('ui', 'crud', 'stockMove', 'product', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'product'] }
  server.write('color', 31, { label: 'Rose', active: true, position: 1 })
  server.write('product', 5, { name: 'Cap', serialised: false })
  answer = {
    serialised: false,
    levels: [
      { colour: null, place: 'courier', qty: 2 },
      { colour: null, place: 'stock', qty: -1 },
      { colour: 31, place: 'stock', qty: 12 },
      { colour: 31, place: 'supplier', qty: -13 },
    ],
  }
  server.state.routes['GET /stock-move/levels'] = () => answer
})

async function open(permissions = ['201-a', '201-b', '103-a'], at = '/stock/5') {
  await begin({ userId, permissions })
  const element = <ProductStockPage screens={screens} title="stockMove:titles.product" />
  const routes = [{ path: '/stock/:id', element }]
  return showAtWork(userId, createMemoryRouter(routes, { initialEntries: [at] }))
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    )
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])

test('the pieces of a product stand by place and colour, what is in stock first and summed', async () => {
  await open()
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Stock', '—', '-1'],
      ['Stock', 'Rose', '12'],
      ['Courier', '—', '2'],
      ['In stock', '', '11'],
    ]),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Cap' })).toBeTruthy()
})

test('what is counted is said as a number, and the server works out what is missing', async () => {
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Count' }))
  const form = await screen.findByRole('dialog')
  await person.type(within(form).getByLabelText(/^Counted/), '9')
  await person.click(within(form).getByRole('button', { name: /^Save/ }))
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { op: 'stockMove.create', args: { product: 5, counted: 9, from: 'stock', to: 'stock', cause: 'count' } },
    ]),
  )
})

test('what is half typed for one product is not offered for another', async () => {
  server.write('product', 6, { name: 'Hat', serialised: false })
  const receive = async (at: string) => {
    const person = await open(undefined, at)
    await person.click(await screen.findByRole('button', { name: 'Receive' }))
    return { person, qty: within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(/^Quantity/) }
  }
  const draftsKept = async (count: number) => {
    const db = defineUserDb(userId, register)
    await db.open()
    try {
      return await waitFor(async () => {
        await keepWhatIsOpen()
        const kept = await readModuleDrafts(db, 'stockMove')
        expect(kept).toHaveLength(count)
        return kept
      })
    } finally {
      db.close()
    }
  }
  const cap = await receive('/stock/5')
  await cap.person.type(cap.qty, '5')
  expect(await draftsKept(1)).toMatchObject([{ values: { qty: 15, product: 5 } }])
  cleanup()
  const hat = await receive('/stock/6')
  await hat.person.type(hat.qty, '7')
  const kept = await draftsKept(2)
  expect(new Set(kept.map(({ key }) => placeOf(key))).size).toBe(2)
  expect(screen.queryByText(/earlier|draft/i)).toBeNull()
  cleanup()
  const again = await receive('/stock/5')
  await waitFor(() => expect(again.qty.value).toBe('15'))
})

test('a product with colours is received in one of them, and no other is offered', async () => {
  server.write('color', 32, { label: 'Blue', active: true, position: 2 })
  server.write('color', 33, { label: 'Jade', active: true, position: 3 })
  server.write('product', 5, { name: 'Cap', serialised: false, colours: [31, 32] })
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Receive' }))
  const form = await screen.findByRole('dialog')
  await person.click(await within(form).findByRole('button', { name: /Colour/ }))
  await waitFor(() => expect(screen.getAllByRole('option').map(it => it.textContent)).toEqual(['Rose', 'Blue']))
  await person.click(screen.getByRole('option', { name: 'Blue' }))
  await person.type(within(form).getByLabelText(/^Quantity/), '4')
  await person.click(within(form).getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent()).toMatchObject([{ args: { product: 5, colour: 32, to: 'stock' } }]))
})

test('devices are not received here, nor anything by somebody who only looks', async () => {
  answer = { serialised: true, levels: [{ colour: null, place: 'stock', qty: 3 }] }
  await open()
  expect(await screen.findByText(/each is moved on its own page/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Receive' })).toBeNull()
})
