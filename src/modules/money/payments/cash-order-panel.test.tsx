import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields, type Row } from '#contract/module.ts'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { CashOrderPanel } from './cash-order-panel.tsx'

const screens = defineScreens(cashOrder, { routes: {} })
const none = Object.fromEntries(Object.keys(allFields(cashOrder)).map(name => [name, null]))

/** Above every id that a test of another file takes. */
let userId = 12_800
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'cashOrder', 'payment'))
beforeEach(() => {
  server = syncDouble()
})

async function show(more: object, permissions = ['21-a', '21-d'], approves: string[] = []) {
  userId += 1
  server.state.routes['GET /order/pick'] = () => ({ rows: [{ id: 7, title: 'ORD-2026-000007' }] })
  await begin({ userId, permissions, approves })
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

test('who collected what, with which courier, and to which bank it came, is said to whoever may read payments', async () => {
  const nothing = Object.fromEntries(Object.keys(allFields(payment)).map(name => [name, null]))
  const paid = (id: number, more: object): Row => ({
    ...itemRow(id),
    ...nothing,
    number: `PAY-${id}`,
    order: 7,
    kind: 'receipt',
    amount: 600_000,
    mode: 'cash',
    paidOn: '2026-11-20',
    ...more,
  })
  server.write('courier', 3, itemRow(3, 'Maruti'))
  Object.assign(server.state.routes, {
    'GET /payment': () => ({
      rows: [
        paid(41, { courier: 3 }),
        paid(42, { kind: 'remittance', mode: 'bankTransfer', bank: 9, reference: 'UTR 7781' }),
      ],
      next: null,
    }),
    'GET /user/pick': () => ({ rows: [{ id: 1, title: 'Sana Shaikh' }] }),
    'GET /bank/pick': () => ({ rows: [{ id: 9, title: 'HDFC current' }] }),
  })
  const sums = { collected: 600_000, toCollect: 400_000, remitted: 600_000, toRemit: 0 }
  await show(sums, ['21-a', '21-d', '203-a', '203-b'], ['payment'])
  const lineOf = async (number: string) => (await screen.findByText(number)).closest<HTMLElement>('[role=row]')!
  const [collected, brought] = [await lineOf('41'), await lineOf('42')]
  await waitFor(() => expect(collected.textContent).toContain('Cash · Maruti · by Sana Shaikh'))
  await waitFor(() => expect(brought.textContent).toContain('HDFC current · UTR 7781 · by Sana Shaikh'))
  expect(collected.textContent).toMatch(/20 Nov 2026.*₹6,000₹4,000/)
  // What was recorded wrongly is taken back where it was recorded.
  expect(screen.getByRole('button', { name: 'Take back: PAY-41' })).toBeTruthy()
})
