import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkPreview, WorkState } from '#contract/calls/work.ts'
import type { Row } from '#contract/module.ts'
import type { Dealer } from '#contract/modules/people/dealer.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

/** What a dealer may owe for open orders, the case `creditLimitReopened` first. */
type Input = Record<string, unknown>
/** A dealer with a branch. */
type Partner = { id: number; name: string; branch: number }

const ORDERS = ['20-a', '20-b', '20-c', '20-d']
const LIMIT = 10_000_000
const APPROVAL = 'Somebody who may approve has to say yes.'

let shop: PackingShop
/** Takes orders, knows dealers, and approves nothing. */
let clerk: SignedIn
let type: number
let comb: Row
let count = 0
beforeAll(async () => {
  shop = await openPackingShop()
  clerk = await signedIn(shop.server, { permissions: [...ORDERS, '51-d'] })
  type = (await shop.make('dealerType', { label: 'Distributor' })).id
  comb = await shop.make('product', { sku: 'COMB', name: 'Comb', price: 5_000, serialised: false })
  for (const product of [shop.cap, comb])
    await shop.make('stockMove', { product: product.id, qty: 500, from: 'supplier', to: 'stock', cause: 'purchase' })
})
afterAll(() => shop?.server.close())

const branchOf = async (dealer: number | null) =>
  (await shop.make('dealerBranch', { name: `Branch ${(count += 1)}`, dealer })).id
async function partner(more: Input = {}): Promise<Partner> {
  const name = `Mehta Traders ${(count += 1)}`
  const { id } = await shop.make('dealer', { name, type, creditLimit: LIMIT, ...more })
  return { id, name, branch: await branchOf(id) }
}
const draft = (branch: number | null, unitPrice: number, more: Input = {}) =>
  shop.ordered([{ product: shop.cap.id, qty: 1, unitPrice }], {
    paymentMode: 'credit',
    dealerBranch: branch,
    ...more,
  })
const move = (id: number, action: string, args: Input = {}, as = clerk) =>
  shop.ask('POST', `/order/${id}/${action}`, args, as)
/** A draft that the clerk confirms. */
async function confirmed(branch: number | null, unitPrice: number, more: Input = {}): Promise<Order> {
  const { id } = await draft(branch, unitPrice, more)
  const { status, body } = await move(id, 'confirm')
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Order
}
const hold = (id: number) => move(id, 'hold', { holdReason: 'Waits for the lorry' })
async function change(id: number, changes: Input, as = clerk) {
  const { version } = await shop.order(id)
  const headers = { ...as.headers, 'if-match': `"${version}"` }
  const answer = await shop.server.app.inject({ method: 'PATCH', url: `/api/order/${id}`, headers, payload: changes })
  return { status: answer.statusCode, body: answer.json<Row & { fields?: Record<string, string> }>() }
}
/** One line with another price, as a form says it. */
const priced = ({ lines: [line] }: Order, unitPrice: number) => {
  const { id, product, qty, taxRate } = line!
  return { lines: [{ id, product, qty, taxRate, unitPrice }] }
}
const over = ({ name }: Partner, open: string, wanted: string, more: string) => ({
  status: 400,
  said: {
    paymentMode: `Credit limit of ${name} 1,00,000.00, open ${open}, this order ${wanted}: ${more} over. ${APPROVAL}`,
  },
})
const told = async (answer: ReturnType<typeof move>) => {
  const { status, body } = await answer
  return { status, said: body.fields }
}
const done = async (answer: ReturnType<typeof move>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Order
}
/** What is open of this dealer, counted another way than the server does. */
async function openOf(...branches: number[]): Promise<number> {
  const rows = await shop.sql<{ stage: string; held: string | null; balance: number }>(
    `select stage, held_from as held, balance::int from sales_order where dealer_branch = any($1) and payment_mode = 'credit'`,
    [branches],
  )
  const isOpen = ({ stage, held }: (typeof rows)[number]) =>
    !['draft', 'closed', 'cancelled'].includes(stage) && !(stage === 'onHold' && held === 'draft')
  return rows.filter(isOpen).reduce((sum, { balance }) => sum + Math.max(balance, 0), 0)
}

describe('creditLimitReopened', () => {
  it('never has more open than the limit without an approval: what is on hold counts', async () => {
    const of = await partner()
    const first = await confirmed(of.branch, 7_000_000)
    await done(hold(first.id))
    const second = await draft(of.branch, 6_000_000)
    const refused = over(of, '70,000.00', '60,000.00', '30,000.00')
    for (const way of ['confirm', 'confirmShort']) expect(await told(move(second.id, way)), way).toEqual(refused)
    expect(await shop.order(second.id)).toMatchObject({ stage: 'draft', creditApproved: null, confirmedOn: null })
    expect((await shop.counted(second.id)).allocated ?? 0).toBe(0)
    // Back from its hold it opens nothing that was not open.
    expect(await done(move(first.id, 'resume'))).toMatchObject({ stage: 'confirmed', creditApprovedBy: null })
    expect(await told(move(second.id, 'confirm'))).toEqual(refused)
    expect(await openOf(of.branch)).toBe(7_000_000)
    // Who may not approve does not, and whoever may is named by the order.
    expect((await move(second.id, 'approveCredit')).status).toBe(403)
    const approved = { creditApprovedBy: shop.person.userId, creditApproved: 6_000_000 }
    expect(await shop.moved(second.id, 'approveCredit')).toMatchObject({ stage: 'draft', ...approved })
    expect(await done(move(second.id, 'confirm'))).toMatchObject({ stage: 'confirmed', ...approved })
    expect(await openOf(of.branch)).toBe(13_000_000)
    // The first is over it as well by now: it is asked when it comes back from another hold.
    await done(hold(first.id))
    expect(await told(move(first.id, 'resume'))).toEqual(over(of, '60,000.00', '70,000.00', '30,000.00'))
    await shop.moved(first.id, 'approveCredit')
    await done(move(first.id, 'resume'))
  })
})

describe('an order on credit', () => {
  it('is let pass by whoever confirms it and may approve', async () => {
    const of = await partner()
    await confirmed(of.branch, 9_000_000)
    const { id } = await draft(of.branch, 2_000_000)
    expect(await shop.moved(id, 'confirm')).toMatchObject({
      stage: 'confirmed',
      creditApprovedBy: shop.person.userId,
      creditApproved: 2_000_000,
    })
  })

  it('fits to the last paisa, and nobody is named for it', async () => {
    const of = await partner()
    await confirmed(of.branch, 9_999_900)
    const { id } = await draft(of.branch, 100)
    expect(await shop.moved(id, 'confirm')).toMatchObject({ creditApprovedBy: null, creditApproved: null })
    const more = await draft(of.branch, 100)
    expect(await told(move(more.id, 'confirm'))).toEqual(over(of, '1,00,000.00', '1.00', '1.00'))
  })

  it('that comes to more than what was approved is asked again', async () => {
    const of = await partner()
    await confirmed(of.branch, 7_000_000)
    const sale = await draft(of.branch, 6_000_000)
    await shop.moved(sale.id, 'approveCredit')
    expect((await change(sale.id, priced(sale, 6_500_000))).status).toBe(200)
    expect(await told(move(sale.id, 'confirm'))).toEqual(over(of, '70,000.00', '65,000.00', '35,000.00'))
    // Less than that is within it.
    expect((await change(sale.id, priced(sale, 5_900_000))).status).toBe(200)
    await done(move(sale.id, 'confirm'))
  })

  it('is not made dearer once it is open, nor put on credit: it changes by a cancellation, whoever asks', async () => {
    const of = await partner()
    const sale = await confirmed(of.branch, 7_000_000)
    const cash = await confirmed(of.branch, 7_000_000, { paymentMode: 'cash' })
    const settled = 'A confirmed order changes by a cancellation.'
    for (const as of [clerk, shop.person]) {
      expect(await told(change(sale.id, priced(sale, 12_000_000), as))).toEqual({
        status: 400,
        said: { lines: settled },
      })
      expect(await told(change(cash.id, { paymentMode: 'credit' }, as))).toEqual({
        status: 400,
        said: { paymentMode: settled },
      })
    }
    expect(await openOf(of.branch)).toBe(7_000_000)
  })

  it('moves to the branch of another dealer within what that one may owe', async () => {
    const [from, to] = [await partner(), await partner()]
    const sale = await confirmed(from.branch, 7_000_000)
    const other = await confirmed(to.branch, 6_000_000)
    await shop.moved(sale.id, 'approveCredit')
    // What was approved was for the first of them.
    const refused = over(to, '60,000.00', '70,000.00', '30,000.00')
    expect(await told(change(sale.id, { dealerBranch: to.branch }))).toEqual(refused)
    expect(await told(change(sale.id, { dealerBranch: to.branch, note: 'Ring twice' }))).toEqual(refused)
    await done(hold(sale.id))
    expect(await told(change(sale.id, { dealerBranch: to.branch }))).toEqual(refused)
    // To another branch of its own dealer it goes as it is.
    const beside = await branchOf(from.id)
    const approved = { creditApprovedBy: shop.person.userId, creditApproved: 7_000_000 }
    expect(await done(change(sale.id, { dealerBranch: beside }))).toMatchObject(approved)
    expect(await done(change(sale.id, { dealerBranch: await branchOf(null) }))).toMatchObject({ creditApproved: null })
    expect(await told(change(sale.id, { dealerBranch: to.branch }))).toEqual(refused)
    await shop.move('order', other.id, 'hold', { holdReason: 'Waits' })
    await shop.make('payment', { order: other.id, amount: 5_000_000, mode: 'upi' })
    expect(await done(change(sale.id, { dealerBranch: to.branch }))).toMatchObject({ stage: 'onHold' })
    // Whoever may approve moves it at once.
    const last = await confirmed(from.branch, 4_000_000)
    expect(await done(change(last.id, { dealerBranch: to.branch }, shop.person))).toMatchObject({
      creditApprovedBy: shop.person.userId,
      creditApproved: 4_000_000,
    })
  })

  it('of a draft loses its approval with its dealer, and asks for nothing', async () => {
    const [from, to] = [await partner(), await partner({ creditLimit: 100 })]
    const { id } = await draft(from.branch, 7_000_000)
    await shop.moved(id, 'approveCredit')
    expect(await done(change(id, { dealerBranch: to.branch }))).toMatchObject({
      stage: 'draft',
      creditApprovedBy: null,
      creditApproved: null,
    })
    expect((await move(id, 'confirm')).status).toBe(400)
    // On hold it stays a draft, and comes back as one.
    await done(hold(id))
    expect(await openOf(to.branch)).toBe(0)
    await done(change(id, { note: 'Later' }))
    expect(await done(move(id, 'resume'))).toMatchObject({ stage: 'draft' })
  })

  it('counts what is still owed, of every branch, from its confirmation until it is closed', async () => {
    const of = await partner()
    const beside = await branchOf(of.id)
    const first = await confirmed(of.branch, 7_000_000)
    const { id } = await draft(beside, 5_000_000)
    const sum = async (open: string, more: string) =>
      expect(await told(move(id, 'confirm'))).toEqual(over(of, open, '50,000.00', more))
    await sum('70,000.00', '20,000.00')
    for (const stage of ['packing', 'dispatched', 'delivered']) {
      await shop.sql('update sales_order set stage = $2 where id = $1', [first.id, stage])
      await sum('70,000.00', '20,000.00')
    }
    await shop.make('payment', { order: first.id, amount: 1_500_000, mode: 'upi' })
    await sum('55,000.00', '5,000.00')
    // More than was due makes no room for others.
    const paid = await shop.make('payment', { order: first.id, amount: 6_000_000, mode: 'upi', isOver: true })
    const third = await draft(of.branch, 10_000_100)
    expect(await told(move(third.id, 'confirm'))).toEqual(over(of, '0.00', '1,00,001.00', '1.00'))
    await done(move(id, 'confirm'))
    // Money that is taken back is the server's own doing, and is not asked.
    await shop.make('payment', { order: first.id, amount: 6_000_000, mode: 'upi', reverses: paid.id })
    expect(await openOf(of.branch, beside)).toBe(10_500_000)
  })

  it('that is paid already opens nothing', async () => {
    const of = await partner()
    await confirmed(of.branch, 7_000_000)
    await shop.moved((await draft(of.branch, 6_000_000)).id, 'confirm')
    const { id } = await draft(of.branch, 2_000_000)
    await shop.make('payment', { order: id, amount: 2_000_000, mode: 'upi' })
    expect(await done(move(id, 'confirm'))).toMatchObject({ balance: 0, creditApproved: null })
  })

  it.each<[what: string, branch: () => Promise<number | null>, more: Input]>([
    ['of a dealer without a limit', async () => (await partner({ creditLimit: null })).branch, {}],
    ['of a branch of the house', () => branchOf(null), {}],
    ['of no branch', async () => null, {}],
    ['that is paid another way', async () => (await partner({ creditLimit: 0 })).branch, { paymentMode: 'cash' }],
  ])('%s has no limit, and nothing to approve', async (_, branch, more) => {
    const sale = await draft(await branch(), 90_000_000, more)
    const { status } = await move(sale.id, 'approveCredit', {}, shop.person)
    expect(status).toBe(422)
    expect(await done(move(sale.id, 'confirm'))).toMatchObject({ stage: 'confirmed', creditApprovedBy: null })
    await done(hold(sale.id))
    await done(move(sale.id, 'resume'))
  })

  it('says why there is nothing to approve', async () => {
    const why = async (branch: number | null) => {
      const { status, body } = await move((await draft(branch, 100)).id, 'approveCredit', {}, shop.person)
      return [status, body.message]
    }
    expect(await why(await branchOf(null))).toEqual([422, 'The branch of this order has no dealer.'])
    const { branch } = await partner({ creditLimit: null })
    expect(await why(branch)).toEqual([422, 'This dealer has no credit limit.'])
  })

  it('gets nothing at all where the limit is 0', async () => {
    const of = await partner({ creditLimit: 0 })
    const { id } = await draft(of.branch, 100)
    const said = { paymentMode: `Credit limit of ${of.name} 0.00, open 0.00, this order 1.00: 1.00 over. ${APPROVAL}` }
    expect(await told(move(id, 'confirm'))).toEqual({ status: 400, said })
  })
})

describe('who may not look at the dealer', () => {
  it('hears no sums, and no reason', async () => {
    const of = await partner()
    await confirmed(of.branch, 7_000_000)
    const { id } = await draft(of.branch, 6_000_000)
    const stranger = await signedIn(shop.server, { permissions: ORDERS })
    const others = await signedIn(shop.server, { permissions: [...ORDERS, '51-d'], scopes: { dealer: 'own' } })
    const said = { paymentMode: `This is over the dealer’s credit limit. ${APPROVAL}` }
    for (const as of [stranger, others])
      for (const way of ['confirm', 'confirmShort'])
        expect(await told(move(id, way, {}, as))).toEqual({ status: 400, said })
    await shop.change('dealer', of.id, { manager: others.userId })
    expect(await told(move(id, 'confirm', {}, others))).toEqual(over(of, '70,000.00', '60,000.00', '30,000.00'))
    await shop.sql(`update dealer set stage = 'active' where id = $1`, [of.id])
    await shop.move('dealer', of.id, 'suspend', { suspendReason: 'Cheque came back' })
    const suspended = { paymentMode: `${of.name} is suspended.` }
    expect(await told(move(id, 'confirm', {}, stranger))).toEqual({ status: 400, said: suspended })
  })

  it('and closes it is told that something is open, and not how much', async () => {
    const of = await partner()
    await confirmed(of.branch, 7_000_000)
    const keeper = await signedIn(shop.server, { permissions: ['51-c'] })
    const { status, body } = await shop.ask('POST', `/dealer/${of.id}/close`, {}, keeper)
    expect([status, body.message]).toEqual([422, 'Orders on credit are still open.'])
  })
})

describe('a dealer who is to get nothing more', () => {
  const active = async (more: Input = {}) => {
    const of = await partner(more)
    await shop.move('dealer', of.id, 'onboard')
    await shop.move('dealer', of.id, 'activate')
    return of
  }

  it.each([LIMIT, null])('is suspended, and no approval helps (limit %s)', async creditLimit => {
    const of = await active({ creditLimit })
    const held = await confirmed(of.branch, 1_000_000)
    await done(hold(held.id))
    const elsewhere = await confirmed((await partner()).branch, 1_000_000)
    const { id } = await draft(of.branch, 100)
    if (creditLimit !== null) await shop.moved(id, 'approveCredit')
    await shop.move('dealer', of.id, 'suspend', { suspendReason: 'Cheque came back' })
    const refused = { status: 400, said: { paymentMode: `${of.name} is suspended: Cheque came back.` } }
    for (const as of [clerk, shop.person]) {
      for (const way of ['confirm', 'confirmShort']) expect(await told(move(id, way, {}, as))).toEqual(refused)
      expect(await told(move(held.id, 'resume', {}, as))).toEqual(refused)
      expect(await told(change(elsewhere.id, { dealerBranch: of.branch }, as))).toEqual(refused)
    }
    // What is open already goes its way, and pays.
    await done(change(held.id, { note: 'Ring twice' }))
    await shop.make('payment', { order: held.id, amount: 1_000_000, mode: 'upi' })
    // Paid in another way it gets what it likes.
    await done(change(id, { paymentMode: 'cash' }))
    await done(move(id, 'confirm'))
    expect(await shop.move('dealer', of.id, 'resume')).toMatchObject({ stage: 'active', suspendReason: null })
    await done(move(held.id, 'resume'))
  })

  it('is closed once nothing is open any more, and why it was suspended is over', async () => {
    const of = await active()
    const { id } = await confirmed(of.branch, 6_000_000)
    await done(hold(id))
    const waiting = await draft(of.branch, 100)
    await shop.move('dealer', of.id, 'suspend', { suspendReason: 'Moved away' })
    const close = () => shop.ask('POST', `/dealer/${of.id}/close`, {})
    const { status, body } = await close()
    expect([status, body.message]).toEqual([422, 'Orders on credit for 60,000.00 are still open.'])
    expect(await shop.read('dealer', of.id)).toMatchObject({ stage: 'suspended', suspendReason: 'Moved away' })
    await shop.make('payment', { order: id, amount: 6_000_000, mode: 'upi' })
    expect((await close()).body).toMatchObject({ stage: 'closed', suspendReason: null })
    const refused = { status: 400, said: { paymentMode: `${of.name} is closed.` } }
    for (const as of [clerk, shop.person]) expect(await told(move(waiting.id, 'confirm', {}, as))).toEqual(refused)
    const again = (await shop.move('dealer', of.id, 'reopen')) as unknown as Dealer
    expect(again).toMatchObject({ stage: 'onboarding', suspendReason: null })
    await done(move(waiting.id, 'confirm'))
  })
})

describe('at once', () => {
  it('two that fit only one by one: one of them is confirmed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const of = await partner()
      const made = await Promise.all([of.branch, await branchOf(of.id)].map(branch => draft(branch, 6_000_000)))
      const answers = await Promise.all(made.map(({ id }) => told(move(id, 'confirm'))))
      const [first, second] = answers.toSorted((a, b) => a.status - b.status)
      expect(first!.status).toBe(200)
      expect(second).toEqual(over(of, '60,000.00', '60,000.00', '20,000.00'))
    }
  })

  it('many, of the same goods in any order: as many as fit, and no lock stands against another', async () => {
    const of = await partner()
    const goods = [shop.cap, comb].map(({ id }) => ({ product: id, qty: 1, unitPrice: 1_000_000 }))
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        shop.ordered(n % 2 ? goods : goods.toReversed(), { paymentMode: 'credit', dealerBranch: of.branch }),
      ),
    )
    // Others want the goods, and pay them.
    const paid = await Promise.all(
      Array.from({ length: 4 }, (_, n) => shop.ordered(n % 2 ? goods : goods.toReversed(), { paymentMode: 'cash' })),
    )
    const answers = await Promise.all([...made, ...paid].map(({ id }) => move(id, 'confirm')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(12)).toEqual([200, 200, 200, 200])
    expect(statuses.slice(0, 12).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(7).fill(400),
    ])
    expect(await openOf(of.branch)).toBe(LIMIT)
  })

  it('one that is confirmed and its dealer who is closed: one of both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const of = await partner()
      const { id } = await draft(of.branch, 100)
      const [sale, closed] = await Promise.all([move(id, 'confirm'), shop.ask('POST', `/dealer/${of.id}/close`, {})])
      expect([
        [200, 422],
        [400, 200],
      ]).toContainEqual([sale.status, closed.status])
    }
  })

  it('by the list: each is asked by itself, and told by itself why it is refused', async () => {
    const of = await partner()
    const made = [
      await draft(of.branch, 7_000_000),
      await draft(of.branch, 6_000_000),
      await draft(of.branch, 3_000_000),
    ]
    const wish = { target: { ids: made.map(({ id }) => id) }, action: 'confirm', args: {} }
    const large = await draft(of.branch, 10_000_100)
    const tried = await shop.ask('POST', '/order/bulk', { ...wish, target: { ids: [large.id] }, try: true }, clerk)
    const { refused } = tried.body as unknown as BulkPreview
    expect(refused).toEqual([
      { id: large.id, title: large.number, message: over(of, '0.00', '1,00,001.00', '1.00').said.paymentMode },
    ])
    const { body } = await shop.ask('POST', '/order/bulk', wish, clerk)
    const { job } = body as unknown as { job: string }
    const state = async () => (await shop.ask('GET', `/work/${job}`, undefined, clerk)).body as unknown as WorkState
    await expect.poll(async () => (await state()).state, { timeout: 20_000 }).not.toBe('running')
    const stages = await Promise.all(made.map(async ({ id }) => (await shop.order(id)).stage))
    expect(stages).toEqual(['confirmed', 'draft', 'confirmed'])
    const { changed, failed } = await state()
    expect(changed).toBe(2)
    expect(failed.map(({ id, message }) => ({ id, message }))).toEqual([
      { id: made[1]!.id, message: over(of, '70,000.00', '60,000.00', '30,000.00').said.paymentMode },
    ])
  })
})
