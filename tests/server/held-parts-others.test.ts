import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** What somebody has of parts, where others come between: who goes, what is put away, and what others take. */
let shop: Shop
let product: Row
let anand: SignedIn
let bela: SignedIn
let count = 0
const repairs = ['40-a', '40-b', '40-c', '40-d', '103-a', '104-a', '60-a']
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000 })
  anand = await signedIn(shop.server, { permissions: repairs })
  bela = await signedIn(shop.server, { permissions: repairs })
})
afterAll(() => shop?.server.close())

const move = (part: Row, qty: number, from: string, to: string, person: number | null, more: object = {}) =>
  shop.ask('POST', '/stock-move', { part: part.id, qty, from, to, person, cause: 'move', ...more })
async function moved(...of: Parameters<typeof move>): Promise<void> {
  const { status, body } = await move(...of)
  expect(status, JSON.stringify(body)).toBe(201)
}
/** A part of which there are ten, and so many with each. */
async function brush(held: Record<number, number> = {}): Promise<Row> {
  const made = await shop.make('part', { code: `BO-${++count}`, name: `Brush ${count}`, price: 9_000 })
  await moved(made, 10, 'supplier', 'stock', null)
  for (const [person, qty] of Object.entries(held)) await moved(made, qty, 'stock', 'technician', Number(person))
  return made
}
async function heldOf({ id }: Row): Promise<Record<number, number>> {
  const rows = await shop.sql<{ person: number; qty: number }>('select person, qty from held_part where part = $1', [
    id,
  ])
  return Object.fromEntries(rows.map(({ person, qty }) => [person, qty]))
}
const onHand = async ({ id }: Row) => (await shop.read('part', id)).onHand
const line = (part: Row, qty: number, takenFrom: number | null) => ({ part: part.id, qty, takenFrom })
async function job(parts: object[], as = anand): Promise<Maintenance> {
  const input = { name: 'Asha', phone: '98765 43210', product: product.id, assignedTo: as.userId, parts }
  const { status, body } = await shop.ask('POST', '/maintenance', input, as)
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as Maintenance
}
async function change(name: string, id: number, changes: object): Promise<Row> {
  const { status, body } = await shop.change(name, id, changes)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('somebody who is switched off', () => {
  it('gives back, is counted, and gets nothing any more', async () => {
    const gone = await signedIn(shop.server, { permissions: repairs })
    const one = await brush({ [gone.userId]: 4 })
    await shop.move('user', gone.userId, 'switchOff')
    await moved(one, 1, 'technician', 'stock', gone.userId)
    await moved(one, 1, 'technician', 'technician', gone.userId, { cause: 'count', counted: 2 })
    expect(await heldOf(one)).toEqual({ [gone.userId]: 2 })
    const { status, body } = await move(one, 1, 'stock', 'technician', gone.userId)
    expect([status, body.fields]).toEqual([400, { person: expect.stringContaining('switched off') }])
  })

  it('leaves jobs that can be changed and cancelled', async () => {
    const gone = await signedIn(shop.server, { permissions: repairs })
    const one = await brush({ [gone.userId]: 4 })
    const made = await job([line(one, 3, gone.userId)], gone)
    await shop.move('user', gone.userId, 'switchOff')
    await change('maintenance', made.id, { parts: [{ ...made.parts[0], qty: 2 }] })
    expect(await heldOf(one)).toEqual({ [gone.userId]: 2 })
    await shop.move('maintenance', made.id, 'cancel', { cancelReason: 'Not wanted' })
    expect(await heldOf(one)).toEqual({ [gone.userId]: 4 })
  })
})

it('a part that is put away comes back from jobs and from technicians, and goes nowhere else', async () => {
  const one = await brush({ [anand.userId]: 3 })
  const made = await job([line(one, 2, anand.userId), line(one, 1, null)])
  expect((await shop.ask('DELETE', `/part/${one.id}`)).status).toBeLessThan(300)
  await change('maintenance', made.id, { parts: [made.parts[0]] })
  await shop.move('maintenance', made.id, 'cancel', { cancelReason: 'Not wanted' })
  await moved(one, 3, 'technician', 'stock', anand.userId)
  expect([await heldOf(one), await onHand(one)]).toEqual([{ [anand.userId]: 0 }, 10])
  const { status, body } = await move(one, 1, 'stock', 'technician', anand.userId)
  expect([status, body.fields]).toEqual([400, { part: expect.stringContaining('archived') }])
})

it('who sees the jobs of a branch sees their own stock', async () => {
  const { id: branch } = await shop.make('dealerBranch', { name: 'Pune' })
  const chetan = await signedIn(shop.server, { permissions: repairs, branch, scopes: { maintenance: 'branch' } })
  const one = await brush({ [chetan.userId]: 2, [bela.userId]: 1 })
  const { body } = await shop.ask('GET', '/held-part', undefined, chetan)
  const rows = (body as unknown as { rows: Row[] }).rows
  expect(rows).toMatchObject([{ person: chetan.userId, part: one.id, qty: 2 }])
})

describe('that more was used than held', () => {
  it('is not said of a job that used what was there, when another line comes', async () => {
    const [one, other] = [await brush({ [anand.userId]: 2 }), await brush()]
    const first = await job([line(one, 2, anand.userId)])
    expect((await job([line(one, 1, anand.userId)])).overTaken).toBe(true)
    const { overTaken } = await change('maintenance', first.id, { parts: [...first.parts, line(other, 1, null)] })
    expect(overTaken).toBe(false)
  })

  it('stays when more is handed out afterwards, until some of it is put back', async () => {
    const [one, other] = [await brush({ [anand.userId]: 1 }), await brush()]
    const made = await job([line(one, 3, anand.userId)])
    expect(made.overTaken).toBe(true)
    await moved(one, 3, 'stock', 'technician', anand.userId)
    const more = [...made.parts, line(other, 1, null)]
    expect((await change('maintenance', made.id, { parts: more })).overTaken).toBe(true)
    expect((await change('maintenance', made.id, { parts: [{ ...made.parts[0], qty: 1 }] })).overTaken).toBe(false)
  })

  it('still is said when too little of it was put back', async () => {
    const one = await brush({ [anand.userId]: 1 })
    const made = await job([line(one, 4, anand.userId)])
    expect((await change('maintenance', made.id, { parts: [{ ...made.parts[0], qty: 3 }] })).overTaken).toBe(true)
  })

  it('is not said of a job that is cancelled', async () => {
    const one = await brush({ [anand.userId]: 1 })
    const made = await job([line(one, 3, anand.userId)])
    const { overTaken } = await shop.move('maintenance', made.id, 'cancel', { cancelReason: 'Not wanted' })
    expect(overTaken).toBe(false)
  })
})

describe('a line that took from somebody else', () => {
  const asAnand = async (id: number, parts: object[]) => {
    const { version } = await shop.read('maintenance', id)
    const headers = { ...anand.headers, 'if-match': `"${String(version)}"` }
    return shop.ask('PATCH', `/maintenance/${id}`, { parts }, { ...anand, headers })
  }

  it('stays and shrinks, and takes no more of theirs', async () => {
    const [one, other] = [await brush({ [bela.userId]: 5 }), await brush({ [bela.userId]: 5 })]
    const made = await job([])
    await change('maintenance', made.id, { parts: [line(one, 2, bela.userId)] })
    const [theirs] = (await shop.read('maintenance', made.id)).parts as object[]
    const refused = { status: 400, body: { fields: { 'parts.0.takenFrom': expect.any(String) } } }
    expect(await asAnand(made.id, [{ ...theirs, qty: 3 }])).toMatchObject(refused)
    expect(await asAnand(made.id, [{ ...theirs, part: other.id }])).toMatchObject(refused)
    expect(await heldOf(one)).toEqual({ [bela.userId]: 3 })
    expect(await asAnand(made.id, [{ ...theirs, qty: 1 }])).toMatchObject({ status: 200 })
    expect(await heldOf(one)).toEqual({ [bela.userId]: 4 })
  })
})

it('what somebody has is called as its part is by now', async () => {
  const one = await brush({ [anand.userId]: 1, [bela.userId]: 1 })
  await change('part', one.id, { name: 'Brush of carbon' })
  expect(await shop.sql('select distinct name from held_part where part = $1', [one.id])).toEqual([
    { name: 'Brush of carbon' },
  ])
})
