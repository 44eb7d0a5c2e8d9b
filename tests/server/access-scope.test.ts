import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { addItem, asPerson, type Person } from '../support/access.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let server: TestApp
let boss: Person
let pune: number
let mumbai: number
const here: number[] = []
const elsewhere: number[] = []

const person = async (rights: Rights) => asPerson(server, await signedIn(server, rights))
const add = async (branch: number | null, more: object = {}) => {
  const username = `p-${randomUUID().slice(0, 8)}`
  const body = { name: `Person ${username}`, username, email: `${username}@caredesk.example`, branch, ...more }
  return (await boss.need('POST', '/user', body)).id
}
type Rows = { rows: { id: number; title: string }[] }
const ids = async (asker: Person, path: string) =>
  ((await asker.need('GET', path)) as unknown as Rows).rows.map(({ id }) => id).sort((a, b) => a - b)
const users = ['60-a', '60-b', '60-c', '60-d']

beforeAll(async () => {
  server = await startApp()
  boss = await person({ permissions: allPermissions, approves: recordModuleNames })
  pune = (await boss.need('POST', '/dealer-branch', { name: 'Pune' })).id
  mumbai = (await boss.need('POST', '/dealer-branch', { name: 'Mumbai' })).id
  for (let n = 0; n < 3; n++) {
    here.push(await add(pune))
    elsewhere.push(await add(mumbai), await add(null))
  }
})
afterAll(() => server?.close())

describe('somebody who sees one branch', () => {
  const limited = (more: Rights = {}) =>
    person({ permissions: users, scopes: { user: 'branch' }, branch: pune, ...more })
  const near = (asker: Person) => [...here, asker.userId].sort((a, b) => a - b)

  it('sees exactly its people, whichever way they ask', async () => {
    const asker = await limited()
    // Others of this file who were signed in to the same branch are people of it too.
    const { rows } = await server.database.pool.query<{ id: number }>(
      'select id from app_user where branch = $1 order by id',
      [pune],
    )
    const expected = rows.map(({ id }) => id)
    expect(expected).toEqual(expect.arrayContaining(near(asker)))
    expect(await ids(asker, '/user?limit=100')).toEqual(expected)
    expect(await ids(asker, '/user?limit=100&q=Person')).toEqual(here.toSorted((a, b) => a - b))
    expect(await ids(asker, `/user?filter[branch]=${mumbai}`)).toEqual([])
    for (const id of here) {
      expect((await asker.ask('GET', `/user/${id}`)).status).toBe(200)
      expect((await asker.ask('GET', `/user/${id}/history`)).status).toBe(200)
    }
    for (const id of elsewhere) {
      expect((await asker.ask('GET', `/user/${id}`)).status).toBe(404)
      expect((await asker.ask('GET', `/user/${id}/history`)).status).toBe(404)
    }
    const device = httpDevice(server.app, asker)
    await device.load()
    expect(
      [...device.rows]
        .filter(([, { t }]) => t === 'user')
        .map(([id]) => id)
        .sort((a, b) => a - b),
    ).toEqual(expected)
  })

  it('changes nobody of another, and adds nobody there', async () => {
    const asker = await limited()
    const base = { version: 1, fields: { name: '' } }
    for (const id of elsewhere) {
      expect((await asker.ask('PATCH', `/user/${id}`, { name: 'Mine' }, 1)).status).toBe(404)
      expect((await asker.ask('POST', `/user/${id}/switchOff`)).status).toBe(404)
      expect((await asker.ask('DELETE', `/user/${id}`)).status).toBe(404)
    }
    const device = httpDevice(server.app, asker)
    const [pushed] = await device.push(device.op('user.change', elsewhere[0]!, { name: 'Mine' }, { base }))
    expect(pushed).toMatchObject({ status: 'rejected', code: 'not_found' })
    expect(pushed).not.toHaveProperty('row')
    const username = `p-${randomUUID().slice(0, 8)}`
    const input = { name: 'Nobody', username, email: `${username}@caredesk.example` }
    expect((await asker.ask('POST', '/user', { ...input, branch: mumbai })).status).toBe(403)
    expect(await asker.need('POST', '/user', input)).toMatchObject({ branch: pune })
  })

  it('hears of somebody who comes, and loses who goes', async () => {
    const asker = await limited()
    const device = httpDevice(server.app, asker)
    await device.load()
    const moving = await boss.need('GET', `/user/${elsewhere[0]}`)
    const come = await boss.need('PATCH', `/user/${moving.id}`, { branch: pune }, moving.version)
    await device.catchUp()
    expect(device.row(come.id)).toEqual(come)
    await boss.need('PATCH', `/user/${come.id}`, { branch: mumbai }, come.version)
    await device.catchUp()
    expect(device.row(come.id)).toBeUndefined()
  })

  it('sees nobody without a branch of their own, nor under a limit that people have no field for', async () => {
    const without = await limited({ branch: null })
    expect(await ids(without, '/user')).toEqual([])
    expect((await without.ask('GET', `/user/${without.userId}`)).status).toBe(404)
    const own = await limited({ scopes: { user: 'own' } })
    expect(await ids(own, '/user')).toEqual([])
  })
})

describe('a form', () => {
  it('names what it refers to, and nothing else of it', async () => {
    const asker = await person({ permissions: ['60-c'] })
    const answer = (await asker.need('GET', '/dealer-branch/pick')) as unknown as Rows
    expect(answer.rows).toEqual([
      { id: mumbai, title: 'Mumbai' },
      { id: pune, title: 'Pune' },
    ])
    expect(await ids(asker, '/dealer-branch/pick?q=PUN')).toEqual([pune])
    expect((await asker.ask('GET', '/dealer-branch')).status).toBe(403)
    expect((await asker.ask('GET', `/dealer-branch/${pune}`)).status).toBe(403)
    const gone = (await boss.need('POST', '/dealer-branch', { name: 'Gone' })).id
    await boss.need('DELETE', `/dealer-branch/${gone}`)
    expect(await ids(asker, '/dealer-branch/pick')).not.toContain(gone)
    expect(await ids(asker, `/dealer-branch/pick?ids=${gone},${pune}`)).toEqual([pune, gone].sort((a, b) => a - b))
    expect((await asker.ask('GET', '/dealer-branch/pick?ids=1e3')).status).toBe(400)
    const roles = (await asker.need('GET', '/role/pick')) as unknown as Rows
    for (const row of roles.rows) expect(Object.keys(row).sort()).toEqual(['id', 'title'])
  })

  it('names nothing to somebody who may open no such form, nor people beyond the branch', async () => {
    const asker = await person({ permissions: ['103-a'] })
    for (const path of ['/dealer-branch/pick', '/role/pick', '/user/pick'])
      expect((await asker.ask('GET', path)).status, path).toBe(403)
    const limited = await person({ permissions: ['60-a'], scopes: { user: 'branch' }, branch: mumbai })
    const named = await ids(limited, '/user/pick?q=Person')
    expect(named.every(id => elsewhere.includes(id))).toBe(true)
    expect(await ids(limited, `/user/pick?ids=${here.join(',')}`)).toEqual([])
  })
})

describe('an item of a list', () => {
  it('counts only uses of which the asker may know', async () => {
    const item = (await addItem(boss, 'inquiry-status', { label: 'Counted', stage: 'new' })).id
    const limits = { anyStatus: false, inquiryStatuses: [item] }
    await add(pune, limits)
    await add(mumbai, limits)
    const total = async (asker: Person) => {
      const one = (await asker.need('GET', `/list/inquiry-status/${item}/uses`)) as unknown as { total: number }
      const all = (await asker.need('GET', '/list/inquiry-status/uses')) as unknown as { uses: Record<string, number> }
      expect(all.uses[item] ?? 0).toBe(one.total)
      return one.total
    }
    expect(await total(boss)).toBe(2)
    expect(await total(await person({ permissions: ['101-a', '60-d'] }))).toBe(0)
    expect(await total(await person({ permissions: ['101-a', '60-a'] }))).toBe(2)
    expect(
      await total(await person({ permissions: ['101-a', '60-a'], scopes: { user: 'branch' }, branch: pune })),
    ).toBe(1)
  })

  it('takes over for another in what people may set', async () => {
    const from = await addItem(boss, 'refund-status', { label: 'From', stage: 'due' })
    const into = await addItem(boss, 'refund-status', { label: 'Into', stage: 'due' })
    const both = await add(pune, { anyStatus: false, refundStatuses: [from.id, into.id] })
    const one = await add(mumbai, { anyStatus: false, refundStatuses: [from.id] })
    await boss.need('POST', `/list/refund-status/${from.id}/merge`, { into: into.id })
    expect(await boss.need('GET', `/user/${both}`)).toMatchObject({ refundStatuses: [into.id], version: 2 })
    expect(await boss.need('GET', `/user/${one}`)).toMatchObject({ refundStatuses: [into.id], version: 2 })
  })
})
