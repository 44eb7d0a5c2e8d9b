import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '#contract/modules/access/user.ts'
import { generalSetting } from '#contract/modules/access/general-setting.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import type { Row } from '#contract/module.ts'
import { byServer } from '#server/crud/by-server.ts'
import { openRecords } from '#server/crud/records.ts'
import { passwords } from '#server/lib/passwords.ts'
import { newAdminPassword } from '#server/seed/admin-password.ts'
import { seed, writerFor } from '#server/seed/seed.ts'
import { asPerson, type Person } from '../support/access.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let server: TestApp
let boss: Person
let setting: Row

const sql = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
const written = () => ({ store: openRecords(server.database), writer: writerFor(register) })
const current = async () => ((await boss.need('GET', '/general-setting')) as unknown as { rows: Row[] }).rows[0]!

beforeAll(async () => {
  server = await startApp()
  await seed(server.database, { adminPassword: 'for the administrator 1' })
  boss = asPerson(server, await signedIn(server, { permissions: allPermissions, approves: recordModuleNames }))
  setting = await current()
})
afterAll(() => server?.close())

describe('the general setting', () => {
  it('is there from the first start, and every screen knows what it says', async () => {
    const changed = await boss.need(
      'PATCH',
      `/general-setting/${setting.id}`,
      { companyName: 'Nivara', currency: 'EUR', timeZone: 'Europe/Berlin', lockMinutes: 3 },
      setting.version,
    )
    expect(changed).toMatchObject({ companyName: 'Nivara', idleDays: 7, absoluteDays: 14, signUp: true })
    const me = (await boss.need('GET', '/auth/me')) as unknown as { house: unknown }
    expect(me.house).toEqual({
      companyName: 'Nivara',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      helpContact: null,
      lockMinutes: 3,
      country: 'IN',
      warrantyStart: 'delivery',
      state: null,
      phone: null,
      address: null,
      taxId: null,
      database: expect.any(String) as unknown,
    })
  })

  it('is one: nobody makes a second or puts it away, by whatever way', async () => {
    const path = `/general-setting/${setting.id}`
    for (const [method, at] of [
      ['POST', '/general-setting'],
      ['DELETE', path],
      ['POST', `${path}/restore`],
    ] as const)
      expect((await boss.ask(method, at, method === 'POST' ? {} : undefined)).status, `${method} ${at}`).toBe(404)
    const device = httpDevice(server.app, boss)
    const input = { companyName: 'Two', currency: 'INR', timeZone: 'Asia/Kolkata' }
    const wishes = [
      device.op('generalSetting.create', await device.newId(), input),
      device.op('generalSetting.archive', setting.id, {}),
      device.op('generalSetting.restore', setting.id, {}),
    ]
    for (const wish of wishes) {
      const [result] = await device.push(wish)
      expect(result, wish.op).toMatchObject({ status: 'rejected', code: 'unknown_op' })
    }
    await expect(
      byServer(written(), { actor: boss.userId, request: null }, deeds => deeds.create(generalSetting, input)),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect(await sql('select count(*) as n from general_setting')).toEqual([{ n: 1 }])
  })

  it.each([
    ['currency', 'INX'],
    ['currency', 'inr'],
    ['timeZone', 'Asia/Poona'],
    ['timeZone', '+05:30'],
    ['absoluteDays', 3],
    ['lockMinutes', 2.5],
    ['idleDays', 0],
    ['mailPort', 70_000],
    ['mailFrom', 'nobody'],
  ])('refuses %s %s, and says so beside it', async (field, value) => {
    const now = await current()
    const { status, body } = await boss.ask('PATCH', `/general-setting/${now.id}`, { [field]: value }, now.version)
    expect(status).toBe(400)
    expect(body.fields).toEqual({ [field]: expect.stringMatching(/\.$/) })
  })

  it('shows the mail server only to those who may change it', async () => {
    const looker = asPerson(server, await signedIn(server, { permissions: ['113-a', '113-d'] }))
    const shown = await looker.need('GET', `/general-setting/${setting.id}`)
    expect(shown).toHaveProperty('companyName')
    for (const field of ['mailHost', 'mailPort', 'mailSecurity', 'mailUser', 'mailFrom']) {
      expect(shown).not.toHaveProperty(field)
      expect(await current()).toHaveProperty(field)
    }
  })

  it('comes to an installation that is older than it, once', async () => {
    await sql('delete from general_setting')
    await Promise.all([seed(server.database), seed(server.database)])
    expect(await sql('select company_name, currency from general_setting')).toEqual([
      { company_name: 'Caredesk', currency: 'INR' },
    ])
    setting = await current()
  })
})

describe('what the server does by itself', () => {
  it('needs no right and keeps every rule; who signs up is their own author', async () => {
    const made = await byServer(written(), { actor: null, request: 'r-1' }, async deeds => {
      const row = await deeds.create(user, {
        name: 'Self',
        username: 'self-made',
        email: 'self@caredesk.example',
        stage: 'pending',
      })
      await deeds.also('insert into user_password (user_id, hash) values ($1, $2)', [row.id, 'hash of a password'])
      return row
    })
    expect(made).toMatchObject({ stage: 'pending', createdBy: made.id, version: 1 })
    const [entry] = await sql(`select action, actor, request_id, after from record_history where record_id = $1`, [
      made.id,
    ])
    expect(entry).toMatchObject({ action: 'create', actor: made.id, request_id: 'r-1', after: { stage: 'pending' } })
    await expect(
      byServer(written(), { actor: null, request: null }, async deeds => {
        await deeds.update(user, made, { name: 'Somebody else' })
        await deeds.create(user, { name: 'Twin', username: 'SELF-MADE', email: 'twin@caredesk.example' })
      }),
    ).rejects.toMatchObject({ details: { fields: { username: 'Somebody has this username already.' } } })
    expect(await sql('select name, version from app_user where id = $1', [made.id])).toEqual([
      { name: 'Self', version: 1 },
    ])
    const active = await byServer(written(), { actor: null, request: null }, deeds =>
      deeds.update(user, made, { stage: 'active', invitedAt: null }),
    )
    expect(active).toMatchObject({ stage: 'active', version: 2, updatedBy: made.id })
  })

  it('keeps no password where history, devices and lists could see it', async () => {
    const hashes = await sql('select hash from user_password')
    expect(hashes.length).toBeGreaterThan(1)
    const kept = JSON.stringify([
      await sql('select * from record_history'),
      await sql('select * from app_user'),
      await boss.need('GET', '/user'),
    ])
    for (const { hash } of hashes) expect(kept).not.toContain(hash)
  })
})

describe('whoever is locked out of the installation', () => {
  it('gets a new one-time password at the machine; sessions end, and only who manages access is helped', async () => {
    const [admin] = await sql(`select id from app_user where username = 'admin'`)
    const matches = async (password: string) => {
      const [row] = await sql('select hash from user_password where user_id = $1', [admin!.id])
      return passwords().matches(row!.hash as string, password)
    }
    const before = await newAdminPassword(server.database)
    expect(before).toMatchObject({ username: 'admin', password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(await matches(before.password)).toBe(true)
    expect(await matches('for the administrator 1')).toBe(false)

    const { token } = (
      await server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        payload: { username: 'admin', password: before.password },
      })
    ).json<{ token: string }>()
    const me = async () =>
      (await server.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await me()).toBe(200)
    const again = await newAdminPassword(server.database, 'ADMIN')
    expect(again.password).not.toBe(before.password)
    expect(await me()).toBe(401)
    await expect(newAdminPassword(server.database, 'self-made')).rejects.toThrow(
      /^self-made does not manage access here\. Say one of: .*admin/,
    )
    expect(await sql(`select subject from audit_event where kind = 'password-set-at-machine'`)).toHaveLength(2)
  })
})
