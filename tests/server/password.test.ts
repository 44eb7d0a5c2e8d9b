import { randomUUID } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  askedForLinkCall,
  endPersonSessionsCall,
  inviteCall,
  profileCall,
  resetLinkCall,
} from '#contract/calls/access.ts'
import { PASSWORD_MAX } from '#contract/calls/credentials.ts'
import {
  changePasswordCall,
  confirmPasswordCall,
  forgotPasswordCall,
  linkCall,
  resetPasswordCall,
} from '#contract/calls/password.ts'
import { meCall, revokeCall } from '#contract/calls/session.ts'
import { makeLink, type LinkKind } from '#server/lib/password-links.ts'
import { weakness } from '#server/lib/password-strength.ts'
import { cost } from '#server/lib/password-cost.ts'
import { hashPassword, passwords } from '#server/lib/passwords.ts'
import { hashOf } from '#server/lib/secrets.ts'
import { inTransaction, runOn } from '#server/lib/transaction.ts'
import { PASSWORD, passwordHash, startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

const NEW = 'three-slow-otters-77'
const OTHER = 'drei müde Otter im Zug'
const seniors = ['60-a', '60-c', '60-d', '30-a']

let server: Accounts
beforeAll(async () => {
  server = await startAccounts()
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  server.judged.length = 0
  await server.sql('delete from rate_limit')
})

const person = async (rights: Parameters<typeof signedIn>[1] = {}) =>
  signedIn(server, { confirmed: false, ...rights, passwordHash: await passwordHash() })
const link = ({ userId }: SignedIn, kind: LinkKind = 'reset') =>
  inTransaction(server.database.pool, client => makeLink(runOn(client), userId, kind, null))
const reset = (token: string, password = NEW) => server.call(resetPasswordCall, { token, password })
const canSignIn = async (username: string, password: string) =>
  (await server.signIn({ username, password })).statusCode === 200
const isIn = async (who: { token: string }) => (await server.call(meCall, {}, who)).statusCode === 200
const tokenIn = (link: string) => /#token=([\w-]{43})$/.exec(link)?.[1] ?? ''

describe('a password', () => {
  const whose = { name: 'Asha Rao', username: 'asha.rao', email: 'asha@kiran.example', companyName: 'Kiran Care' }

  /** As a hash says them. */
  const costs = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

  test('costs a tenth of a second to judge in the product, whatever it costs here', async () => {
    const shipped = await vi.importActual<{ cost: typeof cost }>('#server/lib/password-cost.ts')
    expect(shipped.cost).toEqual({ memoryCost: 65_536, timeCost: 3, parallelism: 1 })
  })

  test('is kept as argon2id with its own salt, and made anew at a sign-in when its costs were others', async () => {
    const who = await person()
    const hashes = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
    expect(hashes[0]).toContain(costs)
    expect(hashes[0]).not.toBe(hashes[1])
    const weaker = await argon2(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await server.sql('update user_password set hash = $2 where user_id = $1', [who.userId, weaker])
    expect(await canSignIn(who.username, `${PASSWORD}!`)).toBe(false)
    const stored = async () =>
      (await server.sql<{ hash: string }>('select hash from user_password where user_id = $1', [who.userId]))[0]!.hash
    expect(await stored()).toBe(weaker)
    expect(await canSignIn(who.username, PASSWORD)).toBe(true)
    const renewed = await stored()
    expect(renewed).toContain(costs)
    expect(await canSignIn(who.username, PASSWORD)).toBe(true)
    expect(await stored()).toBe(renewed)
  })

  test('has 12 to 128 characters, all of which count; anything longer is refused before any hashing', async () => {
    const who = await person()
    const change = (password: string, newPassword: string) =>
      server.call(changePasswordCall, { password, newPassword }, who)
    for (const wrong of ['gL7-pq.tarn4', 'x'.repeat(PASSWORD_MAX + 1)].map(text =>
      text.slice(text.length === 12 ? 1 : 0),
    )) {
      const refused = await change(PASSWORD, wrong)
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['newPassword']])
    }
    const long = Array.from({ length: PASSWORD_MAX }, (_, n) => 'lumen-tarn.q7 4x'[(n * 7) % 16]).join('')
    expect((await change(PASSWORD, long)).statusCode).toBe(200)
    expect(await canSignIn(who.username, `${long.slice(0, -1)}?`)).toBe(false)
    expect(await canSignIn(who.username, long)).toBe(true)
    server.judged.length = 0
    expect((await server.signIn({ username: who.username, password: 'x'.repeat(10_000_000) })).statusCode).toBe(413)
    expect((await server.signIn({ username: who.username, password: 'x'.repeat(200_000) })).statusCode).toBe(400)
    expect((await reset('x'.repeat(43), 'x'.repeat(200_000))).statusCode).toBe(400)
    expect(server.judged).toEqual([])
  })

  test('may hold whatever can be typed: spaces at its ends, emoji, signs of every script', async () => {
    const typing = passwords((stored, password) => Promise.resolve(stored === password))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 12, maxLength: 40 }), async text => {
        expect(await typing.matches(text.normalize('NFC'), text)).toBe(true)
        expect(await typing.matches(text.normalize('NFC'), text.normalize('NFD'))).toBe(true)
        expect(await typing.matches(text.normalize('NFC'), `${text} `)).toBe(false)
      }),
      { numRuns: 200 },
    )
    const who = await person()
    for (const [n, odd] of [' 🦦 drei Otter  ', 'nul\u0000inside and more 9', 'पासवर्ड लंबा है आज'].entries()) {
      const before = n === 0 ? PASSWORD : [' 🦦 drei Otter  ', 'nul\u0000inside and more 9'][n - 1]!
      const changed = await server.call(changePasswordCall, { password: before, newPassword: odd }, who)
      expect(changed.statusCode, odd).toBe(200)
      expect(await canSignIn(who.username, odd)).toBe(true)
      expect(await canSignIn(who.username, odd.trim() === odd ? `${odd} ` : odd.trim())).toBe(false)
    }
  })

  test('is none of those that everybody tries, and the reason is said', async () => {
    const common = dictionary['passwords-common'].map(String).filter(text => text.length >= 12)
    expect(common.length).toBeGreaterThan(100)
    for (const text of common) {
      expect(await weakness(text, whose), text).toMatch(/^This is too easily guessed\. .+/)
      expect(await weakness(text[0]!.toUpperCase() + text.slice(1), whose), text).not.toBeNull()
    }
  })

  test.each([
    'Kiran Care 2026',
    'kirancare1234',
    'asha@kiran.example',
    'Asha Rao 1990',
    'asha.rao.asha.rao',
    'P@ssw0rd1234',
    'qwertyuiop12',
    'aaaaaaaaaaaaaaaa',
    '123456789012345',
    'p@$$w0rd'.repeat(16),
    '1'.repeat(PASSWORD_MAX),
  ])('%s is refused with a reason', async text => {
    expect(await weakness(text, whose)).toMatch(/^This is too easily guessed\. .+/)
  })

  test.each([PASSWORD, NEW, OTHER, 'correct horse battery staple', 'Xk29$mma0-pq', `${'a'.repeat(60)} ${OTHER}`])(
    '%s will do',
    async text => {
      expect(await weakness(text, whose)).toBeNull()
    },
  )
})

describe('changing one’s own password', () => {
  test('takes the old one, ends every other session and link, and keeps this one', async () => {
    const who = await person()
    const other = (await server.signIn({ username: who.username })).json()
    const open = await link(who)
    const wrong = await server.call(changePasswordCall, { password: 'wrong', newPassword: NEW }, who)
    expect(wrong.json()).toMatchObject({ code: 'invalid', fields: { password: 'This is not your password.' } })
    const weak = await server.call(changePasswordCall, { password: PASSWORD, newPassword: 'password1234' }, who)
    expect(weak.json().fields.newPassword).toMatch(/too easily guessed/)
    const same = await server.call(
      changePasswordCall,
      { password: PASSWORD, newPassword: PASSWORD.normalize('NFD') },
      who,
    )
    expect(same.json().fields.newPassword).toMatch(/that you have now/)
    expect(await isIn(other)).toBe(true)

    const done = await server.call(changePasswordCall, { password: PASSWORD, newPassword: NEW }, who)
    expect([done.statusCode, done.json()]).toEqual([200, {}])
    expect(await isIn(who)).toBe(true)
    const out = await server.call(meCall, {}, other)
    expect(out.json().message).toContain('Your password was changed')
    expect((await reset(open.token)).statusCode).toBe(400)
    expect([await canSignIn(who.username, PASSWORD), await canSignIn(who.username, NEW)]).toEqual([false, true])
    const kinds = await server.sql('select kind from audit_event where actor = $1 and kind like $2', [
      who.userId,
      'password%',
    ])
    expect(kinds).toEqual([{ kind: 'password-changed' }])
  })
})

describe('typing the password again', () => {
  const risky = (who: SignedIn) => server.call(endPersonSessionsCall, { user: who.userId }, who)

  test('opens what is risky for five minutes, in this session alone', async () => {
    const who = await person({ permissions: seniors })
    const other = (await server.signIn({ username: who.username })).json()
    expect((await risky(who)).json()).toMatchObject({ code: 'confirm-needed' })
    const answer = await server.call(confirmPasswordCall, { password: PASSWORD }, who)
    const { until } = confirmPasswordCall.output.parse(answer.json())
    expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(5)
    const wish = { user: who.userId, id: randomUUID() }
    expect((await server.call(endPersonSessionsCall, wish, who)).statusCode).toBe(200)
    expect((await server.call(endPersonSessionsCall, wish, other)).json()).toMatchObject({ code: 'confirm-needed' })
    await server.sql(`update user_session set confirmed_at = now() - interval '270 seconds' where user_id = $1`, [
      who.userId,
    ])
    expect((await server.call(endPersonSessionsCall, wish, who)).statusCode).toBe(200)
    await server.sql(`update user_session set confirmed_at = now() - interval '301 seconds' where user_id = $1`, [
      who.userId,
    ])
    expect((await server.call(endPersonSessionsCall, wish, who)).json()).toMatchObject({ code: 'confirm-needed' })
  })

  test('is not asked of those who may not do it anyway', async () => {
    expect((await risky(await person())).json()).toMatchObject({ code: 'forbidden' })
  })

  test('a stolen session cannot guess for long: only failures count, and the account waits', async () => {
    const who = await person({ permissions: seniors })
    const confirm = (password: string) => server.call(confirmPasswordCall, { password }, who)
    for (let n = 0; n < 7; n += 1) expect((await confirm(PASSWORD)).statusCode).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await confirm(`guess ${n}`)).json().fields).toHaveProperty('password')
    server.judged.length = 0
    const waiting = await confirm(PASSWORD)
    expect([waiting.statusCode, waiting.json().code]).toEqual([429, 'too-many'])
    const change = await server.call(changePasswordCall, { password: PASSWORD, newPassword: NEW }, who)
    expect(change.statusCode).toBe(429)
    expect(server.judged).toEqual([])
    await server.sql(`update rate_limit set resets_at = resets_at - interval '15 seconds'`)
    expect((await confirm(PASSWORD)).statusCode).toBe(200)
    expect(await server.happened('guessing')).toContainEqual(
      expect.objectContaining({ subject: who.username, details: { counter: 'confirm:account' } }),
    )
  })

  test('is asked for another e-mail address, and for nothing else of one’s profile', async () => {
    const who = await person()
    const change = (input: object) => server.call(profileCall, input, who)
    expect((await change({ name: 'Asha R.', avatar: 'data:image/png;base64,iVBORw0KGgo=' })).statusCode).toBe(200)
    expect((await change({ email: `${who.username}@CAREDESK.example` })).statusCode).toBe(200)
    const open = await link(who)
    expect((await change({ email: 'asha@new.example' })).json()).toMatchObject({ code: 'confirm-needed' })
    await server.call(confirmPasswordCall, { password: PASSWORD }, who)
    expect((await change({ email: 'asha@new.example' })).statusCode).toBe(200)
    const { user, name } = (await server.call(meCall, {}, who)).json()
    expect([user.email, user.avatar, name]).toEqual([
      'asha@new.example',
      'data:image/png;base64,iVBORw0KGgo=',
      'Asha R.',
    ])
    expect((await server.call(linkCall, { token: open.token })).statusCode).toBe(400)
    expect((await change({ avatar: '' })).statusCode).toBe(200)
    expect((await server.call(meCall, {}, who)).json().user.avatar).toBe('')
    const history = await server.sql(
      `select actor, action from record_history where entity = 'user' and record_id = $1 and action = 'change'`,
      [who.userId],
    )
    expect(history.length).toBeGreaterThanOrEqual(3)
    expect(new Set(history.map(row => row.actor))).toEqual(new Set([who.userId]))
    for (const extra of [{ roles: [] }, { stage: 'active' }, { username: 'x' }, { branch: 1 }, { anyStatus: true }])
      expect((await change(extra)).statusCode, JSON.stringify(extra)).toBe(400)
    expect((await change({ avatar: 'data:image/svg+xml;base64,PHN2Zz4=' })).statusCode).toBe(400)
  })
})

describe('a link to choose a password', () => {
  test('works once, ends every session, signs nobody in, and frees an account that somebody made wait', async () => {
    const who = await person()
    for (let n = 0; n < 5; n += 1) await server.signIn({ username: who.username, password: 'wrong' })
    expect((await server.signIn({ username: who.username })).statusCode).toBe(429)
    const { token } = await link(who)
    expect((await server.call(linkCall, { token })).json()).toEqual({
      kind: 'reset',
      name: who.username,
      username: who.username,
    })
    const weak = await reset(token, 'password1234')
    expect(weak.json().fields.password).toMatch(/too easily guessed/)
    const done = await reset(token)
    expect(done.json()).toEqual({ username: who.username })
    expect((await server.call(meCall, {}, who)).json().message).toContain('Your password was chosen anew')
    expect([await canSignIn(who.username, PASSWORD), await canSignIn(who.username, NEW)]).toEqual([false, true])
    expect((await reset(token, OTHER)).json()).toMatchObject({ code: 'invalid' })
    expect((await server.call(linkCall, { token })).statusCode).toBe(400)
    expect(await canSignIn(who.username, NEW)).toBe(true)
  })

  test('makes every device new to the account; a changed password all but the one in hand', async () => {
    const who = await person()
    const [mine, other] = [randomUUID(), randomUUID()]
    const enter = async (device: string, password: string) => {
      const { token } = (await server.signIn({ username: who.username, password, device })).json()
      const [event] = await server.sql(
        `select details ? 'newDevice' as fresh from audit_event where kind = 'signed-in' and actor = $1 order by id desc limit 1`,
        [who.userId],
      )
      return { token: token as string, isNew: event!.fresh }
    }
    expect([(await enter(mine, PASSWORD)).isNew, (await enter(other, PASSWORD)).isNew]).toEqual([true, true])
    const here = await enter(mine, PASSWORD)
    expect(here.isNew).toBe(false)
    await server.call(changePasswordCall, { password: PASSWORD, newPassword: NEW }, here)
    expect([(await enter(mine, NEW)).isNew, (await enter(other, NEW)).isNew]).toEqual([false, true])
    await reset((await link(who)).token, OTHER)
    expect([(await enter(mine, OTHER)).isNew, (await enter(other, OTHER)).isNew]).toEqual([true, true])
  })

  test('of two who use it at the same moment, one chooses the password', async () => {
    const who = await person()
    const { token } = await link(who)
    const answers = await Promise.all([reset(token, NEW), reset(token, OTHER)])
    expect(answers.map(answer => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    const winner = answers[0].statusCode === 200 ? NEW : OTHER
    expect([await canSignIn(who.username, NEW), await canSignIn(who.username, OTHER)]).toEqual([
      winner === NEW,
      winner === OTHER,
    ])
  })

  test('is the newest one, of this person, whole and exact, and not too old', async () => {
    const [who, other] = [await person(), await person()]
    const first = await link(who)
    const { token } = await link(who)
    const foreign = await link(other)
    const flipped = token.replace(/[a-z]/, letter => letter.toUpperCase())
    expect(flipped).not.toBe(token)
    const good = async (text: string) => (await server.call(linkCall, { token: text })).statusCode === 200
    for (const text of [first.token, token.slice(0, -1), `${token}A`, flipped, token.toLowerCase(), ` ${token}`])
      expect(await good(text), text).toBe(false)
    expect([await good(token), await good(foreign.token)]).toEqual([true, true])
    expect((await reset(foreign.token)).json()).toEqual({ username: other.username })
    expect(await canSignIn(who.username, PASSWORD)).toBe(true)
    const later = (minutes: number) =>
      server.sql(`update password_link set expires_at = expires_at - make_interval(mins => $1) where token_hash = $2`, [
        minutes,
        hashOf(token),
      ])
    await later(29)
    expect(await good(token)).toBe(true)
    await later(1)
    expect(await good(token)).toBe(false)
    expect((await reset(token)).statusCode).toBe(400)
  })

  test('two that are made at the same moment: one works', async () => {
    const who = await person()
    const both = await Promise.all([link(who), link(who), link(who)])
    const good = await Promise.all(
      both.map(async ({ token }) => (await server.call(linkCall, { token })).statusCode === 200),
    )
    expect(good.filter(Boolean)).toHaveLength(1)
  })

  test('opens nothing once its person was switched off or archived, not even after they are let in again', async () => {
    for (const [off, on] of [
      [`stage = 'off'`, `stage = 'active'`],
      ['archived_at = now()', 'archived_at = null'],
    ]) {
      const who = await person()
      const { token } = await link(who)
      await server.sql(`update app_user set ${off} where id = $1`, [who.userId])
      expect((await reset(token)).statusCode).toBe(400)
      await server.sql(`update app_user set ${on} where id = $1`, [who.userId])
      expect((await reset(token)).statusCode).toBe(400)
    }
  })

  test('has 256 bits, and the database knows only their hash', async () => {
    const who = await person()
    const { token } = await link(who)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [row] = await server.sql<{ token_hash: Buffer }>('select token_hash from password_link where user_id = $1', [
      who.userId,
    ])
    expect(row!.token_hash.equals(hashOf(token))).toBe(true)
    expect((await server.call(linkCall, { token: row!.token_hash.toString('base64url') })).statusCode).toBe(400)
  })

  test('cannot be found by trying: an address that fails fifty times waits', async () => {
    const who = await person()
    const { token } = await link(who)
    const from = { remoteAddress: '127.0.9.9' }
    await server.sql(
      `insert into rate_limit (key, count, resets_at) values ('link:address:127.0.9.9', 49, now() + interval '15 minutes')`,
    )
    expect((await server.call(linkCall, { token }, null, from)).statusCode).toBe(200)
    expect((await server.call(linkCall, { token: 'A'.repeat(43) }, null, from)).statusCode).toBe(400)
    expect((await server.call(linkCall, { token }, null, from)).statusCode).toBe(429)
    expect((await server.call(linkCall, { token })).statusCode).toBe(200)
  })
})

describe('a forgotten password, where no mail can be sent', () => {
  const forgot = (username: string, remoteAddress = '127.0.0.1') =>
    server.call(forgotPasswordCall, { username }, null, { remoteAddress })
  const wishes = async (as: SignedIn) =>
    askedForLinkCall.output.parse((await server.call(askedForLinkCall, {}, as)).json()).rows

  test('is told to an administrator, who hands the link over; nobody else learns anything', async () => {
    const senior = await person({ permissions: seniors })
    const who = await person()
    const asked = await Promise.all([
      forgot(who.username),
      forgot('nobody-at-all'),
      forgot(`${who.username}@caredesk.example`),
    ])
    const shape = asked.map(({ statusCode, body, headers }) => {
      const { date: _d, 'x-request-id': _r, ...kept } = headers
      return { statusCode, body, kept }
    })
    expect(shape[0]).toMatchObject({ statusCode: 200 })
    for (const other of shape) expect(other).toEqual(shape[0])
    await server.happened('link-asked', 3)
    expect((await wishes(senior)).map(row => row.user)).toContain(who.userId)
    expect((await server.call(askedForLinkCall, {}, who)).statusCode).toBe(403)

    const hand = () => server.call(resetLinkCall, { user: who.userId }, senior)
    expect((await hand()).json()).toMatchObject({ code: 'confirm-needed' })
    await server.call(confirmPasswordCall, { password: PASSWORD }, senior)
    const handed = resetLinkCall.output.parse((await hand()).json())
    expect(handed).toMatchObject({
      sentTo: null,
      link: expect.stringMatching(/^\/reset-password#token=[\w-]{43}$/),
    })
    expect(Math.round((Date.parse(handed.until) - Date.now()) / 60_000)).toBe(30)
    expect((await wishes(senior)).map(row => row.user)).not.toContain(who.userId)
    expect(await isIn(who)).toBe(true)
    expect((await reset(tokenIn(handed.link!))).statusCode).toBe(200)
    expect(await canSignIn(who.username, NEW)).toBe(true)
    const [event] = await server.sql(`select actor, subject, details from audit_event where kind = 'reset-link-made'`)
    expect(event).toEqual({ actor: senior.userId, subject: who.username, details: { user: who.userId } })
  })

  test('does the same for known and unknown people until it has answered', async () => {
    const who = await person()
    const work = async (username: string) => {
      const before = (await server.sql(`select 1 from audit_event where kind = 'link-asked'`)).length
      const asked = vi.spyOn(server.database.pool, 'query')
      onTestFinished(() => asked.mockRestore())
      await forgot(username)
      const said = asked.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      )
      asked.mockRestore()
      await server.happened('link-asked', before + 1)
      // What the server looks for by itself now and then has nothing to do with it.
      return said.filter(query => !query.includes('work_job')).slice(0, 3)
    }
    const known = await work(who.username)
    expect(known).toHaveLength(3)
    expect(await work('nobody-here')).toEqual(known)
    expect(server.judged).toEqual([])
  })

  test('fills nobody’s mailbox: three times for a name, twenty from an address', async () => {
    for (let n = 0; n < 3; n += 1) expect((await forgot('somebody', `127.0.8.${n}`)).statusCode).toBe(200)
    expect((await forgot('SOMEBODY ', '127.0.8.9')).statusCode).toBe(429)
    for (let n = 0; n < 20; n += 1) expect((await forgot(`person ${n}`, '127.0.8.10')).statusCode).toBe(200)
    const refused = await forgot('person 21', '127.0.8.10')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    await server.happened('link-asked', 20)
  })

  test('opens nothing for who is invited or switched off', async () => {
    const senior = await person({ permissions: seniors })
    for (const stage of ['invited', 'off'] as const) {
      const who = await person({ stage })
      const before = (await server.happened('link-asked')).length
      await forgot(who.username)
      await server.happened('link-asked', before + 1)
      expect((await wishes(senior)).map(row => row.user)).not.toContain(who.userId)
    }
  })
})

describe('an invitation', () => {
  test('lets somebody choose their own password, makes them active, and works for 72 hours', async () => {
    const senior = await person({ permissions: seniors, confirmed: true })
    const who = await signedIn(server, { stage: 'invited' })
    const first = inviteCall.output.parse((await server.call(inviteCall, { user: who.userId }, senior)).json())
    expect(Math.round((Date.parse(first.until) - Date.now()) / 3_600_000)).toBe(72)
    const again = inviteCall.output.parse((await server.call(inviteCall, { user: who.userId }, senior)).json())
    expect((await reset(tokenIn(first.link!))).statusCode).toBe(400)
    const token = tokenIn(again.link!)
    expect((await server.call(linkCall, { token })).json()).toMatchObject({
      kind: 'invitation',
      username: who.username,
    })
    // What came with the invitation is no password.
    expect(await canSignIn(who.username, token)).toBe(false)
    expect((await reset(token)).json()).toEqual({ username: who.username })
    expect((await reset(token, OTHER)).statusCode).toBe(400)
    const signed = await server.signIn({ username: who.username, password: NEW })
    expect(signed.json()).toMatchObject({ stage: 'active' })
    const [row] = await server.sql('select stage, invited_at is not null as invited from app_user where id = $1', [
      who.userId,
    ])
    expect(row).toEqual({ stage: 'active', invited: true })
    const [written] = await server.sql(
      `select actor, after ->> 'stage' as stage from record_history where entity = 'user' and record_id = $1 order by id desc limit 1`,
      [who.userId],
    )
    expect(written).toEqual({ actor: who.userId, stage: 'active' })
    expect((await server.call(inviteCall, { user: who.userId }, senior)).json()).toMatchObject({ code: 'not-now' })
  })

  test('and a link are for people within reach who are no stronger than the asker', async () => {
    const senior = await person({ permissions: seniors, confirmed: true })
    const narrow = await person({ permissions: seniors, scopes: { user: 'branch' }, confirmed: true })
    const stronger = await person({ permissions: [...seniors, '61-c'] })
    const invited = await signedIn(server, { stage: 'invited' })
    const off = await person({ stage: 'off' })
    const code = async (call: typeof inviteCall | typeof resetLinkCall, user: number, as: SignedIn) =>
      (await server.call(call, { user }, as)).json().code as string
    expect(await code(resetLinkCall, stronger.userId, senior)).toBe('forbidden')
    expect(await code(resetLinkCall, stronger.userId, narrow)).toBe('not-found')
    expect(await code(inviteCall, invited.userId, narrow)).toBe('not-found')
    expect(await code(resetLinkCall, 31_415, senior)).toBe('not-found')
    expect(await code(resetLinkCall, invited.userId, senior)).toBe('not-now')
    expect(await code(resetLinkCall, off.userId, senior)).toBe('not-now')
    expect(
      await server.sql('select * from password_link where user_id = any($1)', [
        [stronger.userId, off.userId, invited.userId],
      ]),
    ).toEqual([])
  })

  test('no call of an administrator takes a password', () => {
    for (const call of [inviteCall, resetLinkCall, endPersonSessionsCall])
      expect(Object.keys(call.input.shape)).not.toContain('password')
  })
})

describe('what must not be read', () => {
  test('no password, link or secret reaches the log, the audit or any table', async () => {
    const senior = await person({ permissions: seniors, confirmed: true })
    const who = await person()
    const planted = ['canary-lumen-Tarn-41x', 'canary-otter-Quay-77z', 'canary-wrong-password']
    await server.call(changePasswordCall, { password: PASSWORD, newPassword: planted[0]! }, who)
    await server.call(confirmPasswordCall, { password: planted[2]! }, who)
    const { link: shown } = (await server.call(resetLinkCall, { user: who.userId }, senior)).json()
    const token = tokenIn(shown)
    await server.call(linkCall, { token })
    await server.app.inject({ url: `/reset-password?token=${token}`, headers: { accept: 'text/html' } })
    await server.app.inject({ method: 'POST', url: `/api/auth/link?token=${token}`, payload: { token: 7 } })
    await server.call(resetPasswordCall, { token, password: planted[1]! })
    const signed = (await server.signIn({ username: who.username, password: planted[1]!, device: randomUUID() })).json()
    expect((await server.call(revokeCall, { revocation: signed.revocation })).statusCode).toBe(200)
    const secrets = [...planted, token, signed.token, signed.revocation, signed.sealKey, PASSWORD]
    expect(secrets.every(secret => secret.length > 15)).toBe(true)
    const tables = await server.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    let stored = ''
    for (const { name } of tables)
      stored += JSON.stringify(await server.sql(`select to_jsonb(t) as row from ${name} t`))
    const said = server.log.join('')
    expect(said).toContain('/api/auth/reset-password')
    for (const secret of secrets) {
      expect(said, 'the log').not.toContain(secret)
      expect(stored, 'the database').not.toContain(secret)
    }
  })
})
