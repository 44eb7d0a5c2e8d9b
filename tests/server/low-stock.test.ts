import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let keeper: number
let count = 0
beforeAll(async () => {
  shop = await openShop()
  keeper = (await signedIn(shop.server, { permissions: [] })).userId
})
afterAll(() => shop?.server.close())

const kinds = {
  part: () => shop.make('part', { code: `P-${++count}`, name: `Motor ${count}`, minimum: 5 }),
  product: () =>
    shop.make('product', { sku: `C-${++count}`, name: `Cap ${count}`, price: 1, serialised: false, minimum: 5 }),
}
type Kind = keyof typeof kinds
const move = async (kind: Kind, { id }: Row, qty: number, from: string, to: string) =>
  expect((await shop.ask('POST', '/stock-move', { [kind]: id, qty, from, to, cause: 'correction' })).status).toBe(201)
const arrived = (kind: Kind, one: Row, qty: number) => move(kind, one, qty, 'supplier', 'stock')
const used = (kind: Kind, one: Row, qty: number) => move(kind, one, qty, 'stock', 'scrap')
const tasksOf = (kind: Kind, { id }: Row) =>
  shop.sql<{ stage: string; to: number; title: string; follows: string; id: number }>(
    `select id, stage, assigned_to as to, title, follows from task where ${kind} = $1 order by id`,
    [id],
  )

describe.each(['part', 'product'] as const)('a %s of which there are too few', kind => {
  it('is one open task of whoever orders, not a second one while it is open, and ends when there are enough', async () => {
    await shop.sql('update general_setting set stock_keeper = $1', [keeper])
    const one = await kinds[kind]()
    expect(await tasksOf(kind, one)).toMatchObject([
      { stage: 'open', to: keeper, title: `Order more: ${one.name as string}`, follows: 'low' },
    ])
    await arrived(kind, one, 3)
    await used(kind, one, 1)
    expect(await tasksOf(kind, one)).toHaveLength(1)
    await arrived(kind, one, 3)
    expect(await tasksOf(kind, one)).toMatchObject([{ stage: 'done' }])
    await used(kind, one, 1)
    expect((await tasksOf(kind, one)).map(({ stage }) => stage)).toEqual(['done', 'open'])
  })

  it('that somebody has ended comes back when it runs out once more, and not at every piece', async () => {
    const one = await kinds[kind]()
    const [first] = await tasksOf(kind, one)
    await shop.move('task', first!.id, 'finish')
    await arrived(kind, one, 2)
    expect(await tasksOf(kind, one)).toHaveLength(1)
    await arrived(kind, one, 3)
    await used(kind, one, 1)
    expect((await tasksOf(kind, one)).map(({ stage }) => stage)).toEqual(['done', 'open'])
  })

  it('falls to whoever made its record where nobody orders, and goes when the minimum does', async () => {
    await shop.sql('update general_setting set stock_keeper = null')
    const one = await kinds[kind]()
    expect(await tasksOf(kind, one)).toMatchObject([{ stage: 'open', to: shop.person.userId }])
    expect((await shop.change(kind, one.id, { minimum: null })).status).toBe(200)
    expect(await tasksOf(kind, one)).toMatchObject([{ stage: 'done' }])
  })

  it('has one task also when ten people take the last pieces at once, and none when it is put away', async () => {
    const one = await kinds[kind]()
    await arrived(kind, one, 10)
    await Promise.all(Array.from({ length: 10 }, () => used(kind, one, 1)))
    expect((await tasksOf(kind, one)).map(({ stage }) => stage)).toEqual(['done', 'open'])
    const answer = await shop.ask('DELETE', `/${kind}/${one.id}`)
    expect(answer.status).toBeLessThan(300)
    expect((await tasksOf(kind, one)).map(({ stage }) => stage)).toEqual(['done', 'cancelled'])
  })
})

it('of a product with serial numbers nobody says a minimum', async () => {
  const input = { sku: `K-${++count}`, name: 'Massager', price: 1, minimum: 3 }
  expect((await shop.ask('POST', '/product', input)).body.fields).toHaveProperty('minimum')
})
