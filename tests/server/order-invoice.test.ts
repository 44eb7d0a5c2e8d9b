import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { OrderInvoice } from '#contract/modules/money/order-invoice.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Input = Record<string, unknown>
let shop: Shop
let cap: Row
let device: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 10_000, taxRate: 1800, serialised: false })
  device = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000, taxRate: 1800, hsn: '90191020' })
})
afterAll(() => shop?.server.close())
// What one test issued for some day must not stand in the way of another.
beforeEach(async () => {
  await shop.sql('update order_invoice set against = null')
  await shop.sql('delete from order_invoice')
  await shop.sql(`delete from number_series where series in ('INV', 'CN', 'PF')`)
})

async function sold(lines: Input[], over: Input = {}): Promise<Order> {
  const input = { name: 'Asha', phone: '98765 43210', lines, ...over }
  const { id } = await shop.make('order', input)
  return (await shop.move('order', id, 'confirmShort')) as unknown as Order
}
const caps = (qty: number, unitPrice = 10_000, over: Input = {}): Input => ({
  product: cap.id,
  qty,
  unitPrice,
  ...over,
})
const ask = (input: Input) => shop.ask('POST', '/order-invoice', input)
const invoice = async (sale: { id: number }, over: Input = {}) =>
  (await shop.make('orderInvoice', { order: sale.id, ...over })) as unknown as OrderInvoice
const move = (one: { id: number }, action: string, args: Input = {}) =>
  shop.ask('POST', `/order-invoice/${one.id}/${action}`, args)
const issue = async (one: { id: number }) =>
  (await shop.move('orderInvoice', one.id, 'issue')) as unknown as OrderInvoice
const issued = async (sale: { id: number }, over: Input = {}) => issue(await invoice(sale, over))
const credit = (against: OrderInvoice, over: Input = {}) =>
  invoice({ id: against.order }, { kind: 'creditNote', against: against.id, reason: 'Damaged', ...over })
const read = async ({ id }: { id: number }) => (await shop.read('orderInvoice', id)) as unknown as OrderInvoice
const pay = (sale: { id: number }, amount: number, over: Input = {}) =>
  shop.make('payment', { order: sale.id, amount, ...over })
const of = (sale: Order, at: number, qty: number) => ({ line: sale.lines[at]!.id, qty })
const sums = (all: readonly OrderInvoice[]) =>
  Object.fromEntries(
    (['total', 'discount', 'fees'] as const).map(field => [
      field,
      all.reduce((sum, one) => sum + (one[field] ?? 0), 0),
    ]),
  )

describe('an invoice', () => {
  it('takes all of an order: what was sold, its devices, its discounts and fees, and who buys', async () => {
    count += 1
    for (const serial of ['A', 'B']) await shop.make('unit', { serial: `${serial}-${count}`, product: device.id })
    const sale = await sold([{ product: device.id, qty: 2, unitPrice: 100_000, discount: 1_000 }, caps(3)], {
      taxId: '27AAHCC4821K1ZJ',
      address: '7, Lake Road',
      pincode: '411038',
      discount: 2_500,
      shippingFee: 6_000,
      codFee: 4_000,
      assignedTo: shop.person.userId,
    })
    const made = await invoice(sale)
    expect(made).toMatchObject({
      stage: 'draft',
      number: null,
      customer: sale.customer,
      name: 'Asha',
      phone: sale.phone,
      taxId: '27AAHCC4821K1ZJ',
      address: '7, Lake Road',
      pincode: '411038',
      shipTo: null,
      taxIncluded: true,
      interState: false,
      discount: 2_500,
      fees: 10_000,
      feeRate: 1_800,
      taxable: sale.taxable,
      tax: sale.tax,
      total: sale.total,
      outstanding: 0,
      assignedTo: shop.person.userId,
    })
    expect(made.lines).toMatchObject([
      { product: device.id, qty: 2, unitPrice: 100_000, discount: 1_000, taxRate: 1_800, hsn: '90191020' },
      { product: cap.id, qty: 3, unitPrice: 10_000, discount: 0, hsn: null, serials: null },
    ])
    expect(made.lines[0]!.serials).toBe(`A-${count}, B-${count}`)
  })

  it('goes to where the invoice goes, and says where the goods go', async () => {
    const sale = await sold([caps(1)], { address: '7, Lake Road', pincode: '411038', billing: 'Head office, Mumbai' })
    expect(await invoice(sale)).toMatchObject({
      address: 'Head office, Mumbai',
      pincode: null,
      shipTo: '7, Lake Road, 411038',
    })
  })

  it('is of an order that is confirmed and not cancelled', async () => {
    const draft = await shop.make('order', { name: 'A', phone: '98765 43210', lines: [caps(1)] })
    expect(await ask({ order: draft.id })).toMatchObject({ status: 422, body: { message: /confirmed/ } })
    await shop.move('order', draft.id, 'hold', { holdReason: 'Waits' })
    expect((await ask({ order: draft.id })).status).toBe(422)
    await shop.move('order', draft.id, 'resume')
    await shop.move('order', draft.id, 'drop')
    expect(await ask({ order: draft.id })).toMatchObject({ status: 422, body: { message: /cancelled/ } })
  })

  it('of what is left is all that no other one has, and then nothing is', async () => {
    const sale = await sold([caps(3), caps(2, 500)])
    const first = await invoice(sale, { lines: [of(sale, 0, 1)] })
    const rest = await invoice(sale)
    expect(rest.lines.map(({ line, qty }) => [line, qty])).toEqual([
      [sale.lines[0]!.id, 2],
      [sale.lines[1]!.id, 2],
    ])
    expect(await ask({ order: sale.id })).toMatchObject({ status: 422, body: { message: /invoiced/ } })
    // What is put away holds nothing back, and comes back only if it is free still.
    await shop.ask('DELETE', `/order-invoice/${first.id}`)
    expect((await invoice(sale)).lines).toMatchObject([{ qty: 1 }])
    expect((await shop.ask('POST', `/order-invoice/${first.id}/restore`)).status).toBe(400)
  })

  it('leaves out what was cancelled', async () => {
    const sale = await sold([caps(3, 10_000, { discount: 300 })], { discount: 600, shippingFee: 1_000 })
    const lines = [of(sale, 0, 1)]
    const { id } = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
    await shop.move('orderCancel', id, 'approve')
    const { total } = await shop.read('order', sale.id)
    expect(await invoice(sale)).toMatchObject({ lines: [{ qty: 2, discount: 200 }], discount: 400, fees: 1_000, total })
  })

  it('of more than is left is refused beside the field', async () => {
    const sale = await sold([caps(3), caps(1)])
    const other = await sold([caps(1)])
    const wrong = async (lines: Input[], over: Input = {}) =>
      (await ask({ order: sale.id, lines, ...over })).body.fields
    expect(await wrong([of(sale, 0, 4)])).toEqual({ 'lines.0.qty': 'Only 3 are left.' })
    expect(await wrong([of(sale, 0, 1), of(sale, 0, 1)])).toHaveProperty(['lines.1.line'])
    expect(await wrong([of(other, 0, 1)])).toHaveProperty(['lines.0.line'])
    expect(await wrong([of(sale, 0, 1)], { discount: 1 })).toHaveProperty('discount')
    expect(await wrong([of(sale, 0, 1)], { fees: 1 })).toHaveProperty('fees')
    const price = { ...of(sale, 0, 1), unitPrice: 1 }
    expect(await wrong([price])).toHaveProperty(['lines.0.unitPrice'])
  })

  it.each([true, false])('in parts comes to the order to the paisa (prices with tax: %s)', async taxIncluded => {
    const lines = [
      caps(7, 3_333, { discount: 1_001, taxRate: 1_800 }),
      caps(5, 1_999, { taxRate: 500 }),
      caps(3, 777, { discount: 100, taxRate: 2_800 }),
    ]
    const sale = await sold(lines, { taxIncluded, discount: 1_234, shippingFee: 4_999, codFee: 1_111 })
    const parts: OrderInvoice[] = []
    for (const take of [[of(sale, 0, 3)], [of(sale, 0, 1), of(sale, 2, 2)], [of(sale, 1, 4)], []])
      parts.push(await invoice(sale, { lines: take }))
    expect(sums(parts)).toEqual({ total: sale.total, discount: 1_234, fees: 6_110 })
    const goods = parts.flatMap(one => one.lines)
    for (const line of sale.lines) {
      const mine = goods.filter(one => one.line === line.id)
      expect(mine.reduce((all, { discount }) => all + discount!, 0)).toBe(line.discount)
    }
    for (const one of parts) expect(one.taxable! + one.tax! + one.roundOff!).toBe(one.total)
    const beforeTax = (all: { taxable: number | null; tax: number | null }[]) =>
      all.reduce((sum, { taxable, tax }) => sum + taxable! + (taxIncluded ? tax! : 0), 0)
    expect(beforeTax(parts)).toBe(beforeTax([sale]))
  })

  it('of fees alone is made where the rest of the goods is not sent any more', async () => {
    const sale = await sold([caps(2)], { shippingFee: 1_000 })
    const first = await invoice(sale, { lines: [of(sale, 0, 1)] })
    expect(first.fees).toBe(500)
    const cancel = { order: sale.id, reason: 'Changed mind', lines: [of(sale, 0, 1)] }
    await shop.move('orderCancel', (await shop.make('orderCancel', cancel)).id, 'approve')
    const rest = await invoice(sale)
    expect(rest).toMatchObject({ lines: [], fees: 500 })
    expect(rest.tax).toBeGreaterThan(0)
    expect(sums([first, rest]).total).toBe(11_000)
  })

  it('that is a draft keeps a typed discount when only its fees are typed afterwards, and the other way round', async () => {
    const sale = await sold([caps(4)], { discount: 400, shippingFee: 800 })
    const { id, lines } = await invoice(sale, { lines: [of(sale, 0, 2)] })
    const change = (changes: Input) => shop.change('orderInvoice', id, changes)
    expect((await change({ discount: 50 })).body).toMatchObject({ discount: 50, fees: 400 })
    expect((await change({ fees: 30 })).body).toMatchObject({ discount: 50, fees: 30 })
    expect((await change({ discount: 60 })).body).toMatchObject({ discount: 60, fees: 30 })
    // Other lines have another part of both.
    expect((await change({ lines: [{ ...lines[0]!, qty: 1 }] })).body).toMatchObject({ discount: 100, fees: 200 })
  })

  it('that is a draft may be changed; its discount and fees follow its lines unless somebody says them', async () => {
    const sale = await sold([caps(4)], { discount: 400, shippingFee: 800 })
    const made = await invoice(sale)
    const line = made.lines[0]!
    const change = (changes: Input) => shop.change('orderInvoice', made.id, changes)
    const { body } = await change({ lines: [{ ...line, qty: 1 }] })
    expect(body).toMatchObject({ discount: 100, fees: 200, lines: [{ id: line.id, qty: 1 }] })
    expect((await change({ fees: 0 })).body).toMatchObject({ discount: 100, fees: 0, total: 9_900 })
    expect((await change({ fees: 801 })).body.fields).toHaveProperty('fees')
    expect((await change({ kind: 'proforma' })).body.fields).toHaveProperty('kind')
    expect((await change({ order: (await sold([caps(1)])).id })).body.fields).toHaveProperty('order')
    expect((await change({ date: '2020-05-01', dueDate: '2020-04-30' })).body.fields).toHaveProperty('dueDate')
  })

  it('is whose its order is', async () => {
    const sale = await sold([caps(2)])
    const made = await issued(sale)
    const branch = await shop.make('dealerBranch', { name: 'Pune' })
    const whose = { assignedTo: shop.person.userId, dealerBranch: branch.id }
    await shop.change('order', sale.id, whose)
    expect(await read(made)).toMatchObject({ ...whose, stage: 'issued', number: made.number })
  })

  it('to another state than the business is in says so', async () => {
    const item = (list: string, label: string, parent?: number) =>
      shop.ask('POST', `/list/${list}`, { label, ...(parent && { parent }) }).then(({ body }) => body.id)
    const [mine, other] = [await item('state', 'Maharashtra'), await item('state', 'Kerala')]
    const city = await item('city', 'Pune', mine)
    const [house] = await shop.sql<{ id: number }>('select id from general_setting')
    const address = { line: 'MIDC', pincode: '411026', city, area: null }
    expect((await shop.change('generalSetting', house!.id, { address })).status).toBe(200)
    const to = async (over: Input) => (await invoice(await sold([caps(1)], over))).interState
    expect(await to({ state: other })).toBe(true)
    expect(await to({ state: mine })).toBe(false)
    // Whoever says the city has said the state.
    expect(await to({ city })).toBe(false)
    expect(await to({})).toBe(false)
  })
})

describe('what is issued', () => {
  it('has a number of its kind and fiscal year, of at most 16 signs, and stays as it is', async () => {
    const sale = await sold([caps(3)])
    const first = await issued(sale, { lines: [of(sale, 0, 1)] })
    const { today } = await house()
    expect(first).toMatchObject({ stage: 'issued', date: today, issuedBy: shop.person.userId })
    expect(first.number).toMatch(/^INV\/\d\d-\d\d\/00001$/)
    expect((await issued(sale, { lines: [of(sale, 0, 1)] })).number).toMatch(/00002$/)
    expect((await issued(sale, { kind: 'proforma' })).number).toMatch(/^PF\/\d\d-\d\d\/00001$/)
    expect((await issue(await credit(first))).number).toMatch(/^CN\/\d\d-\d\d\/00001$/)
    expect(first.number!.length).toBeLessThanOrEqual(16)
    expect((await shop.change('orderInvoice', first.id, { note: 'x' })).status).toBe(422)
    expect((await move(first, 'issue')).status).toBe(409)
    expect((await shop.ask('DELETE', `/order-invoice/${first.id}`)).status).toBe(422)
  })

  it('outside India counts the year of the calendar', async () => {
    await shop.sql(`update general_setting set country = 'DE'`)
    const { number } = await issued(await sold([caps(1)], { phone: '+919876543210' }))
    await shop.sql(`update general_setting set country = 'IN'`)
    expect(number).toBe(`INV/${(await house()).today.slice(0, 4)}/00001`)
  })

  it('is in the order of the days, and none of tomorrow', async () => {
    const { today, tomorrow, yesterday } = await house()
    const sale = await sold([caps(9)])
    const some = (over: Input) => invoice(sale, { lines: [of(sale, 0, 1)], ...over })
    expect((await ask({ order: sale.id, date: tomorrow })).body.fields).toHaveProperty('date')
    const [older, newer, again] = [await some({ date: yesterday }), await some({ date: today }), await some({})]
    // The fiscal year begins anew where this runs on its first day.
    if (yesterday.slice(5) === '03-31') return
    await issue(newer)
    expect((await move(older, 'issue')).body.fields).toHaveProperty('date')
    // The refused one took no number.
    expect((await issue(again)).number).toMatch(/00002$/)
  })

  it('takes no more than is left when it is issued, whoever drafted first', async () => {
    const sale = await sold([caps(2)])
    const drafts = [await invoice(sale, { lines: [of(sale, 0, 1)] }), await invoice(sale)]
    const cancel = { order: sale.id, reason: 'Changed mind', lines: [of(sale, 0, 1)] }
    await shop.move('orderCancel', (await shop.make('orderCancel', cancel)).id, 'approve')
    await issue(drafts[1]!)
    expect((await move(drafts[0]!, 'issue')).body.fields).toEqual({ 'lines.0.qty': 'Only 0 are left.' })
  })

  it('has the numbers without gap or double, however many issue at once and fail', async () => {
    const { yesterday } = await house()
    const sale = await sold([caps(60)])
    await issued(sale, { lines: [of(sale, 0, 1)] })
    const drafts: OrderInvoice[] = []
    for (let n = 0; n < 50; n += 1) {
      const sale2 = n % 2 ? sale : await sold([caps(1)])
      // Every fifth is refused after it has asked for its number.
      drafts.push(await invoice(sale2, { lines: [of(sale2, 0, 1)], ...(n % 5 === 0 && { date: yesterday }) }))
    }
    const answers = await Promise.all(drafts.map(one => move(one, 'issue')))
    const isNewYear = yesterday.slice(5) === '03-31'
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(isNewYear ? 50 : 40)
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const numbers = await shop.sql<{ number: string }>(
      `select number from order_invoice where number is not null and date >= $1 order by number`,
      [(await house()).today],
    )
    expect(numbers.map(({ number }) => Number(number.slice(-5)))).toEqual(numbers.map((_, at) => at + 1))
    expect(numbers.length).toBeGreaterThan(40)
  })
})

describe('amounts of real use', () => {
  const one = async (unitPrice: number, taxRate: number, discount = 0) =>
    invoice(await sold([caps(1, unitPrice, { taxRate, discount })]))

  it('that include 28 % come to the price, in two equal halves of tax', async () => {
    const { taxable, tax, roundOff, total } = await one(2_490_000, 2_800)
    expect({ total, roundOff }).toEqual({ total: 2_490_000, roundOff: 0 })
    expect(taxable! + tax!).toBe(total)
    expect(tax! % 2).toBe(0)
  })

  it('that are given away come to nothing', async () => {
    expect(await one(130_000, 1_800, 130_000)).toMatchObject({ taxable: 0, tax: 0, roundOff: 0, total: 0 })
  })

  it('are rounded to the rupee in a line of its own', async () => {
    const { taxable, tax, roundOff, total } = await one(99_949, 1_800)
    expect({ total, roundOff }).toEqual({ total: 99_900, roundOff: -49 })
    expect(taxable! + tax! + roundOff!).toBe(total)
  })
})

describe('what is paid', () => {
  it('is of the oldest invoice first, and taken back it is owed again', async () => {
    const sale = await sold([caps(3)])
    const [first, second] = [await issued(sale, { lines: [of(sale, 0, 1)] }), await issued(sale)]
    expect(first).toMatchObject({ total: 10_000, paid: 0, outstanding: 10_000 })
    const paid = await pay(sale, 14_000)
    expect(await read(first)).toMatchObject({ stage: 'paid', paid: 10_000, outstanding: 0 })
    expect(await read(second)).toMatchObject({ stage: 'partPaid', paid: 4_000, outstanding: 16_000 })
    await pay(sale, 16_000)
    expect(await read(second)).toMatchObject({ stage: 'paid', outstanding: 0 })
    await pay(sale, 14_000, { reverses: paid.id })
    expect(await read(first)).toMatchObject({ stage: 'paid' })
    expect(await read(second)).toMatchObject({ stage: 'partPaid', paid: 6_000 })
    await pay(sale, 16_000, { kind: 'refund' })
    expect(await read(first)).toMatchObject({ stage: 'issued', paid: 0, outstanding: 10_000 })
  })

  it('before it was issued is counted when it is', async () => {
    const sale = await sold([caps(1)])
    await pay(sale, 4_000)
    const made = await invoice(sale)
    expect(made).toMatchObject({ paid: 0, outstanding: 0 })
    expect(await issue(made)).toMatchObject({ stage: 'partPaid', paid: 4_000, outstanding: 6_000 })
  })

  it('of a gift is all of it', async () => {
    const sale = await sold([caps(1, 130_000, { discount: 130_000 })])
    expect(await issued(sale)).toMatchObject({ total: 0, stage: 'paid', outstanding: 0 })
  })

  it('does not count for a proforma, which takes nothing', async () => {
    const sale = await sold([caps(1)])
    await pay(sale, 10_000)
    expect(await issued(sale, { kind: 'proforma' })).toMatchObject({ stage: 'issued', paid: 0, outstanding: 0 })
    expect(await issued(sale)).toMatchObject({ total: 10_000, stage: 'paid' })
  })
})

describe('a credit note', () => {
  it('takes back a part of an issued invoice, and so is less owed of it', async () => {
    const sale = await sold([caps(3, 10_000, { discount: 100 })], { discount: 200, shippingFee: 900, taxId: 'GST 1' })
    const whole = await issued(sale)
    await shop.change('order', sale.id, { taxId: 'GST 2' })
    const part = await credit(whole, { lines: [of(sale, 0, 1)] })
    expect(part).toMatchObject({ lines: [{ qty: 1, discount: 33 }], discount: 67, fees: 0, taxId: 'GST 1' })
    expect(await read(whole)).toMatchObject({ credited: 0 })
    await issue(part)
    expect(await read(whole)).toMatchObject({ credited: part.total, outstanding: whole.total! - part.total! })
    const rest = await issue(await credit(whole))
    expect(rest).toMatchObject({ lines: [{ qty: 2, discount: 67 }], discount: 133, fees: 900 })
    expect(await read(whole)).toMatchObject({ credited: whole.total, outstanding: 0, stage: 'paid' })
    expect((await ask({ order: sale.id, kind: 'creditNote', against: whole.id, reason: 'x' })).status).toBe(422)
  })

  it('takes no more of a line than was invoiced and not credited, and says why', async () => {
    const sale = await sold([caps(3)])
    const whole = await issued(sale, { lines: [of(sale, 0, 2)] })
    const wrong = async (over: Input) =>
      (await ask({ order: sale.id, kind: 'creditNote', against: whole.id, reason: 'x', ...over })).body.fields
    expect(await wrong({ lines: [of(sale, 0, 3)] })).toEqual({ 'lines.0.qty': 'Only 2 are left.' })
    await credit(whole, { lines: [of(sale, 0, 1)] })
    expect(await wrong({ lines: [of(sale, 0, 2)] })).toEqual({ 'lines.0.qty': 'Only 1 are left.' })
    expect(await wrong({ reason: null })).toHaveProperty('reason')
    expect(await wrong({ against: null })).toHaveProperty('against')
    expect(await wrong({ fees: 1 })).toHaveProperty('fees')
    const draft = await invoice(sale)
    expect(await wrong({ against: draft.id })).toHaveProperty('against')
    const other = await issued(await sold([caps(1)]))
    expect(await wrong({ against: other.id })).toHaveProperty('against')
    expect(await wrong({ kind: 'invoice' })).toHaveProperty('against')
  })

  it('is issued only while that much is left', async () => {
    const sale = await sold([caps(2)])
    const whole = await issued(sale)
    const [one, two] = [await credit(whole, { lines: [of(sale, 0, 1)] }), await credit(whole)]
    await issue(one)
    await issue(two)
    expect((await read(whole)).credited).toBe(20_000)
    // Its lines may be invoiced anew.
    expect((await invoice(sale)).lines).toMatchObject([{ qty: 2 }])
  })

  it('is made of an order that was cancelled since, and lets what was paid go on to the next invoice', async () => {
    const sale = await sold([caps(2)])
    const [first, second] = [await issued(sale, { lines: [of(sale, 0, 1)] }), await issued(sale)]
    await pay(sale, 10_000)
    const cancel = { order: sale.id, reason: 'Changed mind', lines: [of(sale, 0, 2)] }
    await shop.move('orderCancel', (await shop.make('orderCancel', cancel)).id, 'approve')
    expect(await shop.read('order', sale.id)).toMatchObject({ stage: 'cancelled' })
    await issue(await credit(first))
    expect(await read(first)).toMatchObject({ paid: 0, outstanding: 0 })
    expect(await read(second)).toMatchObject({ stage: 'paid', paid: 10_000 })
  })
})

describe('an invoice that is made void', () => {
  const voided = (one: { id: number }) => move(one, 'void', { voidReason: 'Wrong address' })

  it('keeps its number, and its lines are invoiced anew', async () => {
    const sale = await sold([caps(2)])
    const first = await issued(sale)
    expect((await move(first, 'void', {})).body.fields).toHaveProperty('voidReason')
    expect(await voided(first)).toMatchObject({ status: 200, body: { stage: 'void', number: first.number } })
    expect(await read(first)).toMatchObject({ outstanding: 0, voidReason: 'Wrong address' })
    const again = await issued(sale)
    expect(again.lines).toMatchObject([{ qty: 2 }])
    expect(again.number).toMatch(/00002$/)
  })

  it('is not paid nor credited', async () => {
    const sale = await sold([caps(2)])
    const first = await issued(sale)
    const part = await issue(await credit(first, { lines: [of(sale, 0, 1)] }))
    expect((await voided(first)).status).toBe(422)
    // A credit note may have been wrong, too.
    expect((await voided(part)).status).toBe(200)
    expect(await read(first)).toMatchObject({ credited: 0, outstanding: 20_000 })
    const paid = await pay(sale, 20_000)
    expect((await voided(first)).status).toBe(422)
    await pay(sale, 20_000, { reverses: paid.id })
    const late = await credit(first)
    expect((await voided(first)).status).toBe(200)
    expect((await move(late, 'issue')).body.fields).toHaveProperty('against')
  })

  it('is no credit note whose pieces are invoiced again by now', async () => {
    const sale = await sold([caps(2)])
    const first = await issued(sale)
    const back = await issue(await credit(first))
    const again = await issued(sale)
    expect(await voided(back)).toMatchObject({ status: 422, body: { message: /invoiced again/ } })
    await issue(await credit(again))
    expect((await voided(back)).status).toBe(200)
  })

  it('was issued in this month of the house, and by somebody who may approve', async () => {
    const made = await issued(await sold([caps(1)]))
    const clerk = await signedIn(shop.server, { permissions: ['22-a', '22-c', '22-d'] })
    expect((await shop.ask('POST', `/order-invoice/${made.id}/void`, { voidReason: 'x' }, clerk)).status).toBe(403)
    await shop.sql(`update order_invoice set issued_at = issued_at - interval '1 month' where id = $1`, [made.id])
    expect(await voided(made)).toMatchObject({ status: 422, body: { message: /month/ } })
  })
})

/** Today of the house, and the days around it. */
async function house() {
  const [days] = await shop.sql<{ today: string; tomorrow: string; yesterday: string }>(
    `select day::text as today, (day + 1)::text as tomorrow, (day - 1)::text as yesterday
     from (select (now() at time zone (select time_zone from general_setting))::date as day) as of`,
  )
  return days!
}
