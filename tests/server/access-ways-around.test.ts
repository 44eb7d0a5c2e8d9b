import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { addItem, asPerson, type Person, type Reply } from '../support/access.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'

let server: TestApp
let boss: Person

const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d', '52-a']
const person = async (rights: Rights = {}) => asPerson(server, await signedIn(server, rights))
const newcomer = (more: object = {}) => {
  const name = `w-${randomUUID().slice(0, 8)}`
  return { name, username: name, email: `${name}@caredesk.example`, ...more }
}
const refused = (reply: Reply, field: string) => {
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(reply.body.fields).toHaveProperty(field)
}

beforeAll(async () => {
  server = await startApp()
  boss = await person({ permissions: allPermissions, approves: recordModuleNames })
})
afterAll(() => server?.close())

describe('a role that people have already', () => {
  it('opens them no status that its author may not set', async () => {
    const mine = await addItem(boss, 'inquiry-status', { label: 'Mine here', stage: 'new' })
    const manager = await person({ permissions: managing, statusPermission: [mine.id] })
    const role = await manager.need('POST', '/role', { name: 'Empty at first' })
    await manager.need('POST', '/user', newcomer({ roles: [role.id], anyStatus: true }))
    refused(await manager.ask('PATCH', `/role/${role.id}`, { permissions: ['52-a'] }, role.version), 'permissions')
    const other = await manager.need('POST', '/role', { name: 'Of nobody yet' })
    await manager.need('POST', '/user', newcomer({ roles: [other.id], anyStatus: false, inquiryStatuses: [mine.id] }))
    await manager.need('PATCH', `/role/${other.id}`, { permissions: ['52-a'] }, other.version)
    await boss.need('PATCH', `/role/${role.id}`, { permissions: ['52-a'] }, role.version)
    // Who may do more already is given nothing new by it.
    await manager.need('PATCH', `/role/${role.id}`, { permissions: ['52-a', '61-a'] }, role.version + 1)
  })

  it('opens them no branch that its author does not see', async () => {
    const here = await boss.need('POST', '/dealer-branch', { name: 'Around here' })
    const there = await boss.need('POST', '/dealer-branch', { name: 'Around there' })
    const rights: Rights = { permissions: [...managing, '20-a'], scopes: { order: 'branch' }, branch: here.id }
    const manager = await person(rights)
    const role = await manager.need('POST', '/role', { name: 'Sellers of nothing' })
    await manager.need('POST', '/user', newcomer({ roles: [role.id], branch: there.id }))
    const seller = { permissions: ['20-a'], branchOnly: ['order'] }
    refused(await manager.ask('PATCH', `/role/${role.id}`, seller, role.version), 'permissions')
    await boss.need('PATCH', `/role/${role.id}`, seller, role.version)
  })
})

describe('the last person who manages access', () => {
  it.each(['ownOnly', 'branchOnly'])('still sees people, whoever asks that %s hides them', async field => {
    const last = await person({ permissions: managing })
    await server.database.pool.query(`update app_user set stage = 'off' where id <> $1`, [last.userId])
    const answer = await last.ask('PATCH', `/role/${last.roleId}`, { [field]: ['user'] }, 1)
    await server.database.pool.query(`update app_user set stage = 'active' where id = $1`, [boss.userId])
    expect(answer).toMatchObject({ status: 422, body: { code: 'not-now' } })
  })
})
