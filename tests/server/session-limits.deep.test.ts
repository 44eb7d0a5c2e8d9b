import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  endPersonSessionsCall,
  endSessionsCall,
  ownProfileCall,
  personSessionsCall,
  profileCall,
  sessionsCall,
  type SessionRow,
} from '#contract/calls/access.ts'
import { changePasswordCall, confirmPasswordCall } from '#contract/calls/password.ts'
import { doorCall, meCall, signOutCall } from '#contract/calls/session.ts'
import { leaseCall, pullCall, snapshotCall } from '#contract/calls/sync.ts'
import { tidyAccounts } from '#server/calls/tidy.ts'
import { PASSWORD, passwordHash, startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const seniors = ['60-a', '60-c', '60-d', '30-a']

let server: Accounts
beforeAll(async () => {
  server = await startAccounts()
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
  )
})
afterAll(() => server.close())

const person = async (rights: Parameters<typeof signedIn>[1] = {}) =>
  signedIn(server, { confirmed: false, ...rights, passwordHash: await passwordHash() })
const me = (as: { token: string }, headers: Record<string, string> = {}) => server.call(meCall, {}, as, { headers })
const rowsOf = async (as: { token: string }): Promise<SessionRow[]> =>
  sessionsCall.output.parse((await server.call(sessionsCall, {}, as)).json()).rows
const messageOf = async (as: { token: string }) => {
  const answer = await me(as)
  expect(answer.statusCode).toBe(401)
  expect(answer.json().code).toBe('signed-out')
  return answer.json().message as string
}
/** Moves the session's clock back: nobody was there for so long, and it was opened so long ago. */
const age = (who: SignedIn, { idle = 0, life = idle }: { idle?: number; life?: number }) =>
  server.sql(
    `update user_session set seen_at = now() - make_interval(secs => $2), created_at = now() - make_interval(secs => $3) where user_id = $1`,
    [who.userId, idle, life],
  )

const DAY = 86_400
const percent = (n: number, whole: number) => (whole * n) / 100

describe('a session lives as long as it may', () => {
  test.each([
    ['one that is not kept, without work', false, 1_800, 43_200],
    ['one that is kept, without work', true, 7 * DAY, 14 * DAY],
  ])('%s: at every hundredth of the limits, and not beyond', async (_name, keep, idle, life) => {
    const who = await person()
    await server.sql('update user_session set keep = $2 where user_id = $1', [who.userId, keep])
    for (let n = 0; n < 100; n += 1) {
      await age(who, { idle: percent(n, idle), life: percent(n, idle) })
      expect((await me(who)).statusCode, `${n} % without work`).toBe(200)
      await age(who, { idle: 60, life: percent(n, life) })
      expect((await me(who)).statusCode, `${n} % of its life`).toBe(200)
    }
    await age(who, { idle: percent(101, idle) })
    expect(await messageOf(who)).toContain('not active for a while')
    await age(who, { idle: 60, life: percent(101, life) })
    expect(await messageOf(who)).toContain('as long as a session lasts')
  })

  test('the general setting says how long a kept one lives, from the next request on', async () => {
    const who = await person()
    await age(who, { idle: 2.5 * DAY, life: 8 * DAY })
    expect((await me(who)).statusCode).toBe(200)
    await server.sql('update general_setting set idle_days = 2')
    expect((await me(who)).statusCode).toBe(401)
    await server.sql('update general_setting set idle_days = 3')
    expect((await me(who)).statusCode).toBe(200)
    await server.sql('update general_setting set absolute_days = 7')
    expect((await me(who)).statusCode).toBe(401)
    await server.sql('update general_setting set idle_days = 7, absolute_days = 14')
  })

  test('what a device asks by itself keeps it from nothing; what a person does, does', async () => {
    const who = await person()
    const idle = async () => {
      const [row] = await server.sql<{ s: number }>(
        'select round(extract(epoch from now() - seen_at))::int as s from user_session where user_id = $1',
        [who.userId],
      )
      return row!.s
    }
    const polls = [
      () => server.call(meCall, {}, who),
      () => server.call(pullCall, {}, who),
      () => server.call(snapshotCall, {}, who),
      () => server.call(leaseCall, { deviceId: randomUUID() }, who),
      () => server.call(sessionsCall, {}, who, { headers: { 'x-active': '0' } }),
    ]
    for (const poll of polls) {
      await age(who, { idle: 600 })
      expect((await poll()).statusCode).toBe(200)
      expect(await idle()).toBeGreaterThanOrEqual(600)
    }
    const doings = [
      () => server.call(sessionsCall, {}, who),
      () => me(who, { 'x-active': '1' }),
      () => server.call(pullCall, {}, who, { headers: { 'x-active': '1' } }),
    ]
    for (const doing of doings) {
      await age(who, { idle: 600 })
      expect((await doing()).statusCode).toBe(200)
      expect(await idle()).toBeLessThan(60)
    }
  })

  test('a device is told how long its session lasts, when it is opened and whenever it asks', async () => {
    const who = await person()
    for (const [keep, idleMinutes, life] of [
      [false, 30, 43_200],
      [true, 7 * 24 * 60, 14 * DAY],
    ] as const) {
      const opened = (await server.signIn({ username: who.username, keep })).json()
      const until = Date.parse(opened.lasts.until)
      expect(opened.lasts).toMatchObject({ idleMinutes, days: 14 })
      expect(Math.abs(until - Date.now() - life * 1_000)).toBeLessThan(60_000)
      expect((await me(opened)).json().lasts).toEqual(opened.lasts)
    }
  })

  test('the door says whether strangers may sign up and how long one is kept', async () => {
    await server.sql('update general_setting set sign_up = false, absolute_days = 30')
    expect((await server.call(doorCall, {})).json()).toEqual({ signUp: false, keepDays: 30 })
    await server.sql('update general_setting set sign_up = true, absolute_days = 14')
    expect((await server.call(doorCall, {})).json()).toEqual({ signUp: true, keepDays: 14 })
  })
})

describe('where somebody is signed in', () => {
  test('is told with browser and system in words, the one that asks first, and when each ends', async () => {
    const who = await person()
    const kept = (
      await server.signIn(
        { username: who.username, keep: false },
        { headers: { 'user-agent': chromeOnAndroid }, remoteAddress: '127.0.7.7' },
      )
    ).json()
    const rows = (await rowsOf(kept)).filter(row => !row.other)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ current: true, device: 'Chrome on Android', address: '127.0.7.7', keep: false })
    expect(rows[1]).toMatchObject({ current: false, device: 'Unknown device', keep: true })
    const lives = rows.map(row => (Date.parse(row.endsAt) - Date.parse(row.seenAt)) / 1_000)
    expect(lives).toEqual([1_800, 7 * DAY])
    // Nothing was thrown away there, so that nothing is said of it.
    const keys = [...Object.keys(rows[0]!), 'lost'].sort()
    expect(keys).toEqual(Object.keys(sessionsCall.output.shape.rows.def.element.shape).sort())
  })

  test('one can be ended, at once, or all but the one that asks', async () => {
    const who = await person()
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await server.signIn({ username: who.username })).json()),
    )
    const [first] = (await rowsOf(tokens[0])).filter(row => row.current)
    expect((await server.call(endSessionsCall, { id: first!.id }, tokens[1])).json()).toEqual({ ended: 1 })
    expect(await messageOf(tokens[0])).toContain('ended from another of your devices')
    expect((await me(tokens[1])).statusCode).toBe(200)
    expect((await server.call(endSessionsCall, {}, tokens[1])).json()).toEqual({ ended: 2 })
    expect((await me(who)).statusCode).toBe(401)
    expect((await me(tokens[2])).statusCode).toBe(401)
    expect((await me(tokens[1])).statusCode).toBe(200)
  })

  test('a session of somebody else is not theirs to end', async () => {
    const [mine, other] = [await person(), await person()]
    const [row] = await rowsOf(other)
    expect((await server.call(endSessionsCall, { id: row!.id }, mine)).json()).toEqual({ ended: 0 })
    expect((await me(other)).statusCode).toBe(200)
  })

  test('ten at most: with the next one, the one unused longest ends and says so', async () => {
    const who = await person()
    const tokens = []
    for (let n = 0; n < 9; n += 1) tokens.push((await server.signIn({ username: who.username })).json())
    expect(await rowsOf(who)).toHaveLength(10)
    await age(who, { idle: 5 })
    await server.sql(
      `update user_session set seen_at = now() - interval '1 hour' where id = (
      select id from user_session where user_id = $1 order by created_at, id limit 1 offset 4)`,
      [who.userId],
    )
    const [oldest] = (await rowsOf(who)).slice(-1)
    const extra = await Promise.all([1, 2, 3].map(() => server.signIn({ username: who.username })))
    expect(extra.map(answer => answer.statusCode)).toEqual([200, 200, 200])
    const live = await rowsOf(extra[0]!.json())
    expect(live).toHaveLength(10)
    expect(live.map(row => row.id)).not.toContain(oldest!.id)
    const [row] = await server.sql('select ended_because from user_session where id = $1', [oldest!.id])
    expect(row).toEqual({ ended_because: 'too-many' })
    const statuses = await Promise.all([who, ...tokens].map(token => me(token)))
    const out = statuses.filter(answer => answer.statusCode === 401)
    expect(out).toHaveLength(3)
    for (const answer of out) expect(answer.json().message).toContain('on many other devices')
  })

  test('an administrator sees another person’s without the address and ends them, once the password was typed', async () => {
    const [senior, who] = [await person({ permissions: seniors }), await person({ permissions: ['30-a'] })]
    const rows = (await server.call(personSessionsCall, { user: who.userId }, senior)).json().rows as SessionRow[]
    expect(rows).toMatchObject([{ current: false, address: null }])
    const end = () => server.call(endPersonSessionsCall, { user: who.userId }, senior)
    expect((await end()).json()).toMatchObject({ code: 'confirm-needed' })
    expect((await me(who)).statusCode).toBe(200)
    await server.sql('update user_session set confirmed_at = now() where user_id = $1', [senior.userId])
    expect((await end()).json()).toEqual({ ended: 1 })
    expect(await messageOf(who)).toContain('An administrator has ended this session')
    const [event] = await server.sql(
      `select actor, subject, details from audit_event where kind = 'sessions-ended' order by id desc limit 1`,
    )
    expect(event).toEqual({ actor: senior.userId, subject: who.username, details: { ended: 1, user: who.userId } })
  })

  test('nobody ends the sessions of somebody stronger, or of somebody out of their reach', async () => {
    const senior = await person({ permissions: seniors, confirmed: true })
    const stronger = await person({ permissions: [...seniors, '61-c'] })
    const refused = await server.call(endPersonSessionsCall, { user: stronger.userId }, senior)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    const narrow = await person({ permissions: seniors, scopes: { user: 'branch' }, confirmed: true })
    for (const call of [personSessionsCall, endPersonSessionsCall] as const)
      expect((await server.call(call, { user: stronger.userId }, narrow)).statusCode).toBe(404)
    expect((await server.call(personSessionsCall, { user: 424_242 }, senior)).statusCode).toBe(404)
    expect((await me(stronger)).statusCode).toBe(200)
  })
})

describe('somebody who is switched off', () => {
  test('is out at once, hears why, and stays out when they are let in again', async () => {
    const who = await person()
    await server.sql(`update app_user set stage = 'off' where id = $1`, [who.userId])
    expect(await messageOf(who)).toContain('switched off')
    expect((await server.call(pullCall, {}, who)).statusCode).toBe(401)
    await server.sql(`update app_user set stage = 'active' where id = $1`, [who.userId])
    expect((await me(who)).statusCode).toBe(401)
    expect((await server.signIn({ username: who.username })).statusCode).toBe(200)
  })

  test('cannot sign in, and neither can somebody who is only invited or was archived', async () => {
    for (const change of [`stage = 'off'`, `stage = 'invited'`, 'archived_at = now()']) {
      const who = await person()
      await server.sql(`update app_user set ${change} where id = $1`, [who.userId])
      expect((await server.signIn({ username: who.username })).statusCode, change).toBe(400)
    }
  })
})

describe('somebody who waits for approval', () => {
  test('sees themselves, their sessions and their password, and nothing else', async () => {
    const who = await person({ stage: 'pending', permissions: seniors })
    const answers = await Promise.all([
      server.call(meCall, {}, who),
      server.call(ownProfileCall, {}, who),
      server.call(sessionsCall, {}, who),
      server.call(profileCall, { phone: '+91 20 5555 1234' }, who),
      server.call(confirmPasswordCall, { password: PASSWORD }, who),
      server.call(changePasswordCall, { password: PASSWORD, newPassword: 'three-slow-otters-77' }, who),
      server.call(endSessionsCall, {}, who),
    ])
    expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 200))
    expect((await server.call(ownProfileCall, {}, who)).json()).toMatchObject({ phone: '+912055551234' })
    const refused = await Promise.all([
      server.call(pullCall, {}, who),
      server.call(snapshotCall, {}, who),
      server.call(personSessionsCall, { user: who.userId }, who),
    ])
    for (const answer of refused) expect(answer.json()).toMatchObject({ code: 'pending' })
    expect((await server.call(signOutCall, {}, who)).statusCode).toBe(200)
  })
})

describe('regular work', () => {
  test('forgets what ended long ago and keeps what can still be told or used', async () => {
    const who = await person()
    const device = randomUUID()
    const { token } = (await server.signIn({ username: who.username, device })).json()
    await server.call(signOutCall, {}, { token })
    await tidyAccounts(server.database.pool, new Date())
    expect(await messageOf({ token })).toContain('signed out')
    await server.sql('insert into link_wish (user_id) values ($1)', [who.userId])
    await tidyAccounts(server.database.pool, new Date(Date.now() + 91 * DAY * 1_000))
    expect(await messageOf({ token })).toBe('Please sign in')
    const left = await server.sql(
      `select (select count(*)::int from link_wish) as wishes, (select count(*)::int from user_session where user_id = $1) as sessions,
         (select count(*)::int from user_device where device_id = $2) as devices`,
      [who.userId, device],
    )
    expect(left).toEqual([{ wishes: 0, sessions: 1, devices: 1 }])
    expect((await me(who)).statusCode).toBe(200)
  })
})
