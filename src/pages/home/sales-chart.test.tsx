import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, it, vi } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { permissions } from '#contract/rules.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { today } from '#src/lib/format.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { SalesChart } from './sales-chart.tsx'

vi.mock('#src/lib/save-file.ts', () => ({ saveFile: vi.fn<(file: Blob, name: string) => void>() }))

const userId = 9_391

beforeAll(() => speakEnglish('shell', 'ui', 'home', 'crud', 'order'))

it('asks once for all days, and has its figures as a table and as a file too', async () => {
  const server = syncDouble()
  await begin({ userId, permissions: [...permissions(order, 'list')] })
  // The day is the business's: which it is depends on whose session it is.
  const now = today()
  server.state.groups = { hash: 'h1', names: ['lists'] }
  server.state.routes['GET /order/group'] = () => ({ groups: [{ value: now, count: 7, more: false }], next: null })
  const router = createMemoryRouter([{ path: '*', element: <SalesChart /> }], { initialEntries: ['/home'] })
  showAtWork(userId, router)
  expect(await screen.findByRole('link', { name: /: 7 orders$/ })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /: 0 orders$/ })).toHaveLength(13)
  expect(server.state.requests.filter(one => one.startsWith('GET /order/group'))).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Show as a table' }))
  const [first] = within(screen.getByRole('table', { name: 'Orders per day' }))
    .getAllByRole('row')
    .slice(1)
  expect(within(first!).getAllByRole('cell').at(-1)!.textContent).toBe('7')

  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
  const [file, name] = vi.mocked(saveFile).mock.calls[0]!
  expect(name).toBe('orders-per-day.csv')
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines[0]).toBe('Day,Orders')
  expect(lines.at(-1)).toBe(`${now},7`)
  expect(lines).toHaveLength(15)
})
