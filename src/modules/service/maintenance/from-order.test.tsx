import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { screensOf, type Screens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { maintenancePages } from '../maintenance.ts'
import { JobForOrder } from './from-order.tsx'

/** Above every id that a test of another file takes. */
let userId = 18_700
let server: SyncDouble
let screens: Screens
beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'maintenance', 'order', 'problems', 'keys', 'lists')
  screens = await screensOf(maintenancePages)
})
const blank = (module: typeof order | typeof unit) =>
  Object.fromEntries(Object.keys(allFields(module)).map(name => [name, null]))
const device = (id: number, replacedBy: number | null) => ({
  ...itemRow(id),
  ...blank(unit),
  serial: `KWP24-${id}`,
  product: 5,
  order: 7,
  orderLine: 91,
  replacedBy,
  tags: [],
  stage: 'withCustomer',
})
let devices: object[]
beforeEach(() => {
  userId += 1
  server = syncDouble()
  const sale = { ...blank(order), number: 'ORD-2026-000007', name: 'Ananya Banerjee', phone: '+919830041172' }
  server.write('order', 7, { ...sale, stage: 'delivered', lines: [], tags: [] })
  server.state.routes['GET /order/7'] = () => server.rows.get(7)!.row
  server.state.routes['GET /unit'] = () => ({ rows: devices, next: null })
  server.state.routes['GET /unit/pick'] = () => ({ rows: [] })
  server.state.routes['GET /product/pick'] = () => ({ rows: [] })
})

async function serial() {
  await begin({ userId, permissions: ['20-d', '40-b', '103-a', '200-a', '200-d'] })
  const element = <JobForOrder screens={screens} title="maintenance:titles.create" />
  showAtWork(userId, createMemoryRouter([{ path: '/job/:id', element }], { initialEntries: ['/job/7'] }))
  return screen.findByRole<HTMLInputElement>('textbox', { name: /serial number/i })
}

test('of a device and the one that took its place, the job is about the one that they have', async () => {
  devices = [device(31, 32), device(32, null)]
  const box = await serial()
  await waitFor(() => expect(box.value).toBe('KWP24-32'))
})

test('of several that they have, somebody says which', async () => {
  devices = [device(31, null), device(32, null)]
  expect((await serial()).value).toBe('')
})
