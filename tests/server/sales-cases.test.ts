import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gstinCheckSign } from '#contract/gstin.ts'
import type { Row } from '#contract/module.ts'
import type { CashOrder } from '#contract/modules/money/cash-order.ts'
import type { OrderInvoice } from '#contract/modules/money/order-invoice.ts'
import { deriveOrder } from '#contract/modules/sales/order-rules.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/**
 * The cases of real use that an order, its cancellation, its cash and its customer meet, each by its id. Cases that are shown
 * elsewhere: `remittanceSheet` (remittance-sheet.test.ts), `gstin` as it is typed (codes.test.ts, gstin.test.ts), `codeAsTyped` and
 * `codeLastDay` (referral-code.test.ts), `copyOfConvertedInquiry` and `nextContactAfterMidnight` (src/modules/sales/inquiries), the
 * sums of `money.json` (contract/totals.test.ts), `creditLimitReopened` (dealer-credit.test.ts).
 */
type Input = Record<string, unknown>
let shop: PackingShop
let black: Row
beforeAll(async () => {
  shop = await openPackingShop()
  black = await shop.make('color', { label: 'Black' })
})
afterAll(() => shop?.server.close())
beforeEach(() => shop.sql('update unit set archived_at = now() where archived_at is null'))

const refusedMove = async (id: number, action: string) => {
  const { status, body } = await shop.ask('POST', `/order/${id}/${action}`, {})
  expect(status).toBe(400)
  return body.fields
}
const lineOf = (over: Input = {}): Input => ({ product: shop.device.id, qty: 1, unitPrice: 100_000, ...over })
const short = async (over: Input) => {
  const { id } = (await shop.make('order', { name: 'Asha Rao', phone: '98765 43210', ...over })) as unknown as Order
  return shop.moved(id, 'confirmShort')
}

describe('sameProductTwoLines', () => {
  const twoLines = async (goods: Row, qty: [number, number]) => {
    const line = { product: goods.id, colour: black.id, unitPrice: 100_000 }
    return shop.ordered([
      { ...line, qty: qty[0] },
      { ...line, qty: qty[1], note: 'gift' },
    ])
  }
  it.each(['devices', 'goods without serial numbers'])('of %s stays a draft, and says what is missing', async what => {
    const isDevice = what === 'devices'
    const goods = await shop.make('product', {
      sku: isDevice ? 'P1' : 'P2',
      name: 'P',
      price: 100_000,
      serialised: isDevice,
      colours: [black.id],
    })
    const come = (n: number) =>
      isDevice
        ? shop.make('unit', { serial: `P1-${n}`, product: goods.id, colour: black.id })
        : shop.make('stockMove', {
            product: goods.id,
            colour: black.id,
            qty: 1,
            from: 'supplier',
            to: 'stock',
            cause: 'purchase',
          })
    await come(1)
    const { id } = await twoLines(goods, [1, 1])
    expect(await refusedMove(id, 'confirm')).toEqual({ 'lines.1.qty': '2 needed, 1 in stock, 1 missing (line 2)' })
    const draft = await shop.order(id)
    expect(draft).toMatchObject({ stage: 'draft', missing: 0, confirmedOn: null })
    expect(draft.lines.map(({ allocated }) => allocated ?? 0)).toEqual([0, 0])
    expect(await shop.held(id)).toEqual([])
    const more = await twoLines(goods, [2, 3])
    expect(await refusedMove(more.id, 'confirm')).toEqual({
      'lines.0.qty': '5 needed, 1 in stock, 4 missing (lines 1, 2)',
    })
    // Whoever promises it all the same says so.
    expect(await shop.moved(more.id, 'confirmShort')).toMatchObject({ stage: 'confirmed', missing: 4 })
  })
})

describe('lineBelowDispatched', () => {
  const gone = async () => {
    await shop.stock(4)
    const sale = await shop.confirmed(4)
    const units = (await shop.held(sale.id)).slice(0, 3).map(({ id }) => id)
    await shop.take((await shop.dispatched(sale, 3, units)).id, 'pack', 'check', 'label', 'handOver')
    return shop.order(sale.id)
  }
  it('is refused by a form and a paste, by a removed line, by another price, and by a cancellation', async () => {
    const sale = await gone()
    expect(sale.lines[0]).toMatchObject({ qty: 4, dispatched: 3 })
    const typed = sale.lines.map(({ id, product, colour, qty, unitPrice, discount, taxRate, note }) => ({
      id,
      product,
      colour,
      qty,
      unitPrice,
      discount,
      taxRate,
      note,
    }))
    const changed = async (lines: Input[]) => (await shop.change('order', sale.id, { lines })).body.fields
    expect(await changed(typed.map(line => ({ ...line, qty: 2 })))).toEqual({ 'lines.0.qty': '3 are dispatched.' })
    expect(await changed([lineOf()])).toEqual({ lines: '3 are dispatched.' })
    expect(await changed(typed.map(line => ({ ...line, unitPrice: 1 })))).toEqual({
      'lines.0.unitPrice': 'Part of it is dispatched.',
    })
    // What waited on a device is told the same.
    const device = httpDevice(shop.server.app, shop.person)
    const base = { version: sale.version, fields: { lines: sale.lines } }
    const late = { lines: typed.map(line => ({ ...line, qty: 2 })) }
    const [pushed] = await device.push(device.op('order.change', sale.id, late, { base, offline: true }))
    expect(pushed).toMatchObject({ status: 'rejected', fields: { 'lines.0.qty': '3 are dispatched.' } })
    const cancel = { order: sale.id, reason: 'Changed mind', lines: [{ line: sale.lines[0]!.id, qty: 2 }] }
    expect(await shop.refused('/order-cancel', cancel)).toEqual({ 'lines.0.qty': 'Only 1 left to cancel.' })
    expect((await shop.order(sale.id)).lines).toEqual(sale.lines)
  })
})

describe('codAfterAdvance', () => {
  const owed = async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(2, {
      paymentMode: 'cashOnDelivery',
      lines: [lineOf({ qty: 2, unitPrice: 1_245_000 })],
    })
    await shop.make('payment', { order: sale.id, amount: 500_000, mode: 'upi' })
    return shop.order(sale.id)
  }
  const parcel = (sale: Order, unit: number, codAmount: number | null) =>
    shop.ask('POST', '/dispatch', shop.input(sale, 1, [unit], codAmount === null ? {} : { codAmount }))

  it('keeps what is typed for each parcel, and refuses more than there is to collect', async () => {
    const sale = await owed()
    expect(sale).toMatchObject({ total: 2_490_000, balance: 1_990_000 })
    const [one, two] = await shop.held(sale.id)
    expect((await parcel(sale, one!.id, 1_200_000)).body).toMatchObject({ codAmount: 1_200_000 })
    expect((await parcel(sale, two!.id, 790_000)).body).toMatchObject({ codAmount: 790_000 })
    const other = await owed()
    const [first, second] = await shop.held(other.id)
    expect((await parcel(other, first!.id, 1_990_000)).status).toBe(201)
    expect((await parcel(other, second!.id, 1_990_000)).body.fields).toEqual({
      codAmount: '39,800.00 is more than the 19,900.00 to collect.',
    })
  })

  it('proposes all of it for the first parcel, and nothing for the second', async () => {
    const sale = await owed()
    const [one, two] = await shop.held(sale.id)
    expect((await parcel(sale, one!.id, null)).body).toMatchObject({ codAmount: 1_990_000 })
    expect((await parcel(sale, two!.id, null)).body).toMatchObject({ codAmount: 0 })
  })
})

describe('where tax goes', () => {
  let states: number[]
  let pune: number
  beforeAll(async () => {
    const item = async (list: string, label: string, parent?: number) =>
      (await shop.make(list, { label, ...(parent && { parent }) })).id
    states = [await item('state', 'Maharashtra'), await item('state', 'Gujarat')]
    pune = await item('city', 'Pune', states[0])
    const [house] = await shop.sql<{ id: number }>('select id from general_setting')
    await shop.change('generalSetting', house!.id, {
      address: { line: 'MIDC', pincode: '411026', city: pune, area: null },
    })
  })
  const invoiced = async (sale: Order) =>
    (await shop.make('orderInvoice', { order: sale.id })) as unknown as OrderInvoice

  it('orderDiscountTwoRates: the discount is shared before tax, and 50 paise go up', async () => {
    const lines = [lineOf({ taxRate: 1800 }), lineOf({ unitPrice: 50_000, taxRate: 500, product: shop.cap.id })]
    const sale = await short({ lines, discount: 15_000, taxIncluded: false, state: states[0] })
    const amounts = { taxable: 135_000, tax: 18_450, roundOff: 50, total: 153_500 }
    expect(sale).toMatchObject(amounts)
    expect(await invoiced(sale)).toMatchObject({ ...amounts, interState: false })
  })

  it('placeOfSupplyDelivery: goods are supplied where they are delivered, wherever the invoice goes', async () => {
    const lines = [lineOf({ unitPrice: 1_180_000, taxRate: 1800 })]
    const billing = 'Pune, Maharashtra 411001'
    const sale = await short({ lines, billing, address: 'Ahmedabad', pincode: '380009', state: states[1] })
    expect(await invoiced(sale)).toMatchObject({
      interState: true,
      state: states[1],
      address: billing,
      taxable: 1_000_000,
      tax: 180_000,
      total: 1_180_000,
    })
    // Another address changes the tax's name, and never what it comes to.
    await shop.change('order', sale.id, { state: states[0] })
    expect(await shop.order(sale.id)).toMatchObject({ tax: 180_000, total: 1_180_000 })
  })

  it('gstin: who is taxed in another state has one tax, wherever the goods go, and the address stays whole', async () => {
    const lines = [lineOf({ unitPrice: 1_180_000, taxRate: 1800 })]
    const to = { lines, address: '4, Lake Road', city: pune, pincode: '411001', state: states[0] }
    const sale = await short({ ...to, taxId: '24AAAPA0000A1ZD' })
    const whole = '4, Lake Road, Pune, Maharashtra, 411001'
    expect(await invoiced(sale)).toMatchObject({
      interState: true,
      state: states[1],
      address: whole,
      shipTo: whole,
      city: null,
      tax: 180_000,
      total: 1_180_000,
    })
    const home = await short({ ...to, taxId: '27AAAPA0000A1Z7', phone: '98765 43211' })
    expect(await invoiced(home)).toMatchObject({ interState: false, state: states[0], city: pune, shipTo: null })
  })

  it('placeOfSupply: who asks for no address buys at home', async () => {
    const sale = await short({ lines: [lineOf({ taxRate: 1800 })], phone: '98765 43212' })
    expect(await invoiced(sale)).toMatchObject({ interState: false, state: states[0] })
  })

  it('paidToThePaisa: what was paid in parts is all of it, and a paisa more is refused unless it is meant', async () => {
    const lines = [lineOf({ unitPrice: 17_999 }), lineOf({ unitPrice: 6_999, product: shop.cap.id })]
    const sale = await short({ lines, phone: '98765 43213' })
    // By the rules of the house a sale comes to whole rupees: of 249.98 the two paise are a line of their own.
    expect(sale).toMatchObject({ roundOff: 2, total: 25_000 })
    expect(sale.taxable! + sale.tax!).toBe(24_998)
    const { id } = await invoiced(sale)
    await shop.move('orderInvoice', id, 'issue')
    for (const amount of [17_999, 6_999, 2]) await shop.make('payment', { order: sale.id, amount })
    expect(await shop.order(sale.id)).toMatchObject({ balance: 0, paymentState: 'paid' })
    expect(await shop.read('orderInvoice', id)).toMatchObject({ outstanding: 0, stage: 'paid' })
    const further = { order: sale.id, amount: 1 }
    expect(await shop.refused('/payment', further)).toEqual({
      amount: 'Only 0.00 is due. Say that it is right, if it is.',
    })
    expect(await shop.make('payment', { ...further, isOver: true })).toMatchObject({ amount: 1 })
  })

  it('codFeeHasTax: a fee has the tax of its goods, and what was collected settles the order', async () => {
    await shop.stock(1)
    const lines = [lineOf({ unitPrice: 118_000, taxRate: 1800 })]
    const sale = await shop.confirmed(1, { lines, codFee: 5_900, paymentMode: 'cashOnDelivery', state: states[0] })
    const amounts = { taxable: 105_000, tax: 18_900, total: 123_900 }
    expect(sale).toMatchObject(amounts)
    const [held] = await shop.held(sale.id)
    expect(await shop.dispatched(sale, 1, [held!.id])).toMatchObject({ codAmount: 123_900 })
    expect(await invoiced(sale)).toMatchObject(amounts)
    const [desk] = await shop.sql<CashOrder>('select id from cash_order where "order" = $1', [sale.id])
    await shop.move('cashOrder', desk!.id, 'collect', { amount: 123_900 })
    expect(await shop.order(sale.id)).toMatchObject({ balance: 0, paid: 123_900 })
  })
})

it('orderAfterMidnight: an order of the first hours of a day of the house is of that day, and the list finds it there', async () => {
  const device = httpDevice(shop.server.app, shop.person)
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
  const id = await device.newId()
  const lines = [lineOf({ id: await device.newId() })]
  await shop.ageNumbers()
  const how = { offline: true, queuedAt: `${day(-4)}T18:45:00.000Z` }
  const args = { name: 'Asha Rao', phone: '98765 43214', lines }
  expect(await device.push(device.op('order.create', id, args, how))).toMatchObject([{ status: 'applied' }])
  expect(await shop.order(id)).toMatchObject({ orderDate: day(-3) })
  const { body } = await shop.ask('GET', `/order?filter[orderDate]=${day(-3)}`)
  expect((body as unknown as { rows: Row[] }).rows.map(row => row.id)).toContain(id)
})

it('gstin: the check sign is right of both numbers of the case', () => {
  for (const gstin of ['27AAAPA0000A1Z7', '24AAAPA0000A1ZD']) expect(gstinCheckSign(gstin.slice(0, 14))).toBe(gstin[14])
})

/** A part of an amount, in hundredths; at most all of it. */
const part = fc.integer({ min: 0, max: 100 })
const anySale = fc.record({
  lines: fc.array(
    fc.record({
      qty: fc.integer({ min: 1, max: 40 }),
      unitPrice: fc.integer({ min: 0, max: 5_000_000 }),
      part,
      taxRate: fc.constantFrom(0, 500, 1_200, 1_800, 2_800),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  part,
  taxIncluded: fc.boolean(),
  shippingFee: fc.nat(50_000),
  codFee: fc.nat(50_000),
})

it('an order comes to the same here as on the device that wrote it, whatever is sold', async () => {
  await fc.assert(
    fc.asyncProperty(anySale, async ({ lines: drawn, part: share, ...rest }) => {
      const lines = drawn.map(({ part, ...line }) =>
        lineOf({ ...line, discount: Math.floor((line.qty * line.unitPrice * part) / 100) }),
      )
      const goods = lines.reduce(
        (all, { qty, unitPrice, discount }) => all + Number(qty) * Number(unitPrice) - Number(discount),
        0,
      )
      const sale = { ...rest, lines, discount: Math.floor((goods * share) / 100) }
      const made = await shop.make('order', { name: 'Asha Rao', phone: '98765 43210', ...sale })
      expect(made).toMatchObject(deriveOrder({ ...sale, paid: 0 }))
    }),
    { numRuns: 15 },
  )
})
