import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { openOps } from '#src/offline/outbox/count.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { useListModel } from '../list/use-list-model.ts'
import { defineScreens, type Screens } from '../screens.ts'
import { PasteRows } from './paste-rows.tsx'

const branches = defineScreens(dealerBranch, { columns: ['name', 'note'], form: [['name']], routes: {} })
const customers = defineScreens(customer, { columns: ['name'], form: [['name']], routes: {} })

let server: SyncDouble
let userId = 7_800
beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'customer', 'lists', 'problems', 'keys'))
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  userId += 1
  server = syncDouble()
  server.state.lease = 10_001
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /views'] = () => ({ views: [] })
})

function Paste({ screens, text }: { screens: Screens; text: string }) {
  const list = useListModel(screens)
  const [isOpen, setIsOpen] = useState(false)
  const count = list.rows.count
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Paste over {count}
      </button>
      <p>Begins with {String(list.rows.at(0)?.name)}</p>
      {isOpen && <PasteRows list={list} text={text} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const everything = ['50-a', '50-b', '50-c', '52-a', '52-b', '52-c']
/** A list whose rows are here, with the dialog open over it, and no server any more. */
async function pasteAway(screens: Screens, rows: number, text: string, permissions = everything) {
  await begin({ userId, permissions })
  showAtWork(userId, createMemoryRouter([{ path: '*', element: <Paste screens={screens} text={text} /> }]))
  const hand = userEvent.setup({ delay: null })
  const button = await screen.findByRole('button', { name: `Paste over ${rows}` })
  await haveNumbers(server)
  await connect(server, false)
  await hand.click(button)
  await screen.findByRole('dialog')
  return hand
}
const waiting = async () => {
  const db = await openUserDb(userId, register)
  const ops = await openOps(db)
  db.close()
  return ops.map(({ op, id, args }) => ({ op, id, args }))
}
const none = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
const branch = (id: number, name: string) =>
  server.write('dealerBranch', id, { ...none, name, doesService: false, active: true })
const press = (hand: ReturnType<typeof userEvent.setup>, name: string) =>
  waitFor(async () => hand.click(screen.getByRole('button', { name })))

test('new rows are kept on the device while there is no server, and each is sent once when it is back', async () => {
  const hand = await pasteAway(branches, 0, 'Name\tNote\nNorth\tBy the river\nSouth\t\nSouth\t')
  await screen.findByText('3 ready, 0 the same, 0 wrong')
  await press(hand, 'Add 3')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shownToasts().map(({ waiting }) => waiting)).toEqual([true])
  expect((await waiting()).map(({ op, args }) => [op, args.name])).toEqual([
    ['dealerBranch.create', 'North'],
    ['dealerBranch.create', 'South'],
    ['dealerBranch.create', 'South'],
  ])
  expect(await screen.findByRole('button', { name: 'Paste over 3' })).toBeTruthy()
  await connect(server, true)
  const names = () => [...server.rows.values()].map(({ row }) => row.name as string).toSorted()
  await waitFor(() => expect(names()).toEqual(['North', 'South', 'South']))
  await waitFor(async () => expect(await waiting()).toEqual([]))
  expect(names()).toEqual(['North', 'South', 'South'])
})

test('rows that were changed without a server are as they were once that is undone, before and after it is back', async () => {
  for (const [id, name] of [
    [1, 'East'],
    [2, 'West'],
  ] as const)
    branch(id, name)
  const hand = await pasteAway(branches, 2, 'East shop\tNew\nWest shop\t')
  await screen.findByText('2 ready, 0 the same, 0 wrong')
  await press(hand, 'Change 2')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect((await waiting()).length).toBe(2))
  shownToasts().at(-1)!.undo!()
  await waitFor(async () => expect((await waiting()).length).toBe(4))
  await connect(server, true)
  await waitFor(async () => expect(await waiting()).toEqual([]))
  expect([...server.rows.values()].map(({ row }) => [row.name, row.note])).toEqual([
    ['East', null],
    ['West', null],
  ])
})

test('an empty cell leaves its row as it was, and the value below it goes to the row below', async () => {
  for (const [id, name] of [
    [1, 'row 1'],
    [2, 'row 2'],
    [3, 'row 3'],
  ] as const)
    branch(id, name)
  const hand = await pasteAway(branches, 3, 'first\n\nthird\n')
  await screen.findByText('2 ready, 1 the same, 0 wrong')
  expect(screen.getByText('stays as it is')).toBeTruthy()
  await press(hand, 'Change 2')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await waiting()).map(({ id, args }) => [id, args])).toEqual([
    [1, { name: 'first' }],
    [3, { name: 'third' }],
  ])
})

test('each line stays with the row that it was looked at over, though an own change puts the list into another order', async () => {
  branch(1, 'East')
  branch(2, 'West')
  const hand = await pasteAway(branches, 2, 'first\nsecond')
  await screen.findByText('2 ready, 0 the same, 0 wrong')
  server.write('dealerBranch', 1, { name: 'Zenith', updatedBy: userId })
  await connect(server, true)
  await screen.findByText('Begins with West')
  await press(hand, 'Change 2')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await waiting()).toEqual([]))
  expect([...server.rows.values()].map(({ row }) => [row.id, row.name])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
})

test('cells of a text file are offered as columns, and taken as such where the first line names them', async () => {
  await pasteAway(branches, 0, 'Name;Note\nNorth;By the river')
  await screen.findByText('1 ready, 0 the same, 0 wrong')
  expect(screen.getByRole('checkbox', { name: /parted by/ })).toHaveProperty('checked', true)
})

test('the head line of a sheet is put over no record, whatever words it has', async () => {
  branch(1, 'East')
  const hand = await pasteAway(branches, 1, 'Sr No\tName of Branch\tRemarks\n1\tNorth\tBy the river')
  await screen.findByText('1 ready, 0 the same, 0 wrong')
  await press(hand, 'Add 1')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await waiting()).map(({ op, args }) => [op, args.name, args.note])).toEqual([
    ['dealerBranch.create', 'North', 'By the river'],
  ])
})

test('also for somebody who adds none', async () => {
  branch(1, 'East')
  const hand = await pasteAway(branches, 1, 'Name\tRemarks\nNorth\tBy the river', ['52-a', '52-c'])
  await screen.findByText('1 ready, 0 the same, 0 wrong')
  await press(hand, 'Change 1')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await waiting()).map(({ id, args }) => [id, args])).toEqual([[1, { name: 'North', note: 'By the river' }]])
})

test('what only the server could look up is not called missing, what the device knows is found, and the rest once the server is back', async () => {
  server.write('source', 61, { label: 'Fair' })
  server.state.routes['GET /customer'] = () => ({ rows: [], next: null, total: { count: 0 } })
  server.state.routes['GET /user/pick'] = () => ({ rows: [{ id: 8, title: 'Asha' }] })
  const hand = await pasteAway(customers, 0, 'Name\tPhones\tSource\tOwner\nRavi\t+911234567890\tFair\tAsha')
  expect(await screen.findByText('“Asha” could not be looked up.')).toBeTruthy()
  expect(screen.queryByText(/is not there/)).toBeNull()
  expect(screen.getByText('0 ready, 0 the same, 1 wrong')).toBeTruthy()
  await connect(server, true)
  await screen.findByText('1 ready, 0 the same, 0 wrong')
  await press(hand, 'Add 1')
  await waitFor(() =>
    expect([...server.rows.values()].map(({ row }) => row)).toContainEqual(
      expect.objectContaining({ name: 'Ravi', source: 61, owner: 8 }),
    ),
  )
})

test('while names are being looked up nothing is said of them, and nothing can be written', async () => {
  server.state.routes['GET /customer'] = () => ({ rows: [], next: null, total: { count: 0 } })
  let answer = () => {}
  const asked = new Promise<void>(resolve => (answer = resolve))
  server.state.routes['GET /user/pick'] = async () => {
    await asked
    return { rows: [{ id: 8, title: 'Asha' }] }
  }
  await begin({ userId, permissions: ['50-a', '50-b', '50-c'] })
  const text = 'Name\tPhones\tOwner\nRavi\t+911234567890\tAsha\nSita\t12\tNobody'
  showAtWork(userId, createMemoryRouter([{ path: '*', element: <Paste screens={customers} text={text} /> }]))
  const hand = userEvent.setup({ delay: null })
  await hand.click(await screen.findByRole('button', { name: 'Paste over 0' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(server.state.requests.some(one => one.startsWith('GET /user/pick'))).toBe(true))
  expect(dialog.getByText('Looking up names…')).toBeTruthy()
  expect(dialog.queryByText(/“/)).toBeNull()
  // What is wrong apart from names is said at once.
  expect(dialog.getByText(/^Enter a phone number/)).toBeTruthy()
  answer()
  expect(await dialog.findByText('“Nobody” is not there.')).toBeTruthy()
  expect(dialog.getByText('1 ready, 0 the same, 1 wrong')).toBeTruthy()
})

test('cells that nobody has elsewhere are asked about before they are left: by Escape, by Cancel, by another page', async () => {
  await begin({ userId, permissions: ['52-a', '52-b', '52-c'] })
  const page = <Paste screens={branches} text="" />
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/list'] })
  const hand = showAtWork(userId, router)
  await hand.click(await screen.findByRole('button', { name: 'Paste over 0' }))
  const box = () => screen.findByRole('textbox', { name: 'Cells' })
  await hand.type(await box(), 'North')
  const asked = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
  const stay = async () => {
    await asked()
    await press(hand, 'Stay here')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
    expect(await box()).toHaveProperty('value', 'North')
  }
  await hand.keyboard('{Escape}')
  await stay()
  await press(hand, 'Cancel')
  await stay()
  await act(() => router.navigate('/elsewhere'))
  await stay()
  expect(router.state.location.pathname).toBe('/list')

  await press(hand, 'Cancel')
  await asked()
  await press(hand, 'Leave')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('cells that are still on the clipboard are left without a question', async () => {
  const hand = await pasteAway(branches, 0, 'Name\tNote\nNorth\tBy the river')
  await screen.findByText('1 ready, 0 the same, 0 wrong')
  await press(hand, 'Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new row without a line that it needs is refused by the sentence of the form, and the others are added', async () => {
  const hand = await pasteAway(customers, 0, 'Name\tPhones\nRavi\t+911234567890\nSita\t')
  await screen.findByText('1 ready, 0 the same, 1 wrong')
  expect(screen.getByText('Add at least one line.')).toBeTruthy()
  await press(hand, 'Add 1')
  await waitFor(async () => expect((await waiting()).map(({ args }) => args.name)).toEqual(['Ravi']))
})
