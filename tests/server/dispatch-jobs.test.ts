import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn } from '../support/server.ts'

let shop: PackingShop
let count = 0
beforeAll(async () => {
  shop = await openPackingShop()
})
afterAll(() => shop?.server.close())

const today = () => new Date().toISOString().slice(0, 10)

/** A device that somebody bought. */
async function sold(): Promise<Row> {
  count += 1
  const owner = await shop.make('customer', { name: 'Asha Rao', phones: [{ number: `98765 6${1000 + count}` }] })
  const bought = { deliveredAt: today(), soldAt: today(), customer: owner.id }
  return shop.make('unit', { serial: `J-${count}`, product: shop.device.id, ...bought })
}
const address = { address: '14 Gariahat Road', pincode: '700019' }
const logged = async (more: object = {}) =>
  (await shop.make('maintenance', {
    name: 'Asha Rao',
    phone: '98765 43210',
    product: shop.device.id,
    ...address,
    ...more,
  })) as unknown as Maintenance
const step = (id: number, name: string, args: object = {}) => shop.move('maintenance', id, name, args)
/** A job that is done: its device lies on the bench. */
async function ready(more: object = {}): Promise<Maintenance> {
  const { id, serviceMode } = await logged(more)
  if (serviceMode === 'onSite') await step(id, 'assign', { assignedTo: shop.person.userId })
  else await step(id, 'receive')
  await step(id, 'diagnose', { diagnosis: 'Battery is dead.' })
  await step(id, 'giveUp', { endReason: 'No parts any more' })
  return (await step(id, 'makeReady')) as unknown as Maintenance
}
const itemOf = (job: Maintenance, more: object = {}) => ({
  product: job.product,
  qty: 1,
  ...(job.unit === null ? { serial: job.serial, counted: 1 } : { units: [job.unit] }),
  ...more,
})
const input = (job: Maintenance, ...items: object[]) => ({
  maintenance: job.id,
  items: items.length > 0 ? items : [itemOf(job)],
})
const packed = async (job: Maintenance, ...items: object[]) =>
  (await shop.make('dispatch', input(job, ...items))) as unknown as Dispatch
const jobNow = async (id: number) => (await shop.read('maintenance', id)) as unknown as Maintenance
const deviceNow = async (id: number | null) => (await shop.read('unit', id!)) as unknown as Unit
const causes = async (unit: number | null) =>
  (await shop.sql<{ cause: string }>('select cause from stock_move where unit = $1 order by id', [unit])).map(
    ({ cause }) => cause,
  )

describe('a parcel of a job', () => {
  it('is only for one that is ready, has its address and whose it is, and collects what is due', async () => {
    const { id } = await logged()
    expect(await shop.refused('/dispatch', { maintenance: id, items: [{ product: shop.device.id }] })).toEqual({
      maintenance: 'This job is not ready to be sent.',
    })
    const visit = await ready({ serviceMode: 'onSite' })
    expect(await shop.refused('/dispatch', input(visit))).toEqual({ maintenance: 'This job is done on site.' })
    const job = await ready({ serial: 'FOREIGN-1', assignedTo: shop.person.userId })
    const made = await packed(job)
    expect(made.number).toMatch(/^DSP-/)
    expect(made).toMatchObject({
      ...address,
      order: null,
      maintenance: job.id,
      name: 'Asha Rao',
      phone: '+919876543210',
      assignedTo: shop.person.userId,
      codAmount: null,
      pieces: 1,
    })
    const dear = await ready({ charges: [{ label: 'Check', amount: 20_000, taxRate: 0 }] })
    expect(await packed(dear)).toMatchObject({ codAmount: 20_000 })
  })

  it('is one at a time, however many ask at once', async () => {
    const job = await ready()
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.ask('POST', '/dispatch', input(job))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const [open] = await shop.sql<{ id: number; number: string }>(
      'select id, number from dispatch where maintenance = $1',
      [job.id],
    )
    expect(await shop.refused('/dispatch', input(job))).toEqual({
      maintenance: `This job is in dispatch ${open!.number} already.`,
    })
    await shop.take(open!.id, 'cancel')
    expect((await packed(job)).stage).toBe('draft')
  })

  it('is for a job or for an order, and stays so', async () => {
    const job = await ready()
    const sale = await shop.confirmed(1)
    expect(await shop.refused('/dispatch', { ...input(job), order: sale.id })).toHaveProperty('maintenance')
    expect(await shop.refused('/dispatch', { ...input(job), direction: 'pickup' })).toHaveProperty('direction')
    const line = sale.lines[0]!.id
    expect(await shop.refused('/dispatch', input(job, itemOf(job, { line })))).toHaveProperty(['items.0.line'])
    expect(await shop.refused('/dispatch', { order: sale.id, items: [{ line, text: 'A charger' }] })).toHaveProperty([
      'items.0.product',
    ])
    const made = await packed(job)
    const other = await ready()
    expect((await shop.change('dispatch', made.id, { maintenance: other.id })).body.fields).toEqual({
      maintenance: 'A dispatch stays with its job.',
    })
  })

  it('holds the device of the job, and no other', async () => {
    const device = await sold()
    const job = await ready({ unit: device.id })
    const other = await sold()
    const says = (...items: object[]) => shop.refused('/dispatch', input(job, ...items))
    expect(await says(itemOf(job, { units: [other.id] }))).toEqual({
      'items.0.units': `${String(other.serial)} is not the device of this job.`,
    })
    expect(await says(itemOf(job), itemOf(job, { units: [] }))).toHaveProperty('items')
    expect(await says({ text: 'Charger' })).toHaveProperty('items')
    expect(await says(itemOf(job, { product: shop.cap.id, units: [] }))).toEqual({
      'items.0.product': 'This job is about another product.',
    })
    const foreign = await ready({ serial: 'FOREIGN-2' })
    expect(await shop.refused('/dispatch', input(foreign, itemOf(foreign, { serial: 'FOREIGN-3' })))).toEqual({
      'items.0.serial': 'The job says another serial number.',
    })
  })

  it('is checked when its device was scanned, or ticked off where it is none of ours, and what came with it, too', async () => {
    const job = await ready({ unit: (await sold()).id, accessories: 'Charger, case' })
    const { id } = await packed(job, itemOf(job, { units: [] }), { text: 'Charger, case' })
    await shop.take(id, 'pack')
    expect((await shop.ask('POST', `/dispatch/${id}/check`)).status).toBe(422)
    const { items } = (await shop.read('dispatch', id)) as unknown as Dispatch
    // Ticked by hand is not scanned.
    await shop.change('dispatch', id, { items: items.map(item => ({ ...item, counted: 1 })) })
    expect(await shop.refused(`/dispatch/${id}/check`, {})).toEqual({
      'items.0.units': 'Massager: 0 of 1 are checked.',
    })
    await shop.change('dispatch', id, {
      items: [
        { ...items[0], units: [job.unit] },
        { ...items[1], counted: 1 },
      ],
    })
    expect(await shop.take(id, 'check')).toMatchObject({ stage: 'checked', pieces: 2 })
    const foreign = await ready()
    expect(await shop.take((await packed(foreign)).id, 'pack', 'check')).toMatchObject({ stage: 'checked' })
  })
})

describe('the way of a parcel of a job', () => {
  it('sends job and device with it, and hands the job over to whoever receives it', async () => {
    const device = await sold()
    const job = await ready({ unit: device.id })
    expect(await deviceNow(job.unit)).toMatchObject({ stage: 'inService' })
    const { id } = await packed(job)
    await shop.take(id, 'pack', 'check', 'label', 'handOver')
    expect(await jobNow(job.id)).toMatchObject({ stage: 'dispatched' })
    expect(await deviceNow(job.unit)).toMatchObject({ stage: 'shipped', holder: 'courier' })
    await shop.move('dispatch', id, 'deliver', { receivedBy: 'Her son' })
    const after = await jobNow(job.id)
    expect(after).toMatchObject({ stage: 'handedOver', signedBy: 'Her son' })
    expect(after.handedOverAt).not.toBeNull()
    expect(await deviceNow(job.unit)).toMatchObject({
      stage: 'withCustomer',
      holder: 'customer',
      customer: device.customer,
      soldAt: device.soldAt,
      deliveredAt: device.deliveredAt,
      warrantyEnd: device.warrantyEnd,
    })
    // It was a repair all the way, and no sale.
    expect(new Set(await causes(job.unit))).toEqual(new Set(['repair']))
  })

  it('is for the person who sent it in, where nobody says who received it', async () => {
    const job = await ready()
    const { id } = await packed(job)
    await shop.take(id, 'pack', 'check', 'label', 'handOver', 'move', 'goOut', 'deliver')
    expect(await jobNow(job.id)).toMatchObject({ stage: 'handedOver', signedBy: 'Asha Rao' })
  })

  it('brings both back to the bench, from where they can go once more', async () => {
    const job = await ready({ unit: (await sold()).id })
    const first = await packed(job)
    await shop.take(first.id, 'pack', 'check', 'label', 'handOver', 'turnBack')
    expect(await deviceNow(job.unit)).toMatchObject({ stage: 'inReturn' })
    expect(await jobNow(job.id)).toMatchObject({ stage: 'dispatched' })
    await shop.take(first.id, 'takeBack')
    expect(await deviceNow(job.unit)).toMatchObject({ stage: 'inService' })
    expect(await jobNow(job.id)).toMatchObject({ stage: 'ready' })
    const second = await packed(job)
    expect(await shop.take(second.id, 'pack', 'check', 'label', 'handOver')).toMatchObject({ stage: 'handedOver' })
  })

  it('says on the job that it was lost, and leaves to people what is done', async () => {
    const job = await ready({ unit: (await sold()).id })
    const { id } = await packed(job)
    await shop.take(id, 'pack', 'check', 'label', 'handOver', 'lose')
    expect(await deviceNow(job.unit)).toMatchObject({ stage: 'lost' })
    expect(await jobNow(job.id)).toMatchObject({ stage: 'dispatched', holdReason: 'Stolen' })
    expect(await step(job.id, 'cameBack')).toMatchObject({ stage: 'ready', holdReason: null })
  })

  it('collects no more than the job costs, and asks for another label where that changed', async () => {
    const job = await ready({ charges: [{ label: 'Check', amount: 20_000, taxRate: 0 }] })
    const { id } = await packed(job)
    await shop.take(id, 'pack', 'check', 'label')
    await shop.change('maintenance', job.id, { charges: [{ label: 'Check', amount: 5_000, taxRate: 0 }] })
    expect(await shop.refused(`/dispatch/${id}/handOver`, {})).toEqual({
      codAmount: 'The sum to collect changed from 200.00 to 50.00: print the label anew.',
    })
    expect(await jobNow(job.id)).toMatchObject({ stage: 'ready' })
    expect(await shop.take(id, 'relabel', 'label', 'handOver')).toMatchObject({ codAmount: 5_000 })
  })

  it('is what a job, and its device, go by as long as they are in it', async () => {
    const job = await ready({ unit: (await sold()).id })
    const { id, number } = await packed(job)
    await shop.take(id, 'pack')
    const said = `This job is in dispatch ${number}: change that one.`
    const ask = async (name: string, args: object = {}) =>
      (await shop.ask('POST', `/maintenance/${job.id}/${name}`, args)).body.message
    expect(await ask('send')).toBe(said)
    expect(await ask('handOver', { signedBy: 'Asha Rao' })).toBe(said)
    expect((await shop.ask('POST', `/unit/${job.unit}/handBack`)).body.message).toContain(number)
    await shop.take(id, 'check', 'label', 'handOver')
    expect(await ask('cameBack')).toBe(said)
    expect(await ask('handOver', { signedBy: 'Asha Rao' })).toBe(said)
  })

  it('is dropped where nobody packed it yet, and the customer came', async () => {
    const job = await ready({ unit: (await sold()).id })
    const { id } = await packed(job, itemOf(job, { units: [] }))
    await step(job.id, 'handOver', { signedBy: 'Asha Rao' })
    expect(await shop.read('dispatch', id)).toMatchObject({ stage: 'cancelled' })
    expect(await deviceNow(job.unit)).toMatchObject({ stage: 'withCustomer' })
  })
})

describe('who may pack for a job', () => {
  const asking = async (codes: readonly string[]) => {
    const person = await signedIn(shop.server, { permissions: codes })
    return (path: string, body: object = {}) => shop.ask('POST', path, body, person)
  }

  it('is whoever dispatches jobs; whoever dispatches orders alone packs for those', async () => {
    const job = await ready()
    const sale = await shop.confirmed(1)
    const [ofJobs, ofOrders] = [await asking(['40-d', '40-e']), await asking(['20-d', '20-e', '40-d'])]
    expect((await ofOrders('/dispatch', input(job))).status).toBe(403)
    expect((await ofJobs('/dispatch', shop.input(sale, 1))).status).toBeGreaterThanOrEqual(400)
    const made = await ofJobs('/dispatch', input(job))
    expect(made.status).toBe(201)
    expect((await ofOrders(`/dispatch/${made.body.id}/pack`)).status).toBe(403)
    const sent = await shop.dispatched(sale, 1)
    expect((await ofJobs(`/dispatch/${sent.id}/pack`)).status).toBe(403)
    for (const way of ['book', 'cancel'])
      expect((await ofJobs(`/couriers/${way}`, { dispatch: sent.id })).status, way).toBe(403)
    expect((await ofJobs(`/dispatch/${made.body.id}/pack`)).status).toBe(200)
  })

  it('makes no parcel of an order one of theirs', async () => {
    const job = await ready()
    const { id } = await shop.dispatched(await shop.confirmed(1), 1)
    const { version } = await shop.read('dispatch', id)
    const person = await signedIn(shop.server, { permissions: ['40-d', '40-e'] })
    const headers = { ...person.headers, 'if-match': `"${version}"` }
    const taking = { order: null, maintenance: job.id }
    expect((await shop.ask('PATCH', `/dispatch/${id}`, taking, { ...person, headers })).status).toBe(403)
  })

  it('goes with the job from one person to the next', async () => {
    const job = await ready()
    const { id } = await packed(job)
    expect((await shop.read('dispatch', id)).assignedTo).toBeNull()
    await shop.change('maintenance', job.id, { assignedTo: shop.person.userId })
    expect((await shop.read('dispatch', id)).assignedTo).toBe(shop.person.userId)
  })
})
