import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { MyStockPage } from './my-stock-page.tsx'
import { PartStockPage } from './part-stock-page.tsx'

/** Above every id that a test of another file takes. */
let userId = 17_900
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'stockMove', 'heldPart', 'part', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'part', 'user', `heldPart:own:${userId}`] }
  server.write('user', userId, { name: 'Anand Rao', stage: 'active' })
  server.write('user', 900, { name: 'Bela Shah', stage: 'active' })
  for (const [id, name, code] of [
    [501, 'Motor brush set', 'P-0332'],
    [502, 'Massage head seal', 'P-0418'],
  ] as const)
    server.write('part', id, { name, code, barcode: `89${id}`, fits: [], active: true, onHand: 7, low: false })
  const held = (id: number, part: number, person: number, qty: number, more: object = {}) =>
    server.write('heldPart', id, {
      part,
      person,
      qty,
      minimum: null,
      low: qty < 0,
      name: part === 501 ? 'Motor brush set' : 'Massage head seal',
      ...more,
    })
  held(601, 501, userId, 3)
  held(602, 502, userId, 1, { minimum: 2, low: true })
  held(603, 501, 900, -1)
  server.state.routes['GET /held-part'] = ({ url }) => {
    const asked = (name: string) => new URL(url).searchParams.get(`filter[${name}]`)
    return {
      rows: [601, 602, 603]
        .map(id => server.rows.get(id)!.row as Record<string, unknown>)
        .filter(row => ['part', 'person'].every(name => !asked(name) || asked(name) === String(row[name]))),
      next: null,
    }
  }
  server.state.routes['GET /user/pick'] = () => ({ rows: [] })
})

async function open(address: string, permissions = ['201-a', '201-b', '104-a', '60-a']) {
  await begin({ userId, permissions })
  const routes = [
    { path: '/mine', element: <MyStockPage title="heldPart:titles.mine" /> },
    { path: '/part/:id', element: <PartStockPage title="heldPart:titles.part" /> },
  ]
  return showAtWork(userId, createMemoryRouter(routes, { initialEntries: [address] }))
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map(cell => cell.textContent),
    )
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])

test('of a part it is said who has how many, and what all of it comes to', async () => {
  await open('/part/501', ['201-a', '104-a', '60-a'])
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Warehouse', '7'],
      ['Anand Rao', '3'],
      ['Bela ShahMore used than handed out', '-1'],
    ]),
  )
  expect(screen.getByText('Together: 9')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand out' })).toBeNull()
})

test('it is taken back from one of them, and counted with them', async () => {
  const person = await open('/part/501')
  const [back] = await screen.findAllByRole('button', { name: 'Take back' })
  await person.click(back!)
  const form = await screen.findByRole('dialog')
  const qty = within(form).getByLabelText(/^Quantity/)
  await person.clear(qty)
  await person.type(qty, '2')
  await person.click(within(form).getByRole('button', { name: /^Save/ }))
  const anands = { part: 501, person: userId, from: 'technician' }
  await waitFor(() =>
    expect(sent()).toMatchObject([{ op: 'stockMove.create', args: { ...anands, qty: 2, to: 'stock', cause: 'move' } }]),
  )
})

test('my own is found by a bar code, a code or a name, and what I have none of is said', async () => {
  await open('/mine', ['40-a', '40-c', '104-a'])
  await screen.findByText('P-0332')
  expect(screen.getByText('Too few')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Count' })).toBeNull()
  const field = screen.getByRole('textbox', { name: /Scan a part/ })
  fireEvent.change(field, { target: { value: '89501' } })
  expect(rows()).toEqual([['Motor brush setP-0332', '3']])
  fireEvent.change(field, { target: { value: 'p-0418' } })
  expect(rows()).toEqual([['Massage head sealToo fewP-0418', '1']])
  fireEvent.change(field, { target: { value: 'blade' } })
  expect(screen.getByText('You have none of it along')).toBeTruthy()
})

test('my own stock is on the device', async () => {
  await open('/mine', ['40-a', '40-c', '104-a'])
  await waitFor(() => expect(rows()).toHaveLength(2))
  await connect(server, false)
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Massage head sealToo fewP-0418', '1'],
      ['Motor brush setP-0332', '3'],
    ]),
  )
})

/** Its first answer is one row, and the others wait. */
function inTwoPages() {
  const all = server.state.routes['GET /held-part']!
  let go = () => {}
  const rest = new Promise<void>(resolve => (go = resolve))
  server.state.routes['GET /held-part'] = async request => {
    const { rows } = (await all(request)) as { rows: object[] }
    if (!request.url.includes('after=')) return { rows: rows.slice(0, 1), next: 'x' }
    await rest
    return { rows: rows.slice(1), next: null }
  }
  return { answer: go }
}

test('what all of a part comes to is said as soon as every row is there', async () => {
  const rest = inTwoPages()
  await open('/part/501', ['201-a', '104-a', '60-a'])
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.queryByText(/^Together/)).toBeNull()
  rest.answer()
  expect(await screen.findByText('Together: 9')).toBeTruthy()
})

test('that I have none of a part is said once every row is there', async () => {
  // The device does not keep it, so that the server is asked.
  server.state.groups = { hash: 'h2', names: ['lists', 'part', 'user'] }
  const rest = inTwoPages()
  await open('/mine', ['40-a', '40-c', '104-a'])
  await waitFor(() => expect(rows()).toHaveLength(1))
  fireEvent.change(screen.getByRole('textbox', { name: /Scan a part/ }), { target: { value: 'seal' } })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('You have none of it along')).toBeNull()
  rest.answer()
  await waitFor(() => expect(rows()).toEqual([['Massage head sealToo fewP-0418', '1']]))
  fireEvent.change(screen.getByRole('textbox', { name: /Scan a part/ }), { target: { value: 'blade' } })
  expect(screen.getByText('You have none of it along')).toBeTruthy()
})
