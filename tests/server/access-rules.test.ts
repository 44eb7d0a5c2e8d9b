import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { actorFrom } from '#contract/actor.ts'
import { register } from '#contract/register.ts'
import type { Problem } from '#contract/problem.ts'
import { requireReach } from '#server/modules/access/reach.ts'
import { addItem, asPerson, type Person, type Reply } from '../support/access.ts'
import { passwordHash } from '../support/accounts.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let server: TestApp
let boss: Person

const person = async (rights: Rights = {}) => asPerson(server, await signedIn(server, rights))
const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d', '52-a']
const everything: Rights = { permissions: allPermissions, approves: recordModuleNames }
const newcomer = (more: object = {}) => {
  const name = `n-${randomUUID().slice(0, 8)}`
  return { name: `Nina ${name}`, username: name, email: `${name}@caredesk.example`, ...more }
}
/** What was written to users and roles so far, by whatever way. */
const written = async () => {
  const { rows } = await server.database.pool.query(
    `select coalesce(max(id), 0) as last from record_history where action <> 'sql'`,
  )
  return rows[0] as unknown
}
const refused = (reply: Reply, field?: string) => {
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  if (field) expect(reply.body.fields).toHaveProperty(field)
  expect(reply.body.message).toMatch(/^[A-Z1-9].*\.$/)
}

beforeAll(async () => {
  server = await startApp()
  boss = await person(everything)
})
afterAll(() => server?.close())

describe('nobody grants what they do not hold', () => {
  it('no permission, of all that there are, in a new role or an old one', async () => {
    const manager = await person({ permissions: managing })
    const mine = await manager.need('POST', '/role', { name: 'Mine', permissions: ['61-a'] })
    const before = await written()
    for (const code of allPermissions.filter(code => !managing.includes(code))) {
      refused(await manager.ask('POST', '/role', { name: `With ${code}`, permissions: ['61-a', code] }), 'permissions')
      refused(await manager.ask('PATCH', `/role/${mine.id}`, { permissions: [code] }, mine.version), 'permissions')
    }
    expect(await written()).toEqual(before)
    expect(await manager.ask('PATCH', `/role/${mine.id}`, { permissions: managing }, mine.version)).toMatchObject({
      status: 200,
    })
  })

  it('no approval', async () => {
    const manager = await person({ permissions: managing, approves: ['order'] })
    refused(await manager.ask('POST', '/role', { name: 'A', approves: ['order', 'payment'] }), 'approves')
    expect(await manager.ask('POST', '/role', { name: 'A', approves: ['order'] })).toMatchObject({ status: 201 })
  })

  it('no wider view: own is less than the branch, the branch less than all', async () => {
    const limited = (scope: 'own' | 'branch') =>
      person({ permissions: [...managing, '20-a'], branch: null, scopes: { order: scope } })
    const own = await limited('own')
    refused(await own.ask('POST', '/role', { name: 'B1', permissions: ['20-a'] }), 'ownOnly')
    refused(await own.ask('POST', '/role', { name: 'B2', permissions: ['20-a'], branchOnly: ['order'] }), 'ownOnly')
    const role = await own.need('POST', '/role', { name: 'B3', permissions: ['20-a'], ownOnly: ['order'] })
    refused(await own.ask('PATCH', `/role/${role.id}`, { ownOnly: [] }, role.version), 'ownOnly')
    const branch = await limited('branch')
    refused(await branch.ask('POST', '/role', { name: 'B4', permissions: ['20-a'] }), 'branchOnly')
    await branch.need('POST', '/role', { name: 'B5', permissions: ['20-a'], branchOnly: ['order'] })
  })

  it('not by giving somebody a role, be it a new person, another or oneself', async () => {
    const manager = await person({ permissions: managing })
    const strong = await boss.need('POST', '/role', { name: 'Strong', permissions: ['61-a', '20-a'] })
    const weak = await boss.need('POST', '/role', { name: 'Weak', permissions: ['61-a'] })
    refused(await manager.ask('POST', '/user', newcomer({ roles: [weak.id, strong.id] })), 'roles')
    const made = await manager.need('POST', '/user', newcomer({ roles: [weak.id] }))
    refused(await manager.ask('PATCH', `/user/${made.id}`, { roles: [strong.id] }, made.version), 'roles')
    const me = await manager.need('GET', `/user/${manager.userId}`)
    refused(await manager.ask('PATCH', `/user/${me.id}`, { roles: [manager.roleId, strong.id] }, me.version), 'roles')
    expect(await boss.ask('PATCH', `/user/${made.id}`, { roles: [strong.id] }, made.version)).toMatchObject({
      status: 200,
    })
  })

  it('not by a branch: who sees one branch gives no other, not even to themselves', async () => {
    const here = await boss.need('POST', '/dealer-branch', { name: 'Here' })
    const there = await boss.need('POST', '/dealer-branch', { name: 'There' })
    const rights: Rights = { permissions: [...managing, '20-a'], scopes: { order: 'branch' }, branch: here.id }
    const manager = await person(rights)
    const role = await manager.need('POST', '/role', { name: 'Seller', permissions: ['20-a'], branchOnly: ['order'] })
    refused(await manager.ask('POST', '/user', newcomer({ roles: [role.id], branch: there.id })), 'branch')
    await manager.need('POST', '/user', newcomer({ roles: [role.id], branch: here.id }))
    const me = await manager.need('GET', `/user/${manager.userId}`)
    refused(await manager.ask('PATCH', `/user/${me.id}`, { branch: there.id }, me.version), 'branch')
  })

  it('not by statuses that they may not set', async () => {
    const mine = await addItem(boss, 'inquiry-status', { label: 'Mine', stage: 'new' })
    const other = await addItem(boss, 'inquiry-status', { label: 'Other', stage: 'new' })
    const manager = await person({ permissions: managing, statusPermission: [mine.id] })
    const roles = [manager.roleId]
    refused(await manager.ask('POST', '/user', newcomer({ roles })), 'anyStatus')
    const some = (items: number[]) => newcomer({ roles, anyStatus: false, inquiryStatuses: items })
    refused(await manager.ask('POST', '/user', some([mine.id, other.id])), 'inquiryStatuses')
    await manager.need('POST', '/user', some([mine.id]))
  })

  it('not by way of a device that sends its work', async () => {
    const manager = await person({ permissions: managing })
    const device = httpDevice(server.app, manager)
    const before = await written()
    const [role] = await device.push(
      device.op('role.create', await device.newId(), { name: 'By push', permissions: ['20-a'] }),
    )
    expect(role).toMatchObject({ status: 'rejected', code: 'forbidden', fields: { permissions: expect.any(String) } })
    const [user] = await device.push(device.op('user.create', await device.newId(), newcomer({ roles: [boss.roleId] })))
    expect(user).toMatchObject({ status: 'rejected', code: 'forbidden', fields: { roles: expect.any(String) } })
    expect(await written()).toEqual(before)
  })
})

describe('nobody touches what is stronger', () => {
  it('a role that holds more is neither changed, archived nor restored', async () => {
    const manager = await person({ permissions: managing })
    const strong = await boss.need('POST', '/role', { name: 'Stronger', permissions: ['20-a'] })
    refused(await manager.ask('PATCH', `/role/${strong.id}`, { about: 'mine now' }, strong.version))
    refused(await manager.ask('PATCH', `/role/${strong.id}`, { permissions: [] }, strong.version))
    refused(await manager.ask('DELETE', `/role/${strong.id}`))
    const gone = await boss.need('DELETE', `/role/${strong.id}`)
    refused(await manager.ask('POST', `/role/${strong.id}/restore`))
    expect(gone.archivedAt).not.toBeNull()
  })

  it('a person who may do more is neither changed, switched off, let in, archived nor restored', async () => {
    const manager = await person({ permissions: managing })
    const strong = await person({ permissions: ['20-a'] })
    const before = await written()
    const row = await manager.need('GET', `/user/${strong.userId}`)
    refused(await manager.ask('PATCH', `/user/${row.id}`, { email: 'mine@caredesk.example' }, row.version))
    refused(await manager.ask('PATCH', `/user/${row.id}`, { roles: [] }, row.version))
    refused(await manager.ask('POST', `/user/${row.id}/switchOff`))
    refused(await manager.ask('DELETE', `/user/${row.id}`))
    expect(await written()).toEqual(before)

    const off = await boss.need('POST', `/user/${row.id}/switchOff`)
    refused(await manager.ask('POST', `/user/${row.id}/activate`))
    await boss.need('DELETE', `/user/${row.id}`)
    refused(await manager.ask('POST', `/user/${row.id}/restore`))
    expect(off.stage).toBe('off')

    const equal = await person({ permissions: managing })
    await manager.need('POST', `/user/${equal.userId}/switchOff`)
  })

  it('nor sent a link or signed out: the check that such calls ask says so, and hides who is out of reach', async () => {
    const { pool } = server.database
    const branch = await boss.need('POST', '/dealer-branch', { name: 'Reach' })
    const manager = await person({ permissions: managing })
    const limited = await person({ permissions: managing, scopes: { user: 'branch' }, branch: branch.id })
    const strong = await person({ permissions: ['20-a'] })
    const near = await person({ permissions: ['52-a'], branch: branch.id })
    const actorOf = async (someone: Person) => {
      const { actor } = (await someone.need('GET', '/auth/me')) as unknown as { actor: Parameters<typeof actorFrom>[0] }
      return actorFrom(actor)
    }
    const ask = async (someone: Person, id: number) =>
      requireReach(pool, register, await actorOf(someone), id).then(
        user => user.id,
        (problem: unknown) => (problem as Problem).code,
      )
    expect(await ask(manager, near.userId)).toBe(near.userId)
    expect(await ask(manager, strong.userId)).toBe('forbidden')
    expect(await ask(limited, near.userId)).toBe(near.userId)
    expect(await ask(limited, strong.userId)).toBe('not-found')
    expect(await ask(boss, strong.userId)).toBe(strong.userId)
  })
})

describe('a role', () => {
  it('that people have stays, and says how many', async () => {
    const role = await boss.need('POST', '/role', { name: 'Held', permissions: ['52-a'] })
    const one = await boss.need('POST', '/user', newcomer({ roles: [role.id] }))
    await boss.need('POST', '/user', newcomer({ roles: [role.id] }))
    expect(await boss.ask('DELETE', `/role/${role.id}`)).toMatchObject({
      status: 422,
      body: { code: 'not-now', message: '2 people have this role. Take it from them first.' },
    })
    await boss.need('DELETE', `/user/${one.id}`)
    expect((await boss.ask('DELETE', `/role/${role.id}`)).body.message).toMatch(/^1 person has/)
  })

  it('has a name of its own, in whatever case', async () => {
    await boss.need('POST', '/role', { name: 'Night shift' })
    expect(await boss.ask('POST', '/role', { name: 'night SHIFT' })).toMatchObject({
      status: 400,
      body: { fields: { name: 'There is a role “Night shift” already.' } },
    })
  })
})

describe('a person', () => {
  it('has a username and an e-mail address that nobody else has, in whatever case', async () => {
    await boss.need('POST', '/user', newcomer({ username: 'Asha.Rao', email: 'asha@caredesk.example' }))
    const again = (more: object) => boss.ask('POST', '/user', newcomer(more))
    expect(await again({ username: 'asha.rao' })).toMatchObject({
      status: 400,
      body: { fields: { username: 'Somebody has this username already.' } },
    })
    expect(await again({ email: 'ASHA@caredesk.example' })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Somebody has this e-mail address already.' } },
    })
  })

  it.each(['asha@caredesk', 'ash a', '.asha', 'आशा', 'ab'])('is never called %s at the door', async username => {
    const { status, body } = await boss.ask('POST', '/user', newcomer({ username }))
    expect(status).toBe(400)
    expect(body.fields).toEqual({ username: expect.stringMatching(/Letters, digits|At least 3/) })
  })

  it('who waits with somebody’s e-mail address is not let in with it, but can be turned away', async () => {
    const known = await boss.need('POST', '/user', newcomer())
    const waiting = await person({
      stage: 'pending',
      email: String(known.email).toUpperCase(),
      passwordHash: await passwordHash(),
    })
    const answer = await boss.ask('POST', `/user/${waiting.userId}/activate`)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: 'Somebody has this e-mail address already.' } },
    })
    await boss.need('POST', `/user/${waiting.userId}/switchOff`)
    await boss.need('DELETE', `/user/${known.id}`)
    expect(await boss.need('POST', `/user/${waiting.userId}/activate`)).toMatchObject({ stage: 'active' })
  })

  it('who is switched off or archived is signed out at once, and stays out after coming back', async () => {
    const off = await person({ permissions: ['52-a'] })
    const archived = await person({ permissions: ['52-a'] })
    await boss.need('POST', `/user/${off.userId}/switchOff`)
    await boss.need('DELETE', `/user/${archived.userId}`)
    expect((await off.ask('GET', '/dealer-branch')).status).toBe(401)
    expect((await archived.ask('GET', '/dealer-branch')).status).toBe(401)
    await boss.need('POST', `/user/${off.userId}/activate`)
    expect((await off.ask('GET', '/dealer-branch')).status).toBe(401)
  })

  it('who is added waits for an invitation; stage, picture and invitation are not theirs to write', async () => {
    expect(await boss.need('POST', '/user', newcomer())).toMatchObject({
      stage: 'invited',
      avatar: null,
      invitedAt: null,
    })
    for (const field of ['stage', 'avatar', 'invitedAt', 'passwordHash', 'password']) {
      const { status, body } = await boss.ask('POST', '/user', newcomer({ [field]: 'active' }))
      expect(status).toBe(400)
      expect(body.fields).toHaveProperty(field)
    }
  })
})

describe('users, roles and the general setting take a password that was typed a moment ago', () => {
  it('from every way that writes them; and the same key counts once it was typed', async () => {
    const unsure = await person({ ...everything, confirmed: false })
    const row = await boss.need('POST', '/user', newcomer())
    const before = await written()
    const key = { 'idempotency-key': randomUUID() }
    const role = { name: 'After the password' }
    const answers = [
      await unsure.ask('POST', '/role', role, undefined, key),
      await unsure.ask('POST', '/user', newcomer()),
      await unsure.ask('PATCH', `/user/${row.id}`, { name: 'Other' }, row.version),
      await unsure.ask('DELETE', `/user/${row.id}`),
      await unsure.ask('POST', `/user/${row.id}/switchOff`),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'confirm-needed' } })
    const device = httpDevice(server.app, unsure)
    const [pushed] = await device.push(device.op('role.create', await device.newId(), { name: 'By push' }))
    expect(pushed).toMatchObject({ status: 'rejected', code: 'confirm_needed' })
    expect(await written()).toEqual(before)
    // What is wrong is said first, and who may not is not asked.
    expect((await unsure.ask('POST', '/user', newcomer({ username: 'a@b' }))).body.code).toBe('invalid')
    expect((await unsure.ask('POST', '/dealer-branch', { name: 'No password for this' })).status).toBe(201)
    const nobody = await person({ permissions: ['52-a'], confirmed: false })
    expect((await nobody.ask('POST', '/role', role)).body.code).toBe('forbidden')

    await server.database.pool.query('update user_session set confirmed_at = now() where user_id = $1', [unsure.userId])
    expect((await unsure.ask('POST', '/role', role, undefined, key)).status).toBe(201)
  })
})
