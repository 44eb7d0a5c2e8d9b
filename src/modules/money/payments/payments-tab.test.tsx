import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allFields, type Row } from '#contract/module.ts'
import { bank } from '#contract/modules/money/bank.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { order } from '#contract/modules/sales/order.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { PaymentsTab } from './payments-tab.tsx'

/** Above every id that a test of another file takes. */
let userId = 12_600
let server: SyncDouble
let rows: Row[]
beforeAll(() => speakEnglish('ui', 'crud', 'payment', 'order', 'bank', 'problems', 'keys', 'lists'))

const none = Object.fromEntries(Object.keys(allFields(payment)).map(name => [name, null]))
const paid = (id: number, more: object): Row => ({
  ...itemRow(id),
  ...none,
  number: `PAY-${id}`,
  order: 7,
  kind: 'receipt',
  amount: 100_000,
  mode: 'cash',
  paidOn: '2026-11-20',
  isOver: false,
  ...more,
})
beforeEach(() => {
  userId += 1
  server = syncDouble()
  rows = [
    paid(1, { amount: 200_000 }),
    paid(2, { amount: 300_000, mode: 'upi', reference: 'UTR 7781' }),
    paid(3, { amount: 300_000, mode: 'upi', reverses: 2 }),
    paid(4, { amount: 200_000, kind: 'remittance' }),
    paid(5, { amount: 50_000, kind: 'refund' }),
  ]
  const { routes } = server.state
  routes['GET /payment'] = () => ({ rows, next: null })
  routes['GET /payment/pick'] = () => ({ rows: rows.map(({ id, number }) => ({ id, title: number })) })
  routes['GET /order/pick'] = () => ({ rows: [{ id: 7, title: 'ORD-2026-000007' }] })
})
const sale = { ...itemRow(7), number: 'ORD-2026-000007', total: 1_000_000, paid: 150_000, balance: 850_000 } as Row

const all = ['203-a', '203-b', '203-d']
async function show(
  module: typeof order | typeof maintenance | typeof bank,
  record: Row,
  permissions = all,
  approves = ['payment'],
) {
  await begin({ userId, permissions, approves })
  const element = <PaymentsTab module={module} record={record} field={module.name} />
  const person = showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
  return person
}
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])
const lineOf = async (number: string) => (await screen.findByText(number)).closest<HTMLElement>('[role=row]')!
const amounts = (row: HTMLElement) =>
  within(row)
    .getAllByText(/₹/)
    .map(cell => cell.textContent)

test('after each payment stands what is still owed; what was taken back does not count, nor what went to the bank', async () => {
  await show(order, sale)
  const numbers = ['1', '2', '3', '4', '5'].map(id => lineOf(id))
  expect((await Promise.all(numbers)).map(amounts)).toEqual([
    ['₹2,000', '₹8,000'],
    ['₹3,000', '₹5,000'],
    ['-₹3,000', '₹8,000'],
    ['₹2,000', '₹8,000'],
    ['-₹500', '₹8,500'],
  ])
  expect(screen.getByText('₹1,500')).toBeTruthy()
})

test('of a job stands what is still owed less what was credited', async () => {
  const job = { ...itemRow(7), number: 'MNT-7', total: 1_000_000, credited: 300_000, paid: 150_000, balance: 550_000 }
  await show(maintenance, job)
  expect(amounts(await lineOf('5'))).toEqual(['-₹500', '₹5,500'])
})

test('a payment is recorded over what is owed', async () => {
  const person = await show(order, sale)
  await person.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = await screen.findByRole('dialog')
  expect(within(form).getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('8,500')
  await person.click(within(form).getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'payment.create', args: { order: 7, amount: 850_000 } }]))
})

test('more than is owed is refused beside the amount, which stays, until somebody says that it is right', async () => {
  const said = 'Only 8500.00 is due. Say that it is right, if it is.'
  server.state.refuses = ({ args }) => args.isOver !== true
  server.state.refused = { amount: said }
  const person = await show(order, sale)
  await person.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('dialog'))
  const amount = () => form.getByLabelText<HTMLInputElement>(/^Amount/)
  const save = () => person.click(form.getByRole('button', { name: /^Save/ }))
  await person.clear(amount())
  await person.type(amount(), '9000')
  await save()
  await waitFor(() => expect(within(amount().closest<HTMLElement>('[data-field]')!).getByText(said)).toBeTruthy())
  expect(amount().value).toBe('9,000')
  await person.click(form.getByRole('checkbox', { name: /More than is due is right/ }))
  await save()
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ args: { order: 7, amount: 900_000, isOver: true } }))
})

test('a payment is taken back by another one, after a question', async () => {
  const person = await show(order, sale)
  // What was taken back, and what takes back, is done.
  expect((await screen.findAllByRole('button', { name: /^Take back: / })).map(one => one.title)).toEqual([
    'Take back: PAY-1',
    'Take back: PAY-4',
    'Take back: PAY-5',
  ])
  await person.click(screen.getByRole('button', { name: 'Take back: PAY-1' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText(/₹2,000/)).toBeTruthy()
  await person.click(within(question).getByRole('button', { name: 'Take back' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { op: 'payment.create', args: { order: 7, kind: 'receipt', amount: 200_000, mode: 'cash', reverses: 1 } },
    ]),
  )
})

test('without a network nothing is taken back, and why stands there', async () => {
  const person = await show(order, sale)
  await screen.findByText('1')
  await connect(server, false)
  await person.click(screen.getByRole('button', { name: 'Take back: PAY-1' }))
  expect(await screen.findByText(/needs the server’s word/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('whoever does not approve payments takes none back', async () => {
  await show(order, sale, ['203-a', '203-b', '203-d'], [])
  expect(await screen.findByRole('button', { name: 'Record payment' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Take back/ })).toBeNull()
})

test('whoever only reads payments records none', async () => {
  await show(order, sale, ['203-a', '203-d'])
  await screen.findByText('1')
  expect(screen.queryByRole('button', { name: /Record|Take back/ })).toBeNull()
})

test('a bank shows what went through it, each with its order', async () => {
  await show(bank, { ...itemRow(9), name: 'HDFC' })
  expect(await screen.findAllByText('ORD-2026-000007')).toHaveLength(5)
  expect(screen.queryByText('Balance')).toBeNull()
  expect(screen.queryByRole('button', { name: /Record|Take back/ })).toBeNull()
})
