import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DealerSales } from '#contract/calls/dealer-sales.ts'
import type { Row } from '#contract/module.ts'
import type { Dealer } from '#contract/modules/people/dealer.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Input = Record<string, unknown>
let shop: Shop
let type: Row
let cap: Row
let today: string
let dealer: Dealer
let branch: Row
beforeAll(async () => {
  shop = await openShop()
  type = await shop.make('dealerType', { label: 'Pharmacy' })
  cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 10_000, serialised: false })
  const [now] = await shop.sql<{ today: string }>(`select (now() at time zone 'Asia/Kolkata')::date::text as today`)
  today = now!.today
})
afterAll(() => shop?.server.close())
beforeEach(async () => {
  dealer = await dealt({ creditDays: 30 })
  branch = await branchOf(dealer)
})

const dealt = async (over: Input = {}) =>
  (await shop.make('dealer', { name: 'Sanjivani', type: type.id, ...over })) as unknown as Dealer
const branchOf = ({ id }: { id: number }) => shop.make('dealerBranch', { name: 'Kothrud', dealer: id })

/** An order of caps at a hundred each, on credit, that goes as far as `until`. */
async function ordered(qty: number, over: Input = {}, until: readonly string[] = ['confirmShort']): Promise<Order> {
  const lines = [{ product: cap.id, qty, unitPrice: 10_000 }]
  const made = await shop.make('order', {
    name: 'Asha',
    phone: '98765 43210',
    lines,
    paymentMode: 'credit',
    dealerBranch: branch.id,
    ...over,
  })
  for (const move of until)
    await shop.move('order', made.id, move, move === 'hold' ? { holdReason: 'Asks' } : undefined)
  return (await shop.read('order', made.id)) as unknown as Order
}
const confirmedOn = ({ id }: Order, daysAgo: number) =>
  shop.sql('update sales_order set confirmed_on = $2::date - $3::int where id = $1', [id, today, daysAgo])

const ask = (id = dealer.id, as?: SignedIn) => shop.ask('GET', `/dealer/sales?dealer=${id}`, undefined, as)
async function sales(id?: number, as?: SignedIn): Promise<DealerSales> {
  const { status, body } = await ask(id, as)
  expect(status, JSON.stringify(body)).toBe(200)
  const { sales: found } = body as unknown as { sales: DealerSales | null }
  expect(found).not.toBeNull()
  return found!
}
const day = async (text: string) => (await shop.sql<{ day: string }>(`select (${text})::date::text as day`))[0]!.day

describe('what a dealer owes', () => {
  it('is nothing before it has ordered', async () => {
    const { months, ...others } = await sales()
    expect(others).toEqual({ open: 0, overdue: 0, owed: 0, targets: [], isPart: false })
    expect(months.map(({ value }) => value)).toEqual(Array.from({ length: 12 }, () => 0))
    expect(months.at(-1)!.month).toBe(today.slice(0, 7))
  })

  it('is open for orders on credit that are sold, less what was paid, at all of its branches', async () => {
    const other = await branchOf(dealer)
    const first = await ordered(5)
    await ordered(2, { dealerBranch: other.id })
    await ordered(3, {}, ['confirmShort', 'hold'])
    await ordered(100, {}, [])
    await ordered(100, {}, ['hold'])
    await ordered(100, {}, ['drop'])
    await ordered(7, { paymentMode: 'prepaid' })
    await ordered(100, { dealerBranch: (await branchOf(await dealt())).id })
    await ordered(100, { dealerBranch: null })
    expect(await sales()).toMatchObject({ open: 100_000, owed: 170_000, overdue: 0 })
    await shop.make('payment', { order: first.id, amount: 15_000, mode: 'upi' })
    expect(await sales()).toMatchObject({ open: 85_000, owed: 155_000 })
  })

  it('is no less for an order of which too much was paid', async () => {
    await ordered(2)
    const paid = await ordered(1)
    await shop.sql('update sales_order set paid = 50000, balance = -40000 where id = $1', [paid.id])
    expect(await sales()).toMatchObject({ open: 20_000, owed: 20_000 })
  })

  it('is overdue from the day after its last day to pay', async () => {
    const [onTime, late] = [await ordered(1), await ordered(2)]
    await confirmedOn(onTime, 30)
    await confirmedOn(late, 31)
    const prepaid = await ordered(4, { paymentMode: 'prepaid' })
    await confirmedOn(prepaid, 100)
    expect(await sales()).toMatchObject({ open: 30_000, overdue: 20_000 })
    await shop.change('dealer', dealer.id, { creditDays: 0 })
    expect(await sales()).toMatchObject({ overdue: 30_000 })
    await shop.change('dealer', dealer.id, { creditDays: null })
    expect(await sales()).toMatchObject({ open: 30_000, overdue: 0 })
  })

  it('forgets what was put away', async () => {
    const { id } = await ordered(3)
    await shop.sql('update sales_order set archived_at = now() where id = $1', [id])
    const { open, owed, months } = await sales()
    expect([open, owed, months.at(-1)!.value]).toEqual([0, 0, 30_000])
  })
})

describe('what a dealer sells', () => {
  it('stands in the month of the order, to its first and its last day, for the last twelve of them', async () => {
    const first = await day(`date_trunc('month', timestamp '${today}') - interval '11 months'`)
    const before = await day(`date '${first}' - 1`)
    const end = await day(`timestamp '${first}' + interval '1 month' - interval '1 day'`)
    const next = await day(`date '${end}' + 1`)
    for (const [qty, orderDate] of [
      [1, before],
      [2, first],
      [3, end],
      [4, next],
      [5, today],
    ] as const)
      await ordered(qty, { orderDate })
    await ordered(100, {}, [])
    await ordered(100, {}, ['hold'])
    await ordered(100, {}, ['drop'])
    const { months } = await sales()
    expect(months).toHaveLength(12)
    expect(months[0]).toEqual({ month: first.slice(0, 7), value: 50_000 })
    expect(months[1]).toEqual({ month: next.slice(0, 7), value: 40_000 })
    expect(months[11]).toEqual({ month: today.slice(0, 7), value: 50_000 })
    expect(months.reduce((all, { value }) => all + value, 0)).toBe(140_000)
  })

  it('counts for a target from its first day to its last, without the pieces that were cancelled', async () => {
    const targets = [
      { from: '2026-04-01', to: '2026-04-30', qty: 10, value: null },
      { from: '2026-04-30', to: '2026-06-30', qty: null, value: 500_000 },
      { from: '2020-01-01', to: '2020-12-31', qty: 5, value: null },
    ]
    await shop.change('dealer', dealer.id, { targets })
    const [april, spring, past] = ((await shop.read('dealer', dealer.id)) as unknown as Dealer).targets
    for (const [qty, orderDate] of [
      [50, '2026-03-31'],
      [1, '2026-04-01'],
      [2, '2026-04-30'],
      [4, '2026-05-01'],
      [50, '2026-07-01'],
    ] as const)
      await ordered(qty, { orderDate })
    const part = await ordered(8, { orderDate: '2026-06-30' })
    const lines = [{ line: part.lines[0]!.id, qty: 3 }]
    const cancelled = await shop.make('orderCancel', { order: part.id, reason: 'Changed mind', lines })
    await shop.move('orderCancel', cancelled.id, 'approve')
    const by = new Map((await sales()).targets.map(one => [one.id, one]))
    expect(by.get(april!.id)).toEqual({ id: april!.id, qty: 3, value: 30_000 })
    expect(by.get(spring!.id)).toEqual({ id: spring!.id, qty: 11, value: 110_000 })
    expect(by.get(past!.id)).toEqual({ id: past!.id, qty: 0, value: 0 })
  })
})

describe('who is told', () => {
  it('only what they may see themselves: of their own orders, or of their branch', async () => {
    const own = await signedIn(shop.server, { permissions: ['51-d', '20-d'], scopes: { order: 'own' } })
    const other = await branchOf(dealer)
    await ordered(2, { assignedTo: own.userId })
    await ordered(3, { dealerBranch: other.id })
    expect(await sales(dealer.id, own)).toMatchObject({ open: 20_000, owed: 20_000, isPart: true })
    const rights = { permissions: ['51-d', '20-d'], scopes: { order: 'branch' } } as const
    const atBranch = await signedIn(shop.server, { ...rights, branch: other.id })
    expect(await sales(dealer.id, atBranch)).toMatchObject({ open: 30_000, isPart: true })
    const nowhere = await signedIn(shop.server, rights)
    expect((await ask(dealer.id, nowhere)).body).toEqual({ sales: null })
    expect(await sales()).toMatchObject({ open: 50_000, isPart: false })
  })

  it('nothing without the right to open an order', async () => {
    await ordered(2)
    const clerk = await signedIn(shop.server, { permissions: ['51-d', '20-a'] })
    const { status, body } = await ask(dealer.id, clerk)
    expect([status, body]).toEqual([200, { sales: null }])
    const lister = await signedIn(shop.server, { permissions: ['51-a', '20-d'] })
    expect((await ask(dealer.id, lister)).status).toBe(403)
  })

  it('nobody of a dealer that is out of their reach', async () => {
    const rights = { permissions: ['51-d', '20-d'], scopes: { dealer: 'own' } } as const
    const manager = await signedIn(shop.server, rights)
    const theirs = await dealt({ manager: manager.userId })
    expect((await ask(theirs.id, manager)).status).toBe(200)
    expect((await ask(dealer.id, manager)).status).toBe(404)
    expect((await ask(dealer.id + 1_000_000)).status).toBe(404)
  })
})
