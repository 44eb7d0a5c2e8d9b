import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SnapshotAnswer } from '#contract/calls/sync.ts'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/** What technicians have along of parts: handed out, taken back, counted, and used by jobs. */
let shop: Shop
let product: Row
let anand: SignedIn
let bela: SignedIn
let count = 0
const repairs = ['40-a', '40-b', '40-c', '40-d', '103-a', '104-a', '60-a']
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000 })
  const technician = { permissions: repairs, scopes: { maintenance: 'own' } } as const
  anand = await signedIn(shop.server, technician)
  bela = await signedIn(shop.server, technician)
})
afterAll(() => shop?.server.close())

async function brushes(stock = 10, more: object = {}): Promise<Row> {
  const made = await shop.make('part', { code: `BR-${++count}`, name: `Brush ${count}`, price: 9_000, ...more })
  if (stock > 0) await moved(made, stock, 'supplier', 'stock', null)
  return made
}
const move = ({ id }: Row, qty: number, from: string, to: string, person: number | null, more: object = {}) =>
  shop.ask('POST', '/stock-move', { part: id, qty, from, to, person, cause: 'move', ...more })
async function moved(...of: Parameters<typeof move>): Promise<void> {
  const { status, body } = await move(...of)
  expect(status, JSON.stringify(body)).toBe(201)
}
const issue = (part: Row, qty: number, person: number) => moved(part, qty, 'stock', 'technician', person)
const counted = (part: Row, pieces: number, person: number) =>
  move(part, 1, 'technician', 'technician', person, { cause: 'count', counted: pieces })
const wrong = async (answer: ReturnType<typeof move>) => {
  const { status, body } = await answer
  expect(status).toBe(400)
  return body.fields
}

type Stock = { onHand: number; persons: Record<number, number> }
async function stockOf({ id }: Row): Promise<Stock> {
  const rows = await shop.sql<{ person: number; qty: number }>('select person, qty from held_part where part = $1', [
    id,
  ])
  const persons = Object.fromEntries(rows.map(({ person, qty }) => [person, qty]))
  return { onHand: (await shop.read('part', id)).onHand as number, persons }
}
/** The same from the ledger alone. */
async function ledgerOf({ id }: Row): Promise<Stock & { total: number }> {
  const rows = await shop.sql<{ place: string; person: number | null; qty: number }>(
    `select place, case place when 'technician' then person end as person, sum(qty)::int as qty from (
       select "to" as place, person, qty from stock_move where part = $1
       union all select "from", person, -qty from stock_move where part = $1) one group by 1, 2`,
    [id],
  )
  const of = (place: string) => rows.filter(one => one.place === place)
  const sum = (some: typeof rows) => some.reduce((all, { qty }) => all + qty, 0)
  return {
    onHand: sum(of('stock')),
    persons: Object.fromEntries(of('technician').map(({ person, qty }) => [Number(person), qty])),
    // Not minus nothing.
    total: 0 - sum(rows.filter(({ place }) => !['stock', 'technician'].includes(place))),
  }
}

const line = (part: Row, qty: number, takenFrom: number | null, more: object = {}) => ({
  part: part.id,
  qty,
  takenFrom,
  ...more,
})
const job = async (parts: object[], as = anand) => {
  const input = { name: 'Asha', phone: '98765 43210', product: product.id, assignedTo: as.userId, parts }
  const { status, body } = await shop.ask('POST', '/maintenance', input, as)
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as Maintenance
}

describe('a part', () => {
  it('is handed out, taken back and counted, and the warehouse and the persons always have all of it', async () => {
    const one = await brushes()
    await issue(one, 4, anand.userId)
    await issue(one, 3, bela.userId)
    expect(await stockOf(one)).toEqual({ onHand: 3, persons: { [anand.userId]: 4, [bela.userId]: 3 } })
    await moved(one, 1, 'technician', 'stock', anand.userId)
    expect((await counted(one, 5, bela.userId)).body).toMatchObject({ qty: 2, from: 'lost', to: 'technician' })
    expect((await counted(one, 1, anand.userId)).body).toMatchObject({ qty: 2, from: 'technician', to: 'lost' })
    const left = { onHand: 4, persons: { [anand.userId]: 1, [bela.userId]: 5 } }
    expect(await stockOf(one)).toEqual(left)
    expect(await ledgerOf(one)).toEqual({ ...left, total: 10 })
  })

  it('is not handed out twice, nor taken back from who has none of it', async () => {
    const one = await brushes(2)
    expect(await wrong(move(one, 3, 'stock', 'technician', anand.userId))).toEqual({
      qty: 'There are only 2 in stock.',
    })
    await issue(one, 2, anand.userId)
    expect(await wrong(move(one, 1, 'technician', 'stock', bela.userId))).toEqual({ qty: 'They have only 0.' })
    expect(await wrong(move(one, 3, 'technician', 'stock', anand.userId))).toEqual({ qty: 'They have only 2.' })
  })

  it('goes to somebody, who is known, and nobody has fewer than none of it', async () => {
    const one = await brushes()
    expect(await wrong(move(one, 1, 'stock', 'technician', null))).toEqual({ person: 'Say which technician.' })
    expect(await wrong(move(one, 1, 'stock', 'scrap', anand.userId))).toHaveProperty('person')
    expect(await wrong(move(one, 1, 'stock', 'technician', 987_654_321))).toHaveProperty('person')
    expect(await wrong(counted(one, -1, anand.userId))).toHaveProperty('counted')
    expect(await wrong(counted(one, 0, anand.userId))).toEqual({ counted: 'That is right: there are 0.' })
    expect(await stockOf(one)).toEqual({ onHand: 10, persons: {} })
  })

  it('that went to a technician before anybody said to whom comes back', async () => {
    const one = await brushes()
    await shop.sql(
      `insert into stock_move (id, created_by, updated_by, part, qty, "from", "to", cause)
       values ((select max(id) + 1000000 from stock_move), 1, 1, $1, 2, 'stock', 'technician', 'move')`,
      [one.id],
    )
    expect(await wrong(move(one, 3, 'technician', 'stock', null))).toEqual({ qty: 'They have only 2.' })
    await moved(one, 2, 'technician', 'stock', null)
  })

  it('is put away for somebody only when they have none of it, and is there again with the next one', async () => {
    const one = await brushes()
    await issue(one, 1, anand.userId)
    const [held] = await shop.sql<{ id: number }>('select id from held_part where part = $1', [one.id])
    expect((await shop.ask('DELETE', `/held-part/${held!.id}`)).status).toBeGreaterThanOrEqual(400)
    await moved(one, 1, 'technician', 'stock', anand.userId)
    expect((await shop.ask('DELETE', `/held-part/${held!.id}`)).status).toBeLessThan(300)
    await issue(one, 2, anand.userId)
    expect(await shop.read('heldPart', held!.id)).toMatchObject({ qty: 2, archivedAt: null })
  })

  it('that two hand out in the same moment is handed out once', async () => {
    const one = await brushes(1)
    const both = await Promise.all([anand, bela].map(({ userId }) => move(one, 1, 'stock', 'technician', userId)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect(await ledgerOf(one)).toMatchObject({ onHand: 0, total: 1 })
  })
})

describe('a job', () => {
  it('takes from who did it, and gives back what was undone, and all of it when it is cancelled', async () => {
    const one = await brushes()
    await issue(one, 4, anand.userId)
    const made = await job([line(one, 3, anand.userId), line(one, 1, null)])
    expect(await stockOf(one)).toEqual({ onHand: 5, persons: { [anand.userId]: 1 } })
    const [own, others] = made.parts
    expect(made.overTaken).toBe(false)
    await shop.change('maintenance', made.id, { parts: [{ ...own, qty: 2 }, others] })
    expect(await stockOf(one)).toEqual({ onHand: 5, persons: { [anand.userId]: 2 } })
    // Taken from the other stock than was said first.
    await shop.change('maintenance', made.id, { parts: [{ ...own, qty: 2, takenFrom: null }, others] })
    expect(await stockOf(one)).toEqual({ onHand: 3, persons: { [anand.userId]: 4 } })
    await shop.change('maintenance', made.id, { parts: [{ ...own, qty: 1 }] })
    await shop.move('maintenance', made.id, 'cancel', { cancelReason: 'Not wanted' })
    const left = { onHand: 6, persons: { [anand.userId]: 4 } }
    expect(await stockOf(one)).toEqual(left)
    expect(await ledgerOf(one)).toEqual({ ...left, total: 10 })
  })

  it('takes more than they have, because it was used; the job says so, and somebody has to look', async () => {
    const one = await brushes()
    await issue(one, 1, anand.userId)
    const made = await job([line(one, 3, anand.userId)])
    expect(made.overTaken).toBe(true)
    expect(await stockOf(one)).toEqual({ onHand: 9, persons: { [anand.userId]: -2 } })
    const tasks = () =>
      shop.sql(`select t.stage from task t join held_part h on h.id = t.held_part where h.part = $1`, [one.id])
    expect(await tasks()).toEqual([{ stage: 'open' }])
    const { body } = await shop.change('maintenance', made.id, { parts: [{ ...made.parts[0], qty: 1 }] })
    expect(body.overTaken).toBe(false)
    expect(await tasks()).toEqual([{ stage: 'done' }])
  })

  it('of two technicians takes from each what each used, and from nobody who has nothing to do with it', async () => {
    const one = await brushes()
    await issue(one, 2, anand.userId)
    await issue(one, 2, bela.userId)
    const made = await job([line(one, 1, anand.userId)])
    const both = [...made.parts, line(one, 1, bela.userId)]
    expect((await shop.change('maintenance', made.id, { parts: both })).status).toBe(200)
    expect(await stockOf(one)).toEqual({ onHand: 6, persons: { [anand.userId]: 1, [bela.userId]: 1 } })
    const input = { name: 'Asha', phone: '98765 43210', product: product.id, assignedTo: anand.userId }
    const others = { ...input, parts: [line(one, 1, bela.userId)] }
    const refused = await shop.ask('POST', '/maintenance', others, anand)
    expect(refused).toMatchObject({ status: 400, body: { fields: { 'parts.0.takenFrom': expect.any(String) } } })
  })

  it('that was done without a connection takes what was used then', async () => {
    const one = await brushes()
    await issue(one, 1, anand.userId)
    const made = await job([])
    await shop.sql(`update maintenance set created_at = now() - interval '9 hours' where id = $1`, [made.id])
    const device = httpDevice(shop.server.app, anand)
    const queuedAt = new Date(Date.now() - 3_600_000).toISOString()
    const used = [{ ...line(one, 2, anand.userId), id: await device.newId(), price: 9_000, taxRate: null }]
    const base = { version: made.version, fields: { parts: [] } }
    const change = device.op('maintenance.change', made.id, { parts: used }, { base, queuedAt, offline: true })
    expect(await device.push(change)).toMatchObject([{ status: 'applied' }])
    expect(await shop.read('maintenance', made.id)).toMatchObject({ overTaken: true })
    expect(await stockOf(one)).toEqual({ onHand: 9, persons: { [anand.userId]: -1 } })
    expect(await shop.sql(`select at from stock_move where made_by = $1`, [made.id])).toMatchObject([{ at: queuedAt }])
  })
})

describe('a technician', () => {
  const seenBy = async (as: SignedIn) => {
    const answer = await shop.ask('GET', '/held-part', undefined, as)
    return (answer.body as unknown as { rows: Row[] }).rows.map(({ person, part }) => [person, part])
  }

  it('sees what is theirs, moves nothing by hand, and takes it along on the device', async () => {
    const one = await brushes()
    await issue(one, 2, anand.userId)
    await issue(one, 2, bela.userId)
    expect((await seenBy(anand)).every(([person]) => person === anand.userId)).toBe(true)
    expect(await seenBy(anand)).toContainEqual([anand.userId, one.id])
    expect(await seenBy(shop.person)).toContainEqual([bela.userId, one.id])
    const input = { part: one.id, qty: 1, from: 'stock', to: 'technician', person: anand.userId, cause: 'move' }
    expect((await shop.ask('POST', '/stock-move', input, anand)).status).toBe(403)
    const own = await shop.ask('GET', '/held-part', undefined, anand)
    const [{ id }] = (own.body as unknown as { rows: [Row] }).rows
    expect((await shop.ask('PATCH', `/held-part/${id}`, { minimum: 9 }, anand)).status).toBe(403)
    const answer = await shop.server.app.inject({ url: '/api/sync/snapshot', headers: anand.headers })
    const taken = answer.json<SnapshotAnswer>().rows.filter(({ t }) => t === 'heldPart')
    expect(taken.map(({ row }) => row?.person)).toContain(anand.userId)
    expect(taken.every(({ row }) => row?.person === anand.userId)).toBe(true)
  })

  it('with fewer than they should leave with is a task for whoever hands out, until there are enough', async () => {
    const one = await brushes()
    await issue(one, 2, anand.userId)
    const [held] = await shop.sql<{ id: number }>('select id from held_part where part = $1', [one.id])
    const { body } = await shop.change('heldPart', held!.id, { minimum: 3 })
    expect(body).toMatchObject({ low: true, minimum: 3 })
    const tasks = () => shop.sql('select stage, title from task where held_part = $1', [held!.id])
    expect(await tasks()).toMatchObject([{ stage: 'open', title: expect.stringContaining(one.name as string) }])
    await issue(one, 1, anand.userId)
    expect(await tasks()).toMatchObject([{ stage: 'done' }])
  })
})

it('has the sums of the ledger, whatever is done in whatever order', async () => {
  const person = fc.constantFrom(0, 1)
  const qty = fc.integer({ min: 1, max: 6 })
  const deed = fc.oneof(
    fc.record({ kind: fc.constantFrom('issue', 'giveBack', 'count', 'receive', 'scrap'), person, qty }),
    fc.record({ kind: fc.constantFrom('use', 'use', 'less', 'cancel'), person, qty }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async deeds => {
      const one = await brushes(5)
      const jobs: number[] = []
      for (const { kind, person: at, qty: pieces } of deeds) {
        const { userId } = [anand, bela][at]!
        const before = await stockOf(one)
        const now = jobs.at(-1)
        if (kind === 'issue' && (await move(one, pieces, 'stock', 'technician', userId)).status === 201)
          expect(before.onHand).toBeGreaterThanOrEqual(pieces)
        if (kind === 'giveBack' && (await move(one, pieces, 'technician', 'stock', userId)).status === 201)
          expect(before.persons[userId]).toBeGreaterThanOrEqual(pieces)
        if (kind === 'count' && (await counted(one, pieces, userId)).status === 201)
          expect((await stockOf(one)).persons[userId]).toBe(pieces)
        if (kind === 'receive') await moved(one, pieces, 'supplier', 'stock', null)
        if (kind === 'scrap') await move(one, pieces, 'technician', 'scrap', userId)
        if (kind === 'use') jobs.push((await job([line(one, pieces, userId)], [anand, bela][at])).id)
        if (kind === 'less' && now) await shop.change('maintenance', now, { parts: [] })
        if (kind === 'cancel' && now) await shop.ask('POST', `/maintenance/${now}/cancel`, { cancelReason: 'x' })
        const [stock, ledger] = [await stockOf(one), await ledgerOf(one)]
        const persons = Object.values(stock.persons).reduce((all, held) => all + held, 0)
        expect(stock).toEqual({ onHand: ledger.onHand, persons: ledger.persons })
        expect(stock.onHand + persons).toBe(ledger.total)
      }
    }),
    { numRuns: 8 },
  )
})
