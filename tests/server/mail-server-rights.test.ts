import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetLinkCall } from '#contract/calls/access.ts'
import { mailPasswordCall, tryMailCall } from '#contract/calls/general-setting.ts'
import { forgotPasswordCall } from '#contract/calls/password.ts'
import { asPerson } from '../support/access.ts'
import { startAccounts, type Accounts } from '../support/accounts.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { signedIn } from '../support/server.ts'

const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d', '113-a', '113-c', '113-d']

let server: Accounts
let post: MailServer
beforeAll(async () => {
  server = await startAccounts({ env: { publicUrl: 'https://desk.kiran.example' } })
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
  )
  post = await startMailServer()
})
afterAll(async () => {
  await post.close()
  await server.close()
})
beforeEach(() => server.sql('delete from rate_limit'))

const person = async (permissions: readonly string[]) => asPerson(server, await signedIn(server, { permissions }))
const nameServer = async (who: Awaited<ReturnType<typeof person>>, fields: object) => {
  const [row] = await server.sql<{ version: number }>('select version from general_setting')
  return who.ask('PATCH', '/general-setting/1', fields, row!.version)
}
const own = () => ({
  mailHost: '127.0.0.1',
  mailPort: post.port,
  mailSecurity: 'none',
  mailUser: null,
  mailFrom: 'desk@kiran.example',
})

describe('who says where mail goes', () => {
  it('manages everybody’s access: the right to edit the general setting is not enough', async () => {
    const clerk = await person(['113-a', '113-c', '113-d'])
    // Also the account there: who has it finds what was sent through it.
    for (const [field, value] of Object.entries({ ...own(), mailUser: 'mine' })) {
      if (field === 'mailSecurity') await server.sql(`update general_setting set mail_security = 'tls'`)
      const { status, body } = await nameServer(clerk, { [field]: value })
      expect([status, body.code], field).toEqual([403, 'forbidden'])
      expect(Object.keys(body.fields ?? {}), field).toEqual([field])
    }
    const password = await server.call(mailPasswordCall, { password: 'the key of my own account' }, clerk)
    expect([password.statusCode, (await server.call(mailPasswordCall, { password: null }, clerk)).statusCode]).toEqual([
      403, 403,
    ])
    expect((await nameServer(clerk, { companyName: 'Kiran' })).status).toBe(200)
    expect((await nameServer(await person(managing), own())).status).toBe(200)
  })

  it('gets no link by mail of somebody who may do more than they do', async () => {
    const [namer, stronger] = [await person(managing), await person([...managing, '20-a'])]
    expect((await nameServer(namer, { ...own(), mailFrom: `a-${Date.now()}@kiran.example` })).status).toBe(200)
    post.received.length = 0
    await server.call(forgotPasswordCall, { username: stronger.username })
    await vi.waitFor(
      async () =>
        expect(await server.sql('select 1 from link_wish where user_id = $1', [stronger.userId])).toHaveLength(1),
      10_000,
    )
    const handed = await server.call(resetLinkCall, { user: stronger.userId }, stronger)
    expect(handed.json()).toMatchObject({ sentTo: null, link: expect.stringContaining('#token=') })
    expect(post.received).toEqual([])
    const equal = await person(managing)
    expect((await server.call(resetLinkCall, { user: equal.userId }, stronger)).json()).toMatchObject({ link: null })
    expect(post.received).toHaveLength(1)
  })

  it('gets none either who gave its password: with many servers that says through whose account it goes', async () => {
    const [namer, keyed] = [await person([...managing, '20-a']), await person(managing)]
    expect((await nameServer(namer, { ...own(), mailFrom: `b-${Date.now()}@kiran.example` })).status).toBe(200)
    const linkOf = async () => (await server.call(resetLinkCall, { user: namer.userId }, namer)).json()
    expect(await linkOf()).toMatchObject({ link: null })
    expect((await server.call(mailPasswordCall, { password: 'mine' }, keyed)).statusCode).toBe(200)
    expect(await linkOf()).toMatchObject({ sentTo: null, link: expect.stringContaining('#token=') })
    expect((await server.call(mailPasswordCall, { password: null }, keyed)).statusCode).toBe(200)
    expect(await linkOf()).toMatchObject({ link: null })
  })
})

describe('a mail that is tried', () => {
  it('tells nothing of what a port answers that is no mail server', async () => {
    const canary = 'SSH-2.0-OpenSSH_canary'
    const other = createServer(socket => socket.on('error', () => {}).write(`${canary}\r\n`))
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const boss = await person(managing)
    await nameServer(boss, { ...own(), mailPort: (other.address() as { port: number }).port })
    const tried = (await server.call(tryMailCall, {}, boss)).json<{ trouble: string }>()
    expect(tried.trouble).toBe('What answers there is no mail server, or speaks another protection.')
    expect(JSON.stringify(await server.sql('select details from audit_event'))).not.toContain(canary)
    other.close()
  })
})
