import { randomUUID } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { meCall, sessionUser, signInCall } from '#contract/calls/session.ts'
import { actorOf } from '#contract/grants.ts'
import { permissions } from '#contract/rules.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { cost } from '#server/lib/password-cost.ts'
import { hashPassword, passwords } from '#server/lib/passwords.ts'
import { newSecret } from '#server/lib/secrets.ts'
import { routesWith } from '#server/routes.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

const PASSWORD = 'grün-pferd-Batterie 42'

let server: TestApp
let asha: SignedIn
const verified: string[] = []
const log: string[] = []
/** Holds every verification up until it is opened. */
let gate: Promise<void> = Promise.resolve()

const signIn = (
  username: string,
  password = PASSWORD,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
) => server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { username, password }, ...more })
const me = (token: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}`, ...headers } })
const sql = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows

beforeAll(async () => {
  const counting = passwords(async (stored, password) => {
    verified.push(stored)
    await gate
    return verify(stored, password)
  }, 2)
  server = await startApp({
    env: { logLevel: 'trace' },
    log: line => void log.push(line),
    routes: routesWith(counting),
  })
  asha = await signedIn(server, {
    username: 'Asha',
    email: 'Asha.Rao@caredesk.example',
    passwordHash: await hashPassword(PASSWORD),
    permissions: permissions(dealerBranch, 'list'),
    statusPermission: [7, 8],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  verified.length = 0
  await sql('delete from rate_limit')
})

test('whoever looks after the server is told which database it works on', async () => {
  const [{ version }] = (await sql(`select current_setting('server_version') as version`)) as [{ version: string }]
  expect((await me(asha.token)).json().house).toMatchObject({ database: version, currency: 'INR' })
})

describe('signing in', () => {
  test('answers a token, the user exactly as the client keeps it, and what the device needs to know', async () => {
    const answer = await signIn('asha')
    expect(answer.statusCode).toBe(200)
    const body = signInCall.output.parse(answer.json())
    expect(Object.keys(answer.json().user).sort()).toEqual(Object.keys(sessionUser.shape).sort())
    expect(body).toMatchObject({
      userId: asha.userId,
      user: { username: 'Asha', permissions: ['52-a'], status_permission: [7, 8] },
      actor: { id: asha.userId, permissions: ['52-a'], branch: null, statusPermission: [7, 8] },
    })
    expect(body.token).toMatch(/^[\w-]{43}$/)
    expect(body.revocation).not.toBe(body.token)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(meCall.output.parse((await me(body.token)).json()).userId).toBe(asha.userId)
  })

  test('takes the username or the e-mail address, in whatever case', async () => {
    for (const name of ['Asha', 'ASHA', ' asha ', 'asha.rao@CAREDESK.example'])
      expect((await signIn(name)).statusCode, name).toBe(200)
  })

  test('never keeps a token: a stolen row of the database opens nothing', async () => {
    const { token, revocation } = (await signIn('asha')).json()
    const [row] = await sql('select * from user_session order by created_at desc limit 1')
    const kept = JSON.stringify({
      ...row,
      token_hash: row.token_hash.toString('base64url'),
      revocation_hash: row.revocation_hash.toString('base64url'),
    })
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(revocation)
    expect((await me(row.token_hash.toString('base64url'))).statusCode).toBe(401)
    expect((await me(revocation)).statusCode).toBe(401)
  })

  test('a wrong password, an unknown name and a person who was switched off get the same answer after the same work', async () => {
    await signedIn(server, { username: 'gone', passwordHash: await hashPassword(PASSWORD), stage: 'off' })
    await signedIn(server, { username: 'invited' })
    const answers = [
      await signIn('asha', 'wrong'),
      await signIn('nobody'),
      await signIn('gone'),
      await signIn('invited'),
    ]
    expect(verified).toHaveLength(4)
    const asked = vi.spyOn(server.database.kept.session.pool, 'query')
    onTestFinished(() => asked.mockRestore())
    const questions = async (name: string, password: string) => {
      asked.mockClear()
      await signIn(name, password)
      // Every few seconds it is looked whether another process has left work behind, whoever signs in.
      return asked.mock.calls.map(([query]) => query as unknown).filter(query => !String(query).includes('work_job'))
    }
    const ofKnown = await questions('asha', 'wrong')
    expect(ofKnown.length).toBeGreaterThan(3)
    expect(await questions('nobody', 'wrong')).toEqual(ofKnown)
    expect(await questions('gone', PASSWORD)).toEqual(ofKnown)
    const shape = verified.slice(0, 4).map(stored => stored.slice(0, stored.lastIndexOf('=') + 2))
    expect(new Set(shape)).toEqual(new Set([`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1`]))
    const same = answers.map(({ statusCode, body, headers }) => {
      const { requestId: _, ...rest } = JSON.parse(body)
      const { date: _d, 'x-request-id': _r, ...kept } = headers
      return { statusCode, rest, kept }
    })
    expect(same[0]).toMatchObject({ statusCode: 400, rest: { code: 'invalid' } })
    for (const other of same) expect(other).toEqual(same[0])
  })

  test('every character of the password counts, and one that can be typed in two ways is one', async () => {
    expect((await signIn('asha', PASSWORD.normalize('NFD'))).statusCode).toBe(200)
    expect((await signIn('asha', `${PASSWORD} `)).statusCode).toBe(400)
    expect((await signIn('asha', PASSWORD.toLowerCase())).statusCode).toBe(400)
  })

  test('refuses what is no sign-in before any hashing', async () => {
    const send = (payload: object) => server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload })
    for (const payload of [
      {},
      { username: 'asha' },
      { username: 'asha', password: 'x'.repeat(1025) },
      { username: 'asha', password: 'x', admin: true },
    ])
      expect((await send(payload)).json()).toMatchObject({ code: 'invalid', fields: expect.any(Object) })
    expect(verified).toEqual([])
  })

  test('at most twenty wait for their turn; the next is told to come back', async () => {
    let open = () => {}
    gate = new Promise(resolve => (open = resolve))
    let answered = 0
    const crowd = Array.from({ length: 30 }, async (_, n) => {
      const answer = await signIn(`crowd-${n}`, 'x', { remoteAddress: `127.0.1.${n}` })
      answered += 1
      return answer
    })
    await vi.waitFor(() => expect(answered).toBe(8), 10_000)
    expect(verified).toHaveLength(2)
    open()
    const all = await Promise.all(crowd)
    const busy = all.filter(answer => answer.statusCode === 503)
    expect(busy).toHaveLength(8)
    expect(verified).toHaveLength(22)
    for (const answer of busy) expect(answer.headers['retry-after']).toBe('2')
    // Whoever was not judged has not failed.
    const [{ failures }] = (await sql(
      `select sum(count)::int as failures from rate_limit where key like 'sign-in:account:%'`,
    )) as [{ failures: number }]
    expect(failures).toBe(22)
  })
})

describe('guessing', () => {
  test('after five failures an account waits, longer each time, and then the right password works', async () => {
    let failedAt = 0
    const fail = async (n = 0) => {
      failedAt = performance.now()
      expect((await signIn('asha', 'wrong', { remoteAddress: `127.0.2.${n}` })).statusCode).toBe(400)
    }
    /** So many seconds, less those that have passed since the failure: checking a password takes its time. */
    const expectWait = async (seconds: number) => {
      const refused = await signIn('ASHA', PASSWORD, { remoteAddress: '127.0.2.99' })
      const passed = (performance.now() - failedAt) / 1_000
      const { code, retryAfter } = refused.json()
      expect({ status: refused.statusCode, code }).toEqual({ status: 429, code: 'too-many' })
      expect(refused.headers['retry-after']).toBe(String(retryAfter))
      expect(retryAfter).toBeLessThanOrEqual(seconds)
      expect(retryAfter).toBeGreaterThanOrEqual(Math.ceil(seconds - passed))
    }
    const later = (seconds: number) =>
      sql(`update rate_limit set resets_at = resets_at - make_interval(secs => $1)`, [seconds])
    for (let n = 0; n < 5; n += 1) await fail(n)
    await expectWait(15)
    expect(verified).toHaveLength(5)
    await expectWait(15)
    await later(15)
    await fail()
    await expectWait(30)
    for (let n = 0; n < 12; n += 1) {
      await later(900)
      await fail()
    }
    await expectWait(900)
    await later(900)
    expect((await signIn('asha')).statusCode).toBe(200)
    // The right person came: the count starts anew.
    expect((await signIn('asha', 'wrong')).statusCode).toBe(400)
    expect((await signIn('asha')).statusCode).toBe(200)
  })

  test('one address may not try one password on every account', async () => {
    await sql(
      `insert into rate_limit (key, count, resets_at) values ('sign-in:address:127.0.3.1', 49, now() + interval '15 minutes')`,
    )
    expect((await signIn('someone', 'x', { remoteAddress: '127.0.3.1' })).statusCode).toBe(400)
    const refused = await signIn('asha', PASSWORD, { remoteAddress: '127.0.3.1' })
    expect(refused.statusCode).toBe(429)
    expect((await signIn('asha', PASSWORD, { remoteAddress: '127.0.3.2' })).statusCode).toBe(200)
  })

  test('an address begins anew a quarter of an hour after its first failure, however busy it is', async () => {
    const from = { remoteAddress: '127.0.3.9' }
    const counted = () => sql(`select count, resets_at from rate_limit where key = 'sign-in:address:127.0.3.9'`)
    await signIn('someone', 'x', from)
    const [first] = await counted()
    await signIn('somebody', 'x', from)
    await signIn('asha', PASSWORD, from)
    expect(await counted()).toEqual([{ count: 2, resets_at: first.resets_at }])
    await sql(`update rate_limit set resets_at = now()`)
    await signIn('someone', 'x', from)
    expect(await counted()).toEqual([{ count: 1, resets_at: expect.not.stringMatching(first.resets_at) }])
  })

  test('of an account makes its own person wait on no device of theirs, and is noticed', async () => {
    const device = randomUUID()
    const from = (body: object) =>
      server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { username: 'asha', ...body } })
    expect((await from({ password: PASSWORD, device })).statusCode).toBe(200)
    for (let n = 0; n < 5; n += 1) await signIn('asha', `guess ${n}`, { remoteAddress: `127.0.5.${n}` })
    expect((await signIn('asha')).statusCode).toBe(429)
    expect((await from({ password: PASSWORD, device: randomUUID() })).statusCode).toBe(429)
    const [alarm] = await sql(
      `select subject, details from audit_event where kind = 'guessing' order by id desc limit 1`,
    )
    expect(alarm).toEqual({ subject: 'Asha', details: { counter: 'sign-in:account' } })
    // The device has a counter of its own, and one that was known to somebody else is no way in.
    for (let n = 0; n < 5; n += 1) expect((await from({ password: `typo ${n}`, device })).statusCode).toBe(400)
    expect((await from({ password: PASSWORD, device })).statusCode).toBe(429)
    await sql(`update rate_limit set resets_at = resets_at - interval '15 seconds' where key like 'sign-in:device:%'`)
    expect((await from({ password: PASSWORD, device: device.toUpperCase() })).statusCode).toBe(200)
    const other = await signedIn(server, { username: 'vikram', passwordHash: await hashPassword(PASSWORD) })
    const asOther = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { username: other.username, password: PASSWORD, device },
    })
    expect(asOther.statusCode).toBe(200)
  })

  test('from one address at many accounts is noticed once', async () => {
    const guess = (n: number) => signIn(`account-${n}`, 'Summer 2026!', { remoteAddress: '127.0.3.77' })
    await sql(
      `insert into rate_limit (key, count, resets_at) values ('sign-in:address:127.0.3.77', 48, now() + interval '15 minutes')`,
    )
    for (let n = 0; n < 4; n += 1) await guess(n)
    const alarms = await sql(
      `select address, details from audit_event where kind = 'guessing' and address = '127.0.3.77'`,
    )
    expect(alarms).toEqual([{ address: '127.0.3.77', details: { counter: 'sign-in:address' } }])
  })

  test('two people, or one person twice, who sign in at the same moment are no guessers', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 8 }, () => signIn('asha', PASSWORD, { remoteAddress: '127.0.3.80' })),
    )
    // Five may be judged at once; whoever is in the line behind them is told to wait, and the next try is good.
    expect(crowd.filter(answer => answer.statusCode === 200).length).toBeGreaterThanOrEqual(5)
    expect((await signIn('asha')).statusCode).toBe(200)
  })

  test('a spoofed forwarding header makes no new address', async () => {
    await sql(
      `insert into rate_limit (key, count, resets_at) values ('sign-in:address:127.0.3.5', 50, now() + interval '15 minutes')`,
    )
    const spoofed = await signIn('asha', PASSWORD, {
      remoteAddress: '127.0.3.5',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(spoofed.statusCode).toBe(429)
  })

  test('only failures count', async () => {
    for (let n = 0; n < 8; n += 1) expect((await signIn('asha')).statusCode).toBe(200)
    const counted = await sql(`select count from rate_limit where key like 'sign-in:%'`)
    expect(counted.map(row => row.count)).toEqual([0])
  })

  test('a thousand guesses at once are no way around', async () => {
    const all = await Promise.all(
      Array.from({ length: 100 }, () => signIn('asha', 'wrong', { remoteAddress: '127.0.4.1' })),
    )
    expect(all.filter(answer => answer.statusCode === 400).length).toBeLessThanOrEqual(5)
    expect(verified.length).toBeLessThanOrEqual(5)
  })

  test('failures outlive a restart of the server', async () => {
    for (let n = 0; n < 5; n += 1) await signIn('asha', 'wrong')
    const second = await startApp({ database: server.database })
    const answer = await second.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { username: 'asha', password: PASSWORD },
    })
    expect(answer.statusCode).toBe(429)
    await second.app.close()
  })
})

describe('a session', () => {
  test('ends at once when it is signed out, and signing out twice is no mistake', async () => {
    const { token } = (await signIn('asha')).json()
    const signOut = () =>
      server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { authorization: `Bearer ${token}` } })
    expect((await me(token)).statusCode).toBe(200)
    expect((await signOut()).statusCode).toBe(200)
    const after = await me(token)
    expect(after.statusCode).toBe(401)
    expect(after.json()).toMatchObject({ code: 'signed-out' })
    expect((await signOut()).statusCode).toBe(200)
    const nobody = await server.app.inject({ method: 'POST', url: '/api/auth/sign-out' })
    expect(nobody.statusCode).toBe(200)
    const emptyJson = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { 'content-type': 'application/json' },
      payload: '',
    })
    expect(emptyJson.statusCode).toBe(200)
    // A page of an earlier build says the handle here.
    const laden = await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', payload: { revocation: 'any' } })
    expect(laden.statusCode).toBe(200)
    const odd = await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', payload: { other: 'any' } })
    expect(odd.statusCode).toBe(400)
  })

  test('can be ended by its revocation secret without a token; that secret ends exactly this session', async () => {
    const [first, second] = [(await signIn('asha')).json(), (await signIn('asha')).json()]
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/revoke',
      payload: { revocation: first.revocation },
    })
    expect(answer.statusCode).toBe(200)
    expect((await me(first.token)).statusCode).toBe(401)
    expect((await me(second.token)).statusCode).toBe(200)
    const unknown = await server.app.inject({
      method: 'POST',
      url: '/api/auth/revoke',
      payload: { revocation: 'nothing' },
    })
    expect(unknown.statusCode).toBe(200)
    // A token is no revocation secret.
    await server.app.inject({ method: 'POST', url: '/api/auth/revoke', payload: { revocation: second.token } })
    expect((await me(second.token)).statusCode).toBe(200)
  })

  test('ends after seven days without a request and after fourteen days whatever happens', async () => {
    const person = await signedIn(server)
    const ages = async (seen: string, created: string) => {
      await sql(
        `update user_session set seen_at = now() - $2::interval, created_at = now() - $3::interval where user_id = $1`,
        [person.userId, seen, created],
      )
      return (await me(person.token)).statusCode
    }
    expect(await ages('6 days 23 hours 59 minutes', '13 days')).toBe(200)
    // A second more: the clock of a machine is set back by a moment now and then.
    expect(await ages('7 days 1 second', '13 days')).toBe(401)
    expect(await ages('1 minute', '13 days 23 hours 59 minutes')).toBe(200)
    expect(await ages('1 minute', '14 days 1 second')).toBe(401)
  })

  test('is kept alive by use', async () => {
    const person = await signedIn(server)
    await sql(`update user_session set seen_at = now() - interval '6 days' where user_id = $1`, [person.userId])
    await me(person.token, { 'x-active': '1' })
    const [row] = await sql(
      `select seen_at > now() - interval '1 minute' as fresh from user_session where user_id = $1`,
      [person.userId],
    )
    expect(row).toEqual({ fresh: true })
  })

  test('has the rights that its person has now, not those of the day it was opened', async () => {
    const person = await signedIn(server, { permissions: ['30-a'] })
    const rights = async () => (await me(person.token)).json().user?.permissions
    expect(await rights()).toEqual(['30-a'])
    await sql(`update role set permissions = '{31-a,31-b}' where id = $1`, [person.roleId])
    expect(await rights()).toEqual(['31-a', '31-b'])
    await sql(`update role set archived_at = now() where id = $1`, [person.roleId])
    expect(await rights()).toEqual([])
    await sql(`update app_user set stage = 'off' where id = $1`, [person.userId])
    expect((await me(person.token)).statusCode).toBe(401)
  })

  test('has changed rights from the very next request on, while others keep the server busy', async () => {
    const person = await signedIn(server, { permissions: ['30-a'] })
    const others = [await signedIn(server), await signedIn(server)]
    const calm = new AbortController()
    const crowd = Array.from({ length: 12 }, async (_, n) => {
      while (!calm.signal.aborted) expect((await me(others[n % 2]!.token)).statusCode).toBe(200)
    })
    try {
      for (let n = 0; n < 30; n += 1) {
        await sql(`update role set permissions = $2 where id = $1`, [person.roleId, [`${n}-a`]])
        const answers = await Promise.all([me(person.token), me(person.token), me(others[0]!.token)])
        expect(answers.map(answer => answer.json().user.permissions)).toEqual([[`${n}-a`], [`${n}-a`], []])
      }
      await sql(`update user_session set ended_at = now() where user_id = $1`, [person.userId])
      expect((await me(person.token)).statusCode).toBe(401)
    } finally {
      calm.abort()
    }
    await Promise.all(crowd)
  })

  test('is looked up together with those of others who ask at the same moment, each with their own answer', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) => signedIn(server, { permissions: [`${n}-b`] })),
    )
    await sql(`update user_session set seen_at = now() - interval '1 day' where user_id = any($1)`, [
      people.map(({ userId }) => userId),
    ])
    const asked = vi.spyOn(server.database.kept.session.pool, 'query')
    onTestFinished(() => asked.mockRestore())
    const answers = await Promise.all([...people, ...people].map(({ token }) => me(token, { 'x-active': '1' })))
    const stranger = me('x'.repeat(43))
    const questions = asked.mock.calls.filter(([query]) => (query as { name?: string }).name === 'sessions-of-tokens')
    expect(answers.map(answer => answer.json().userId)).toEqual([...people, ...people].map(({ userId }) => userId))
    expect(answers.map(answer => answer.json().user.permissions[0])).toEqual(
      answers.map((_, n) => `${n % people.length}-b`),
    )
    expect((await stranger).statusCode).toBe(401)
    expect(questions.length).toBeLessThan(answers.length / 2)
    const seen = await sql(
      `select count(*)::int as n from user_session where user_id = any($1) and seen_at > now() - interval '1 minute'`,
      [people.map(({ userId }) => userId)],
    )
    expect(seen).toEqual([{ n: people.length }])
  })

  test('of a person who waits for approval shows who they are and opens nothing', async () => {
    const person = await signedIn(server, {
      stage: 'pending',
      permissions: ['30-a'],
      passwordHash: await hashPassword(PASSWORD),
    })
    expect((await me(person.token)).json().user.permissions).toEqual([])
    const signed = await signIn(person.username)
    expect(signed.json()).toMatchObject({ user: { permissions: [] }, actor: { permissions: [] } })
    const api = await server.app.inject({ url: '/api/openapi.json', headers: person.headers })
    expect(api.statusCode).toBe(403)
    expect(api.json()).toMatchObject({ code: 'pending' })
  })

  test('has a token of 256 bits that tells nothing and comes once', () => {
    const tokens = Array.from({ length: 100_000 }, newSecret)
    expect(new Set(tokens).size).toBe(tokens.length)
    const bits = tokens.slice(0, 4_000).map(token => Buffer.from(token, 'base64url'))
    expect(new Set(bits.map(bytes => bytes.length))).toEqual(new Set([32]))
    // Every bit is set about half the time; ten standard deviations off would be no chance.
    for (let bit = 0; bit < 256; bit += 1) {
      const set = bits.filter(bytes => (bytes[bit >> 3]! >> (bit & 7)) & 1).length
      expect(Math.abs(set - 2_000), `bit ${bit}`).toBeLessThan(320)
    }
  })

  test('is opened by nothing but its own token', async () => {
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${'A'.repeat(43)}`,
      `Basic ${asha.token}`,
      asha.token,
      `Bearer ${asha.token}x`,
      `Bearer ${asha.token.toLowerCase()}`,
    ])
      expect(
        (await server.app.inject({ url: '/api/auth/me', headers: { authorization } })).statusCode,
        authorization,
      ).toBe(401)
    expect((await server.app.inject(`/api/auth/me?token=${asha.token}`)).statusCode).toBe(401)
  })
})

describe('what is written down', () => {
  test('signing in, failing and signing out, with who and from where', async () => {
    const { token } = (await signIn('asha')).json()
    await signIn('asha', 'wrong')
    await signIn('my-secret-password-typed-as-name')
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { authorization: `Bearer ${token}` },
    })
    const events = await sql(`select kind, actor, subject, address from audit_event order by id desc limit 4`)
    expect(events).toEqual([
      { kind: 'signed-out', actor: asha.userId, subject: null, address: '127.0.0.1' },
      { kind: 'sign-in-failed', actor: null, subject: null, address: '127.0.0.1' },
      { kind: 'sign-in-failed', actor: null, subject: 'Asha', address: '127.0.0.1' },
      { kind: 'signed-in', actor: asha.userId, subject: 'Asha', address: '127.0.0.1' },
    ])
  })

  test('no password and no token reaches the log or the database', async () => {
    const planted = 'planted-password-9f3b'
    await signIn('asha', planted)
    await signIn(planted)
    const { token, revocation } = (await signIn('asha')).json()
    await me(token)
    await server.app.inject({ url: `/api/auth/me?token=${token}`, headers: { authorization: `Bearer ${token}` } })
    server.app.log.info(
      { password: planted, body: { token, nested: { revocation } }, headers: { authorization: token } },
      'careless',
    )
    await server.app.inject({ method: 'POST', url: '/api/auth/revoke', payload: { revocation } })
    expect(log.length).toBeGreaterThan(20)
    expect(log.join('')).toContain('careless')
    const tables = await sql(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    let stored = ''
    for (const { table_name } of tables)
      stored += JSON.stringify(await sql(`select to_jsonb(t) as row from ${table_name} t`))
    for (const secret of [planted, token, revocation, PASSWORD]) {
      expect(log.join('')).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
  })
})

describe('the key that seals what is left unsent', () => {
  const keyOf = async (username: string, device?: string) =>
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        payload: { username, password: PASSWORD, ...(device ? { device } : {}) },
      })
    ).json().sealKey as string

  test('is the same for a person on a device, whenever they come, and another for anybody or anywhere else', async () => {
    const [mine, other] = [randomUUID(), randomUUID()]
    const meera = await signedIn(server, { username: 'meera', passwordHash: await hashPassword(PASSWORD) })
    const key = await keyOf('asha', mine)
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    expect(await keyOf('ASHA', mine.toUpperCase())).toBe(key)
    const second = await startApp({ database: server.database })
    const again = await second.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { username: 'asha', password: PASSWORD, device: mine },
    })
    expect(again.json().sealKey).toBe(key)
    await second.app.close()
    expect(new Set([key, await keyOf('asha', other), await keyOf(meera.username, mine)]).size).toBe(3)
    expect(await keyOf('asha')).toBe('')
  })

  test('comes once more for who is signed in on a device that was emptied, and for nobody who does not ask', async () => {
    const device = randomUUID()
    const ravi = await signedIn(server, { username: 'ravi', passwordHash: await hashPassword(PASSWORD) })
    const me = (query: string) =>
      server.app.inject({ url: `/api/auth/me${query}`, headers: ravi.headers }).then(answer => answer.json())
    expect((await me(`?device=${device}`)).sealKey).toBe(await keyOf('ravi', device))
    expect('sealKey' in (await me(''))).toBe(false)
    expect((await server.app.inject({ url: `/api/auth/me?device=${device}` })).statusCode).toBe(401)
  })
})

describe('roles', () => {
  const person = {
    id: 1,
    branch: 4,
    anyStatus: true,
    inquiryStatuses: [],
    orderStatuses: [],
    maintenanceStatuses: [],
    salesReturnStatuses: [],
    returnReceivedStatuses: [],
    refundStatuses: [],
    infStatuses: [],
  }
  const role = (permissions: string[], scope?: 'own' | 'branch' | 'all', approves: ('order' | 'payment')[] = []) => ({
    permissions,
    ownOnly: scope === 'own' ? (['dealerBranch'] as const).slice() : [],
    branchOnly: scope === 'branch' ? (['dealerBranch'] as const).slice() : [],
    approves,
  })

  test('add up: every permission, every approval, and of the scopes the widest', () => {
    const actor = actorOf(
      person,
      [role(['52-a'], 'own', ['order']), role(['52-a', '30-a'], 'branch', ['payment'])],
      register,
    )
    expect(actor).toMatchObject({ id: 1, branch: 4, scopes: { dealerBranch: 'branch' }, statusPermission: 'all' })
    expect([...actor.permissions].sort()).toEqual(['30-a', '52-a'])
    expect([...actor.approves].sort()).toEqual(['order', 'payment'])
    expect(actorOf(person, [role(['52-a'], 'own'), role(['52-b'])], register).scopes).toEqual({})
  })

  test('a role that opens nothing in a module does not widen what is seen there', () => {
    expect(actorOf(person, [role(['52-a'], 'own'), role(['30-a'], 'all'), role(['520-a'])], register).scopes).toEqual({
      dealerBranch: 'own',
    })
    expect(actorOf(person, [], register).permissions.size).toBe(0)
  })
})
