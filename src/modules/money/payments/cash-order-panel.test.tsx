import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { allFields, type Row } from '#contract/module.ts'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../../../tests/support/sync-double.ts'
import { CashOrderPanel } from './cash-order-panel.tsx'

const screens = defineScreens(cashOrder, { routes: {} })
const none = Object.fromEntries(Object.keys(allFields(cashOrder)).map(name => [name, null]))

/** Above every id that a test of another file takes. */
let userId = 12_800
beforeAll(() => speakEnglish('ui', 'crud', 'cashOrder'))

async function show(more: object) {
  userId += 1
  syncDouble().state.routes['GET /order/pick'] = () => ({ rows: [{ id: 7, title: 'ORD-2026-000007' }] })
  await begin({ userId, permissions: ['21-a', '21-d'] })
  const record: Row = { ...itemRow(3), ...none, order: 7, expected: 1_000_000, collected: 0, remitted: 0, ...more }
  showAtWork(userId, createMemoryRouter([{ path: '/', element: <CashOrderPanel record={record} screens={screens} /> }]))
  await screen.findByText('ORD-2026-000007')
}
const figure = (label: string) => {
  const said = [...(screen.getByText(label, { selector: 'dt' }).parentElement?.querySelectorAll('dd') ?? [])]
  return said.map(one => one.textContent)
}

test('what has not come yet is still to be collected or remitted, and no difference', async () => {
  await show({ collected: 600_000, toCollect: 400_000, remitted: 200_000, toRemit: 400_000 })
  expect(['Expected', 'Collected', 'Remitted', 'Difference'].map(figure)).toEqual([
    ['₹10,000'],
    ['₹6,000', 'To collect ₹4,000'],
    ['₹2,000', 'To remit ₹4,000'],
    ['₹0'],
  ])
})

test.each([
  ['more was collected than expected', { collected: 1_050_000, remitted: 1_050_000 }, '₹500'],
  ['more came to the bank than was collected', { collected: 1_000_000, remitted: 1_030_000 }, '₹300'],
])('where %s the difference says by how much', async (_, sums, said) => {
  await show({ ...sums, stage: 'difference', toCollect: 0, toRemit: 0 })
  expect(figure('Difference')).toEqual([said])
})
