import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let product: Row
let other: Row
let battery: Row
let blade: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000, warrantyDays: 365 })
  other = await shop.make('product', { sku: 'SH', name: 'Shaver', price: 50_000 })
  const part = { price: 30_000, taxRate: 1800 }
  battery = await shop.make('part', { ...part, code: 'BAT', name: 'Battery', fits: [product.id] })
  blade = await shop.make('part', { ...part, code: 'BLA', name: 'Blade', fits: [other.id] })
  await shop.make('stockMove', { part: battery.id, qty: 10, from: 'supplier', to: 'stock', cause: 'purchase' })
})
afterAll(() => shop?.server.close())

const who = { name: 'Asha Rao', phone: '98765 43210' }
const job = async (more: object = {}) =>
  (await shop.make('maintenance', { ...who, product: product.id, ...more })) as unknown as Maintenance
const step = async (id: number, name: string, args: object = {}) =>
  (await shop.move('maintenance', id, name, args)) as unknown as Maintenance
const sold = async (deliveredAt: string, more: object = {}) => {
  count += 1
  const owner = await shop.make('customer', { name: 'Asha Rao', phones: [{ number: `98765 5${1000 + count}` }] })
  return shop.make('unit', {
    serial: `S-${count}`,
    product: product.id,
    customer: owner.id,
    deliveredAt,
    soldAt: deliveredAt,
    ...more,
  })
}
const onHand = async () => (await shop.read('part', battery.id)).onHand
const refused = async (path: string, input: object) => {
  const { status, body } = await shop.ask('POST', path, input)
  expect(status).toBeGreaterThanOrEqual(400)
  return body.fields ?? body.message
}
const today = () => new Date().toISOString().slice(0, 10)

describe('a new job', () => {
  it('has a number, and knows its device, whose it is and whether it is under warranty', async () => {
    const device = await sold(today())
    const made = await job({ unit: device.id, product: null })
    expect(made.number).toMatch(/^MNT-\d{4}-\d{6}$/)
    expect(made).toMatchObject({ stage: 'logged', product: product.id, serial: device.serial, warranted: true })
    expect(made.warrantyUntil).toBe(device.warrantyEnd)
    const old = await sold('2020-01-01')
    expect(await job({ unit: old.id })).toMatchObject({ warranted: false, warrantyUntil: old.warrantyEnd })
  })

  it('is possible for a device that is none of ours, and not for nothing', async () => {
    const made = await job({ serial: 'FOREIGN-1' })
    expect(made).toMatchObject({ unit: null, serial: 'FOREIGN-1', warranted: null })
    expect(await refused('/maintenance', who)).toEqual({
      product: 'Choose the device, or say which product it is.',
    })
  })

  it('refuses a serial number of another product, an empty problem, and goodwill without a reason', async () => {
    const device = await sold(today())
    expect(await refused('/maintenance', { ...who, unit: device.id, product: other.id })).toEqual({
      product: 'The device with this serial number is another product.',
    })
    expect(await refused('/maintenance', { ...who, product: product.id, problems: [{}], cover: 'goodwill' })).toEqual({
      'problems.0.text': 'Choose a problem, or say it in words.',
      coverReason: 'Say why we bear the cost.',
    })
  })

  it('says that the same problem of the same device was repaired lately', async () => {
    const device = await sold(today())
    const problem = await shop.make('partProblem', { part: battery.id, problem: 'Battery is empty at once' })
    const input = { unit: device.id, problems: [{ problem: problem.id, text: 'Battery' }] }
    const first = await job(input)
    await toReady(first.id)
    await step(first.id, 'handOver', { signedBy: 'Asha Rao' })
    expect(await job(input)).toMatchObject({ repeats: first.id })
    expect(await job({ unit: device.id, problems: [{ text: 'Scratched' }] })).toMatchObject({ repeats: null })
    // How long ago that may be, the house says.
    await shop.sql(`update maintenance set handed_over_at = now() - interval '40 days' where id = $1`, [first.id])
    expect(await job(input)).toMatchObject({ repeats: first.id })
    await shop.sql('update general_setting set repeat_days = 30', [])
    expect(await job(input)).toMatchObject({ repeats: null })
  })
})

async function toReady(id: number) {
  await step(id, 'receive')
  await step(id, 'assign', { assignedTo: shop.person.userId })
  await step(id, 'diagnose', { diagnosis: 'Battery is dead.' })
  await step(id, 'repair')
  await step(id, 'finish', { workDone: 'New battery.' })
  await step(id, 'passCheck')
  return step(id, 'makeReady')
}

describe('the way of a job', () => {
  it('takes the device in, says when each step was made, and gives it back to whose it is', async () => {
    const device = await sold(today())
    const { id } = await job({ unit: device.id })
    await step(id, 'receive')
    expect((await shop.read('unit', device.id)).stage).toBe('inService')
    await step(id, 'assign', { assignedTo: shop.person.userId })
    await step(id, 'diagnose', { diagnosis: 'Dead.' })
    const begun = await step(id, 'repair')
    expect(begun.startedAt).not.toBeNull()
    await step(id, 'finish', { workDone: 'New battery.' })
    const failed = await step(id, 'failCheck', { holdReason: 'Still loud' })
    expect(failed).toMatchObject({ stage: 'inRepair', holdReason: 'Still loud', endedAt: null })
    await step(id, 'finish', { workDone: 'New motor, too.' })
    await step(id, 'passCheck')
    const ready = await step(id, 'makeReady')
    expect(ready.readyAt).not.toBeNull()
    const back = await step(id, 'handOver', { signedBy: 'Her son', rating: 5 })
    expect(back).toMatchObject({ stage: 'handedOver', signedBy: 'Her son', rating: 5 })
    const after = await shop.read('unit', device.id)
    expect(after).toMatchObject({ stage: 'withCustomer', warrantyEnd: device.warrantyEnd })
  })

  it('takes no device from another job, and lets none of ours be sold before somebody looked at it', async () => {
    const device = await sold(today())
    const one = await job({ unit: device.id })
    await step(one.id, 'receive')
    const other = await job({ unit: device.id })
    await step(other.id, 'cancel', { cancelReason: 'Logged twice' })
    expect((await shop.read('unit', device.id)).stage).toBe('inService')
    const change = await shop.change('maintenance', one.id, { unit: (await sold(today())).id })
    expect(change.body.fields).toEqual({
      unit: 'This device is with us for this job. Cancel the job, and take in the right one.',
    })
    const ours = await shop.make('unit', { serial: 'OURS-1', product: product.id })
    const wrong = await job({ unit: ours.id })
    await step(wrong.id, 'receive')
    await step(wrong.id, 'cancel', { cancelReason: 'Wrong serial' })
    expect(await shop.read('unit', ours.id)).toMatchObject({ stage: 'quarantine', customer: null })
  })

  it('can be received after somebody was chosen for it, once, and comes back to us from a courier', async () => {
    const { id } = await job()
    await step(id, 'assign', { assignedTo: shop.person.userId })
    expect(await step(id, 'receive')).toMatchObject({ stage: 'received' })
    await step(id, 'assign', { assignedTo: shop.person.userId })
    expect((await shop.ask('POST', `/maintenance/${id}/receive`)).status).toBeGreaterThanOrEqual(400)
    await step(id, 'diagnose', { diagnosis: 'Dead.' })
    await step(id, 'giveUp', { endReason: 'No parts any more' })
    await step(id, 'makeReady')
    await step(id, 'send')
    expect(await step(id, 'cameBack')).toMatchObject({ stage: 'ready' })
  })

  it('is received by whoever takes in what arrives, who need not repair it', async () => {
    const { id } = await job()
    const warehouse = await signedIn(shop.server, { permissions: ['40-a', '40-d', '40-e'] })
    const move = (name: string, args?: object) => shop.ask('POST', `/maintenance/${id}/${name}`, args, warehouse)
    expect((await move('receive')).body).toMatchObject({ stage: 'received' })
    expect((await move('diagnose', { diagnosis: 'Broken' })).status).toBe(403)
    expect((await shop.ask('PATCH', `/maintenance/${id}`, { note: 'x' }, warehouse)).status).toBe(403)
  })

  it('asks the customer where it costs something, and remembers what was said', async () => {
    const { id } = await job({ charges: [{ label: 'Check', amount: 20_000, taxRate: 1800 }] })
    await step(id, 'receive')
    await step(id, 'diagnose', { diagnosis: 'Dead.' })
    expect(await step(id, 'sendEstimate')).toMatchObject({ stage: 'estimateSent', estimate: 20_000 })
    await shop.change('maintenance', id, { charges: [{ label: 'Check', amount: 90_000 }] })
    expect(await refused(`/maintenance/${id}/approve`, { decidedBy: 'Asha' })).toBe(
      'The job costs something else by now. Send the estimate again.',
    )
    expect(await step(id, 'sendEstimate')).toMatchObject({ estimate: 90_000 })
    const no = await step(id, 'decline', { decidedBy: 'Asha', declineReason: 'Too dear' })
    expect(no).toMatchObject({ stage: 'declined', decidedBy: 'Asha', declineReason: 'Too dear' })
    expect(await step(id, 'makeReady')).toMatchObject({ stage: 'ready' })
  })

  it('refuses the end before the start, and any word on a closed job', async () => {
    const { id } = await job()
    const says = async (input: object) => (await shop.change('maintenance', id, input)).body.fields
    expect(await says({ startedAt: '2026-03-02T10:00:00.000Z', endedAt: '2026-03-02T09:00:00.000Z' })).toEqual({
      endedAt: 'The end is before the start.',
    })
    await toReady(id)
    await step(id, 'handOver', { signedBy: 'Asha' })
    await step(id, 'close')
    expect((await shop.change('maintenance', id, { note: 'Once more' })).status).toBeGreaterThanOrEqual(400)
  })
})

describe('parts', () => {
  it('leave the stock as they are used, come back, and cost nothing where we bear it', async () => {
    const before = (await onHand()) as number
    const made = await job({ cover: 'warranty', parts: [{ part: battery.id, qty: 2, price: 30_000, taxRate: 1800 }] })
    expect(made.total).toBe(0)
    expect(await onHand()).toBe(before - 2)
    const [line] = made.parts
    const { body: paid } = await shop.change('maintenance', made.id, {
      parts: [{ ...line, qty: 1, pays: 'customer' }],
      labour: [{ minutes: 30, rate: 40_000, pays: 'us' }],
    })
    expect(paid).toMatchObject({ total: 30_000, minutes: 30 })
    expect(await onHand()).toBe(before - 1)
    await step(made.id, 'cancel', { cancelReason: 'Not wanted' })
    expect(await onHand()).toBe(before)
    const moves = await shop.sql<{ n: number }>(
      `select count(*)::int as n from stock_move where made_by_module = 'maintenance' and made_by = $1`,
      [made.id],
    )
    expect(moves[0]!.n).toBe(3)
  })

  it('that were used are written down even where the stock has fewer; what does not fit is refused', async () => {
    const before = (await onHand()) as number
    await job({ parts: [{ part: battery.id, qty: before + 1, price: 0 }] })
    expect(await onHand()).toBe(-1)
    expect(await refused('/maintenance', { ...who, product: product.id, parts: [{ part: blade.id }] })).toEqual({
      'parts.0.part': 'This part does not fit the product.',
    })
  })
})
