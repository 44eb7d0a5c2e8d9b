import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushOp } from '#contract/calls/push.ts'
import { MOST_COPIES } from '#contract/label-print.ts'
import type { Row } from '#contract/module.ts'
import type { HistoryAnswer } from '#server/crud/history.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** What was printed and scanned is told in the history of its record, and the record stays as it is. */
let shop: Shop
let device: HttpDevice
let product: number
let count = 0

beforeAll(async () => {
  shop = await openShop()
  product = (await shop.make('product', { sku: 'LBL-1', name: 'Foot spa', price: 499_900 })).id
  device = httpDevice(shop.server.app, shop.person)
})
afterAll(() => shop.server.close())

const newUnit = () => shop.make('unit', { serial: `LBL-${(count += 1)}`, product })
const print = ({ id }: Pick<Row, 'id'>, copies: unknown = 1, more: Partial<PushOp> = {}, by = device) =>
  by.push(by.op('unit.print', id, { copies }, { lane: `unitPrint:${id}`, ...more }))
const history = async ({ id }: Pick<Row, 'id'>, search = '') =>
  (await shop.ask('GET', `/unit/${id}/history${search}`)).body as unknown as HistoryAnswer
const toldOf = async (row: Pick<Row, 'id'>, search = '') =>
  (await history(row, search)).entries.map(({ action, after }) =>
    action === 'print' ? `print ${String(after.copies)}` : action,
  )

describe('a print', () => {
  it('is told with its copies, by whom and when, where it belongs among the changes', async () => {
    const unit = await newUnit()
    expect(await print(unit, 2)).toMatchObject([{ status: 'applied', version: 1 }])
    await shop.move('unit', unit.id, 'allocate')
    await print(unit, 3)
    expect(await toldOf(unit)).toEqual(['print 3', 'allocate', 'print 2', 'create'])
    expect((await history(unit)).entries[0]).toMatchObject({
      actor: shop.person.userId,
      actorName: shop.person.username,
      recordId: unit.id,
      saidAt: null,
    })
    // Page by page each is told once, beside the changes around it.
    const first = await history(unit, '?limit=1')
    expect(first.entries.map(({ action }) => action)).toEqual(['print', 'allocate'])
    expect(await toldOf(unit, `?after=${first.next}`)).toEqual(['print 2', 'create'])
  })

  it('changes nothing of its record, and no device hears of it', async () => {
    const unit = await newUnit()
    const place = async () => (await shop.sql<{ seq: number }>('select seq from sync_clock'))[0]!.seq
    const before = await place()
    await print(unit)
    expect(await place()).toBe(before)
    expect(await shop.read('unit', unit.id)).toEqual(unit)
  })

  it('that arrives twice is one, and one that waited says when it was made', async () => {
    const unit = await newUnit()
    const queuedAt = new Date(Date.now() - 3_600_000).toISOString()
    const op = device.op('unit.print', unit.id, { copies: 1 }, { queuedAt, offline: true })
    await device.push(op)
    expect(await device.push(op)).toMatchObject([{ status: 'replayed' }])
    expect(await toldOf(unit)).toEqual(['print 1', 'create'])
    expect((await history(unit)).entries[0]).toMatchObject({ offline: true, saidAt: queuedAt })
  })

  it('is told by whoever may see the record, though they change nothing, and by nobody else', async () => {
    const unit = await newUnit()
    const viewer = await signedIn(shop.server, { permissions: ['200-d'] })
    expect(await print(unit, 1, {}, httpDevice(shop.server.app, viewer))).toMatchObject([{ status: 'applied' }])
    const stranger = await signedIn(shop.server, { permissions: ['200-a', '104-d'] })
    const refused = await print(unit, 1, {}, httpDevice(shop.server.app, stranger))
    expect(refused).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    expect(await toldOf(unit)).toEqual(['print 1', 'create'])
  })

  it('is of at least one copy, of a record that is there, and of a module that has a label', async () => {
    const unit = await newUnit()
    for (const copies of [0, 1.5, MOST_COPIES + 1, '2', null])
      expect(await print(unit, copies)).toMatchObject([{ status: 'rejected', code: 'invalid' }])
    expect(await print({ id: 999_999_999 })).toMatchObject([{ status: 'rejected', code: 'not_found' }])
    const other = device.op('product.print', product, { copies: 1 })
    expect(await device.push(other)).toMatchObject([{ status: 'rejected', code: 'unknown_op' }])
  })

  it('is never taken back or changed in the database', async () => {
    const unit = await newUnit()
    await print(unit)
    await expect(shop.sql('delete from label_print')).rejects.toThrow()
    await expect(shop.sql('update label_print set copies = 9')).rejects.toThrow()
  })
})

describe('a scan', () => {
  const scan = ({ id }: Pick<Row, 'id'>, mode: unknown = 'moveUnits', more: Partial<PushOp> = {}, by = device) =>
    by.push(by.op('unit.scan', id, { mode }, { lane: `unitScan:${id}`, ...more }))
  const scansOf = async (row: Pick<Row, 'id'>) =>
    (await history(row)).entries.map(({ action, after }) =>
      action === 'scan' ? `scan ${String(after.mode)}` : action === 'print' ? 'print' : action,
    )

  it('is told with its mode, by whom and when, among changes and prints', async () => {
    const unit = await newUnit()
    expect(await scan(unit, 'lookUp')).toMatchObject([{ status: 'applied', version: 1 }])
    await shop.move('unit', unit.id, 'allocate')
    await print(unit)
    await scan(unit)
    expect(await scansOf(unit)).toEqual(['scan moveUnits', 'print', 'allocate', 'scan lookUp', 'create'])
    expect((await history(unit)).entries[0]).toMatchObject({ actor: shop.person.userId, recordId: unit.id })
    // It is no change: nobody else's version of the record is over with it.
    expect(await shop.read('unit', unit.id)).toMatchObject({ version: 2 })
  })

  it('that waited without a connection says when it was made, and is one however often it arrives', async () => {
    const unit = await newUnit()
    const queuedAt = new Date(Date.now() - 3_600_000).toISOString()
    const op = device.op('unit.scan', unit.id, { mode: 'lookUp' }, { queuedAt, offline: true })
    await device.push(op)
    expect(await device.push(op)).toMatchObject([{ status: 'replayed' }])
    expect(await scansOf(unit)).toEqual(['scan lookUp', 'create'])
    expect((await history(unit)).entries[0]).toMatchObject({ offline: true, saidAt: queuedAt })
  })

  it('is told by whoever finds the record by its code, also to pack it, and by nobody else', async () => {
    const unit = await newUnit()
    const packer = await signedIn(shop.server, { permissions: ['20-e'] })
    expect(await scan(unit, 'pack', {}, httpDevice(shop.server.app, packer))).toMatchObject([{ status: 'applied' }])
    const stranger = await signedIn(shop.server, { permissions: ['104-d'] })
    const refused = await scan(unit, 'pack', {}, httpDevice(shop.server.app, stranger))
    expect(refused).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    expect(await scan({ id: 999_999_999 })).toMatchObject([{ status: 'rejected', code: 'not_found' }])
    expect(await scan(unit, 'else')).toMatchObject([{ status: 'rejected', code: 'invalid' }])
    expect(await scansOf(unit)).toEqual(['scan pack', 'create'])
  })

  it('of a count is told in the history of what was counted, without being said twice', async () => {
    const unit = await newUnit()
    const { id: count } = await shop.make('stockCount', {})
    const serial = (await shop.read('unit', unit.id)).serial as string
    await shop.make('countEntry', { count, text: serial })
    await shop.make('countEntry', { count, unit: unit.id, text: serial, qty: -1 })
    expect(await scansOf(unit)).toEqual(['scan countStock', 'create'])
  })

  it('is never taken back or changed in the database', async () => {
    await scan(await newUnit())
    await expect(shop.sql('delete from record_scan')).rejects.toThrow()
    await expect(shop.sql(`update record_scan set mode = 'pack'`)).rejects.toThrow()
  })
})
