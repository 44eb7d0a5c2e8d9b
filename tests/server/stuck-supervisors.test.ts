import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StuckWork } from '#contract/calls/stuck.ts'
import type { Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { seed } from '#server/seed/seed.ts'
import { asPerson, type Person } from '../support/access.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** An installation as it is after its first start: nobody has a right that was not given to them in the app. */
let server: TestApp
let admin: Person
let desk: Person
let device: HttpDevice

beforeAll(async () => {
  server = await startApp()
  const password = 'for the administrator 1'
  await seed(server.database, { adminPassword: password })
  const payload = { username: 'admin', password }
  const { token } = (await server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload })).json<{
    token: string
  }>()
  const headers = { authorization: `Bearer ${token}` }
  admin = asPerson(server, { userId: 0, roleId: 0, username: 'admin', token, revocation: '', headers })
  await admin.ask('POST', '/auth/confirm-password', { password })
  desk = await withRole('Desk')
  device = httpDevice(server.app, desk)
})
afterAll(() => server?.close())

/** Somebody with exactly this role, which is there already. */
async function withRole(name: string): Promise<Person> {
  const { rows } = (await admin.need('GET', '/role')) as unknown as { rows: Row[] }
  const { id } = rows.find(role => role.name === name)!
  const person = await signedIn(server)
  await admin.need('PATCH', `/user/${person.userId}`, { roles: [id] }, 1)
  return asPerson(server, person)
}
const listed = async (person: Person) =>
  ((await person.need('GET', '/sync/stuck')) as unknown as { stuck: StuckWork[] }).stuck
const decide = (person: Person, stuck: string, version: number, fields: object) =>
  person.need('POST', '/sync/stuck/decide', { stuck, mid: v7(), how: 'keep', base: { version, fields } })

/** The desk changes it without a connection, and the administrator has been faster. */
async function stuckChange(name: string, path: string, row: Row, field: string): Promise<string> {
  await admin.need('PATCH', `${path}/${row.id}`, { [field]: 'Theirs' }, row.version)
  const base = { version: row.version, fields: { [field]: row[field] } }
  const op = device.op(`${name}.change`, row.id, { [field]: 'Mine' }, { base, offline: true })
  expect(await device.push(op)).toMatchObject([{ status: 'conflict', asks: [field] }])
  return op.mid
}
const newTask = () => admin.need('POST', '/task', { title: 'Call back', assignedTo: desk.userId })

describe('stuck work of others is decided about', () => {
  it.each([
    ['task', '/task', 'title', newTask],
    [
      'customer',
      '/customer',
      'name',
      () => admin.need('POST', '/customer', { name: 'Asha', phones: [{ number: '9876512345' }] }),
    ],
    ['source', '/list/source', 'label', () => admin.need('POST', '/list/source', { label: 'Fair' })],
  ])('by the administrator of the first start: a %s', async (name, path, field, make) => {
    const row = await make()
    const mid = await stuckChange(name, path, row, field)
    expect(await listed(admin)).toMatchObject([{ mid, module: name, mayApply: true }])
    await decide(admin, mid, row.version + 1, { [field]: 'Theirs' })
    expect(await admin.need('GET', `${path}/${row.id}`)).toMatchObject({ [field]: 'Mine' })
    expect(await listed(admin)).toEqual([])
  })

  it('by whom the administrator gives it to, and by nobody else', async () => {
    const lead = { name: 'Shift lead', permissions: ['90-a', '90-c', '90-d'], approves: ['task'] }
    await admin.need('POST', '/role', lead)
    const [leader, reader] = [await withRole('Shift lead'), await withRole('Desk')]
    const row = await newTask()
    const mid = await stuckChange('task', '/task', row, 'title')
    expect(await listed(reader)).toEqual([])
    expect(await listed(leader)).toMatchObject([{ mid }])
    await decide(leader, mid, row.version + 1, { title: 'Theirs' })
    expect(await admin.need('GET', `/task/${row.id}`)).toMatchObject({ title: 'Mine' })
  })

  it('of lists by nobody who merely edits them', async () => {
    const row = await admin.need('POST', '/list/source', { label: 'Radio' })
    const mid = await stuckChange('source', '/list/source', row, 'label')
    expect(await listed(await withRole('Desk'))).toEqual([])
    expect(await listed(admin)).toMatchObject([{ mid }])
  })
})

it('the administrator supervises every module whose changes may wait on a device', async () => {
  const me = (await admin.need('GET', '/auth/me')) as unknown as { actor: { approves: string[] } }
  const { approves } = me.actor
  const waiting = Object.values(register).filter(({ offline, list }) => offline.write && !list)
  const unnamed = waiting.filter(({ name }) => !approves.includes(name)).map(({ name }) => name)
  expect(unnamed.toSorted()).toEqual(['part', 'partProblem', 'product'])
})
