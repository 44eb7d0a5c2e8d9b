import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePasswordCall } from '#contract/calls/password.ts'
import type { SignInAnswer } from '#contract/calls/session.ts'
import { newAdminPassword } from '#server/seed/admin-password.ts'
import { seed } from '#server/seed/seed.ts'
import { startAccounts, type Accounts } from '../support/accounts.ts'

const NEW = 'three-slow-otters-77'
let server: Accounts
beforeAll(async () => {
  server = await startAccounts()
})
afterAll(() => server.close())

const ask = async (url: string, token: string) => {
  const answer = await server.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
  return [answer.statusCode, answer.json<{ code?: string; stage?: string }>()] as const
}
const enter = async (password: string) => (await server.signIn({ username: 'admin', password })).json<SignInAnswer>()

describe('a password that the server made', () => {
  it('opens nothing but the choice of another one, at the first start and at the machine', async () => {
    const { adminPassword } = await seed(server.database)
    let password = adminPassword!
    for (const fresh of [NEW, `${NEW}-again`]) {
      const { token, stage } = await enter(password)
      expect(stage).toBe('choosing')
      expect((await ask('/auth/me', token))[1].stage).toBe('choosing')
      for (const url of ['/user', '/role', '/customer', '/sync/snapshot', '/auth/deeds', '/access/asked-for-link'])
        expect((await ask(url, token))[0], url).not.toBe(200)
      expect((await ask('/user', token))[1]).toMatchObject({ code: 'pending' })
      const changed = await server.call(changePasswordCall, { password, newPassword: fresh }, { token })
      expect(changed.statusCode).toBe(200)
      expect((await ask('/auth/me', token))[1].stage).toBe('active')
      expect((await ask('/user', token))[0]).toBe(200)
      expect((await server.signIn({ username: 'admin', password })).statusCode).toBe(400)
      expect((await enter(fresh)).stage).toBe('active')
      password = (await newAdminPassword(server.database)).password
    }
  })
})

describe('a password that the installation was given', () => {
  it('stays, because programs that set it up sign in with it at once', async () => {
    const other = await startAccounts()
    await seed(other.database, { adminPassword: 'for the administrator 1' })
    const { stage } = (
      await other.signIn({ username: 'admin', password: 'for the administrator 1' })
    ).json<SignInAnswer>()
    expect(stage).toBe('active')
    await other.close()
  })
})
