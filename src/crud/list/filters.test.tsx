import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { defineScreens } from '../screens.ts'
import { ListScreen } from './list-screen.tsx'

const branches = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name']],
  routes: { '/places': { title: 'dealerBranch:titles.list', may: 'list', page: ListScreen } },
})

let userId = 7_900

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys'))
beforeEach(() => {
  const server = syncDouble()
  userId += 1
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /views'] = () => ({ views: [] })
  const put = (id: number, name: string, doesService: boolean, active: boolean) =>
    server.write('dealerBranch', id, { name, doesService, active, phone: null, tags: [] })
  put(5, 'North Pune', true, true)
  put(6, 'North Nashik', false, true)
  put(7, 'North Nagpur', true, false)
})

async function open(address: string) {
  window.history.replaceState(null, '', address)
  await begin({ userId, permissions: ['52-a', '52-b'] })
  const page = <ListScreen screens={branches} title="dealerBranch:titles.list" />
  const router = createBrowserRouter([{ path: '*', element: page }])
  render(
    <AtWork userId={userId}>
      <RouterProvider router={router} />
    </AtWork>,
  )
  return userEvent.setup({ delay: null })
}

test('Clear all takes every filter away at once, leaves what is searched for, and Back brings them again', async () => {
  const hand = await open('/places?q=north&filter[doesService]=true&filter[active]=true')
  const tools = within(await screen.findByRole('search'))
  expect(await screen.findByText('1 branch')).toBeTruthy()
  expect(await tools.findAllByRole('button', { name: /^Remove/ })).toHaveLength(2)

  await hand.click(tools.getByRole('button', { name: 'Clear all' }))
  expect(await screen.findByText('3 branches')).toBeTruthy()
  expect(window.location.search).toBe('?q=north')
  expect(tools.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(tools.queryByRole('button', { name: 'Clear all' })).toBeNull()

  window.history.back()
  expect(await screen.findByText('1 branch')).toBeTruthy()
  await waitFor(() => expect(tools.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2))
})
