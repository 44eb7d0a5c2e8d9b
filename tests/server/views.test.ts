import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '#contract/calls/views.ts'
import { asPerson, type Person, type Reply } from '../support/access.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

let server: TestApp
let owner: Person
let reader: Person
let stranger: Person

const person = async (permissions: string[]) => asPerson(server, await signedIn(server, { permissions }))
const state = { search: '?filter[type]=company&sort=-name', look: { columns: ['name', 'phones'], density: 'compact' } }
const viewsOf = async (whose: Person) => {
  const { body } = await whose.ask('GET', '/views?module=customer')
  return (body as unknown as { views: SavedView[] }).views
}
const made = (reply: Reply) => (reply.body as unknown as { view: SavedView }).view

beforeAll(async () => {
  server = await startApp()
  owner = await person(['50-a'])
  reader = await person(['50-a'])
  stranger = await person(['60-a'])
})
afterAll(() => server?.close())

test('a view is its owner’s own until it is shared with everybody who may list the module', async () => {
  const view = made(
    await owner.ask('POST', '/views/create', { module: 'customer', name: 'Firms', shared: false, state }),
  )
  expect(view).toMatchObject({ name: 'Firms', shared: false, mine: true, state })
  expect(await viewsOf(reader)).toEqual([])

  await owner.ask('POST', '/views/change', { id: view.id, shared: true, name: 'All firms' })
  expect(await viewsOf(reader)).toMatchObject([{ id: view.id, name: 'All firms', mine: false, state }])
  expect((await stranger.ask('GET', '/views?module=customer')).status).toBe(403)
  expect(
    (await stranger.ask('POST', '/views/create', { module: 'customer', name: 'Mine', shared: false, state })).status,
  ).toBe(403)

  for (const [path, body] of [
    ['/views/change', { id: view.id, name: 'Taken' }],
    ['/views/delete', { id: view.id }],
  ] as const)
    expect((await reader.ask('POST', path, body)).status).toBe(404)
  expect(await viewsOf(owner)).toMatchObject([{ name: 'All firms', mine: true }])

  expect((await owner.ask('POST', '/views/delete', { id: view.id })).status).toBe(200)
  expect(await viewsOf(reader)).toEqual([])
})

test('a view of no module, without a name, or with an odd look is refused', async () => {
  const tries = [
    { module: 'nothing', name: 'A', shared: false, state },
    { module: 'customer', name: '  ', shared: false, state },
    { module: 'customer', name: 'A', shared: false, state: { ...state, look: { density: 'tiny' } } },
  ]
  for (const body of tries) expect((await owner.ask('POST', '/views/create', body)).status).toBeGreaterThanOrEqual(400)
  expect(await viewsOf(owner)).toEqual([])
})

test('what somebody sets for themselves follows them to another device, and is nobody else’s business', async () => {
  const look = { widths: { name: 320 } }
  await owner.ask('POST', '/preferences/set', { key: 'look:customer:all', value: look })
  await owner.ask('POST', '/preferences/set', { key: 'look:customer:all', value: { ...look, density: 'compact' } })
  expect((await owner.ask('GET', '/preferences')).body).toEqual({
    preferences: { 'look:customer:all': { ...look, density: 'compact' } },
  })
  expect((await reader.ask('GET', '/preferences')).body).toEqual({ preferences: {} })
  await owner.ask('POST', '/preferences/set', { key: 'look:customer:all', value: null })
  expect((await owner.ask('GET', '/preferences')).body).toEqual({ preferences: {} })
  expect((await owner.ask('POST', '/preferences/set', { key: 'bad key', value: look })).status).toBe(400)
})

test('what devices add to a list at once is all there, and the oldest of very many gives way', async () => {
  const add = (...read: string[]) =>
    reader.ask('POST', '/preferences/set', { key: 'notices', value: { read }, adds: true })
  await Promise.all([add('a', 'b'), add('b', 'c'), add('d')])
  const read = async () =>
    ((await reader.ask('GET', '/preferences')).body as unknown as { preferences: { notices: { read: string[] } } })
      .preferences.notices.read
  expect((await read()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  await add('a', ...Array.from({ length: 197 }, (_, at) => `n${at}`))
  const kept = await read()
  expect([kept.length, kept.includes('a'), kept.includes('n196')]).toEqual([200, true, true])
})

test('one person keeps so much and no more: the oldest of what was set gives way', async () => {
  const id = (await server.database.pool.query<{ id: number }>('select id from app_user order by id desc limit 1'))
    .rows[0]!.id
  await server.database.pool.query(
    `insert into preference (user_id, key, value, updated_at)
     select $1, 'k' || n, '{}', now() - n * interval '1 second' from generate_series(1, 600) n`,
    [id],
  )
  await stranger.ask('POST', '/preferences/set', { key: 'new', value: { a: 1 } })
  const { rows } = await server.database.pool.query<{ n: number }>(
    'select count(*)::int as n from preference where user_id = $1',
    [id],
  )
  expect(rows[0]!.n).toBe(500)
})
