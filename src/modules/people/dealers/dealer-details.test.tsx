import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dealerSalesCall, type DealerSales } from '#contract/calls/dealer-sales.ts'
import { allFields } from '#contract/module.ts'
import { dealer, type Dealer } from '#contract/modules/people/dealer.ts'
import { recordPlaces } from '#src/crud/record-places.tsx'
import { screensOf } from '#src/crud/screens.ts'
import { RecordPlacesContext } from '#src/fields/record-places.ts'
import { formatMonth, today } from '#src/lib/format.ts'
import { spread } from '#src/offline/heard.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { dealerBranchPages } from '../dealer-branch.ts'
import { dealerPages } from '../dealer.ts'
import { DealerDetails } from './details-page.tsx'
import { lastMonths } from './periods.ts'

const ID = 61
const screens = await screensOf(dealerPages)
const places = recordPlaces({ dealer: dealerPages, dealerBranch: dealerBranchPages })
const everything = ['51-a', '51-c', '51-d', '52-a', '52-b', '52-d', '20-a', '20-d']

/** Above every id that a test of another file takes. */
let userId = 15_200
let server: SyncDouble
let figures: DealerSales | null
const asks = () => server.state.requests.filter(one => one === `GET ${dealerSalesCall.path}`).length

beforeAll(() =>
  speakEnglish('ui', 'crud', 'dealer', 'dealerBranch', 'order', 'problems', 'keys', 'lists', 'outbox', 'label'),
)
beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.routes[`GET ${dealerSalesCall.path}`] = () => ({ sales: figures })
  figures = sold()
})

function sold(over: Partial<DealerSales> = {}): DealerSales {
  const values = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 45_000, 120_000]
  const months = lastMonths(today()).map((month, at) => ({ month, value: values[at]! }))
  return { open: 150_000, overdue: 20_000, owed: 210_000, months, targets: [], isPart: false, ...over }
}

async function show(over: Partial<Dealer> = {}, permissions = everything) {
  const none = Object.fromEntries(Object.keys(allFields(dealer)).map(name => [name, null]))
  const lists = { contacts: [], territory: [], targets: [], tags: [] }
  const fields = { name: 'Sanjivani Physio', type: 900, stage: 'active', creditLimit: 500_000, creditDays: 30 }
  server.write('dealer', ID, { ...none, ...lists, ...fields, ...over })
  await begin({ userId, permissions })
  const element = (
    <RecordPlacesContext value={places}>
      <DealerDetails screens={screens} title="dealer:titles.details" />
    </RecordPlacesContext>
  )
  const router = createMemoryRouter([{ path: '/dealer/dealer-details/:id', element }], {
    initialEntries: [`/dealer/dealer-details/${ID}`],
  })
  const hand = showAtWork(userId, router)
  await screen.findByRole('heading', { name: 'Sanjivani Physio' })
  return hand
}

const card = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('section')!
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling!
const bar = (name: string) => screen.getByRole('progressbar', { name })

test('says how much of the credit limit is open, what is overdue and what is left to pay', async () => {
  await show()
  expect(await screen.findByText('₹1,500')).toBe(figure('Open on credit'))
  expect(figure('Overdue').textContent).toBe('₹200')
  expect(figure('Overdue').className).toContain('text-danger-text')
  expect(figure('Unpaid in all').textContent).toBe('₹2,100')
  expect(figure('Days to pay').textContent).toBe('30')
  expect(screen.getByText('Credit limit ₹5,000, ₹3,500 left')).toBeTruthy()
  expect(bar('How much of the credit limit is open').getAttribute('aria-valuenow')).toBe('30')
  // What the card says already is not said again among the facts.
  expect(screen.getAllByText('Days to pay')).toHaveLength(1)
  expect(screen.queryByText('Credit limit')).toBeNull()
})

test('says by how much the limit is passed', async () => {
  figures = sold({ open: 620_050, overdue: 0 })
  await show()
  const words = await screen.findByText('₹1,200.50 over the credit limit of ₹5,000')
  expect(words.className).toContain('text-danger-text')
  expect(bar('How much of the credit limit is open').getAttribute('aria-valuenow')).toBe('100')
  expect(figure('Overdue').className).not.toContain('text-danger-text')
})

test('says so where only some orders are counted, and not what is left of the limit', async () => {
  figures = sold({ isPart: true })
  await show()
  expect(await screen.findByText('These figures count only the orders that you may see.')).toBeTruthy()
  expect(screen.getByText('Credit limit ₹5,000')).toBeTruthy()
})

test('says why a dealer is suspended, once', async () => {
  await show({ stage: 'suspended', suspendReason: 'Two orders unpaid' })
  expect(await screen.findByText('Two orders unpaid')).toBeTruthy()
  expect(screen.queryByText('Why it is suspended')).toBeNull()
})

test('has no bar where there is no limit', async () => {
  await show({ creditLimit: null, creditDays: null })
  expect(await screen.findByText('₹1,500')).toBe(figure('Open on credit'))
  expect(screen.getByText('No credit limit')).toBeTruthy()
  expect(figure('Days to pay').textContent).toBe('Not set')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('shows the sales of twelve months as a chart that is read out, and as a table', async () => {
  const hand = await show()
  const chart = within(await card('Sales of the last twelve months'))
  expect(await chart.findByText('₹1,650 in all')).toBeTruthy()
  const months = chart.getAllByRole('listitem')
  expect(months).toHaveLength(12)
  expect(months.at(-1)!.getAttribute('title')).toBe(`${formatMonth(today())}: ₹1,200`)
  await hand.click(chart.getByRole('button', { name: 'Show as a table' }))
  const rows = within(chart.getByRole('table', { name: 'Sales of the last twelve months' })).getAllByRole('row')
  expect(rows.map(row => row.textContent).slice(0, 3)).toEqual([
    'MonthAmount',
    `${formatMonth(today())}₹1,200`,
    expect.stringMatching(/₹450$/),
  ])
  expect(rows).toHaveLength(13)
})

test('says in words that nothing was sold', async () => {
  figures = sold({ months: lastMonths(today()).map(month => ({ month, value: 0 })) })
  await show()
  expect(await screen.findByText('Nothing was sold in the last twelve months.')).toBeTruthy()
})

/** So many days from today. */
const day = (from: number) => new Date(Date.parse(today()) + from * 86_400_000).toISOString().slice(0, 10)

test('puts the target that is running first, and says which is reached and how much of the others is sold', async () => {
  const targets = [
    { id: 1, from: day(-90), to: day(-31), qty: 20, value: null },
    { id: 2, from: day(-200), to: day(-91), qty: 20, value: 100_000 },
    { id: 3, from: day(30), to: day(90), qty: 5, value: null },
    { id: 4, from: day(-30), to: day(1), qty: 10, value: 400_000 },
  ]
  const of = (id: number, qty: number, value: number) => ({ id, qty, value })
  figures = sold({ targets: [of(1, 12, 90_000), of(2, 22, 110_000), of(3, 0, 0), of(4, 12, 200_000)] })
  await show({ targets })
  const targetsCard = await card('Targets')
  await within(targetsCard).findByText('12 of 10')
  const [running, ahead, last, first] = within(targetsCard).getAllByRole('listitem')
  expect(running!.textContent).toContain('2 days left')
  expect(running!.textContent).toContain('₹2,000 of ₹4,000')
  expect(running!.textContent).not.toContain('Reached')
  const bars = within(running!).getAllByRole('progressbar')
  expect(bars.map(one => one.getAttribute('aria-valuenow'))).toEqual(['100', '50'])
  expect(ahead!.textContent).toMatch(/Not begun.*0 of 5$/)
  expect(last!.textContent).toMatch(/OverNot reached.*12 of 20$/)
  expect(first!.textContent).toMatch(/OverReached.*22 of 20.*₹1,100 of ₹1,000$/)
})

test('shows the targets of a dealer of years when somebody asks for them', async () => {
  const targets = [1, 2, 3, 4, 5, 6].map(id => ({ id, from: day(-60 * id), to: day(1 - 60 * id), qty: 1, value: null }))
  const hand = await show({ targets })
  const list = within(await card('Targets'))
  expect(list.getAllByRole('listitem')).toHaveLength(4)
  await hand.click(list.getByRole('button', { name: 'Show all 6 targets' }))
  expect(list.getAllByRole('listitem')).toHaveLength(6)
})

test('asks for nothing without the right to open an order, and says the terms among the facts', async () => {
  await show({ targets: [{ id: 1, from: day(-1), to: day(1), qty: 20, value: null }] }, ['51-a', '51-d', '20-a'])
  expect(await screen.findByText('Credit limit')).toBeTruthy()
  expect(screen.getByText('₹5,000')).toBeTruthy()
  expect(screen.queryByText('Open on credit')).toBeNull()
  expect(screen.queryByText('Sales of the last twelve months')).toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(asks()).toBe(0)
})

test('says without a connection what is not known, and is counted when there is one', async () => {
  let lose: (error: Error) => void = () => {}
  const answer = server.state.routes[`GET ${dealerSalesCall.path}`]!
  server.state.routes[`GET ${dealerSalesCall.path}`] = () => new Promise((_, reject) => (lose = reject))
  await show({ targets: [{ id: 1, from: day(-1), to: day(1), qty: 20, value: null }] })
  await waitFor(() => expect(asks()).toBe(1))
  expect(screen.getByText('… of 20')).toBeTruthy()
  await connect(server, false)
  lose(new TypeError('Failed to fetch'))
  expect(await screen.findByText('What is open is known only with a connection.')).toBeTruthy()
  expect(screen.getByText('What was sold is known only with a connection.')).toBeTruthy()
  expect(screen.getByText('How much of it is sold is known only with a connection.')).toBeTruthy()
  expect(figure('Open on credit').textContent).toBe('—')
  expect(figure('Days to pay').textContent).toBe('30')
  expect(screen.getByText('Credit limit ₹5,000')).toBeTruthy()
  expect(screen.getByText('— of 20')).toBeTruthy()
  server.state.routes[`GET ${dealerSalesCall.path}`] = answer
  await connect(server, true)
  expect(await screen.findByText('₹1,500')).toBe(figure('Open on credit'))
  expect(screen.queryByText(/only with a connection/)).toBeNull()
  await connect(server, false)
  expect(figure('Open on credit').textContent).toBe('₹1,500')
})

test('what could not be counted is asked for again by a button', async () => {
  const answer = server.state.routes[`GET ${dealerSalesCall.path}`]!
  const broken = { code: 'broken', message: 'Something broke.', requestId: 'r' }
  server.state.routes[`GET ${dealerSalesCall.path}`] = () => Response.json(broken, { status: 500 })
  const hand = await show()
  expect(await screen.findByText('Something broke.')).toBeTruthy()
  expect(figure('Open on credit').textContent).toBe('—')
  server.state.routes[`GET ${dealerSalesCall.path}`] = answer
  // What was done to the dealer is not answered here either, further down.
  await hand.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(await screen.findByText('₹1,500')).toBe(figure('Open on credit'))
})

test('is counted anew when orders change, once for all of a burst', async () => {
  await show()
  await screen.findByText('₹1,500')
  figures = sold({ open: 90_000 })
  for (const id of [1, 2, 3]) act(() => spread(userId, { changes: [{ t: 'order', id, v: userId }], many: [] }))
  expect(await screen.findByText('₹900', undefined, { timeout: 10_000 })).toBe(figure('Open on credit'))
  expect(asks()).toBe(2)
})

test('is counted anew when the dealer itself was changed', async () => {
  const hand = await show({ stage: 'prospect' })
  await screen.findByText('₹1,500')
  figures = sold({ open: 90_000 })
  server.state.writes = () => ({ stage: 'onboarding' })
  await hand.click(screen.getByRole('button', { name: 'Start onboarding' }))
  expect(await screen.findByText('₹900')).toBe(figure('Open on credit'))
})

test('has the way to a new branch on the tab of its branches', async () => {
  server.state.routes['GET /dealer-branch'] = () => ({ rows: [], next: null })
  const hand = await show()
  await hand.click(await screen.findByRole('tab', { name: /^Dealer branches/ }))
  const add = await screen.findByRole('link', { name: /New branch/i })
  await waitFor(() => expect(add.getAttribute('href')).toBe(`/dealer-branch/dealer-branch-add/${ID}`))
})
