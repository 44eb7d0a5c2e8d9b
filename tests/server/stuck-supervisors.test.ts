import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StuckWork } from '#contract/calls/stuck.ts'
import type { Task } from '#contract/modules/desk/task.ts'
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
  const { token, userId } = (await server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload })).json<{
    token: string
    userId: number
  }>()
  const headers = { authorization: `Bearer ${token}` }
  admin = asPerson(server, { userId, roleId: 0, username: 'admin', token, revocation: '', headers })
  await admin.ask('POST', '/auth/confirm-password', { password })
  desk = await withRole('Desk')
  device = httpDevice(server.app, desk)
})
afterAll(() => server?.close())

/** Somebody with exactly this role, which is there already. */
async function withRole(name: string): Promise<Person> {
  const person = asPerson(server, await signedIn(server))
  await giveRole(person, name)
  return person
}
async function giveRole({ userId }: Person, name: string) {
  const { rows } = (await admin.need('GET', '/role')) as unknown as { rows: Row[] }
  const { id } = rows.find(role => role.name === name)!
  await admin.need('PATCH', `/user/${userId}`, { roles: [id] }, 1)
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

describe('what somebody else decides about keeps its author', () => {
  const remark = async (text: string) => ({ id: await device.newId(), text, at: null, by: null })
  /** The desk says something with a title that somebody else was faster with. */
  const stuckRemark = async () => {
    const row = await newTask()
    await admin.need('PATCH', `/task/${row.id}`, { title: 'Theirs' }, row.version)
    const args = { title: 'Mine', taskRemarks: [await remark('Line is busy')] }
    const base = { version: row.version, fields: { title: row.title, taskRemarks: [] } }
    const op = device.op('task.change', row.id, args, { base, offline: true })
    expect(await device.push(op)).toMatchObject([{ status: 'conflict', asks: ['title'] }])
    return op
  }
  const seen = { version: 2, fields: { title: 'Theirs', taskRemarks: [] } }
  const saidOn = async (id: number) => {
    const { taskRemarks } = (await admin.need('GET', `/task/${id}`)) as unknown as Task
    return taskRemarks.map(({ text, by }) => [text, by])
  }

  it('where it is kept as they wanted: a remark is theirs, and history says who let it through', async () => {
    const op = await stuckRemark()
    await decide(admin, op.mid, seen.version, seen.fields)
    expect(await saidOn(op.id)).toEqual([['Line is busy', desk.userId]])
    expect(await admin.need('GET', `/task/${op.id}`)).toMatchObject({ title: 'Mine', updatedBy: admin.userId })
  })

  it('where it is edited, and what is added then is of whoever adds it', async () => {
    const op = await stuckRemark()
    const args = {
      title: 'Both',
      taskRemarks: [...(op.args.taskRemarks as object[]), { text: 'Try the other number' }],
    }
    await admin.need('POST', '/sync/stuck/decide', { stuck: op.mid, mid: v7(), how: 'edit', base: seen, args })
    expect(await saidOn(op.id)).toEqual([
      ['Line is busy', desk.userId],
      ['Try the other number', admin.userId],
    ])
  })

  it('a new task is from them, and what they did with one was done by them', async () => {
    const reader = asPerson(server, await signedIn(server, { permissions: ['90-a'] }))
    const theirs = httpDevice(server.app, reader)
    const made = theirs.op('task.create', await theirs.newId(), { title: 'Call back', assignedTo: desk.userId })
    const row = await newTask()
    const finished = theirs.op('task.finish', row.id, {}, { base: { version: row.version, fields: {} } })
    expect(await theirs.push(made, finished)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    for (const { mid } of [made, finished])
      await admin.need('POST', '/sync/stuck/decide', { stuck: mid, mid: v7(), how: 'keep' })
    expect(await admin.need('GET', `/task/${made.id}`)).toMatchObject({
      createdBy: admin.userId,
      assignedBy: reader.userId,
      passedBy: reader.userId,
    })
    expect(await admin.need('GET', `/task/${row.id}`)).toMatchObject({
      updatedBy: admin.userId,
      endedBy: reader.userId,
    })
  })
})

it('a note stays its author’s, who can reword it', async () => {
  const author = asPerson(server, await signedIn(server, { permissions: ['90-a'] }))
  const theirs = httpDevice(server.app, author)
  const { id: record } = await newTask()
  const id = await theirs.newId()
  const note = theirs.op('task.note', record, { id, text: 'Line is busy' }, { lane: `task:${id}` })
  expect(await theirs.push(note)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  await admin.need('POST', '/sync/stuck/decide', { stuck: note.mid, mid: v7(), how: 'keep' })
  await giveRole(author, 'Desk')
  const said = { text: 'Line is busy all day', madeBy: author.userId }
  expect(await author.need('PATCH', `/note/${id}`, { text: said.text })).toMatchObject(said)
  expect(await admin.need('GET', `/task/${record}/notes`)).toMatchObject({ notes: [said] })
})

it('the administrator supervises every module whose changes may wait on a device', async () => {
  const me = (await admin.need('GET', '/auth/me')) as unknown as { actor: { approves: string[] } }
  const { approves } = me.actor
  const waiting = Object.values(register).filter(({ offline, list }) => offline.write && !list)
  const unnamed = waiting
    .filter(({ name, approvedAs = name }) => !approves.includes(approvedAs))
    .map(({ name }) => name)
  expect(unnamed.toSorted()).toEqual(['part', 'partProblem', 'product'])
})
