import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { countStandCall } from '#contract/calls/count-stand.ts'
import type { Intent } from '#contract/intent.ts'
import { DeskContext, makeDesk } from '#src/scan/modes/desk.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { CountMode } from './count-mode.tsx'

/** Above every id that a test of another file takes. */
let userId = 23_900
let server: SyncDouble
let stand: AnswerOf<typeof countStandCall>
let desk: ReturnType<typeof makeDesk>
const counts = ['201-a', '201-b', '201-d', '200-a', '103-a', '104-a']
beforeAll(() =>
  speakEnglish('ui', 'crud', 'scan', 'stockCount', 'countEntry', 'unit', 'part', 'product', 'problems', 'lists'),
)
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  userId += 1
  server = syncDouble()
  desk = makeDesk()
  const names = ['lists', 'part', 'product', 'unit', 'stockCount', 'countEntry']
  server.state.groups = { hash: 'h1', names }
  const now = new Date().toISOString()
  server.write('stockCount', 700, {
    number: 'CNT-2026-000007',
    stage: 'open',
    products: [5],
    parts: [501],
    updatedAt: now,
  })
  server.write('product', 5, { name: 'Dryer', sku: 'DRY', serialised: true, colours: [] })
  server.write('part', 501, { name: 'Brush', code: 'BR-1', barcode: '89501', onHand: 3 })
  server.write('part', 502, { name: 'Blade', code: 'BL-1', barcode: '89502', onHand: 3 })
  const device = (id: number, serial: string, stage: string) =>
    server.write('unit', id, { serial, product: 5, colour: null, stage, holder: 'us', updatedAt: now })
  device(11, 'SN-11', 'inStock')
  device(12, 'SN-12', 'inStock')
  device(13, 'SN-13', 'withCustomer')
  device(14, 'SN-14', 'lost')
  stand = {
    devices: [11, 12].map(id => ({ id, serial: `SN-${id}`, product: 5, colour: null })),
    levels: [{ part: 501, product: null, colour: null, qty: 3 }],
    differences: [],
  }
  server.state.routes['GET /stock-count/stand'] = () => stand
})

function AtDesk() {
  const [cover, setCover] = useState<HTMLElement | null>(null)
  return (
    <DeskContext value={{ desk, cover, setBlocked: () => undefined, focus: () => undefined }}>
      <div ref={setCover} />
      <CountMode />
    </DeskContext>
  )
}
async function open(at = '/scanner?mode=countStock&count=700') {
  await begin({ userId, permissions: counts })
  const routes = [{ path: '/scanner', element: <AtDesk /> }]
  return showAtWork(userId, createMemoryRouter(routes, { initialEntries: [at] }))
}
const scan = (...codes: string[]) => act(async () => codes.forEach(code => desk.give(code, true)))
/** The other one tells what is done elsewhere. */
const said = () => screen.getAllByRole('status')[0]!
const left = (pieces: number) =>
  waitFor(() => expect(document.querySelector('[data-left]')?.getAttribute('data-left')).toBe(String(pieces)))
const sent = () =>
  server.state.pushes
    .flatMap(({ ops }) => ops as Intent[])
    .flatMap(({ op, args }) => (op === 'countEntry.create' ? [args] : []))

test('what is scanned is counted in its order, a device once and pieces each', async () => {
  await open()
  await left(5)
  await scan('SN-11', '89501', 'sn-11', '89501', 'SN-12')
  await left(1)
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { count: 700, unit: 11, text: 'SN-11', qty: 1 },
      { part: 501, qty: 1 },
      { part: 501, qty: 1 },
      { unit: 12 },
    ]),
  )
  await scan('SN-12')
  // What was said of the scan before gives way to it.
  await waitFor(() => expect(within(said()).getByText('Already counted')).toBeTruthy())
  expect(sent()).toHaveLength(4)
})

test('a gun whose keyboard is set wrong is read right, and that is said once', async () => {
  await open()
  await left(5)
  await scan('sn-11', 'sn-12', '89501')
  await left(2)
  const told = () => shownToasts().map(({ message }) => message)
  expect(told()).toEqual([expect.stringMatching(/^sn-11: Caps Lock is on/)])
  await scan('ЫТ-11')
  await waitFor(() => expect(told().at(-1)).toMatch(/set to Russian/))
  act(() => shownToasts().forEach(({ id }) => dismissToast(id)))
})

test('a bar code of twelve digits is counted with a nought before it too', async () => {
  server.write('part', 501, { name: 'Brush', code: 'BR-1', barcode: '012345678905', onHand: 3 })
  await open()
  await left(5)
  await scan('0012345678905', '012345678905')
  await waitFor(() => expect(sent()).toMatchObject([{ part: 501 }, { part: 501 }]))
})

test.each([
  ['SN-13', 'a device that a customer has', /It should not be here/],
  ['SN-14', 'a device that was lost', /It was lost and is here/],
  ['DRY', 'what has serial numbers', /scan these/],
  ['89502', 'a part that is not counted', /not part of this count/],
])('%s, %s, has words of its own and stays written down', async (code, _, words) => {
  await open()
  await left(5)
  await scan(code)
  expect(await within(said()).findByText(words)).toBeTruthy()
  await waitFor(() => expect(sent()).toMatchObject([{ text: code, qty: 1 }]))
})

test('the last scan is taken back by an entry that says so', async () => {
  const person = await open()
  await left(5)
  await scan('SN-11')
  await left(4)
  await person.click(within(said()).getByRole('button', { name: 'Undo' }))
  await left(5)
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { unit: 11, qty: 1 },
      { unit: 11, qty: -1 },
    ]),
  )
  // It may be counted after all.
  await scan('SN-11')
  await left(4)
})

test('what is taken back twice is taken back once, as of its scan', async () => {
  await open()
  await left(5)
  await scan('SN-99')
  const undo = await within(said()).findByRole('button', { name: 'Undo' })
  act(() => {
    undo.click()
    undo.click()
  })
  await scan('SN-11')
  await left(4)
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ unit: 11 }))
  expect(sent()).toMatchObject([{ text: 'SN-99', qty: 1 }, { text: 'SN-99', qty: -1 }, { unit: 11 }])
  expect(sent()[1]).toMatchObject({ at: (sent()[0] as { at: string }).at })
})

test('a piece that comes in several colours is asked for its colour before the next scan', async () => {
  server.write('color', 71, { label: 'Rose' })
  server.write('color', 72, { label: 'Teal' })
  server.write('product', 6, { name: 'Cap', sku: 'CAP', serialised: false, colours: [71, 72] })
  server.write('stockCount', 700, { number: 'CNT-2026-000007', stage: 'open', products: [5, 6], parts: [501] })
  const person = await open()
  await left(5)
  await scan('CAP', 'SN-11')
  await person.click(await within(said()).findByRole('button', { name: 'Rose' }))
  await scan('SN-12')
  await left(4)
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { product: 6, colour: null, qty: 1 },
      { product: 6, colour: null, qty: -1 },
      { product: 6, colour: 71, qty: 1 },
      { unit: 12 },
    ]),
  )
})

test('what is scanned where nobody counts is refused aloud', async () => {
  server.write('stockCount', 700, { number: 'CNT-2026-000007', stage: 'counted', products: [5], parts: [501] })
  await open()
  await screen.findByText(/Nothing is counted here now/)
  await scan('SN-11')
  expect(await screen.findByText(/was not counted/)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a number that is typed says how many there are, whatever was scanned before', async () => {
  const person = await open()
  await left(5)
  await scan('89501')
  await left(4)
  await person.click(screen.getByRole('button', { name: 'Type number' }))
  // It is scanned on while somebody looks at the question.
  await scan('89501')
  const field = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Pieces' })
  await person.clear(field)
  await person.type(field, '3')
  await person.click(screen.getByRole('button', { name: 'Take this number' }))
  await left(2)
  await waitFor(() => expect(sent()).toMatchObject([{ qty: 1 }, { qty: 1 }, { part: 501, qty: 1, text: null }]))
})

test('without a connection it is counted by what the device knows, and what it does not know is kept', async () => {
  const person = await open()
  await left(5)
  await haveNumbers(server)
  await connect(server, false)
  server.state.writes = ({ args }) => (args.text === 'SN-99' ? { unit: 12 } : {})
  await scan('SN-11', 'SN-99')
  await left(4)
  expect(await within(said()).findByText(/This device does not know it/)).toBeTruthy()
  expect(sent()).toEqual([])
  await connect(server, true)
  await waitFor(() => expect(sent()).toMatchObject([{ unit: 11 }, { unit: null, text: 'SN-99' }]), { timeout: 15_000 })
  // The server knows what it is, and that is what is taken back.
  await left(3)
  await person.click(within(said()).getByRole('button', { name: 'Undo' }))
  await left(4)
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ unit: 12, qty: -1 }))
})

test('a count that is not there says so, and leads to those that are', async () => {
  server.state.routes['GET /stock-count'] = () => ({ rows: [], next: null })
  server.rows.delete(700)
  const person = await open('/scanner?mode=countStock&count=799')
  await screen.findByText('This count is not here, or you cannot see it')
  await person.click(screen.getByRole('button', { name: 'Other counts' }))
  await screen.findByText('Nobody is counting')
})

test('where nobody counts, a count of everything is begun with one press', async () => {
  server.state.routes['GET /stock-count'] = () => ({ rows: [], next: null })
  server.rows.delete(700)
  const person = await open('/scanner?mode=countStock')
  await person.click(await screen.findByRole('button', { name: 'Count everything' }))
  await waitFor(() =>
    expect(server.state.pushes.flatMap(({ ops }) => ops as Intent[])).toMatchObject([{ op: 'stockCount.create' }]),
  )
})
