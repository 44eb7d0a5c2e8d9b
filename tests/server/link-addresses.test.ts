import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { profileCall, resetLinkCall } from '#contract/calls/access.ts'
import { forgotPasswordCall } from '#contract/calls/password.ts'
import { asPerson } from '../support/access.ts'
import { startAccounts, type Accounts } from '../support/accounts.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { signedIn } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let server: Accounts
let post: MailServer
const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d']
beforeAll(async () => {
  server = await startAccounts()
  post = await startMailServer()
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone, mail_host, mail_port, mail_security, mail_from)
     values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata', '127.0.0.1', $1, 'none', 'desk@kiran.example')`,
    [post.port],
  )
})
afterAll(async () => {
  await post.close()
  await server.close()
})
const mails = (n: number) =>
  vi.waitFor(() => {
    expect(post.received.length).toBeGreaterThanOrEqual(n)
    return post.received
  }, 10_000)

describe('a link to choose a password, where nobody configured the address', () => {
  it('names no place that a request calls the host, is shown with the path alone, and is not mailed', async () => {
    const [boss, who] = [await signedIn(server, { permissions: managing }), await signedIn(server)]
    for (const host of ['evil.example', 'localhost']) {
      const answer = await server.call(resetLinkCall, { user: who.userId }, boss, { headers: { host } })
      expect(answer.json()).toMatchObject({
        sentTo: null,
        link: expect.stringMatching(/^\/reset-password#token=[\w-]{43}$/),
      })
      await server.call(forgotPasswordCall, { username: who.username }, null, { headers: { host } })
    }
    await server.happened('link-asked', 2)
    expect(await server.sql('select 1 from link_wish where user_id = $1', [who.userId])).toHaveLength(1)
    expect(post.received).toEqual([])
  })
})

describe('another e-mail address', () => {
  it('is told to the old one, whoever changed it and by whatever way', async () => {
    const boss = asPerson(server, await signedIn(server, { permissions: managing }))
    const told = async (old: string, fresh: string) => {
      const n = post.received.length
      return {
        by: async (change: () => Promise<unknown>) => {
          await change()
          const letter = (await mails(n + 1))[n]!
          expect(letter).toMatchObject({ to: [old], subject: 'Your e-mail address for Kiran Care was changed' })
          expect(letter.raw).not.toContain(fresh)
        },
      }
    }
    const who = await signedIn(server)
    const [first, second, third] = ['one', 'two', 'three'].map(name => `${name}@kiran.example`) as [
      string,
      string,
      string,
    ]
    const path = `/user/${who.userId}`
    await (
      await told(`${who.username}@caredesk.example`, first)
    ).by(() => boss.need('PATCH', path, { email: first }, 1))
    await (
      await told(first, second)
    ).by(async () => {
      const device = httpDevice(server.app, boss)
      const base = { version: 2, fields: { email: first } }
      const [result] = await device.push(device.op('user.change', who.userId, { email: second }, { base }))
      expect(result).toMatchObject({ status: 'applied' })
    })
    await (await told(second, third)).by(() => server.call(profileCall, { email: third }, who))
    await boss.need('PATCH', path, { email: third.toUpperCase() }, 4)
    await boss.need('PATCH', path, { name: 'Same address' }, 5)
    expect(post.received).toHaveLength(3)
  })
})

describe('a request with two Host headers', () => {
  it('is refused, whatever they say', async () => {
    const { connect } = await import('node:net')
    const { port } = new URL(await server.url())
    const answered = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          'GET /api/auth/door HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
        ),
      )
      socket
        .on('data', part => (text += String(part)))
        .on('end', () => resolve(text))
        .on('error', reject)
    })
    expect(answered).toMatch(/^HTTP\/1\.1 400 /)
    expect(answered).toContain('"code":"invalid"')
  })
})
