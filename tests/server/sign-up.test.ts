import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { meCall, signUpCall, type SignUpInput } from '#contract/calls/session.ts'
import { pullCall } from '#contract/calls/sync.ts'
import { passwordHash, PASSWORD, startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn } from '../support/server.ts'

let server: Accounts
beforeAll(async () => {
  server = await startAccounts()
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
  )
})
afterAll(() => server.close())
beforeEach(() => server.sql('delete from rate_limit'))

let last = 0
const newcomer = (more: Partial<SignUpInput> = {}): SignUpInput => ({
  name: 'Meera Iyer',
  username: `meera-${++last}`,
  email: `meera-${last}@kiran.example`,
  password: PASSWORD,
  ...more,
})
const signUp = (input: object, remoteAddress = '127.0.0.1') =>
  server.call(signUpCall, input as SignUpInput, null, { remoteAddress })

describe('signing up', () => {
  test('makes an account that waits, may do nothing, and is signed in to say so', async () => {
    const device = randomUUID()
    const input = newcomer({ device })
    const answer = await signUp(input)
    expect(answer.statusCode).toBe(200)
    const body = signUpCall.output.parse(answer.json())
    expect(body).toMatchObject({
      stage: 'pending',
      name: 'Meera Iyer',
      user: { username: input.username, email: input.email, permissions: [] },
      actor: { permissions: [], approves: [], scopes: {} },
      house: { companyName: 'Kiran Care' },
    })
    expect(Buffer.from(body.sealKey, 'base64url')).toHaveLength(32)
    expect((await server.call(meCall, {}, body)).statusCode).toBe(200)
    expect((await server.call(pullCall, {}, body)).json()).toMatchObject({ code: 'pending' })
    const [row] = await server.sql('select stage, roles, created_by, version from app_user where id = $1', [
      body.userId,
    ])
    expect(row).toEqual({ stage: 'pending', roles: [], created_by: body.userId, version: 1 })
    const [history] = await server.sql(
      `select action, actor from record_history where entity = 'user' and record_id = $1`,
      [body.userId],
    )
    expect(history).toEqual({ action: 'create', actor: body.userId })
    const kinds = await server.sql('select kind, details from audit_event where actor = $1 order by id', [body.userId])
    expect(kinds).toEqual([
      { kind: 'signed-up', details: {} },
      { kind: 'signed-in', details: { session: expect.any(String) } },
    ])
    expect((await server.signIn({ username: input.username, device })).json().sealKey).toBe(body.sealKey)
  })

  test('takes nothing but what it asks for', async () => {
    const extras = [
      { roles: [1] },
      { permissions: ['60-a'] },
      { stage: 'active' },
      { state: 'active' },
      { is_admin: true },
      { branch: 1 },
      { id: 1 },
      { createdBy: 1 },
      { anyStatus: true },
    ]
    const count = async () => (await server.sql('select 1 from app_user')).length
    const before = await count()
    for (const extra of extras)
      expect((await signUp({ ...newcomer(), ...extra })).statusCode, JSON.stringify(extra)).toBe(400)
    expect((await signUp({ ...newcomer(), username: 'asha@kiran.example' })).json()).toMatchObject({
      code: 'invalid',
      fields: { username: expect.any(String) },
    })
    expect(await count()).toBe(before)
  })

  test('says that a username is taken, in whatever case, but not that an e-mail address is', async () => {
    const asha = await signedIn(server, {
      username: 'asha',
      email: 'asha@kiran.example',
      passwordHash: await passwordHash(),
    })
    const invited = await signedIn(server, { stage: 'invited', email: 'invited@kiran.example' })
    const taken = await signUp(newcomer({ username: 'ASHA' }))
    expect([taken.statusCode, taken.json().fields]).toEqual([400, { username: expect.any(String) }])
    for (const email of ['Asha@Kiran.example', 'INVITED@kiran.example']) {
      const answer = await signUp(newcomer({ email }))
      expect(answer.statusCode, email).toBe(200)
      expect(answer.json()).toMatchObject({ stage: 'pending', actor: { permissions: [] } })
    }
    // Whoever had the address first keeps signing in with it.
    expect((await server.signIn({ username: 'asha@kiran.example' })).json().userId).toBe(asha.userId)
    const [row] = await server.sql('select stage from app_user where id = $1', [invited.userId])
    expect(row).toEqual({ stage: 'invited' })
  })

  test('refuses a password that is easily guessed, with the reason at the field', async () => {
    const input = newcomer({ name: 'Meera Iyer', password: 'meera-iyer-2026' })
    const refused = await signUp(input)
    expect(refused.json()).toMatchObject({
      code: 'invalid',
      fields: { password: expect.stringMatching(/^This is too easily guessed\. Leave out your own name/) },
    })
    expect((await signUp(newcomer({ password: 'short' }))).json().fields).toHaveProperty('password')
    expect(await server.sql('select 1 from app_user where username = $1', [input.username])).toEqual([])
  })

  test('is refused plainly where the business does not want it', async () => {
    await server.sql('update general_setting set sign_up = false')
    const refused = await signUp(newcomer())
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    expect(refused.json().message).toContain('by an administrator')
    await server.sql('update general_setting set sign_up = true')
    expect((await signUp(newcomer())).statusCode).toBe(200)
  })

  test('twenty times an hour from one address, tries with taken names included', async () => {
    const { username } = newcomer()
    await signedIn(server, { username })
    for (let n = 0; n < 20; n += 1)
      expect((await signUp(newcomer({ username, password: 'password1234' }), '127.0.6.6')).statusCode).toBe(400)
    const refused = await signUp(newcomer(), '127.0.6.6')
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await signUp(newcomer(), '127.0.6.7')).statusCode).toBe(200)
  })

  test('twice at the same moment with one name makes one account', async () => {
    const input = newcomer()
    const answers = await Promise.all([signUp(input), signUp({ ...input, email: 'other@kiran.example' })])
    expect(answers.map(answer => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await server.sql('select 1 from app_user where username = $1', [input.username])).toHaveLength(1)
  })
})
