import { act, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { useListModel } from '../list/use-list-model.ts'
import { ListScreen } from '../pages.ts'
import { defineScreens } from '../screens.ts'
import { PRINT_MOST, PrintRows } from './print-rows.tsx'

const screens = defineScreens(customer, {
  columns: ['name'],
  form: [['name']],
  routes: { '/people': { title: 'customer:titles.list', may: 'list', page: ListScreen } },
})

beforeAll(() => speakEnglish('ui', 'crud', 'customer', 'lists', 'problems', 'keys'))

/** So many customers are at the server, which gives fifty at a time. */
async function printOf(userId: number, many: number) {
  const server = syncDouble()
  const row = (id: number) => ({ id, version: 1, name: `Customer ${id}`, archivedAt: null, phones: [], addresses: [] })
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /views'] = () => ({ views: [] })
  server.state.routes['GET /customer'] = ({ url }) => {
    const after = Number(new URL(url).searchParams.get('after') ?? 0)
    const ids = Array.from({ length: Math.min(50, many - after) }, (_, at) => after + at + 1)
    const last = after + ids.length
    return { rows: ids.map(row), next: last < many ? String(last) : null, total: many }
  }
  await begin({ userId, permissions: ['50-a', '50-d'] })
  const printed = vi.fn<() => void>()
  vi.stubGlobal('print', () => {
    printed()
    window.dispatchEvent(new Event('afterprint'))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  document.adoptedStyleSheets ??= []
  CSSStyleSheet.prototype.replaceSync ??= () => {}
  const onClose = vi.fn<() => void>()
  let sheet = ''
  const head: string[] = []
  let rows = 0
  printed.mockImplementation(() => {
    const table = document.querySelector('[data-sheets="alone"] table')!
    sheet = table.textContent
    head.push(...[...table.querySelectorAll('thead th')].map(one => one.textContent))
    rows = table.querySelectorAll('tbody tr').length
  })
  // The list stands there, with how many there are, before somebody prints it.
  const Page = () => {
    const list = useListModel(screens)
    return list.rows.count > 0 && list.rows.total && <PrintRows list={list} onClose={onClose} />
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  await act(async () => {
    render(
      <AtWork userId={userId}>
        <RouterProvider router={router} />
      </AtWork>,
    )
    await Promise.resolve()
  })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  return { sheet, head, rows }
}

test('printing a list prints all its rows, also those that were never on the screen, below a head that repeats', async () => {
  const { sheet, head, rows } = await printOf(24_470, 120)
  expect(rows).toBe(120)
  expect(sheet).toContain('Customer 120')
  expect(head[0]).toMatch(/^120 customers, /)
  expect(head[1]).toBe('Name')
  expect(sheet).not.toContain('The first')
})

test('a list longer than the limit says so on the paper', async () => {
  const { head, rows } = await printOf(24_471, PRINT_MOST + 30)
  expect(rows).toBe(PRINT_MOST)
  expect(head[0]).toContain('The first 1,000 of 1,030 customers are printed.')
})
