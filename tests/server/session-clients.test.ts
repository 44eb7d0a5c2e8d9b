import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SessionRow } from '#contract/calls/access.ts'
import { changePasswordCall, confirmPasswordCall } from '#contract/calls/password.ts'
import { register } from '#contract/register.ts'
import { sessionOfToken } from '#contract/token.ts'
import { sessionFinder } from '#server/lib/session-finder.ts'
import { endPrevious } from '#server/lib/sessions.ts'
import { PASSWORD, passwordHash, startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const NEWER = CHROME.replace('141', '142')

let server: Accounts
let asha: SignedIn
beforeAll(async () => {
  server = await startAccounts()
  asha = await signedIn(server, { username: 'asha', passwordHash: await passwordHash() })
})
afterAll(() => server.close())

const signIn = async (device: string): Promise<string> => {
  const payload = { username: 'asha', password: PASSWORD, device }
  const headers = { 'user-agent': CHROME }
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ token: string }>().token
}
const as = (token: string, agent = CHROME) => ({ authorization: `Bearer ${token}`, 'user-agent': agent })
const statusOf = async (token: string) =>
  (await server.app.inject({ url: '/api/auth/me', headers: as(token) })).statusCode
const sessions = async (token: string) => {
  const answer = await server.app.inject({ url: '/api/auth/sessions', headers: as(token) })
  return answer.json<{ rows: SessionRow[] }>().rows
}

test('signing in anew on a device ends the token from before there, and no other', async () => {
  const [here, there] = [randomUUID(), randomUUID()]
  const [first, elsewhere] = [await signIn(here), await signIn(there)]
  const second = await signIn(here)
  expect([await statusOf(first), await statusOf(elsewhere), await statusOf(second)]).toEqual([401, 200, 200])
})

test('a token that another program uses shows as another line, which ends with its session', async () => {
  const [token, other] = [await signIn(randomUUID()), await signIn(randomUUID())]
  const own = async () => (await sessions(other)).filter(row => row.other)
  // An update of the browser is no other program.
  await server.app.inject({ url: '/api/auth/me', headers: as(token, NEWER) })
  const copied = { url: '/api/auth/me', headers: as(token, 'curl/8.5.0'), remoteAddress: '127.0.9.9' }
  expect((await server.app.inject(copied)).statusCode).toBe(200)
  await vi.waitFor(async () =>
    expect(await own()).toMatchObject([{ device: 'curl', address: '127.0.9.9', current: false }]),
  )
  const [{ id }] = (await own()) as [SessionRow]
  const payload = { id }
  const ended = { method: 'POST', url: '/api/auth/end-sessions', payload, headers: as(other) } as const
  expect((await server.app.inject(ended)).json()).toEqual({ ended: 1 })
  expect(await own()).toEqual([])
  expect([await statusOf(token), asha.username]).toEqual([401, 'asha'])
})

test('of a device that the browser emptied its person’s list of devices says what waited there and is gone', async () => {
  const device = randomUUID()
  const [token, other] = [await signIn(device), await signIn(randomUUID())]
  const pull = (says: string) =>
    server.app.inject({ url: `/api/sync/pull?device=${device}&${says}`, headers: as(token) })
  await pull('unsent=3')
  expect((await sessions(other)).some(row => row.lost)).toBe(false)
  await server.database.pool.query(
    `update sync_device set seen_at = now() - interval '10 minutes' where device_id = $1`,
    [device],
  )
  expect((await pull('unsent=0&emptied=30')).json()).toMatchObject({ lost: 3 })
  // Also long after its person has read it there.
  await pull('unsent=0')
  const lost = (await sessions(other)).filter(row => row.lost)
  expect(lost).toMatchObject([{ current: false, lost: { count: 3 } }])
})

describe('who types their password again', () => {
  const confirm = async (token: string) => {
    const answer = await server.call(confirmPasswordCall, { password: PASSWORD }, { token })
    return confirmPasswordCall.output.parse(answer.json()).token
  }
  /** As after the minute that requests have which are under way. */
  const aMinuteLater = () =>
    server.sql(`update user_session set renewed_at = renewed_at - interval '61 seconds',
      previous_until = previous_until - interval '61 seconds'`)

  test('goes on with another token of the same session; the old one ends once that is used', async () => {
    const old = await signIn(randomUUID())
    const renewed = (await confirm(old))!
    expect(renewed).toMatch(/^[\w-]{43}$/)
    expect([renewed === old, sessionOfToken(renewed) === sessionOfToken(old)]).toEqual([false, true])
    const before = (await sessions(old)).find(row => row.current)!
    expect(await statusOf(renewed)).toBe(200)
    expect((await sessions(renewed)).find(row => row.current)!.id).toBe(before.id)
    // What was under way with the old one arrives.
    expect(await statusOf(old)).toBe(200)
    await aMinuteLater()
    expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 200])
    const told = await server.app.inject({ url: '/api/auth/me', headers: as(old) })
    expect(told.json<{ message: string }>().message).toMatch(/^The password was typed again on this device/)
  })

  test('keeps the old token for as long as nobody has used the new one, whose answer may have got lost', async () => {
    const old = await signIn(randomUUID())
    const lost = (await confirm(old))!
    // Another tab asked at the same moment: the first answer holds.
    expect(await confirm(old)).toBeUndefined()
    await aMinuteLater()
    expect(await statusOf(old)).toBe(200)
    const renewed = (await confirm(old))!
    expect([await statusOf(lost), await statusOf(renewed), await statusOf(old)]).toEqual([401, 200, 200])
    // Nobody gets a third one by what was copied.
    expect(await confirm(old)).toBeUndefined()
    await aMinuteLater()
    expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 200])
  })

  test('keeps a token that was renewed once more while its first use was being noted', async () => {
    const old = await signIn(randomUUID())
    const first = (await confirm(old))!
    const { pool } = server.database
    let newest: string | undefined
    /** Somebody confirms between what is found and what is noted of it. */
    const query = async (text: string, values: unknown[]) => {
      if (text === endPrevious) newest = await confirm(first)
      return pool.query(text, values)
    }
    const find = sessionFinder({ query } as Pool, register)
    expect(await find(first, true)).not.toBeNull()
    expect(newest).toBeDefined()
    await aMinuteLater()
    // The answer with the newest may have got lost.
    expect([await statusOf(first), await statusOf(newest!)]).toEqual([200, 200])
    await aMinuteLater()
    expect([await statusOf(first), await statusOf(newest!)]).toEqual([401, 200])
  })

  test('signs out with either token as long as both open the session', async () => {
    const old = await signIn(randomUUID())
    const renewed = (await confirm(old))!
    await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: as(old) })
    expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 401])
  })

  test('renews it with another password too, where the page can read that', async () => {
    const next = 'three-slow-otters-77'
    const token = await signIn(randomUUID())
    const change = async (password: string, newPassword: string, more = {}) =>
      (await server.call(changePasswordCall, { password, newPassword, ...more }, { token })).json()
    expect(await change(PASSWORD, next)).toEqual({})
    const { token: renewed } = await change(next, PASSWORD, { renew: true })
    expect(sessionOfToken(renewed)).toBe(sessionOfToken(token))
    expect(await statusOf(renewed)).toBe(200)
    await aMinuteLater()
    expect([await statusOf(token), await statusOf(renewed)]).toEqual([401, 200])
  })
})
