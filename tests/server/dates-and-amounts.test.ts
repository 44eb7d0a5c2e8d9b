import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { generalSetting } from '#contract/modules/access/general-setting.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let shop: Shop
let product: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900 })
})
afterAll(() => shop.server.close())

const newTask = (more: object = {}) =>
  shop.ask('POST', '/task', { title: 'Call back', assignedTo: shop.person.userId, ...more })
const newUnit = (more: object = {}) =>
  shop.ask('POST', '/unit', { serial: `S-${++count}`, product: product.id, ...more })

describe('a date', () => {
  it.each([
    ['9999-12-31T23:59:59.9999Z', 'A date between 1900 and 2200.'],
    ['2201-01-01T00:00:00.000Z', 'A date between 1900 and 2200.'],
    ['0001-01-01T00:00:00.000Z', 'A date between 1900 and 2200.'],
    ['2200-12-31T23:59:59.9999Z', 'A time with three decimals at most.'],
  ])('of %s is refused', async (dueAt, dueAtSaid) => {
    const { status, body } = await newTask({ dueAt })
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { dueAt: dueAtSaid } })
  })

  it.each(['1900-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z', '2026-11-27T10:00:00Z'])(
    'of %s is kept',
    async dueAt => {
      expect((await newTask({ dueAt })).status).toBe(201)
    },
  )

  it.each(['1899-12-31', '2201-01-01', '9999-12-31', '0000-01-01'])(
    'without a time, of %s, is refused',
    async soldAt => {
      const { status, body } = await newUnit({ soldAt })
      expect({ status, fields: body.fields }).toEqual({
        status: 400,
        fields: { soldAt: 'A date between 1900 and 2200.' },
      })
    },
  )

  it.each(['0001-01-01', '1899-12-31', '2201-01-01', '9999-12-31'])(
    'that is asked by, of %s, is refused like one that is written',
    async day => {
      const bank = await shop.make('bank', { name: `Bank of ${day}` })
      const sheet = { courier: 1, bank: bank.id, reference: null, lines: [{ awb: 'A1', amount: 1 }] }
      const answers = await Promise.all([
        shop.ask('GET', `/unit?filter[soldAt]=${day}`),
        shop.ask('GET', `/task?filter[dueAt]=${day}..`),
        shop.ask('GET', `/task?filter[dueAt]=..${day}T00:00:00Z`),
        shop.ask('GET', '/task?filter[dueAt]=@year%2B9999'),
        shop.ask('GET', `/bank/ledger?bank=${bank.id}&from=${day}`),
        shop.ask('GET', `/bank/ledger?bank=${bank.id}&to=${day}`),
        shop.ask('GET', `/bank/ledger/file?bank=${bank.id}&from=${day}`),
        shop.ask('POST', '/remittance-sheet/book', { ...sheet, paidOn: day }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
      for (const { body } of answers.slice(4))
        expect(Object.values(body.fields!)).toEqual(['A date between 1900 and 2200.'])
    },
  )

  it('that is worked out from others lies in the same years', async () => {
    const { body: unit } = await newUnit({ deliveredAt: '2200-06-01' })
    expect(await shop.read('unit', unit.id)).toMatchObject({ warrantyEnd: '2200-12-31' })
    const { rows } = (await shop.ask('GET', '/general-setting')).body as unknown as { rows: Row[] }
    // West of Greenwich the last day ends in the year after.
    await shop.change('generalSetting', rows[0]!.id, { timeZone: 'America/Los_Angeles' })
    const order = await shop.make('order', {
      name: 'Asha',
      phone: '9876512345',
      promisedDate: '2200-12-31',
      lines: [{ product: product.id, qty: 1, unitPrice: 499_900 }],
    })
    expect(await shop.read('order', order.id)).toMatchObject({ dueAt: '2200-12-31T23:59:59.999Z' })
    await shop.change('generalSetting', rows[0]!.id, { timeZone: 'Asia/Kolkata' })
  })

  it('that was stored in the year 10000 leaves history and timeline readable', async () => {
    const person = await shop.make('customer', { name: 'Asha', phones: [{ number: '9876512345' }] })
    const { body } = await newTask({ customer: person.id })
    await shop.sql(`update task set due_at = '9999-12-31T23:59:59.9999Z' where id = $1`, [body.id])
    for (const path of [`/task/${body.id}`, `/task/${body.id}/history`, `/customer/timeline?customer=${person.id}`])
      expect((await shop.ask('GET', path)).status, path).toBe(200)
    expect((await shop.ask('GET', `/task/${body.id}/history`)).body).toMatchObject({
      entries: [{ after: { dueAt: '2200-12-31T23:59:59.999Z' } }, { action: 'create' }],
    })
  })

  it('that the clock of a device says is none where it is centuries away', async () => {
    const { body } = await newTask()
    const device = httpDevice(shop.server.app, shop.person)
    const queuedAt = '9999-12-31T23:59:59.9999Z'
    const op = device.op('task.finish', body.id, {}, { queuedAt, offline: true })
    expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
    const history = await shop.ask('GET', `/task/${body.id}/history`)
    expect(history.body).toMatchObject({ entries: [{ action: 'finish', saidAt: null }, { action: 'create' }] })
  })
})

describe('a remark', () => {
  const remark = { text: 'Nobody was there.', at: '1970-01-01T00:00:00.000Z' }
  const atOf = (row: object) => (row as { taskRemarks: { at: string }[] }).taskRemarks[0]!.at

  it('that is written online is dated now', async () => {
    const { status, body } = await newTask({ taskRemarks: [remark] })
    expect(status).toBe(201)
    expect(Date.parse(atOf(body))).toBeGreaterThan(Date.now() - 60_000)
    const other = await newTask()
    const changed = await shop.change('task', other.body.id, { taskRemarks: [remark] })
    expect(Date.parse(atOf(changed.body))).toBeGreaterThan(Date.now() - 60_000)
  })

  it('that waited says when it was written', async () => {
    const device = httpDevice(shop.server.app, shop.person)
    const at = new Date(Date.now() - 7_200_000).toISOString()
    const id = await device.newId()
    const taskRemarks = [{ ...remark, at, id: await device.newId() }]
    const args = { title: 'Call back', assignedTo: shop.person.userId, taskRemarks }
    expect(await device.push(device.op('task.create', id, args, { offline: true, queuedAt: at }))).toMatchObject([
      { status: 'applied' },
    ])
    expect(atOf(await shop.read('task', id))).toBe(at)
  })
})

describe('an amount', () => {
  it.each([
    ['price', 'product', { sku: 'N-1', name: 'N', price: -1 }, 'Not below 0.'],
    ['floorPrice', 'product', { sku: 'N-2', name: 'N', price: 1, floorPrice: -1 }, 'Not below 0.'],
    ['cost', 'part', { code: 'N-3', name: 'N', cost: -1 }, 'Not below 0.'],
    ['price', 'part', { code: 'N-4', name: 'N', price: -1 }, 'Not below 0.'],
    ['minimum', 'part', { code: 'N-5', name: 'N', minimum: 0.5 }, 'Enter a whole number.'],
    ['warrantyDays', 'product', { sku: 'N-6', name: 'N', price: 1, warrantyDays: 0.5 }, 'Enter a whole number.'],
  ])('(%s of a %s) has its bounds', async (field, module, input, said) => {
    const { status, body } = await shop.ask('POST', `/${module}`, input)
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [field]: said } })
  })

  it('of a charge is not below nothing', async () => {
    const part = await shop.make('part', { code: 'C-1', name: 'Motor' })
    const { status } = await shop.ask('POST', '/part-problem', { part: part.id, problem: 'Hums', defaultCharge: -1 })
    expect(status).toBe(400)
  })

  it.each([
    ['/product', { sku: 'SPA-X', name: 'Foot spa', price: 1e15 }, 'price'],
    ['/product', { sku: 'SPA-X', name: 'Foot spa', price: 100_000_000_001 }, 'price'],
    ['/product', { sku: 'SPA-X', name: 'Foot spa', price: 2 ** 60 }, 'price'],
    ['/bank', { name: 'Main', openingBalance: 1e15 }, 'openingBalance'],
  ])('to %s of %j is not above 1,000,000,000.00', async (path, body, field) => {
    const answer = await shop.ask('POST', path, body)
    expect({ status: answer.status, fields: answer.body.fields }).toEqual({
      status: 400,
      fields: { [field]: 'Not above 1,000,000,000.00.' },
    })
  })

  it('is taken up to that, and one from before that is above is still read', async () => {
    const { status, body } = await shop.ask('POST', '/product', { sku: 'SPA-Y', name: 'Foot spa', price: 1e11 })
    expect(status).toBe(201)
    await shop.sql('update product set price = 9000000000000000 where id = $1', [body.id])
    expect((await shop.ask('GET', `/product/${body.id}`)).body).toMatchObject({ price: 9e15 })
    expect((await shop.change('product', body.id, { name: 'Foot spa XL' })).status).toBe(200)
  })

  it('that the lines come to is refused where nobody could count it', async () => {
    const dear = await shop.make('product', { sku: 'SPA-Z', name: 'Foot spa', price: 1e11 })
    const buyer = await shop.make('customer', { name: 'Dear', phones: [{ number: '9876512399' }] })
    const lines = [{ product: dear.id, qty: 1_000_000, unitPrice: 1e11 }]
    const { status } = await shop.ask('POST', '/order', {
      customer: buyer.id,
      name: 'Dear',
      phone: '9876512399',
      lines,
    })
    expect(status).toBe(400)
  })

  it.each([
    ['part', { code: 'T-1', name: 'Motor', taxRate: 1800.5 }, 'taxRate'],
    ['product', { sku: 'T-1', name: 'Motor', price: 1, taxRate: 1800.5 }, 'taxRate'],
  ])('of tax is whole on a %s', async (module, body, field) => {
    const answer = await shop.ask('POST', `/${module}`, body)
    expect(answer.body.fields).toEqual({ [field]: 'Enter a whole number.' })
  })

  it('of days, minutes and ports in the general setting is whole', () => {
    for (const field of ['idleDays', 'absoluteDays', 'lockMinutes', 'mailPort'] as const)
      expect([7, 7.5].map(value => generalSetting.change.safeParse({ [field]: value }).success)).toEqual([true, false])
  })

  it('of an account may be owed', async () => {
    expect((await shop.ask('POST', '/bank', { name: 'Main', openingBalance: -1 })).status).toBe(201)
  })

  it('of pieces in a product is whole', async () => {
    const part = await shop.make('part', { code: 'C-2', name: 'Motor' })
    const { body } = await shop.change('product', product.id, { parts: [{ part: part.id, qty: 1.5 }] })
    expect(body.fields).toEqual({ 'parts.0.qty': 'Enter a whole number.' })
  })
})

describe('a device that twenty people allocate', () => {
  it('goes to one of them, and the others are told', async () => {
    const { body } = await newUnit()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.ask('POST', `/unit/${body.id}/allocate`)))
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'changed-meanwhile',
      asks: ['stage'],
      row: { stage: 'allocated' },
    })
  })

  it('is theirs once, however often they send the same', async () => {
    const { body } = await newUnit()
    const headers = { ...shop.person.headers, 'idempotency-key': v7() }
    const send = () => shop.server.app.inject({ method: 'POST', url: `/api/unit/${body.id}/allocate`, headers })
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200])
  })
})
