import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LedgerLine } from '#contract/calls/bank-ledger.ts'
import { bank } from '#contract/modules/money/bank.ts'
import { spread } from '#src/offline/heard.ts'
import type { Screens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { bankContents } from '../bank-contents.ts'
import { BankLedger } from './bank-ledger.tsx'

/** Above every id that a test of another file takes. */
let userId = 12_900
let server: SyncDouble
let asked: URLSearchParams[]
beforeAll(() => {
  document.adoptedStyleSheets ??= []
  CSSStyleSheet.prototype.replaceSync ??= () => {}
  return speakEnglish('ui', 'crud', 'bank', 'payment', 'order', 'problems', 'keys', 'lists')
})

const line = (id: number, moved: number, balance: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  id,
  paidOn: '2026-11-20',
  kind: moved < 0 ? 'refund' : 'receipt',
  mode: 'upi',
  moved,
  balance,
  isBack: false,
  number: `PAY-${id}`,
  order: null,
  maintenance: null,
  reference: `UTR ${id}`,
  note: null,
  ...more,
})
const sums = { opening: 100_000, in: 50_000, out: 180_000, closing: -30_000, count: 3 }
const pages = [
  { ...sums, lines: [line(1, 50_000, 150_000), line(2, -100_000, 50_000)], next: '2026-11-20~2' },
  { ...sums, lines: [line(3, -80_000, -30_000, { number: null, reference: null })], next: null },
]

beforeEach(() => {
  userId += 1
  asked = []
  server = syncDouble()
  server.state.routes['GET /bank/ledger'] = request => {
    const { searchParams } = new URL(request.url)
    asked.push(searchParams)
    return pages[searchParams.has('after') ? 1 : 0]
  }
})

const screens: Screens<typeof bank> = { module: bank, routes: {}, ...bankContents }
async function show(permissions = ['114-a', '114-d', '203-a']) {
  await begin({ userId, permissions })
  const record = { ...itemRow(9), name: 'HDFC', accountEnd: '4471', openingBalance: 100_000 }
  const element = <BankLedger record={record} screens={screens} />
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}
const cells = (text: string) =>
  within(screen.getByText(text).closest<HTMLElement>('[role=row]')!)
    .getAllByRole('gridcell')
    .map(it => it.textContent)

test('the lines stand between what was on the account before and, after the last page, what is on it', async () => {
  const person = await show()
  expect((await screen.findByText('UPI · UTR 1')).closest('[role=row]')!.textContent).toContain('₹1,500')
  expect(screen.getAllByText('Opening balance')).toHaveLength(2)
  expect(screen.getAllByText('Closing balance')).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: /more/i }))
  await screen.findByText(/You have no access/)
  const last = screen.getAllByRole('row').at(-1)!
  expect(last.textContent).toMatch(/Closing balance₹500₹1,800-₹300$/)
  expect(asked.at(-1)!.get('after')).toBe('2026-11-20~2')
  expect(cells('UPI · You have no access').slice(2)).toEqual(['—', '₹800', '-₹300'])
})

test('the period decides which days are asked for; half a day narrows nothing', async () => {
  const person = await show()
  await screen.findByText('UPI · UTR 1')
  expect(asked[0]!.get('from')).toMatch(/^\d{4}-\d\d-01$/)
  await person.click(screen.getByRole('button', { name: /Period/ }))
  await person.click(await screen.findByRole('option', { name: 'Everything' }))
  await waitFor(() => expect(asked.at(-1)!.has('from')).toBe(false))
  await person.click(screen.getByRole('button', { name: /Period/ }))
  await person.click(await screen.findByRole('option', { name: 'From – to' }))
  await person.type(screen.getByLabelText('From'), '2026-04-03')
  await waitFor(() => expect(asked.at(-1)!.get('from')).toBe('2026-04-03'))
  expect(asked.every(one => /^(\d{4}-\d\d-\d\d)?$/.test(one.get('from') ?? ''))).toBe(true)
})

test('a last day before the first is said beside it, and asked for by nobody', async () => {
  const person = await show()
  await screen.findByText('UPI · UTR 1')
  await person.click(screen.getByRole('button', { name: /Period/ }))
  await person.click(await screen.findByRole('option', { name: 'From – to' }))
  await person.type(screen.getByLabelText('From'), '2026-04-03')
  await person.type(screen.getByLabelText('To'), '2026-04-02')
  expect(await screen.findByText('Not before the first day.')).toBeTruthy()
  await person.clear(screen.getByLabelText('To'))
  await person.type(screen.getByLabelText('To'), '2026-04-04')
  await waitFor(() => expect(asked.at(-1)!.get('to')).toBe('2026-04-04'))
  expect(screen.queryByText('Not before the first day.')).toBeNull()
  expect(asked.some(one => one.get('to') === '2026-04-02')).toBe(false)
})

test('payments that come in a burst are read once for all of them', async () => {
  await show()
  await screen.findByText('UPI · UTR 1')
  const before = asked.length
  for (const id of [1, 2, 3, 4, 5]) {
    spread(userId, { changes: [{ t: 'payment', id, v: userId }], many: [] })
    // Each is told on its own, as the server tells it.
    await new Promise(done => setTimeout(done, 50))
  }
  expect(asked).toHaveLength(before)
  await waitFor(() => expect(asked).toHaveLength(before + 1), { timeout: 6_000 })
}, 15_000)

test('it is printed whole: page after page is fetched before the printer may be asked', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const person = await show()
  await screen.findByText('UPI · UTR 1')
  await person.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(false))
  const [paper] = screen.getAllByRole('article')
  expect(paper!.textContent).toContain('Ledger · HDFC')
  expect(paper!.textContent).toContain('Account ending in 4471')
  const rows = [...paper!.querySelectorAll('tbody tr')].map(row => [...row.children].map(it => it.textContent).slice(2))
  expect(rows).toEqual([
    ['', '', '1,000.00'],
    ['500.00', '', '1,500.00'],
    ['', '1,000.00', '500.00'],
    ['', '800.00', '-300.00'],
    ['500.00', '1,800.00', '-300.00'],
  ])
  await person.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await person.click(screen.getByRole('button', { name: 'Back to the ledger' }))
  expect(await screen.findByText('UPI · UTR 1')).toBeTruthy()
})

test('whoever may not see what an account began with sees no ledger of it', async () => {
  await show(['114-a', '203-a'])
  expect(asked).toEqual([])
  expect(screen.queryByText('Ledger')).toBeNull()
})
