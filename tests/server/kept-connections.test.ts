import { afterAll, beforeAll, expect, it } from 'vitest'
import { passwords } from '#server/lib/passwords.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/** Somebody works on a table for long, and everybody asks for its list meanwhile. */
const PASSWORD = 'a long one of seven words'
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.sql('insert into user_password (user_id, hash) values ($1, $2)', [
    shop.person.userId,
    await passwords().hash(PASSWORD),
  ])
})
afterAll(() => shop.server.close())

it('a table that is held by somebody holds up neither sessions nor sign-in, push and health', async () => {
  const { app, database } = shop.server
  const device = httpDevice(app, shop.person)
  const task = await shop.make('task', { title: 'Call back', assignedTo: shop.person.userId })
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table customer in access exclusive mode')
    let answered = 0
    const lists = Array.from({ length: 60 }, () => shop.ask('GET', '/customer').then(() => answered++))
    const inject = (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
      app.inject({ method, url, headers, ...(payload && { payload }) }).then(({ statusCode }) => statusCode)
    const credentials = { username: shop.person.username, password: PASSWORD }
    const statuses = await Promise.all([
      inject('GET', '/api/auth/me', undefined, shop.person.headers),
      inject('POST', '/api/auth/sign-in', credentials),
      inject('GET', '/ready'),
      device.push(device.op('task.finish', task.id, {})).then(([result]) => result!.status),
    ])
    // Not that they were quick is asked, which a busy machine would decide: that they waited for no list.
    expect({ statuses, answered }).toMatchObject({ statuses: [200, 200, 200, 'applied'], answered: 0 })
    await holder.query('rollback')
    await Promise.all(lists)
  } finally {
    holder.release()
  }
})
