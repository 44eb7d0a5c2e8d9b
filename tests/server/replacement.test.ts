import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Replacement } from '#contract/modules/service/replacement.ts'
import { signedIn } from '../support/server.ts'
import { day, openReplacing } from '../support/replacing.ts'

const { shop, phone, sold, stocked, inputFor, asked, step, ready, refused } = await openReplacing()
let other: Row
beforeAll(async () => {
  other = await shop.make('product', { sku: 'SH', name: 'Shaver', price: 50_000, warrantyDays: 30 })
})
afterAll(() => shop.server.close())

const movesOf = (id: number) =>
  shop.sql<{ from: string; to: string; cause: string }>(
    'select "from", "to", cause from stock_move where unit = $1 order by id',
    [id],
  )

describe('a new replacement', () => {
  it('has a number, and knows whose the device is and what is left of its warranty', async () => {
    const old = await sold()
    const made = await asked(old)
    expect(made.number).toMatch(/^RPL-\d{4}-\d{6}$/)
    expect(made).toMatchObject({ stage: 'requested', customer: old.customer, oldWarrantyEnd: old.warrantyEnd })
    expect(made.askedBy).toBe(shop.person.userId)
  })

  it('is for a device that a customer has, once, and of the job or order that is named', async () => {
    const [old, another, ours] = [await sold(), await sold(), await stocked()]
    const { number } = await asked(old)
    expect(await refused('/replacement', inputFor(old))).toEqual({
      oldUnit: `It is being replaced already: ${number}.`,
    })
    expect(await refused('/replacement', inputFor(ours))).toEqual({ oldUnit: 'No customer has this device.' })
    const job = await shop.make('maintenance', { name: 'Asha Rao', phone: phone(), unit: old.id })
    expect(await refused('/replacement', inputFor(another, { maintenance: job.id }))).toEqual({
      oldUnit: 'The job is about another device.',
    })
    expect(await refused('/replacement', inputFor(another, { mode: 'advance' }))).toEqual({
      oldDueOn: 'Say until when the old device has to be back.',
    })
  })

  it('is approved by whoever may approve, and by nobody else', async () => {
    const { id } = await asked(await sold())
    const anybody = await signedIn(shop.server, { permissions: ['40-a', '40-b', '40-c', '40-d', '40-f'] })
    expect((await shop.ask('POST', `/replacement/${id}/approve`, {}, anybody)).status).toBe(403)
    expect(await step(id, 'approve')).toMatchObject({ stage: 'awaitingOldUnit' })
  })
})

describe('the new device', () => {
  it('is of the product, in stock, and then set aside for nothing else', async () => {
    const { id } = await asked(await sold(), { mode: 'noReturn' })
    await step(id, 'approve')
    const [wrong, lent, right] = [await stocked(other), await stocked(), await stocked()]
    await shop.make('stockMove', { unit: lent.id, from: 'stock', to: 'technician', cause: 'move' })
    const path = `/replacement/${id}/allocate`
    expect(await refused(path, { newUnit: wrong.id })).toEqual({
      newUnit: `${String(wrong.serial)} is another product.`,
    })
    expect(await refused(path, { newUnit: lent.id })).toEqual({ newUnit: `${String(lent.serial)} is not in stock.` })
    const { number } = await step(id, 'allocate', { newUnit: right.id })
    expect((await shop.read('unit', right.id)).stage).toBe('allocated')
    expect(await refused(`/unit/${right.id}/release`)).toBe(
      `This device is set aside for replacement ${number}: change that one.`,
    )
    const second = await asked(await sold(), { mode: 'noReturn' })
    await step(second.id, 'approve')
    expect(await refused(`/replacement/${second.id}/allocate`, { newUnit: right.id })).toEqual({
      newUnit: `${String(right.serial)} is not in stock.`,
    })
  })

  it('is free again when it is released or the replacement is cancelled', async () => {
    const device = await stocked()
    const { id } = await asked(await sold(), { mode: 'noReturn' })
    await step(id, 'approve')
    await step(id, 'allocate', { newUnit: device.id })
    expect(await step(id, 'release')).toMatchObject({ stage: 'approved', newUnit: null })
    expect((await shop.read('unit', device.id)).stage).toBe('inStock')
    await step(id, 'allocate', { newUnit: device.id })
    await step(id, 'cancel', { cancelReason: 'Changed their mind' })
    expect((await shop.read('unit', device.id)).stage).toBe('inStock')
  })
})

describe('what is handed over', () => {
  it('links both devices, and the warranty goes on to the same day', async () => {
    const [old, device] = [await sold(), await stocked()]
    const id = await ready(old, device)
    expect(await step(id, 'handOver', { receivedBy: 'Asha Rao' })).toMatchObject({ stage: 'delivered' })
    expect(await shop.read('unit', device.id)).toMatchObject({
      stage: 'withCustomer',
      holder: 'customer',
      customer: old.customer,
      replaces: old.id,
      deliveredAt: day(0),
      warrantyBasis: 'carried',
      warrantyStart: old.warrantyStart,
      warrantyEnd: old.warrantyEnd,
    })
    expect(await shop.read('unit', old.id)).toMatchObject({
      replacedBy: device.id,
      stage: 'scrapped',
      customer: null,
    })
    expect(await movesOf(device.id)).toContainEqual({ from: 'stock', to: 'customer', cause: 'replacement' })
    expect(await movesOf(old.id)).toContainEqual({ from: 'customer', to: 'scrap', cause: 'replacement' })
    expect(await shop.read('customer', old.customer as number)).toMatchObject({ unitCount: 1 })
    expect(await step(id, 'close')).toMatchObject({ stage: 'closed' })
  })

  it('begins its warranty anew where that was agreed, with the days of its own product', async () => {
    const [old, device] = [await sold(), await stocked(other)]
    const id = await ready(old, device, { warranty: 'restart', product: other.id, differenceDue: 20_000 })
    await step(id, 'handOver', { receivedBy: 'Asha Rao' })
    expect(await shop.read('unit', device.id)).toMatchObject({
      warrantyBasis: 'delivery',
      warrantyStart: day(0),
      warrantyEnd: day(30),
    })
  })

  it('carries no warranty that was void, and one that is over stays over', async () => {
    const [old, device] = [await sold(day(-1_000)), await stocked()]
    const id = await ready(old, device)
    await step(id, 'handOver', { receivedBy: 'Asha Rao' })
    expect((await shop.read('unit', device.id)).warrantyEnd).toBe(old.warrantyEnd)
    const spoilt = await sold()
    await shop.sql('update unit set warranty_void = true where id = $1', [spoilt.id])
    const another = await stocked()
    await step(await ready(spoilt, another), 'handOver', { receivedBy: 'Asha Rao' })
    expect((await shop.read('unit', another.id)).warrantyVoid).toBe(true)
  })

  it('at the door goes for the old one, from the hands of whoever carries it', async () => {
    const [old, device] = [await sold(), await stocked()]
    await shop.make('stockMove', { unit: device.id, from: 'stock', to: 'technician', cause: 'move' })
    const id = await ready(old, device, { mode: 'doorstepSwap' })
    expect((await shop.read('unit', device.id)).holder).toBe('technician')
    expect(await refused(`/replacement/${id}/handOver`, { receivedBy: 'Asha Rao' })).toBeDefined()
    const after = await step(id, 'swap', { receivedBy: 'Asha Rao' })
    expect(after.oldBackAt).not.toBeNull()
    expect(await shop.read('unit', old.id)).toMatchObject({ stage: 'quarantine', customer: null, holder: 'us' })
    expect(await movesOf(device.id)).toContainEqual({ from: 'technician', to: 'customer', cause: 'replacement' })
  })
})

describe('the old device', () => {
  it('is waited for, and stays its customer’s until they have the other one', async () => {
    const [old, device] = [await sold(), await stocked()]
    const { id } = await asked(old)
    await step(id, 'approve')
    expect(await refused(`/replacement/${id}/allocate`, { newUnit: device.id })).toBeDefined()
    const back = await step(id, 'receiveOld')
    expect(back).toMatchObject({ stage: 'approved' })
    expect(back.oldBackAt).not.toBeNull()
    expect(await shop.read('unit', old.id)).toMatchObject({ stage: 'quarantine', customer: old.customer })
    await step(id, 'allocate', { newUnit: device.id })
    await step(id, 'handOver', { receivedBy: 'Asha Rao' })
    expect(await shop.read('unit', old.id)).toMatchObject({ stage: 'quarantine', customer: null })
  })

  it('comes back later where the new one went in advance, or is written off with a reason', async () => {
    const rows: Replacement[] = []
    for (const device of [await stocked(), await stocked()]) {
      const id = await ready(await sold(), device, { mode: 'advance', oldDueOn: day(7) })
      rows.push(await step(id, 'handOver', { receivedBy: 'Asha Rao' }))
    }
    const [first, second] = rows
    expect(first!.oldBackAt).toBeNull()
    expect(await refused(`/replacement/${first!.id}/close`)).toBeDefined()
    await step(first!.id, 'receiveOld')
    expect(await shop.read('unit', first!.oldUnit)).toMatchObject({ stage: 'quarantine', customer: null })
    await step(first!.id, 'close')
    const gone = await step(second!.id, 'writeOff', { writeOffReason: 'Lost by the courier' })
    expect(gone).toMatchObject({ writeOffReason: 'Lost by the courier' })
    expect((await shop.read('unit', second!.oldUnit)).stage).toBe('scrapped')
    await step(second!.id, 'close')
  })
})

it('ends the job that could not be repaired', async () => {
  const [old, device] = [await sold(), await stocked()]
  const job = (name: string, args: object = {}) => shop.move('maintenance', made.id, name, args)
  const made = await shop.make('maintenance', { name: 'Asha Rao', phone: phone(), unit: old.id })
  await job('receive')
  await job('diagnose', { diagnosis: 'Motor burnt out.' })
  await job('giveUp', { endReason: 'No such motor any more.' })
  const { id } = await asked(old, { maintenance: made.id })
  // It is here already: nobody waits for it.
  expect(await step(id, 'approve')).toMatchObject({ stage: 'approved' })
  await step(id, 'allocate', { newUnit: device.id })
  await step(id, 'handOver', { receivedBy: 'Her son' })
  const after = (await shop.read('maintenance', made.id)) as unknown as Maintenance
  expect(after).toMatchObject({ stage: 'handedOver', signedBy: 'Her son' })
  expect(after.handedOverAt).not.toBeNull()
  expect(await shop.read('unit', old.id)).toMatchObject({ stage: 'quarantine', customer: null, replacedBy: device.id })
})
