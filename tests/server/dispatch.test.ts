import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'

let shop: PackingShop
beforeAll(async () => {
  shop = await openPackingShop()
})
afterAll(() => shop?.server.close())
beforeEach(async () => {
  await shop.sql(`update unit set archived_at = now() where archived_at is null`)
})

describe('a new dispatch', () => {
  it('has a number, the address of its order, what it is worth, and takes the order to packing', async () => {
    await shop.stock(3)
    const person = shop.person.userId
    const sale = await shop.confirmed(3, { address: '14 Gariahat Road', pincode: '700019', assignedTo: person })
    const made = await shop.dispatched(sale, 2)
    expect(made.number).toMatch(/^DSP-\d{4}-\d{6}$/)
    expect(made).toMatchObject({
      stage: 'draft',
      direction: 'out',
      pieces: 2,
      name: 'Asha Rao',
      phone: '+919876543210',
      address: '14 Gariahat Road',
      pincode: '700019',
      assignedTo: person,
      declaredValue: 200_000,
      codAmount: null,
    })
    expect((await shop.order(sale.id)).stage).toBe('packing')
  })

  it('keeps what was said, and copies an address as a whole', async () => {
    await shop.stock(1)
    const sale = await shop.confirmed(1, { address: '14 Gariahat Road', pincode: '700019' })
    const made = await shop.dispatched(sale, 1, [], { address: 'At the neighbours’', name: 'Meera', declaredValue: 5 })
    expect(made).toMatchObject({ address: 'At the neighbours’', pincode: null, name: 'Meera', declaredValue: 5 })
  })

  it('goes to whoever has the order, from the beginning and later', async () => {
    await shop.stock(1)
    const sale = await shop.confirmed(1)
    const made = await shop.dispatched(sale, 1)
    expect(made.assignedTo).toBeNull()
    await shop.change('order', sale.id, { assignedTo: shop.person.userId })
    expect((await shop.read('dispatch', made.id)).assignedTo).toBe(shop.person.userId)
  })

  it('follows an order that is confirmed or being packed, and no other', async () => {
    await shop.stock(2)
    const draft = await shop.ordered([{ product: shop.device.id, qty: 1, unitPrice: 1 }])
    const ask = () => shop.refused('/dispatch', shop.input(draft, 1))
    expect(await ask()).toEqual({ order: 'Confirm the order first.' })
    await shop.moved(draft.id, 'confirmShort')
    await shop.moved(draft.id, 'hold', { holdReason: 'Waits' })
    expect(await ask()).toEqual({ order: 'The order is on hold: resume it first.' })
    await shop.moved(draft.id, 'resume')
    const cancel = await shop.make('orderCancel', {
      order: draft.id,
      reason: 'Changed mind',
      lines: [{ line: draft.lines[0]!.id, qty: 1 }],
    })
    await shop.move('orderCancel', cancel.id, 'approve')
    expect(await ask()).toEqual({ order: 'This order is cancelled.' })
    const done = await shop.confirmed(1)
    const { id } = await shop.dispatched(done, 1, [(await shop.held(done.id))[0]!.id])
    await shop.take(id, 'pack', 'check', 'label', 'handOver')
    expect(await shop.refused('/dispatch', shop.input(done, 1))).toEqual({
      order: 'Nothing of this order is left to dispatch.',
    })
    expect(await shop.refused('/dispatch', { items: shop.input(done, 1).items })).toEqual({
      order: 'Choose the order.',
    })
  })

  it('takes no more than is left of each line, and nothing of what is refused stays', async () => {
    await shop.stock(5)
    const [sale, other] = [await shop.confirmed(3), await shop.confirmed(1)]
    await shop.dispatched(sale, 2)
    const before = await shop.sql('select count(*)::int as n from dispatch')
    expect(await shop.refused('/dispatch', shop.input(sale, 2))).toEqual({
      'items.0.qty': 'Only 1 is left to dispatch.',
    })
    const line = { line: sale.lines[0]!.id, product: shop.device.id, qty: 1 }
    expect(await shop.refused('/dispatch', { order: sale.id, items: [line, line] })).toEqual({
      'items.1.qty': 'Only 1 is left to dispatch.',
    })
    const strange = { ...line, line: other.lines[0]!.id }
    expect(await shop.refused('/dispatch', { order: sale.id, items: [line, strange] })).toEqual({
      'items.1.line': 'This is a line of another order.',
    })
    expect(await shop.refused('/dispatch', { order: sale.id, items: [{ ...line, line: null }] })).toEqual({
      'items.0.line': 'Choose the line of the order.',
    })
    expect(await shop.refused('/dispatch', { order: sale.id, items: [{ ...line, product: shop.cap.id }] })).toEqual({
      'items.0.product': 'This line of the order is another product.',
    })
    expect(await shop.refused('/dispatch', { order: sale.id, items: [] })).toHaveProperty('items')
    expect(await shop.sql('select count(*)::int as n from dispatch')).toEqual(before)
    await shop.dispatched(sale, 1)
    expect(await shop.refused('/dispatch', shop.input(sale, 1))).toEqual({
      'items.0.qty': 'Nothing of this line is left to dispatch.',
    })
  })

  it('takes nothing of a line that is cancelled', async () => {
    const sale = await shop.ordered([
      { product: shop.cap.id, qty: 1, unitPrice: 5_000 },
      { product: shop.cap.id, qty: 1, unitPrice: 5_000 },
    ])
    await shop.moved(sale.id, 'confirmShort')
    const lines = [{ line: sale.lines[0]!.id, qty: 1 }]
    const { id } = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
    await shop.move('orderCancel', id, 'approve')
    expect(await shop.refused('/dispatch', shop.input(sale, 1))).toEqual({ 'items.0.line': 'This line is cancelled.' })
  })

  it('never takes more than is left, however many come at once', async () => {
    await shop.stock(5)
    const sale = await shop.confirmed(5)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => shop.ask('POST', '/dispatch', shop.input(sale, 1))),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 7 }, () => 400),
    ])
  })

  it('stays with its order', async () => {
    await shop.stock(2)
    const [sale, other] = [await shop.confirmed(1), await shop.confirmed(1)]
    const { id } = await shop.dispatched(sale, 1)
    const answer = await shop.change('dispatch', id, { order: other.id })
    expect(answer).toMatchObject({ status: 400, body: { fields: { order: 'A dispatch stays with its order.' } } })
    expect((await shop.change('dispatch', id, { direction: 'pickup' })).body.fields).toHaveProperty('direction')
  })
})

describe('its courier', () => {
  it('is that of its order unless somebody says another, and the order says who takes it and under which number', async () => {
    const [one, other] = await Promise.all(['Maruti', 'Delhivery'].map(label => shop.make('courier', { label })))
    await shop.stock(2)
    const sale = await shop.confirmed(2, { courier: one!.id })
    const units = (await shop.held(sale.id)).map(({ id }) => id)
    expect(await shop.dispatched(sale, 1, [units[0]!])).toMatchObject({ courier: one!.id })
    expect(await shop.order(sale.id)).toMatchObject({ courier: one!.id, awb: null })
    const second = await shop.dispatched(sale, 1, [units[1]!], { courier: other!.id, awb: '3521 8890 4417' })
    expect(await shop.order(sale.id)).toMatchObject({ courier: other!.id, awb: '352188904417' })
    for (const typed of ['352188904417', second.awb!]) {
      const found = await shop.ask('GET', `/order?q=${encodeURIComponent(typed)}`)
      expect((found.body as unknown as { rows: { id: number }[] }).rows.map(({ id }) => id)).toEqual([sale.id])
    }
  })
})

describe('what is to be collected with it', () => {
  const owed = { paymentMode: 'cashOnDelivery' }
  const amount = async (sale: Parameters<PackingShop['dispatched']>[0], more = {}) =>
    (await shop.dispatched(sale, 1, [], more)).codAmount

  it('is what the order owes less what other dispatches collect', async () => {
    await shop.stock(3)
    const sale = await shop.confirmed(3, owed)
    await shop.make('payment', { order: sale.id, amount: 50_000, mode: 'upi' })
    expect(await amount(sale, { codAmount: 100_000 })).toBe(100_000)
    expect(await amount(sale)).toBe(150_000)
    expect(await amount(sale)).toBe(0)
  })

  it('is no more than is owed when it is typed, and looked at once more when it is checked', async () => {
    const [first] = await shop.stock(1)
    const sale = await shop.confirmed(1, owed)
    const tooMuch = { codAmount: '9,000.00 is more than the 1,000.00 to collect.' }
    expect(await shop.refused('/dispatch', shop.input(sale, 1, [first!.id], { codAmount: 900_000 }))).toEqual(tooMuch)
    const { id } = await shop.dispatched(sale, 1, [first!.id], { codAmount: 100_000 })
    expect((await shop.change('dispatch', id, { codAmount: 900_000 })).body.fields).toEqual(tooMuch)
    await shop.make('payment', { order: sale.id, amount: 60_000, mode: 'upi' })
    await shop.take(id, 'pack', 'check')
    expect(await shop.read('dispatch', id)).toMatchObject({ codAmount: 40_000 })
  })

  it('is looked at once more when it is handed over, and said anew on another label', async () => {
    const [first] = await shop.stock(1)
    const sale = await shop.confirmed(1, owed)
    const { id } = await shop.dispatched(sale, 1, [first!.id])
    await shop.take(id, 'pack', 'check', 'label')
    await shop.make('payment', { order: sale.id, amount: 60_000, mode: 'upi' })
    expect(await shop.refused(`/dispatch/${id}/handOver`, {})).toEqual({
      codAmount: 'The sum to collect changed from 1000.00 to 400.00: print the label anew.',
    })
    expect(await shop.read('dispatch', id)).toMatchObject({ stage: 'labelled', codAmount: 100_000 })
    expect(await shop.read('unit', first!.id)).toMatchObject({ stage: 'allocated' })
    // However much a device thinks is owed.
    const again = await shop.move('dispatch', id, 'relabel', { codAmount: 70_000 })
    expect(again).toMatchObject({ stage: 'checked', codAmount: 40_000, labelledAt: null })
    expect(await shop.take(id, 'label', 'handOver')).toMatchObject({ stage: 'handedOver', labelPrints: 2 })
  })

  it('is said anew by whoever says no sum, and stays nothing where there was none', async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(1, owed)
    const { id } = await shop.dispatched(sale, 1, [(await shop.held(sale.id))[0]!.id])
    await shop.take(id, 'pack', 'check', 'label')
    expect(await shop.take(id, 'relabel')).toMatchObject({ stage: 'checked', codAmount: 100_000 })
    const prepaid = await shop.confirmed(1)
    const other = await shop.dispatched(prepaid, 1, [(await shop.held(prepaid.id))[0]!.id])
    await shop.take(other.id, 'pack', 'check', 'label')
    expect(await shop.take(other.id, 'relabel')).toMatchObject({ stage: 'checked', codAmount: null })
  })

  it('is not asked for twice where the courier has it and nobody has booked it', async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(2, owed)
    const [first] = await shop.held(sale.id)
    const { id } = await shop.dispatched(sale, 1, [first!.id], { codAmount: 100_000 })
    await shop.take(id, 'pack', 'check', 'label', 'handOver', 'deliver')
    expect(await amount(sale)).toBe(100_000)
    await shop.make('payment', { order: sale.id, amount: 100_000, mode: 'cash' })
    const [open] = await shop.sql<{ id: number }>(`select id from dispatch where "order" = $1 and stage = 'draft'`, [
      sale.id,
    ])
    await shop.move('dispatch', open!.id, 'cancel')
    expect(await amount(sale)).toBe(100_000)
  })
})

describe('a device that is scanned', () => {
  it('is the one that was allocated, or takes its place', async () => {
    const [first, second, third] = await shop.stock(3)
    const sale = await shop.confirmed(2)
    const { id } = await shop.dispatched(sale, 2, [first!.id, third!.id])
    expect(await shop.read('unit', second!.id)).toMatchObject({ stage: 'inStock', order: null, orderLine: null })
    expect(await shop.read('unit', third!.id)).toMatchObject({ stage: 'allocated', orderLine: sale.lines[0]!.id })
    expect(await shop.counted(sale.id)).toMatchObject({ allocated: 2, missing: 0 })
    // Back to the one that it was, by a change.
    const { items } = (await shop.read('dispatch', id)) as unknown as Dispatch
    const other = [{ ...items[0]!, units: [first!.id, second!.id] }]
    expect((await shop.change('dispatch', id, { items: other })).status).toBe(200)
    expect(await shop.read('unit', third!.id)).toMatchObject({ stage: 'inStock', order: null })
  })

  it('is the piece that was missing', async () => {
    const sale = await shop.confirmed(2)
    expect(sale.missing).toBe(2)
    const [late] = await shop.stock(1)
    await shop.dispatched(sale, 1, [late!.id])
    expect(await shop.counted(sale.id)).toMatchObject({ allocated: 1, missing: 1 })
  })

  it('of a line beside it changes places with one of this', async () => {
    const [a, b] = await shop.stock(2)
    const one = { product: shop.device.id, qty: 1, unitPrice: 100_000 }
    const sale = await shop.ordered([one, one])
    await shop.moved(sale.id, 'confirmShort')
    const [first, second] = sale.lines
    await shop.make('dispatch', {
      order: sale.id,
      items: [{ line: first!.id, product: shop.device.id, qty: 1, units: [b!.id] }],
    })
    expect(await shop.read('unit', b!.id)).toMatchObject({ orderLine: first!.id })
    expect(await shop.read('unit', a!.id)).toMatchObject({ stage: 'allocated', orderLine: second!.id })
    expect((await shop.order(sale.id)).lines.map(({ allocated }) => allocated)).toEqual([1, 1])
  })

  it('is refused with its serial number where it does not belong in', async () => {
    await shop.stock(4)
    const [sale, other] = [await shop.confirmed(2), await shop.confirmed(1)]
    const [mine, second] = await shop.held(sale.id)
    const [theirs] = await shop.held(other.id)
    const tub = await shop.make('product', { sku: `TUB-${Date.now()}`, name: 'Tub', price: 1 })
    const wrong = await shop.make('unit', { serial: 'T-1', product: tub.id })
    const [aside, lent, gone] = await shop.stock(3)
    await shop.move('unit', aside!.id, 'allocate')
    await shop.ask('POST', '/stock-move', { unit: lent!.id, from: 'stock', to: 'technician', cause: 'move' })
    await shop.move('unit', gone!.id, 'allocate')
    await shop.move('unit', gone!.id, 'ship')
    const says = async (id: number) => shop.refused('/dispatch', shop.input(sale, 1, [id]))
    const beside = (text: string) => ({ 'items.0.units': text })
    expect(await says(wrong.id)).toEqual(beside('T-1 is another product.'))
    expect(await says(theirs!.id)).toEqual(beside(`${theirs!.serial} is meant for another order.`))
    expect(await says(aside!.id)).toEqual(beside(`${aside!.serial as string} is set aside already.`))
    expect(await says(lent!.id)).toEqual(beside(`${lent!.serial as string} is not in stock.`))
    expect(await says(gone!.id)).toEqual(beside(`${gone!.serial as string} has left already.`))
    const { number } = await shop.dispatched(sale, 1, [mine!.id])
    expect(await says(mine!.id)).toEqual(beside(`${mine!.serial} is in dispatch ${number} already.`))
    expect(await shop.refused('/dispatch', shop.input(sale, 1, [second!.id, mine!.id]))).toHaveProperty('items.0.units')
    expect(await shop.refused('/dispatch', shop.input(sale, 1, [999_999_999]))).toHaveProperty(['items.0.units'])
  })

  it('has the colour of its line', async () => {
    const black = (await shop.make('color', { label: `Black ${Date.now()}` })).id
    const [any] = await shop.stock(1)
    const [right] = await shop.stock(1, { colour: black })
    const sale = await shop.ordered([{ product: shop.device.id, qty: 1, unitPrice: 1, colour: black }])
    await shop.moved(sale.id, 'confirmShort')
    expect(await shop.refused('/dispatch', shop.input(sale, 1, [any!.id]))).toEqual({
      'items.0.units': `${any!.serial as string} has another colour than this line.`,
    })
    expect((await shop.dispatched(sale, 1, [right!.id])).stage).toBe('draft')
  })

  it('is given to one order, however many scan it at once', async () => {
    const sales = await Promise.all(Array.from({ length: 12 }, () => shop.confirmed(1)))
    const [device] = await shop.stock(1)
    const answers = await Promise.all(
      sales.map(sale => shop.ask('POST', '/dispatch', shop.input(sale, 1, [device!.id]))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(11)
    const held = await shop.sql(
      "select sum((line ->> 'allocated')::int)::int as n from sales_order, jsonb_array_elements(lines) line where id = any($1)",
      [sales.map(({ id }) => id)],
    )
    expect(held).toEqual([{ n: 1 }])
  })

  it('stays where it is until the dispatch says otherwise', async () => {
    const [device] = await shop.stock(1)
    const sale = await shop.confirmed(1)
    const { id, number } = await shop.dispatched(sale, 1, [device!.id])
    const says = async (action: string, args = {}) => {
      const { status, body } = await shop.ask('POST', `/unit/${device!.id}/${action}`, args)
      expect(status).toBe(422)
      return body.message
    }
    const message = `This device is in dispatch ${number}: change that one.`
    expect(await says('release')).toBe(message)
    await shop.take(id, 'pack', 'check', 'label', 'handOver')
    expect(await says('takeBack')).toBe(message)
    expect(await says('lose')).toBe(message)
    await shop.take(id, 'deliver')
    expect((await shop.ask('POST', `/unit/${device!.id}/takeBack`, {})).status).toBe(200)
  })
})

describe('to check it', () => {
  it('takes every device that has a serial number, and says what is missing', async () => {
    await shop.stock(2)
    const sale = await shop.ordered([
      { product: shop.device.id, qty: 2, unitPrice: 100_000 },
      { product: shop.cap.id, qty: 3, unitPrice: 5_000 },
    ])
    await shop.moved(sale.id, 'confirmShort')
    const held = await shop.held(sale.id)
    const items = sale.lines.map(({ id: line, product, qty }) => ({ line, product, qty, units: [] as number[] }))
    const { id } = await shop.make('dispatch', { order: sale.id, items })
    await shop.take(id, 'pack')
    expect(await shop.refused(`/dispatch/${id}/check`, {})).toEqual({
      'items.0.units': 'Massager: 0 of 2 are scanned.',
    })
    const packed = (await shop.read('dispatch', id)) as unknown as Dispatch
    const scan = (units: number[]) =>
      shop.change('dispatch', id, { items: packed.items.map((item, at) => (at ? item : { ...item, units })) })
    expect((await scan([held[0]!.id])).status).toBe(200)
    expect((await shop.ask('POST', `/dispatch/${id}/check`, {})).status).toBe(422)
    expect((await scan(held.map(one => one.id))).status).toBe(200)
    const checked = await shop.take(id, 'check')
    expect(checked).toMatchObject({ stage: 'checked', checkedBy: shop.person.userId, packedBy: shop.person.userId })
    expect((await scan([])).body.fields).toEqual({ items: 'Unpack it first: it is checked.' })
    expect(await shop.take(id, 'unpack')).toMatchObject({ stage: 'draft', packedAt: null, checkedAt: null })
  })
})

describe('its label', () => {
  it('counts its prints, and was printed when it was first', async () => {
    await shop.stock(1)
    const sale = await shop.confirmed(1)
    const { id } = await shop.dispatched(sale, 1, [(await shop.held(sale.id))[0]!.id])
    const first = await shop.take(id, 'pack', 'check', 'label')
    expect(first).toMatchObject({ stage: 'labelled', labelPrints: 1 })
    expect(await shop.take(id, 'reprint', 'reprint')).toMatchObject({
      stage: 'labelled',
      labelPrints: 3,
      labelledAt: first.labelledAt,
    })
    const { status, body } = await shop.change('dispatch', id, { address: 'Elsewhere' })
    expect([status, body.fields]).toEqual([400, { address: 'The label says it already. Unpack it first.' }])
  })

  it('is not printed once more when the dispatch is over', async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(2)
    const [first, second] = await shop.held(sale.id)
    const [sent, dropped] = [await shop.dispatched(sale, 1, [first!.id]), await shop.dispatched(sale, 1, [second!.id])]
    await shop.take(sent.id, 'pack', 'check', 'label', 'handOver')
    expect((await shop.take(sent.id, 'reprint')).labelPrints).toBe(2)
    await shop.take(sent.id, 'deliver')
    await shop.take(dropped.id, 'pack', 'check', 'label', 'cancel')
    for (const { id } of [sent, dropped])
      expect(await shop.refused(`/dispatch/${id}/reprint`, {})).toBe('This cannot be done where the record stands now.')
  })

  it('has a number that its courier gives once', async () => {
    await shop.stock(4)
    const [courier, another] = await Promise.all(
      ['A', 'B'].map(name => shop.make('courier', { label: `Courier ${name} ${Date.now()}` })),
    )
    const sale = await shop.confirmed(4)
    const ask = (of: number, awb: string | null) =>
      shop.ask('POST', '/dispatch', shop.input(sale, 1, [], { courier: of, awb }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(courier!.id, 'AWB-1')))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 201)
        expect([status, body.fields]).toEqual([400, { awb: 'This courier’s number is on another dispatch already.' }])
    expect((await ask(another!.id, 'AWB-1')).status).toBe(201)
    const third = await ask(another!.id, null)
    const changed = await shop.change('dispatch', third.body.id, { courier: courier!.id, awb: 'awb-1' })
    expect(changed.body.fields).toHaveProperty('awb')
    await shop.move('dispatch', made[0]!.body.id, 'cancel')
    expect((await shop.change('dispatch', third.body.id, { courier: courier!.id, awb: 'awb-1' })).status).toBe(200)
  })
})
