import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { askedForLinkCall, inviteCall, profileCall, resetLinkCall } from '#contract/calls/access.ts'
import { mailPasswordCall, mailStateCall, tryMailCall } from '#contract/calls/general-setting.ts'
import { changePasswordCall, forgotPasswordCall, resetPasswordCall } from '#contract/calls/password.ts'
import { signUpCall } from '#contract/calls/session.ts'
import { PASSWORD, passwordHash, startAccounts, type Accounts } from '../support/accounts.ts'
import { startMailServer, type MailServer, type Received } from '../support/mail-server.ts'
import { signedIn } from '../support/server.ts'

const NEW = 'three-slow-otters-77'
const chief = ['60-a', '60-c', '60-d', '113-a', '113-c', '113-d']

let server: Accounts
let post: MailServer
beforeAll(async () => {
  server = await startAccounts({ env: { publicUrl: 'https://desk.kiran.example' } })
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  post = await startMailServer()
  await sendThrough(post.port)
  await server.sql('delete from rate_limit')
  await server.sql('delete from server_secret where name = $1', ['mail'])
})
afterEach(() => post.close())

const sendThrough = (port: number | null, { user = null as string | null, security = 'none' } = {}) =>
  server.sql(
    `update general_setting set mail_host = $1, mail_port = $2, mail_user = $3, mail_security = $4, mail_from = 'desk@kiran.example'`,
    [port === null ? null : '127.0.0.1', port, user, security],
  )
const person = async (rights: Parameters<typeof signedIn>[1] = {}) =>
  signedIn(server, { ...rights, passwordHash: await passwordHash() })
const mail = (n = 1): Promise<Received[]> =>
  vi.waitFor(() => {
    if (post.received.length < n) throw new Error(`${post.received.length} mails have come`)
    return post.received
  }, 10_000)
const tokenIn = (text: string) =>
  /https:\/\/desk\.kiran\.example\/reset-password#token=([\w-]{43})$/m.exec(text)?.[1] ?? ''
const forgot = (username: string, headers: Record<string, string> = {}) =>
  server.call(forgotPasswordCall, { username }, null, { headers })
const events = async (kind: string) => (await server.sql('select 1 from audit_event where kind = $1', [kind])).length

describe('a mail', () => {
  test('with a link goes to who forgot their password, and to nobody else', async () => {
    const who = await person()
    const answers = await Promise.all([forgot(who.username), forgot('nobody')])
    expect(answers[0].body).toBe(answers[1].body)
    const [letter] = await mail()
    expect(letter).toMatchObject({
      from: 'desk@kiran.example',
      to: [`${who.username}@caredesk.example`],
      subject: 'Choose a new password for Kiran Care',
    })
    expect(letter!.text).toContain(`Hello ${who.username},`)
    expect(letter!.text).toContain('within 30 minutes')
    expect(letter!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    const used = await server.call(resetPasswordCall, { token: tokenIn(letter!.text), password: NEW })
    expect(used.json()).toEqual({ username: who.username })
    const [, told] = await mail(2)
    expect(told!.subject).toBe('Your password for Kiran Care was changed')
    expect(told!.text).not.toContain(NEW)
    expect(post.received).toHaveLength(2)
    expect(server.log.join('')).not.toContain(tokenIn(letter!.text))
  })

  test('leads where the installation says, whatever the request pretends to have asked', async () => {
    const who = await person()
    await forgot(who.username, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const [letter] = await mail()
    expect(letter!.raw).not.toContain('evil')
    expect(tokenIn(letter!.text)).toHaveLength(43)
  })

  test('where the installation does not say it, a stranger’s request sends none; an administrator sees who asked', async () => {
    const plain = await startAccounts({ database: server.database })
    const [who, senior] = [await person(), await person({ permissions: chief })]
    const ask = (headers: Record<string, string>, remoteAddress: string) =>
      plain.call(forgotPasswordCall, { username: who.username }, null, { headers, remoteAddress })
    const before = await events('link-asked')
    await ask({ host: 'evil.example' }, '127.0.0.1')
    await server.happened('link-asked', before + 1)
    const wishes = await plain.call(askedForLinkCall, {}, senior)
    await vi.waitFor(async () => {
      const { rows } = askedForLinkCall.output.parse((await plain.call(askedForLinkCall, {}, senior)).json())
      expect(rows.map(row => row.user)).toContain(who.userId)
    }, 10_000)
    expect(wishes.statusCode).toBe(200)
    expect(post.received).toEqual([])
    await plain.app.close()
  })

  test('invites somebody; the administrator who sends it does not see the link', async () => {
    const senior = await person({ permissions: chief })
    const who = await signedIn(server, { stage: 'invited' })
    const answer = await server.call(inviteCall, { user: who.userId }, senior)
    expect(answer.json()).toEqual({ sentTo: `${who.username}@caredesk.example`, link: null, until: expect.any(String) })
    const [letter] = await mail()
    expect(letter!.subject).toBe('Your account at Kiran Care')
    expect(letter!.text).toContain(`Your username is ${who.username}.`)
    const done = await server.call(resetPasswordCall, { token: tokenIn(letter!.text), password: NEW })
    expect(done.statusCode).toBe(200)
  })

  test('tells of a sign-in on a device that is new to the account, and of no other', async () => {
    const who = await person()
    const device = randomUUID()
    const signIn = (more: object) =>
      server.signIn(
        { username: who.username, ...more },
        {
          headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
        },
      )
    await signIn({ device })
    const [letter] = await mail()
    expect(letter!.subject).toBe('A new sign-in to Kiran Care')
    expect(letter!.text).toContain('Firefox on Linux')
    await signIn({ device })
    await signIn({ device: device.toUpperCase() })
    await signIn({ device: randomUUID() })
    await mail(2)
    const noted = await server.sql(
      `select details ? 'newDevice' as fresh from audit_event where kind = 'signed-in' and actor = $1 order by id`,
      [who.userId],
    )
    expect(noted.map(row => row.fresh)).toEqual([true, false, false, true])
    expect(post.received).toHaveLength(2)
  })

  test('tells of a changed password, and the old address of a changed address', async () => {
    const who = await person()
    await server.call(changePasswordCall, { password: PASSWORD, newPassword: NEW }, who)
    const [changed] = await mail()
    expect(changed!.subject).toBe('Your password for Kiran Care was changed')
    await server.call(profileCall, { email: 'else@kiran.example' }, who)
    const [, moved] = await mail(2)
    expect(moved).toMatchObject({
      to: [`${who.username}@caredesk.example`],
      subject: 'Your e-mail address for Kiran Care was changed',
    })
    expect(moved!.raw).not.toContain('else@kiran.example')
  })

  test('goes to nobody who waits for approval: the address may be anybody’s', async () => {
    const input = { name: 'Mallory', username: `mallory-${Date.now()}`, email: 'victim@kiran.example', password: NEW }
    const before = await events('link-asked')
    const signed = (await server.call(signUpCall, input)).json()
    await server.signIn({ username: input.username, password: NEW })
    await server.call(changePasswordCall, { password: NEW, newPassword: PASSWORD }, signed)
    await forgot(input.username)
    await server.happened('link-asked', before + 1)
    const senior = await person({ permissions: chief })
    await server.call(tryMailCall, {}, senior)
    await mail()
    expect(post.received.map(letter => letter.to[0])).toEqual([`${senior.username}@caredesk.example`])
  })

  test('takes no other receiver or header out of a name', async () => {
    const who = await person()
    await server.sql(`update app_user set name = $2 where id = $1`, [
      who.userId,
      'Asha\r\nBcc: thief@evil.example\r\n\r\nClick here" <thief@evil.example>,',
    ])
    await server.sql(`update general_setting set company_name = $1`, ['Kiran\r\nBcc: thief@evil.example'])
    await forgot(who.username)
    const [letter] = await mail()
    await server.sql(`update general_setting set company_name = 'Kiran Care'`)
    expect(letter!.to).toEqual([`${who.username}@caredesk.example`])
    const head = letter!.raw.slice(0, letter!.raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
    expect(head.split('\r\n').filter(line => /^(bcc|cc):/i.test(line))).toEqual([])
    expect(head).toMatch(/^Subject: Choose a new password for Kiran Bcc: thief/m)
    expect(letter!.text).toMatch(/^Hello Asha Bcc: thief@evil\.example Click here/)
  })
})

describe('a mail server that does not work', () => {
  /** Takes connections and says nothing. */
  async function silent(): Promise<{ port: number; server: Server; sockets: Set<{ destroy(): void }> }> {
    const sockets = new Set<{ destroy(): void }>()
    const hanging = createServer(socket => sockets.add(socket.on('error', () => {})))
    await new Promise<void>(resolve => hanging.listen(0, '127.0.0.1', resolve))
    return { port: (hanging.address() as { port: number }).port, server: hanging, sockets }
  }

  test('holds up nobody who forgot their password: the answer is there while it still hangs', async () => {
    const who = await person()
    const hanging = await silent()
    await sendThrough(hanging.port)
    const failed = await events('mail-failed')
    const [known, unknown] = await Promise.all([forgot(who.username), forgot('nobody')])
    expect(known.body).toBe(unknown.body)
    expect(await events('mail-failed')).toBe(failed)
    await vi.waitFor(() => expect(hanging.sockets.size).toBe(1), 10_000)
    for (const socket of hanging.sockets) socket.destroy()
    hanging.server.close()
    const [event] = (await server.happened('mail-failed', failed + 1)).slice(-1)
    expect(event!.subject).toBe(who.username)
    expect(JSON.stringify(event!.details)).not.toMatch(/[\w-]{43}/)
    // Then an administrator sees who asked.
    const senior = await person({ permissions: chief })
    await vi.waitFor(async () => {
      const { rows } = askedForLinkCall.output.parse((await server.call(askedForLinkCall, {}, senior)).json())
      expect(rows.map(row => row.user)).toContain(who.userId)
    }, 10_000)
  })

  test('leaves the administrator with the link to hand over', async () => {
    await post.close()
    const [senior, who] = [await person({ permissions: chief }), await person()]
    const answer = resetLinkCall.output.parse((await server.call(resetLinkCall, { user: who.userId }, senior)).json())
    expect(answer.sentTo).toBeNull()
    expect(tokenIn(answer.link!)).toHaveLength(43)
    post = await startMailServer()
  })

  test('fails no sign-in and no change of a password', async () => {
    await post.close()
    const failed = await events('mail-failed')
    const who = await person()
    expect((await server.signIn({ username: who.username, device: randomUUID() })).statusCode).toBe(200)
    const changed = await server.call(changePasswordCall, { password: PASSWORD, newPassword: NEW }, who)
    expect(changed.statusCode).toBe(200)
    await server.happened('mail-failed', failed + 2)
    post = await startMailServer()
  })
})

describe('the settings of mail', () => {
  test('are tried with a mail to the one who tries, or with what the mail server said', async () => {
    const senior = await person({ permissions: chief })
    const tried = async () => tryMailCall.output.parse((await server.call(tryMailCall, {}, senior)).json())
    expect(await tried()).toEqual({ sentTo: `${senior.username}@caredesk.example`, trouble: null })
    expect((await mail())[0]!.subject).toBe('A mail from Kiran Care')
    await post.close()
    expect(await tried()).toEqual({ sentTo: null, trouble: expect.stringContaining('ECONNREFUSED') })
    post = await startMailServer({ onRcptTo: (_address, _session, done) => done(new Error('No such mailbox here')) })
    await sendThrough(post.port)
    expect((await tried()).trouble).toContain('No such mailbox here')
    await sendThrough(null)
    expect(await tried()).toEqual({ sentTo: null, trouble: expect.stringContaining('No mail server') })
    await sendThrough(post.port, { security: 'starttls' })
    expect((await tried()).trouble).toMatch(/STARTTLS/i)
  })

  test('hold a password that is used and never shown: not in answers, history, audit or log', async () => {
    const secret = 'canary-mail-password-5521'
    await post.close()
    let wrong = 0
    post = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        if (password === secret) done(null, { user: username })
        else {
          wrong += 1
          done(new Error('Invalid login'))
        }
      },
    })
    await sendThrough(post.port, { user: 'desk' })
    const senior = await person({ permissions: [...chief, '61-c'] })
    const state = async () => mailStateCall.output.parse((await server.call(mailStateCall, {}, senior)).json())
    const tried = async () => (await server.call(tryMailCall, {}, senior)).json()
    expect(await state()).toEqual({ configured: true, hasPassword: false })
    expect((await tried()).trouble).toBe('A user of the mail server is set, but no password.')
    const set = (password: string | null, as = senior) => server.call(mailPasswordCall, { password }, as)
    expect((await set('not-the-password')).json()).toEqual({})
    expect((await tried()).trouble).toContain('Invalid login')
    expect(wrong).toBeGreaterThan(0)
    expect((await set(secret)).json()).toEqual({})
    expect(await state()).toEqual({ configured: true, hasPassword: true })
    expect((await tried()).sentTo).toBe(`${senior.username}@caredesk.example`)
    expect(post.received[0]!.user).toBe('desk')
    const told = JSON.stringify([
      await server.sql('select * from audit_event'),
      await server.sql('select * from record_history'),
      (await server.app.inject({ url: '/api/general-setting/1', headers: senior.headers })).body,
      await state(),
    ])
    expect(told).toContain('mail-password-set')
    expect(told).not.toContain(secret)
    expect(server.log.join('')).not.toContain(secret)
    await server.sql('update user_session set confirmed_at = null where user_id = $1', [senior.userId])
    expect((await set(null)).json()).toMatchObject({ code: 'confirm-needed' })
    await server.sql('update user_session set confirmed_at = now() where user_id = $1', [senior.userId])
    expect((await set(null)).statusCode).toBe(200)
    expect(await state()).toEqual({ configured: true, hasPassword: false })
    const other = await person({ permissions: ['113-a', '113-d'] })
    for (const call of [mailStateCall, tryMailCall] as const)
      expect((await server.call(call, {}, other)).statusCode).toBe(403)
  })
})
