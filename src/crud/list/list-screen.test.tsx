import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { FormScreen } from '../form-screen.tsx'
import { defineScreens, type ScreenProps } from '../screens.ts'
import { ListScreen } from './list-screen.tsx'
import { useListModel } from './use-list-model.ts'
import { useListQuery } from './use-list-query.ts'

const branches = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name']],
  routes: {
    '/places': { title: 'dealerBranch:titles.list', may: 'list', page: ListScreen },
    '/place-create': { title: 'dealerBranch:titles.create', may: 'create', page: FormScreen },
  },
})
/** Of these a device has some, and the server is asked for the rest. */
const customers = defineScreens(customer, {
  columns: ['name'],
  form: [['name']],
  routes: { '/people': { title: 'customer:titles.list', may: 'list', page: ListScreen } },
})

let server: SyncDouble
let userId = 7_500

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'customer', 'problems', 'keys'))
beforeEach(() => {
  server = syncDouble()
  userId += 1
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /views'] = () => ({ views: [] })
  window.history.replaceState(null, '', '/places')
})

async function open(screens: ScreenProps['screens'], permissions: string[]) {
  await begin({ userId, permissions })
  const [page] = Object.values(screens.routes)
  const router = createBrowserRouter([{ path: '*', element: <ListScreen screens={screens} title={page!.title} /> }])
  render(
    <AtWork userId={userId}>
      <RouterProvider router={router} />
    </AtWork>,
  )
}

test('a list that nobody has put anything in yet says so, and offers the first one to who may make it', async () => {
  await open(branches, ['52-a', '52-b'])
  const state = await screen.findByText('Your first branch starts here')
  expect(screen.queryByText('Somebody who may change this list can add them.')).toBeNull()
  // Besides the one at the head of the page.
  const offered = screen.getAllByRole('link', { name: 'New branch' })
  expect(offered.map(link => link.getAttribute('href'))).toEqual(['/place-create', '/place-create'])
  expect(state.compareDocumentPosition(offered[1]!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('an empty list fills by itself with what somebody else puts into it', async () => {
  await open(branches, ['52-a'])
  await screen.findByText('Your first branch starts here')
  server.write('dealerBranch', 5, { name: 'Pune', phone: null })
  server.write('dealerBranch', 6, { name: 'Nashik', phone: null })
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('Your first branch starts here')).toBeNull())
  expect(await screen.findByText('2 branches')).toBeTruthy()
})

test('one record is called one', async () => {
  server.write('dealerBranch', 5, { name: 'Pune', phone: null })
  await open(branches, ['52-a'])
  expect(await screen.findByText('1 branch')).toBeTruthy()
})

test('what stands beside a value is in its cell, unless it has a column of its own', async () => {
  server.write('dealerBranch', 5, { name: 'Pune', email: 'pune@example.com' })
  const cells = async (columns: ('name' | 'email')[]) => {
    await open({ ...branches, columns, beside: { name: 'email' } }, ['52-a'])
    await screen.findByText('1 branch')
    return (await screen.findAllByRole('gridcell')).map(cell => cell.textContent).filter(Boolean)
  }
  expect(await cells(['name'])).toEqual(['Pune\u2002pune@example.com'])
  cleanup()
  userId += 1
  expect(await cells(['name', 'email'])).toEqual(['Pune', 'pune@example.com'])
})

test('a record that is switched off says so behind its name', async () => {
  server.write('dealerBranch', 5, { name: 'Pune', active: true })
  server.write('dealerBranch', 6, { name: 'Nashik', active: false })
  await open(branches, ['52-a'])
  await screen.findByText('2 branches')
  const cells = (await screen.findAllByRole('gridcell')).map(cell => cell.textContent).filter(Boolean)
  expect(cells.toSorted()).toEqual(['NashikOff', 'Pune'])
})

test('the keyboard goes on from a tick to the rows of a list, selects on its way, and comes to the heads', async () => {
  Element.prototype.scrollIntoView = () => undefined
  for (const [at, name] of ['Nashik', 'Pune', 'Thane'].entries()) server.write('dealerBranch', 5 + at, { name })
  await open(branches, ['52-a'])
  await screen.findByText('3 branches')
  const rows = () => screen.getAllByRole('row').slice(1)
  const selected = () => rows().map(row => row.getAttribute('aria-selected') === 'true')
  const person = userEvent.setup({ delay: null })
  await person.click(within(rows()[0]!).getByRole('checkbox'))
  await person.keyboard('{ArrowDown}')
  expect(rows()[1]!.contains(document.activeElement)).toBe(true)
  await person.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selected()).toEqual([true, true, true])
  await person.keyboard('{Escape}{Control>}{ArrowUp}{/Control}{ArrowUp}')
  expect(selected()).toEqual([false, false, false])
  expect(document.activeElement).toBe(screen.getByRole('columnheader', { name: /^Name/ }))
})

test('who may only read an empty list is told who can begin it, and is offered nothing', async () => {
  await open(branches, ['52-a'])
  expect(await screen.findByText('Your first branch starts here')).toBeTruthy()
  expect(screen.getByText('Somebody who may change this list can add them.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New branch' })).toBeNull()
})

test('a list that the server does not show to this person says that, with its reason, and no way to try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.state.routes['GET /customer'] = () =>
    Response.json({ code: 'forbidden', message: 'Your role does not open it.', requestId: 'r' }, { status: 403 })
  await open(customers, ['50-a', '50-b'])
  expect(await screen.findByText('You cannot open Customers')).toBeTruthy()
  expect(screen.getByText('Your role does not open it.')).toBeTruthy()
  expect(screen.queryByText(/starts here/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what this device keeps is shown where the server is too busy, which is asked once more when its person says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.write('customer', 5, { name: 'Asha', tags: [] })
  const asha = [...server.rows.values()][0]!.row
  server.state.routes['GET /customer'] = () =>
    Response.json({ code: 'busy', message: 'Too much at once.', requestId: 'r' }, { status: 503 })
  await open(customers, ['50-a', '50-b'])
  expect(await screen.findByText(/Only the records kept on this device are shown/)).toBeTruthy()
  expect(await screen.findByText('Asha')).toBeTruthy()
  server.state.routes['GET /customer'] = () => ({ rows: [asha, { ...asha, id: 6, name: 'Ravi' }], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Ravi')).toBeTruthy()
  expect(screen.queryByText(/Only the records kept/)).toBeNull()
})

/** What a hook answers on a page of its own in a browser's address. */
async function answerOf<T>(use: () => T) {
  await begin({ userId, permissions: ['52-a', '52-b'] })
  const wrapper = ({ children }: { children: ReactNode }) => {
    const [router] = useState(() => createBrowserRouter([{ path: '*', element: children }]))
    return (
      <AtWork userId={userId}>
        <RouterProvider router={router} />
      </AtWork>
    )
  }
  const { result } = renderHook(use, { wrapper })
  await waitFor(() => expect(result.current).not.toBeNull())
  return result
}

test('a second change that comes before the first has been drawn does not take that back', async () => {
  const list = await answerOf(() => useListModel(branches))
  const { change } = list.current
  await act(async () => change({ filter: { storeType: ['3'] } }))
  await act(async () => change({ q: 'north' }, 'replace'))
  expect(decodeURIComponent(window.location.search)).toBe('?q=north&filter[storeType]=3')
  expect(list.current.question).toMatchObject({ q: 'north', filter: { storeType: ['3'] } })
})

test('nor does one of a list without views', async () => {
  const list = await answerOf(useListQuery)
  const [, want] = list.current
  await act(async () => want({ filter: { stage: ['active'] } }))
  await act(async () => want({ q: 'asha' }))
  expect(list.current[0]).toMatchObject({ q: 'asha', filter: { stage: ['active'] } })
})
