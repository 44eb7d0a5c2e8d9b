import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { writeSession } from '#src/offline/device.ts'
import { checkDrift } from '#src/offline/drift.ts'
import { giveToken } from '#src/offline/token.ts'
import { defineUserDb, keptTable, readLoad, type UserDb } from '#src/offline/user-db.ts'
import { deviceSession } from '../support/device-session.ts'
import { modelNetwork } from '../support/model/network.ts'
import { pullOnce } from '../support/pull-once.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** A device looks once a week whether it holds what the server would give it. */
const WEEK = 7 * 86_400_000
const device = randomUUID()
const branches = register.dealerBranch!
const signal = new AbortController().signal
let shop: Shop
let db: UserDb
let weeks = 0
let asked = 0

beforeAll(async () => {
  shop = await openShop()
  modelNetwork(shop.server.app)
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    if ((input instanceof Request ? input.url : String(input)).includes('/sync/digest')) asked += 1
    return fetch(input, init)
  }
  for (const name of ['Pune', 'Nashik', 'Satara']) await shop.make('dealerBranch', { name })
  for (const label of ['Asha', 'Bela']) await shop.make('source', { label })
})
afterAll(() => shop.server.close())

const open = async (person: SignedIn) => {
  giveToken(person.token)
  await writeSession(deviceSession(person.userId))
  db = defineUserDb(person.userId, register)
  await db.delete()
  await db.open()
  await pullOnce(db, register, device)
  weeks = 1
  asked = 0
  expect(await look(0)).toEqual([])
}
/** So many weeks after the time before. */
const look = (after = 1) => checkDrift(db, register, device, WEEK * (weeks += after), signal)
const kept = async () => (await keptTable(db, branches).toArray()).filter(({ row }) => row !== null).length

beforeEach(() => open(shop.person))

test('asks once a week, and what was just loaded not at all', async () => {
  expect(asked).toBe(0)
  expect(await look(0.9)).toEqual([])
  expect(asked).toBe(0)
  expect(await look(0.2)).toEqual([])
  expect(asked).toBe(1)
  expect(await readLoad(db)).toBeUndefined()
})

test('a record that is missing, and one that is not the newest, are found, and loaded again', async () => {
  const before = await kept()
  const { id } = (await keptTable(db, branches).toCollection().first())!
  await keptTable(db, branches).delete(id)
  expect(await look()).toEqual(['dealerBranch'])
  await pullOnce(db, register, device)
  expect(await kept()).toBe(before)
  expect(await look()).toEqual([])

  const item = (await db.lists.where('t').equals('source').first())!
  await db.lists.put({ ...item, row: { ...item.row!, version: item.row!.version + 1 } })
  expect(await look()).toEqual(['lists'])
})

test('what waits on the device is no difference, and stays', async () => {
  const row = (await keptTable(db, branches).toCollection().first())!
  const mine = { ...row.row!, note: 'Typed on the way' }
  await keptTable(db, branches).put({ ...row, row: mine, base: row.row })
  await keptTable(db, branches).put({ ...row, id: 9_999_999, row: { ...mine, id: 9_999_999 }, base: null })
  expect(await look()).toEqual([])
  expect(asked).toBe(1)
})

test('while the feed goes on nothing can be said, and it is asked again before a week is over', async () => {
  await shop.make('dealerBranch', { name: 'Kolhapur' })
  expect(await look()).toEqual([])
  await pullOnce(db, register, device)
  expect(await look(0.1)).toEqual([])
  expect(asked).toBe(2)
  expect(await look(0.1)).toEqual([])
  expect(asked).toBe(2)
})

test('whoever may see less is compared with less', async () => {
  await open(await signedIn(shop.server, { permissions: ['52-a', '52-d'], scopes: { dealerBranch: 'own' } }))
  expect(await look()).toEqual([])
  await open(await signedIn(shop.server, { permissions: [] }))
  expect(await look()).toEqual([])
  expect(asked).toBe(1)
})
