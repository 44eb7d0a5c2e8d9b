import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passwordHash, startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn } from '../support/server.ts'

let server: Accounts
beforeAll(async () => {
  server = await startAccounts()
})
afterAll(() => server.close())
beforeEach(() => server.sql('delete from rate_limit'))

describe('a neighbour who guesses from the address of an office', () => {
  it('keeps nobody out whose device is known, and strangers for the usual time', async () => {
    const who = await signedIn(server, { passwordHash: await passwordHash() })
    const device = randomUUID()
    expect((await server.signIn({ username: who.username, device })).statusCode).toBe(200)
    await server.sql(
      `insert into rate_limit (key, count, resets_at) values ('sign-in:address:127.0.0.1', 70, now() + interval '10 minutes')
       on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`,
    )
    expect((await server.signIn({ username: who.username, device: randomUUID() })).statusCode).toBe(429)
    expect((await server.signIn({ username: who.username, device })).statusCode).toBe(200)
    // A known device has its own counter still.
    for (let n = 0; n < 5; n++)
      expect((await server.signIn({ username: who.username, device, password: 'wrong' })).statusCode).toBe(400)
    expect((await server.signIn({ username: who.username, device, password: 'wrong' })).statusCode).toBe(429)
  })
})

describe('the username and the e-mail address of one account', () => {
  it('share a counter: there are five guesses, not ten', async () => {
    const who = await signedIn(server, { passwordHash: await passwordHash() })
    const names = [who.username, `${who.username}@caredesk.example`]
    for (let n = 0; n < 5; n++)
      expect((await server.signIn({ username: names[n % 2]!, password: 'wrong' })).statusCode, `${n}`).toBe(400)
    for (const username of names)
      expect((await server.signIn({ username, password: 'wrong' })).statusCode, username).toBe(429)
    expect((await server.signIn({ username: 'nobody-here', password: 'wrong' })).statusCode).toBe(400)
  })
})

describe('a password that was typed again', () => {
  it('counts for no longer because a clock was put back', async () => {
    const who = await signedIn(server, { permissions: ['60-c'], passwordHash: await passwordHash() })
    const end = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/access/end-sessions',
        headers: who.headers,
        payload: { user: who.userId, id: randomUUID() },
      })
    expect((await end()).statusCode).toBe(200)
    // As the row looks once the clock was put back by an hour.
    await server.sql(`update user_session set confirmed_at = now() + interval '1 hour' where user_id = $1`, [
      who.userId,
    ])
    expect((await end()).json()).toMatchObject({ code: 'confirm-needed' })
  })
})
