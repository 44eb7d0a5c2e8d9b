import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { placeOf } from '#server/lib/place.ts'
import { addItem, asPerson, type Person, type Reply } from '../support/access.ts'
import { PASSWORD, passwordHash } from '../support/accounts.ts'
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
  server = await startApp({ env: { trustProxy: ['127.0.0.1'] } })
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

describe('a link to choose a password', () => {
  it('that somebody made and kept opens nothing once its person may do more than they', async () => {
    const manager = await person({ permissions: managing })
    const role = await boss.need('POST', '/role', { name: 'Sells', permissions: ['20-a'] })
    const row = await manager.need('POST', '/user', newcomer())
    const opens = async (link: string) =>
      (await server.app.inject({ method: 'POST', url: '/api/auth/link', payload: { token: link.split('token=')[1] } }))
        .statusCode
    const invited = async (by: Person) =>
      ((await by.need('POST', '/access/invite', { user: row.id })) as unknown as { link: string }).link
    const kept = await invited(manager)
    expect(await opens(kept)).toBe(200)
    const now = await boss.need('GET', `/user/${row.id}`)
    await boss.need('PATCH', `/user/${row.id}`, { roles: [role.id] }, now.version)
    expect(await opens(kept)).toBe(400)
    const choose = { token: kept.split('token=')[1], password: 'three-slow-otters-77' }
    expect(await boss.ask('POST', '/auth/reset-password', choose)).toMatchObject({ status: 400 })
    expect(await opens(await invited(boss))).toBe(200)
  })
})

describe('somebody who is switched off while they sign in', () => {
  it('has no session that comes to life when they are let in again', async () => {
    const late = await person({ passwordHash: await passwordHash() })
    const { pool } = server.database
    await pool.query('delete from user_session where user_id = $1', [late.userId])
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`update app_user set stage = 'off' where id = $1`, [late.userId])
    const signingIn = server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { username: late.username, password: PASSWORD },
    })
    const waits = async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length === 0) throw new Error('Nobody waits for the other transaction.')
    }
    await Promise.race([signingIn, vi.waitFor(waits, 10_000)])
    await client.query('commit')
    client.release()
    expect((await signingIn).statusCode).toBe(400)
    expect((await pool.query('select 1 from user_session where user_id = $1', [late.userId])).rows).toEqual([])
  })
})

describe('the password of the mail server', () => {
  it('is for that server alone: whoever names another one has to know it', async () => {
    const { pool } = server.database
    await pool.query(
      `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone, mail_host, mail_port)
       values (7, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata', 'mail.kiran.example', 587)`,
    )
    const setter = await person({ permissions: ['60-c', '61-c', '113-c', '113-d'] })
    const isSet = async () =>
      ((await setter.need('GET', '/mail/state')) as unknown as { hasPassword: boolean }).hasPassword
    const change = async (fields: object) => {
      const now = await setter.need('GET', '/general-setting/7')
      return setter.need('PATCH', '/general-setting/7', fields, now.version)
    }
    for (const elsewhere of [{ mailHost: 'mine.example' }, { mailPort: 2525 }, { mailSecurity: 'none' }]) {
      await setter.need('POST', '/mail/password', { password: 'a password that is not mine' })
      await change({ mailFrom: 'desk@kiran.example', mailUser: 'desk', companyName: Object.keys(elsewhere)[0] })
      expect(await isSet()).toBe(true)
      await change(elsewhere)
      expect(await isSet(), JSON.stringify(elsewhere)).toBe(false)
    }
  })
})

describe('guesses at one account', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
  ])('from %s are counted at %s', (address, place) => {
    expect(placeOf(address)).toBe(place)
  })

  it('wait though every one comes from another address of the same network', async () => {
    await server.database.pool.query('delete from rate_limit')
    const sweep = (n: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/link',
        payload: { token: 'x'.repeat(43) },
        headers: { 'x-forwarded-for': `2001:db8:7:7::${n.toString(16)}`, 'x-forwarded-proto': 'https' },
      })
    for (let n = 1; n <= 50; n += 1) expect((await sweep(n)).statusCode).toBe(400)
    expect((await sweep(51)).statusCode).toBe(429)
  })

  it('share one counter, in whatever letters its name is written', async () => {
    await person({ username: 'kiran-iyer' })
    const guess = async (username: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/auth/sign-in',
          payload: { username, password: 'wrong' },
        })
      ).statusCode
    for (const name of ['kiran-iyer', 'KIRAN-IYER', ' kiran-iyer ', 'Kiran-Iyer', 'kiran-iyer'])
      expect(await guess(name)).toBe(400)
    expect(await guess('\u212airan-iyer')).toBe(429)
    // Lower case of this letter is two characters here and one in the database: it must name nobody.
    await guess('kiran-\u0130yer')
    const { rows } = await server.database.pool.query(
      `select subject from audit_event where kind = 'sign-in-failed' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ subject: null }])
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
