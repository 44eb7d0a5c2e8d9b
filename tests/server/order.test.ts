import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let shop: Shop
let device: Row
let cap: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  device = await shop.make('product', {
    sku: 'KW-PRO',
    name: 'Massager',
    price: 499_900,
    taxRate: 1800,
    floorPrice: 400_000,
  })
  cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 4_990, taxRate: 1200, serialised: false })
})
afterAll(() => shop?.server.close())
beforeEach(async () => {
  await shop.sql(`update unit set archived_at = now() where archived_at is null`)
})

const stock = (pieces: number) =>
  Promise.all(
    Array.from({ length: pieces }, () => shop.make('unit', { serial: `S-${(count += 1)}`, product: device.id })),
  )
/** So many pieces without serial numbers come in. */
const counted = (qty: number, more: Input = {}) =>
  shop.make('stockMove', { product: cap.id, qty, from: 'supplier', to: 'stock', cause: 'purchase', ...more })
type Input = Record<string, unknown>
const line = (over: Input = {}) => ({ product: device.id, qty: 1, unitPrice: 499_900, ...over })
const input = (over: Input = {}) => ({ name: 'Asha Rao', phone: '98765 43210', lines: [line()], ...over })
const make = async (over: Input = {}) => (await shop.make('order', input(over))) as unknown as Order
const read = async (id: number) => (await shop.read('order', id)) as unknown as Order
const move = async (id: number, action: string, args: Input = {}) =>
  (await shop.move('order', id, action, args)) as unknown as Order
/** Confirmed with what is in stock; what is not there is missing. */
const confirmed = async (over: Input = {}) => move((await make(over)).id, 'confirmShort')
const refused = async (over: Input) => {
  const { status, body } = await shop.ask('POST', '/order', input(over))
  expect(status, JSON.stringify(body)).toBe(400)
  return body.fields
}
const inStage = async (stage: string) =>
  (
    await shop.sql<{ n: number }>('select count(*)::int as n from unit where stage = $1 and archived_at is null', [
      stage,
    ])
  )[0]!.n

describe('a new order', () => {
  it('has a number, a day, the tax of its products and its amounts', async () => {
    const made = await make({ lines: [line({ qty: 2, discount: 50_000 })], shippingFee: 12_000 })
    expect(made.number).toMatch(/^ORD-\d{4}-\d{6}$/)
    expect(made).toMatchObject({
      stage: 'draft',
      phone: '+919876543210',
      items: 2,
      total: 961_800,
      paid: 0,
      balance: 961_800,
    })
    expect(made.orderDate).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(made.lines[0]).toMatchObject({ taxRate: 1800, discount: 50_000, allocated: null })
    expect(made.taxable! + made.tax! + made.roundOff!).toBe(made.total)
  })

  it('finds its customer by the phone, and makes one when it is confirmed', async () => {
    const known = await shop.make('customer', { name: 'Meera', phones: [{ number: '+91 90000 11111' }] })
    expect((await make({ phone: '90000 11111' })).customer).toBe(known.id)
    const unknown = await make({
      phone: '90000 22222',
      name: 'Ravi',
      address: '14 Gariahat Road',
      email: 'ravi@b.example',
    })
    expect(unknown.customer).toBeNull()
    const { customer } = await move(unknown.id, 'confirmShort')
    expect(await shop.read('customer', customer!)).toMatchObject({
      name: 'Ravi',
      phones: [{ number: '+919000022222' }],
      addresses: [{ line: '14 Gariahat Road', isDefault: true }],
      emails: [{ email: 'ravi@b.example' }],
    })
  })

  it.each<[what: string, wrong: () => Input, said: Record<string, string>]>([
    ['no line', () => ({ lines: [] }), { lines: 'Add at least one line.' }],
    ['a quantity of 0', () => ({ lines: [line({ qty: 0 })] }), { 'lines.0.qty': 'Not below 1.' }],
    ['a quantity below 0', () => ({ lines: [line(), line({ qty: -1 })] }), { 'lines.1.qty': 'Not below 1.' }],
    ['a part of a piece', () => ({ lines: [line({ qty: 1.5 })] }), { 'lines.0.qty': 'Enter a whole number.' }],
    [
      'a discount over the amount',
      () => ({ lines: [line({ discount: 499_901 })] }),
      { 'lines.0.discount': 'The discount is more than the amount.' },
    ],
    [
      'a discount over all lines',
      () => ({ discount: 499_901 }),
      { discount: 'The discount is more than the lines come to.' },
    ],
    ['a day in the past', () => ({ promisedDate: '2020-01-01' }), { promisedDate: 'This day is over.' }],
    ['a tax over 100 %', () => ({ lines: [line({ taxRate: 10_001 })] }), { 'lines.0.taxRate': 'Not above 10000.' }],
  ])('is refused beside the field that is wrong: %s', async (_, wrong, said) => {
    expect(await refused(wrong())).toEqual(said)
  })

  it('that waited on a device is of the day on which it was written, and was promised then', async () => {
    const device = httpDevice(shop.server.app, shop.person)
    const written = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    const dayBefore = new Date(Date.parse(written) - 86_400_000).toISOString().slice(0, 10)
    const push = async (promisedDate: string) => {
      const args = input({ promisedDate, lines: [{ ...line(), id: await device.newId() }] })
      const id = await device.newId()
      await shop.ageNumbers()
      const how = { offline: true, queuedAt: `${written}T06:00:00.000Z` }
      const [result] = await device.push(device.op('order.create', id, args, how))
      return { id, result }
    }
    const { id, result } = await push(written)
    expect(result).toMatchObject({ status: 'applied' })
    expect(await read(id)).toMatchObject({ orderDate: written, promisedDate: written })
    expect((await push(dayBefore)).result).toMatchObject({
      status: 'rejected',
      fields: { promisedDate: 'This day is over.' },
    })
  })

  it('is numbered in the year of its day, whenever it arrives', async () => {
    expect(await make({ orderDate: '2024-12-31' })).toMatchObject({ number: 'ORD-2024-000001' })
    const year = new Date().getUTCFullYear()
    const device = httpDevice(shop.server.app, shop.person)
    const args = input({ lines: [{ ...line(), id: await device.newId() }] })
    const id = await device.newId()
    await shop.sql(`update sync_lease set leased_at = now() - interval '3 years'`)
    const how = { offline: true, queuedAt: `${year - 1}-12-31T06:00:00.000Z` }
    await device.push(device.op('order.create', id, args, how))
    expect(await read(id)).toMatchObject({
      orderDate: `${year - 1}-12-31`,
      number: expect.stringMatching(`^ORD-${year - 1}-`) as string,
    })
  })

  it('takes no product that is put away', async () => {
    const old = await shop.make('product', { sku: `OLD-${Date.now()}`, name: 'Old', price: 1 })
    await shop.ask('DELETE', `/product/${old.id}`)
    expect(await refused({ lines: [line({ product: old.id })] })).toEqual({
      'lines.0.product': 'This is archived; choose another.',
    })
  })
})

describe('to confirm', () => {
  it('allocates devices one by one, counts what has no serial number, and says what is missing', async () => {
    const units = await stock(2)
    await counted(5)
    const done = await confirmed({ lines: [line({ qty: 3 }), { product: cap.id, qty: 5, unitPrice: 4_990 }] })
    expect(done).toMatchObject({ stage: 'confirmed', missing: 1 })
    expect(done.lines.map(one => one.allocated)).toEqual([2, 5])
    for (const { id } of units)
      expect(await shop.read('unit', id)).toMatchObject({
        stage: 'allocated',
        order: done.id,
        orderLine: done.lines[0]!.id,
      })
    await stock(1)
    expect(await move(done.id, 'allocate')).toMatchObject({ missing: 0, stage: 'confirmed' })
    expect(await inStage('allocated')).toBe(3)
  })

  it('gives no more of what has no serial number than is there, in its colour, and says what is missing', async () => {
    const [rose, blue] = await Promise.all(
      ['Rose', 'Blue'].map(async label => (await shop.make('color', { label })).id),
    )
    const bow = await shop.make('product', {
      sku: `BOW-${(count += 1)}`,
      name: 'Bow',
      price: 1_000,
      serialised: false,
      colours: [rose, blue],
    })
    await counted(2, { product: bow.id, colour: rose })
    await counted(4, { product: bow.id, colour: blue })
    const lines = [
      { product: bow.id, colour: rose, qty: 1, unitPrice: 1_000 },
      { product: bow.id, colour: rose, qty: 3, unitPrice: 1_000 },
      { product: bow.id, colour: blue, qty: 1, unitPrice: 1_000 },
    ]
    const first = await confirmed({ lines })
    expect(first).toMatchObject({ stage: 'confirmed', missing: 2 })
    expect(first.lines.map(({ allocated }) => allocated)).toEqual([1, 1, 1])
    await move(first.id, 'hold', { holdReason: 'Waits for the customer' })
    const second = await confirmed({ lines: [{ product: bow.id, colour: rose, qty: 1, unitPrice: 1_000 }] })
    expect(second).toMatchObject({ missing: 1 })
    // What is cancelled is there for the next.
    await move(first.id, 'resume')
    const cancel = { order: first.id, reason: 'Changed mind', lines: [{ line: first.lines[1]!.id, qty: 3 }] }
    await shop.move('orderCancel', (await shop.make('orderCancel', cancel)).id, 'approve')
    expect(await move(second.id, 'allocate')).toMatchObject({ missing: 0 })
    await counted(1, { product: bow.id, colour: rose })
    expect(await confirmed({ lines: [{ product: bow.id, colour: rose, qty: 2, unitPrice: 1_000 }] })).toMatchObject({
      missing: 1,
    })
  })

  it.each(['a device', 'goods without serial numbers'])('gives the last of %s to one of twenty', async what => {
    const goods =
      what === 'a device'
        ? device
        : await shop.make('product', { sku: `L-${(count += 1)}`, name: 'Last', price: 1_000, serialised: false })
    if (what === 'a device') await stock(1)
    else await counted(1, { product: goods.id })
    const lines = [{ product: goods.id, qty: 1, unitPrice: 499_900 }]
    const made = await Promise.all(Array.from({ length: 20 }, () => make({ lines })))
    const answers = await Promise.all(made.map(({ id }) => shop.ask('POST', `/order/${id}/confirm`, {})))
    const [first, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(first).toMatchObject({ status: 200, body: { stage: 'confirmed', missing: 0, lines: [{ allocated: 1 }] } })
    const said = { 'lines.0.qty': '1 needed, 0 in stock, 1 missing (line 1)' }
    for (const { status, body } of others) expect({ status, said: body.fields }).toEqual({ status: 400, said })
    const stages = await Promise.all(made.map(async ({ id }) => (await read(id)).stage))
    expect(stages.filter(stage => stage === 'draft')).toHaveLength(19)
  })

  it('counts two lines of one product together: what the first was given is missing in the second', async () => {
    await stock(1)
    const both = await confirmed({ lines: [line(), line({ note: 'gift' })] })
    expect(both).toMatchObject({ missing: 1 })
    expect(both.lines.map(({ allocated }) => allocated)).toEqual([1, 0])
    const goods = await shop.make('product', { sku: `T-${(count += 1)}`, name: 'Two', price: 1_000, serialised: false })
    await counted(1, { product: goods.id })
    const one = { product: goods.id, qty: 1, unitPrice: 1_000 }
    const done = await confirmed({ lines: [one, { ...one, note: 'gift' }] })
    expect(done).toMatchObject({ missing: 1 })
    expect(done.lines.map(({ allocated }) => allocated)).toEqual([1, 0])
  })

  it('never gives one device twice, however many confirm at once', async () => {
    await stock(5)
    const made = await Promise.all(Array.from({ length: 20 }, () => make()))
    const answers = await Promise.all(made.map(({ id }) => shop.ask('POST', `/order/${id}/confirm`, {})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await inStage('allocated')).toBe(5)
    const orders = await shop.sql<{ n: number }>(
      `select count(*)::int as n from unit where stage = 'allocated' and archived_at is null group by "order"`,
    )
    expect(orders.every(({ n }) => n === 1)).toBe(true)
    // Who came too late may be promised theirs all the same, and gets what comes in.
    const late = made[answers.findIndex(({ status }) => status === 400)]!
    expect(await move(late.id, 'confirmShort')).toMatchObject({ stage: 'confirmed', missing: 1 })
    await stock(1)
    expect(await move(late.id, 'allocate')).toMatchObject({ missing: 0 })
    expect(await inStage('allocated')).toBe(6)
  })

  it('is done once by whoever comes first', async () => {
    await stock(1)
    const { id } = await make()
    const answers = await Promise.all([1, 2].map(() => shop.ask('POST', `/order/${id}/confirm`, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('below the floor price needs somebody who may approve', async () => {
    const cheap = await make({ lines: [line({ unitPrice: 399_900 })] })
    expect(cheap.belowFloor).toBe(true)
    const pricing = await signedIn(shop.server, { permissions: ['20-c', '20-d', '103-a', '103-c'] })
    const { status, body } = await shop.ask('POST', `/order/${cheap.id}/confirm`, {}, pricing)
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      'lines.0.unitPrice': 'The floor is 4000.00: somebody who may approve has to say yes.',
    })
    expect((await read(cheap.id)).stage).toBe('draft')
    await stock(1)
    await move(cheap.id, 'approvePrices')
    expect((await shop.ask('POST', `/order/${cheap.id}/confirm`, {}, pricing)).status).toBe(200)
    expect((await make({ lines: [line({ unitPrice: 400_000 })] })).belowFloor).toBe(false)
  })

  it('below the floor price is approved without being told what it is', async () => {
    const cheap = await make({ lines: [line({ unitPrice: 399_900 })] })
    const permissions = ['20-a', '20-c', '20-d', '103-a', '103-d']
    const clerk = await signedIn(shop.server, { permissions })
    const boss = await signedIn(shop.server, { permissions, approves: ['order'] })
    const confirm = (as: SignedIn) => shop.ask('POST', `/order/${cheap.id}/confirm`, {}, as)
    expect((await confirm(clerk)).body.fields).toEqual({
      'lines.0.unitPrice': 'This is below the floor price: somebody who may approve has to say yes.',
    })
    expect((await shop.ask('POST', `/order/${cheap.id}/approvePrices`, {}, clerk)).status).toBe(403)
    const seen = await shop.ask('GET', `/order/${cheap.id}`, undefined, boss)
    expect(seen.body).toMatchObject({ belowFloor: true, priceApprovedBy: null })
    expect((await shop.ask('POST', `/order/${cheap.id}/approvePrices`, {}, boss)).status).toBe(200)
    await stock(1)
    expect((await confirm(clerk)).status).toBe(200)
  })

  it('the floor price is in nothing that is answered to somebody who sets no prices', async () => {
    await shop.change('product', device.id, { floorPrice: 412_345 })
    await shop.change('product', device.id, { floorPrice: 400_000 })
    const clerk = await signedIn(shop.server, { permissions: ['103-a', '103-b', '103-d'] })
    const get = async (path: string) => {
      const answer = await shop.server.app.inject({ url: `/api${path}`, headers: clerk.headers })
      return { status: answer.statusCode, text: answer.payload }
    }
    for (const path of [
      `/product/${device.id}`,
      '/product',
      '/product?q=412345',
      '/product/pick?q=Massager',
      `/product/${device.id}/history`,
      '/sync/snapshot',
      '/product/export?format=csv',
    ]) {
      const { status, text } = await get(path)
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/floorPrice|Floor|400000|4000\.00|412345/)
    }
    for (const path of ['?sort=floorPrice', '?filter[floorPrice]=1..', '/export?format=csv&columns=floorPrice'])
      expect((await get(`/product${path}`)).status, path).toBe(400)
    const typed = { sku: `F-${(count += 1)}`, name: 'Brush', price: 100, floorPrice: 50 }
    expect((await shop.ask('POST', '/product', typed, clerk)).body.fields).toHaveProperty('floorPrice')
  })

  it('leaves lines and prices as they are, and lets the address be changed', async () => {
    const { id, lines } = await confirmed()
    const more = lines.map(one => ({ ...one, qty: 9 }))
    expect((await shop.change('order', id, { lines: more })).body.fields).toHaveProperty('lines')
    expect((await shop.change('order', id, { discount: 1 })).body.fields).toHaveProperty('discount')
    expect((await shop.change('order', id, { address: '3 Lake Road' })).body).toMatchObject({ address: '3 Lake Road' })
  })
})

describe('a hold', () => {
  it('needs a reason and goes on where the order was', async () => {
    for (const stage of ['draft', 'confirmed', 'packing'] as const) {
      const { id } = stage === 'draft' ? await make() : await confirmed()
      if (stage === 'packing') await move(id, 'pack')
      expect((await shop.ask('POST', `/order/${id}/hold`, {})).body.fields).toHaveProperty('holdReason')
      expect(await move(id, 'hold', { holdReason: 'Waits for the customer' })).toMatchObject({
        stage: 'onHold',
        heldFrom: stage,
      })
      expect(await move(id, 'resume')).toMatchObject({ stage, heldFrom: null, holdReason: null })
    }
  })
})

describe('an inquiry that is moved', () => {
  let source: number
  beforeAll(async () => {
    source = (await shop.make('source', { label: 'Phone' })).id
  })
  const asked = () =>
    shop.make('inquiry', { name: 'Asha', phone: '98765 43210', source, assignedTo: shop.person.userId })

  it('becomes one order, whoever else moves it at the same time', async () => {
    const { id } = await asked()
    const ask = () => shop.ask('POST', '/order', input({ inquiry: id }))
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const gone = { inquiry: 'This inquiry has become an order already.' }
    for (const { status, body } of answers.filter(one => one.status !== 201))
      expect({ status, said: body.fields }).toEqual({ status: 400, said: gone })
    const made = answers.find(({ status }) => status === 201)!.body
    expect(await shop.read('inquiry', id)).toMatchObject({ stage: 'converted', order: made.id })
    await move(made.id, 'drop')
    const again = await shop.read('inquiry', id)
    expect(again).toMatchObject({ stage: 'interested', order: null, nextContactAt: expect.any(String) })
    // Somebody is asked to call them again.
    const tasks = await shop.server.database.pool.query('select due_at from task where inquiry = $1 and stage = $2', [
      id,
      'open',
    ])
    expect(tasks.rows).toEqual([{ due_at: again.nextContactAt }])
  })
})

describe('what hangs on an inquiry', () => {
  it('hangs on its order, too: notes, files and the remark; what was withdrawn does not', async () => {
    const source = (await shop.make('source', { label: `Fair ${(count += 1)}` })).id
    const { id } = await shop.make('inquiry', {
      name: 'Asha',
      phone: '98765 43210',
      source,
      assignedTo: shop.person.userId,
      note: 'Came by the fair',
    })
    const say = async (text: string) =>
      (await shop.ask('POST', `/inquiry/${id}/notes`, { mid: crypto.randomUUID(), text })).body.id
    await say('Wants it by Friday')
    const gone = await say('Wrong person')
    await shop.ask('PATCH', `/note/${gone}`, { withdrawn: true })
    const hash = String(count).padStart(64, '0')
    await shop.sql(
      `insert into stored_file (hash, name, kept_hash, kept_size, kind, type, extension)
       values ($1, $1, $1, 3, 'document', 'text/plain', 'txt')`,
      [hash],
    )
    await shop.sql(
      `insert into record_file (id, mid, module, record, name, size, sent_hash, hash, made_by)
       values ($1, gen_random_uuid(), 'inquiry', $2, 'quote.txt', 3, $3, $3, $4)`,
      [900_000_000 + count, id, hash, shop.person.userId],
    )
    const made = await make({ inquiry: id })
    const on = (record: number) =>
      shop.sql(
        `select text from record_note where record = $1 and withdrawn_at is null
         union all select name from record_file where record = $1 order by 1`,
        [record],
      )
    expect(await on(made.id)).toEqual(['Came by the fair', 'Wants it by Friday', 'quote.txt'].map(text => ({ text })))
    expect(await on(id)).toEqual(['Wants it by Friday', 'quote.txt'].map(text => ({ text })))
    expect(made.note).toBeNull()
    expect(await shop.sql('select refs from stored_file where hash = $1', [hash])).toEqual([{ refs: 2 }])
  })
})

describe('what the product and the address say', () => {
  it('is one of its colours, where it has some; the only one is taken', async () => {
    const [rose, blue, teal] = await Promise.all(
      ['Rose', 'Blue', 'Teal'].map(async label => (await shop.make('color', { label: `${label} ${(count += 1)}` })).id),
    )
    const goods = (colours: unknown[]) =>
      shop.make('product', { sku: `C-${(count += 1)}`, name: 'Clip', price: 1_000, colours })
    const [two, one] = [await goods([rose, blue]), await goods([teal])]
    const of = (product: Row, colour: unknown = null) => ({ lines: [line({ product: product.id, colour })] })
    expect(await refused(of(two))).toEqual({ 'lines.0.colour': 'Choose one of its colours.' })
    expect(await refused(of(two, teal))).toHaveProperty('lines.0.colour')
    expect((await make(of(one))).lines[0]!.colour).toBe(teal)
    const made = await make(of(two, blue))
    // What was ordered stays what it was, whatever its product comes in since.
    await shop.change('product', two.id, { colours: [rose] })
    const { status } = await shop.change('order', made.id, { lines: made.lines.map(one => ({ ...one, qty: 2 })) })
    expect(status).toBe(200)
  })

  it('is a PIN code of six digits in India, however it is typed, and what people write abroad', async () => {
    for (const typed of ['380 009', '३८०००९']) expect((await make({ pincode: typed })).pincode).toBe('380009')
    expect(await refused({ pincode: '38000' })).toEqual({
      pincode: 'A pincode has six digits, and the first is not 0.',
    })
    expect(await refused({ pincode: '080009' })).toEqual({
      pincode: 'A pincode has six digits, and the first is not 0.',
    })
    const nepal = (await shop.make('country', { label: 'Nepal', dialCode: '+977' })).id
    expect((await make({ pincode: '44600', country: nepal })).pincode).toBe('44600')
    const india = (await shop.make('country', { label: 'India', dialCode: '+91' })).id
    expect(await refused({ pincode: '44600', country: india })).toHaveProperty('pincode')
  })
})

describe('rights', () => {
  const someone = (permissions: string[]): Promise<SignedIn> => signedIn(shop.server, { permissions })
  it('the cash desk opens an order and changes none; the module-wide right opens all', async () => {
    const { id } = await make()
    const desk = await someone(['21-c'])
    expect((await shop.ask('GET', `/order/${id}`, undefined, desk)).status).toBe(200)
    expect((await shop.ask('POST', `/order/${id}/confirm`, {}, desk)).status).toBe(403)
    expect((await shop.ask('GET', '/order', undefined, desk)).status).toBe(403)
    const wide = await someone(['20-f'])
    expect((await shop.ask('POST', '/order', input(), wide)).status).toBe(201)
    expect((await shop.ask('POST', `/order/${id}/confirmShort`, {}, wide)).status).toBe(200)
  })
})
