import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { day, openReplacing } from '../support/replacing.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

const { shop, product, phone, sold, stocked, inputFor, asked, step, ready, refused } = await openReplacing()
let anybody: SignedIn
beforeAll(async () => {
  anybody = await signedIn(shop.server, { permissions: ['40-a', '40-b', '40-c', '40-d', '40-f'] })
})
afterAll(() => shop.server.close())

const handOver = (id: number) => step(id, 'handOver', { receivedBy: 'Asha Rao' })
const device = ({ id }: { id: number }) => shop.read('unit', id)

/** The old one is with us, and the new one set aside. */
async function received() {
  const [old, fresh] = [await sold(), await stocked()]
  const { id, number } = await asked(old)
  await step(id, 'approve')
  await step(id, 'receiveOld')
  await step(id, 'allocate', { newUnit: fresh.id })
  return { old, fresh, id, number }
}

async function ordered(): Promise<Order> {
  const lines = [{ product: product.id, qty: 1, unitPrice: 100_000, taxRate: 1800 }]
  const { id } = await shop.make('order', { name: 'Asha Rao', phone: phone(), lines })
  return (await shop.move('order', id, 'confirmShort')) as unknown as Order
}

describe('the old device, while its replacement is under way', () => {
  it('is not put into stock, scrapped or lost by hand', async () => {
    const { old, id, number } = await received()
    for (const action of ['restock', 'scrap', 'lose'])
      expect(await refused(`/unit/${old.id}/${action}`)).toBe(
        `This device is being replaced: ${number}. Hand the new one over first, or cancel that.`,
      )
    await handOver(id)
    expect(await shop.move('unit', old.id, 'restock')).toMatchObject({
      stage: 'inStock',
      replacedBy: expect.any(Number),
    })
  })

  it('stays where it is when somebody else has got it meanwhile', async () => {
    const { old, fresh, id } = await received()
    const sale = await ordered()
    const other = await shop.make('customer', { name: 'Biju', phones: [{ number: '98765 43210' }] })
    // As it was possible once: put into stock, and sold again.
    const line = sale.lines[0]!.id
    await shop.sql(
      `update unit set stage = 'withCustomer', holder = 'customer', customer = $2, "order" = $3, order_line = $4 where id = $1`,
      [old.id, other.id, sale.id, line],
    )
    const before = await device(old)
    expect(await handOver(id)).toMatchObject({ stage: 'delivered' })
    expect(await device(old)).toMatchObject({ version: before.version, customer: other.id, replacedBy: null })
    expect(await device(fresh)).toMatchObject({ stage: 'withCustomer', replaces: null, order: null, orderLine: null })
  })

  it('stays in stock, where it is already', async () => {
    const { old, id } = await received()
    await shop.sql(`update unit set stage = 'inStock', customer = null where id = $1`, [old.id])
    await handOver(id)
    expect(await device(old)).toMatchObject({ stage: 'inStock', replacedBy: null })
  })

  it('that is somebody else’s is not scrapped where nobody waits for it, nor taken back', async () => {
    const [kept, old] = [await sold(), await sold()]
    const other = await shop.make('customer', { name: 'Biju', phones: [{ number: '98765 43211' }] })
    const noReturn = await ready(kept, await stocked())
    const advance = await ready(old, await stocked(), { mode: 'advance', oldDueOn: day(7) })
    await shop.sql('update unit set customer = $2 where id = any($1)', [[kept.id, old.id], other.id])
    await handOver(noReturn)
    await handOver(advance)
    expect(await refused(`/replacement/${advance}/receiveOld`)).toBe(
      'The old device is not theirs any more: it is in stock, or somebody else has it.',
    )
    await step(advance, 'writeOff', { writeOffReason: 'Sold on' })
    for (const one of [kept, old])
      expect(await device(one)).toMatchObject({ stage: 'withCustomer', customer: other.id, replacedBy: null })
  })

  it('is the dealer’s who has it, and goes back all the same', async () => {
    const [old, fresh] = [await sold(), await stocked()]
    const buyer = await shop.make('customer', { name: 'Biju', phones: [{ number: '98765 43212' }] })
    const id = await ready(old, fresh, { customer: buyer.id, mode: 'doorstepSwap' })
    await step(id, 'swap', { receivedBy: 'Biju' })
    expect(await device(old)).toMatchObject({ stage: 'quarantine', customer: null, replacedBy: fresh.id })
  })

  it.each(['scrapped', 'lost'])('that is %s holds up nobody', async stage => {
    const { old, fresh, id } = await received()
    await shop.sql('update unit set stage = $2 where id = $1', [old.id, stage])
    expect(await handOver(id)).toMatchObject({ stage: 'delivered' })
    expect(await device(old)).toMatchObject({ stage, replacedBy: fresh.id })
    const waits = await asked(await sold())
    await step(waits.id, 'approve')
    await shop.sql('update unit set stage = $2 where id = $1', [waits.oldUnit, stage])
    expect(await refused(`/replacement/${waits.id}/receiveOld`)).toBe('The old device is written off.')
  })
})

describe('what was approved', () => {
  it('is changed by whoever may approve, and by nobody else', async () => {
    const { id } = await asked(await sold())
    const change = async (changes: object) => {
      const { version } = await shop.read('replacement', id)
      const headers = { ...anybody.headers, 'if-match': `"${version}"` }
      return shop.ask('PATCH', `/replacement/${id}`, changes, { ...anybody, headers })
    }
    expect((await change({ differenceDue: 5_000 })).status).toBe(200)
    await step(id, 'approve')
    expect((await change({ note: 'Ring first' })).status).toBe(200)
    const [other, old] = [await shop.make('product', { sku: 'SH', name: 'Shaver', price: 50_000 }), await sold()]
    const color = (await shop.ask('POST', '/list/color', { label: 'Red' })).body
    const changes = {
      oldUnit: old.id,
      product: other.id,
      colour: color.id,
      mode: 'noReturn',
      warranty: 'restart',
      differenceDue: null,
    }
    for (const [field, value] of Object.entries(changes)) {
      const { status, body } = await change({ [field]: value })
      expect([status, body.fields]).toEqual([
        400,
        { [field]: 'This was approved: somebody who may approve has to change it.' },
      ])
    }
    expect((await shop.change('replacement', id, changes)).status).toBe(200)
  })

  it('waits for the old device by how it is replaced now', async () => {
    const { id } = await asked(await sold())
    expect(await step(id, 'approve')).toMatchObject({ stage: 'awaitingOldUnit' })
    const change = async (changes: object) => (await shop.change('replacement', id, changes)).body
    expect(await change({ mode: 'advance', oldDueOn: day(7) })).toMatchObject({ stage: 'approved' })
    expect(await change({ note: 'Ring first' })).toMatchObject({ stage: 'approved' })
    expect(await change({ mode: 'afterReceipt' })).toMatchObject({ stage: 'awaitingOldUnit' })
    expect(await change({ mode: 'noReturn' })).toMatchObject({ stage: 'approved' })
  })
})

it('names the new device alone on an invoice that is drafted later', async () => {
  const [sale, old, fresh] = [await ordered(), await sold(day(-100), { serial: 'FIRST' }), await stocked()]
  await shop.sql('update unit set "order" = $2, order_line = $3 where id = $1', [old.id, sale.id, sale.lines[0]!.id])
  await handOver(await ready(old, fresh))
  const invoice = await shop.make('orderInvoice', { order: sale.id })
  expect((invoice.lines as Row[]).map(({ serials }) => serials)).toEqual([fresh.serial])
})

it('that is archived keeps its device from no other, and comes back only where no other has it', async () => {
  const old = await sold()
  const { id } = await asked(old)
  expect((await shop.ask('DELETE', `/replacement/${id}`)).status).toBe(200)
  const { number } = await asked(old)
  expect(await refused(`/replacement/${id}/restore`)).toBe(`It is being replaced already: ${number}.`)
  expect(await refused('/replacement', inputFor(old))).toEqual({ oldUnit: `It is being replaced already: ${number}.` })
})
