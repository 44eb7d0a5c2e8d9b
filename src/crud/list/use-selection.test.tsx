import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { defineScreens } from '../screens.ts'
import { ListScreen } from './list-screen.tsx'

const branches = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name']],
  routes: {
    '/places': { title: 'dealerBranch:titles.list', may: 'list', page: ListScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})

let userId = 7_920

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys'))
beforeEach(() => {
  const server = syncDouble()
  userId += 1
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /views'] = () => ({ views: [] })
  const put = (id: number, name: string, active = true) =>
    server.write('dealerBranch', id, { name, active, doesService: false, phone: null, tags: [] })
  put(5, 'Pune')
  put(6, 'Nashik')
  put(7, 'Nagpur', false)
})

async function open() {
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
  const router = createMemoryRouter(
    Object.entries(branches.routes).map(([path, { title, page: Page }]) => ({
      path,
      element: <Page screens={branches} title={title} />,
    })),
    { initialEntries: ['/places'] },
  )
  render(
    <AtWork userId={userId}>
      <RouterProvider router={router} />
    </AtWork>,
  )
  await screen.findByText('Pune')
  return { hand: userEvent.setup({ delay: null }), router }
}
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')]
const rowOf = (name: string) => rows().find(row => row.textContent?.includes(name))!
const selected = () =>
  rows()
    .filter(row => row.getAttribute('aria-selected') === 'true')
    .map(row => row.querySelector('[data-col="0"] a')?.textContent ?? '')
    .toSorted((a, b) => a.localeCompare(b))
const choose = (name: string) => rowOf(name).querySelector<HTMLElement>('[data-check]')!

test('what was selected is still selected for who comes back from a record, and not for who opens the list anew', async () => {
  const { hand, router } = await open()
  await hand.click(choose('Pune'))
  await hand.click(choose('Nagpur'))
  expect(selected()).toEqual(['Nagpur', 'Pune'])
  await hand.click(rowOf('Nashik').querySelector('a')!)
  await screen.findByRole('heading', { name: 'The record' })
  await act(() => router.navigate(-1))
  await screen.findByText('Pune')
  await waitFor(() => expect(selected()).toEqual(['Nagpur', 'Pune']))

  // What is chosen since counts, also where the list was sorted in between.
  await hand.click(choose('Pune'))
  await act(() => router.navigate('/places?sort=-name'))
  await waitFor(() => expect(selected()).toEqual(['Nagpur']))
  await act(() => router.navigate('/place/6'))
  await screen.findByRole('heading', { name: 'The record' })
  await act(() => router.navigate(-1))
  await waitFor(() => expect(selected()).toEqual(['Nagpur']))

  await act(() => router.navigate('/place/6'))
  await screen.findByRole('heading', { name: 'The record' })
  await act(() => router.navigate('/places'))
  await screen.findByText('Pune')
  expect(selected()).toEqual([])
})

test('another filter has its own selection, and the way back over it has the one before', async () => {
  const { hand, router } = await open()
  await hand.click(choose('Pune'))
  await act(() => router.navigate('/places?filter[active]=true'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(selected()).toEqual([])
  await hand.click(choose('Nashik'))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(selected()).toEqual(['Pune'])
  await act(() => router.navigate(1))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(selected()).toEqual(['Nashik'])
})
