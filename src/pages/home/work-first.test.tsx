import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { register } from '#contract/register.ts'
import { screensOf } from '#src/crud/screens.ts'
import { today } from '#src/lib/format.ts'
import { screens } from '#src/modules/index.ts'
import { keptTable, openUserDb } from '#src/offline/user-db.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { HomePage } from '../home-page.tsx'

// What the page fetches while it stands there is here already: a busy machine takes seconds for it.
await Promise.all([
  screensOf(screens.order),
  screensOf(screens.inquiry),
  screensOf(screens.dispatch),
  import('#src/modules/desk/tasks/task-table.tsx'),
])

beforeAll(() =>
  speakEnglish(
    'home',
    'shell',
    'ui',
    'crud',
    'lists',
    'problems',
    'dealerBranch',
    'order',
    'inquiry',
    'task',
    'user',
    'dispatch',
  ),
)

const tasks = ['90-a', '90-b', '90-c', '90-d']
const sales = ['10-a', '10-b', '10-d', '20-a', '20-b', '20-d', '52-a', '52-b']

async function open(userId: number, permissions: readonly string[]) {
  const server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', `task:own:${userId}`] }
  await begin({ userId, permissions })
  const nothing = { rows: [], next: null, total: 0 }
  server.state.routes = Object.fromEntries(
    ['order', 'inquiry', 'dispatch', 'dealer-branch', 'task'].map(name => [`GET /${name}`, () => nothing]),
  )
  return server
}

/** What is fetched for the page suspends it: React goes on only where its beginning is waited for. */
const show = (userId: number) =>
  act(async () => {
    const hand = showAtWork(userId, createMemoryRouter([{ path: '/', element: <HomePage /> }]))
    await Promise.resolve()
    return hand
  })

test('a count that this device does not hold is asked of the server', async () => {
  const server = await open(24_410, sales)
  server.state.routes['GET /order'] = () => ({ rows: [], next: null, total: 38 })
  await show(24_410)
  const there = await screen.findByRole('region', { name: 'What there is' })
  const counted = { name: /^Orders\s*38\s*Counted on the server$/ }
  expect(await within(there).findByRole('link', counted)).toBeTruthy()
  expect(within(there).queryByText('Not on this device')).toBeNull()
})

test('of records that are here in part nobody says offline that they are not here', async () => {
  const server = await open(24_418, sales)
  server.state.network = 'refuse'
  const db = await openUserDb(24_418, register)
  await keptTable(db, order).put({ id: 1, t: 'order', v: 1, g: 1, on: 1, row: null })
  db.close()
  await show(24_418)
  const there = await screen.findByRole('region', { name: 'What there is' })
  expect(await within(there).findByRole('link', { name: /^Orders.*Only some are on this device$/ })).toBeTruthy()
  expect(await within(there).findByRole('link', { name: /^Inquiries.*Not on this device$/ })).toBeTruthy()
})

test('the coloured button is what people of this role make all day', async () => {
  await open(24_411, sales)
  await show(24_411)
  await screen.findByRole('heading', { level: 1 })
  const made = (await screen.findAllByRole('link', { name: /^New / })).map(link => link.textContent)
  expect(made).toEqual(['New order', 'New inquiry'])
})

test('what is late stands there with whose it is', async () => {
  const server = await open(24_412, sales)
  const late = { id: 7, version: 1, number: 'ORD-2026-000007', dueAt: '2026-06-28T10:00:00.000Z', assignedTo: 24_412 }
  server.state.routes['GET /order'] = () => ({ rows: [late], next: null, total: 1 })
  server.state.routes['GET /user/pick'] = () => ({ rows: [{ id: 24_412, title: 'Ravi Kulkarni' }] })
  await show(24_412)
  const line = await screen.findByRole('link', { name: /ORD-2026-000007.*Ravi Kulkarni.*ago/ })
  expect(line.getAttribute('href')).toBe('/orders/orders-details/7')
})

test.each([
  ['on a phone tasks come first, then what waits', 24_413, true, ['Tasks', 'What waits']],
  ['at a desk what waits comes first, then tasks', 24_414, false, ['What waits', 'Tasks']],
])('%s', async (_, userId, isPhone, regions) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  await open(userId, [...sales, ...tasks])
  await show(userId)
  await screen.findByRole('region', { name: 'Tasks' })
  const shown = screen.getAllByRole('region').map(region => region.getAttribute('aria-label'))
  expect(shown.filter(name => regions.includes(name ?? ''))).toEqual(regions)
})

test('the number of tasks that are due today opens those in the table of tasks', async () => {
  const userId = 24_415
  const server = await open(userId, tasks)
  const noon = (day: string) => `${day}T06:30:00.000Z`
  const day = today()
  const fields = { assignedTo: userId, assignedBy: userId, priority: 'normal', stage: 'open', taskRemarks: [] }
  server.write('task', 1, { ...fields, title: 'Call Mr Sen', dueAt: noon(day) })
  server.write('task', 2, { ...fields, title: 'Count the shelf', dueAt: noon('2099-01-01') })
  const hand = await show(userId)
  const table = await screen.findByRole('region', { name: 'Tasks' })
  await within(table).findByText('Count the shelf')
  await hand.click(await screen.findByRole('button', { name: /^My tasks due today\s*1$/ }))
  await waitFor(() => expect(within(table).queryByText('Count the shelf')).toBeNull())
  expect(within(table).getByText('Call Mr Sen')).toBeTruthy()
  expect(within(table).getByText('Due today')).toBeTruthy()
})
