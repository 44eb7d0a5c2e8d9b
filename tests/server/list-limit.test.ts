import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'

/** In ms; in the shipped server it is the limit of one statement, `STATEMENT_LIMIT`. */
const LIMIT = 400

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ listLimit: LIMIT })
})
afterAll(() => shop.server.close())

it('a list of a table that somebody holds is given up when its statement would be, also where it waits for a connection', async () => {
  const holder = await shop.server.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table customer in access exclusive mode')
    // Of more than there are connections each has the same limit, and not what those before it had as well.
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.ask('GET', '/customer')))
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([503, 'That took too long. Please try again.'])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
