import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { readEnv } from '#server/env.ts'
import { runOn } from '#server/lib/transaction.ts'
import { jobMail } from '#server/modules/service/job-mail.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let post: MailServer
let device: Row
beforeAll(async () => {
  shop = await openShop()
  post = await startMailServer()
  await sendThrough(post.port)
  device = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000 })
})
afterAll(async () => {
  await post?.close()
  await shop?.server.close()
})

const sendThrough = (port: number | null) =>
  shop.sql(
    `update general_setting set company_name = 'Kiran Care', mail_host = $1, mail_port = $2, mail_security = 'none',
       mail_from = 'desk@kiran.example'`,
    [port === null ? null : '127.0.0.1', port],
  )
const logged = async () =>
  (await shop.make('maintenance', {
    name: 'Asha Rao',
    phone: '98765 43210',
    product: device.id,
    serial: 'KW-77',
    problems: [{ text: 'Does not start' }],
  })) as unknown as Maintenance
const mail = (id: number, args: object, person = shop.person) =>
  shop.ask('POST', `/maintenance/${id}/mail`, args, person)
const settled = (id: number) =>
  vi.waitFor(async () => {
    const now = (await shop.read('maintenance', id)) as unknown as Maintenance
    if (now.mailingTo) throw new Error('It is still on its way.')
    return now
  }, 15_000)
async function fileIn(raw: string): Promise<string> {
  const [, coded] = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(raw)!
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(coded!, 'base64'))), {
    mergePages: true,
  })
  return text
}

test('a paper of a job goes to its customer as a file, and the job says to whom and when', async () => {
  const { id, number } = await logged()
  expect((await mail(id, { paper: 'card', to: 'asha@customer.example' })).body).toMatchObject({
    mailingTo: 'asha@customer.example',
    stage: 'logged',
  })
  expect(await settled(id)).toMatchObject({ mailedTo: 'asha@customer.example', mailTrouble: null, stage: 'logged' })
  await mail(id, { paper: 'report', to: 'asha@customer.example', message: 'As we said on the phone.' })
  await settled(id)
  const [card, report] = post.received
  expect(card).toMatchObject({
    from: 'desk@kiran.example',
    to: ['asha@customer.example'],
    subject: `Job card ${number} from Kiran Care`,
  })
  expect(card!.raw).toContain('Hello Asha Rao')
  expect(report!.subject).toBe(`Service report ${number} from Kiran Care`)
  expect(report!.raw).toContain('As we said on the phone.')
  expect(await fileIn(card!.raw)).toMatch(/Job card[\s\S]*KW-77/)
  expect(await fileIn(report!.raw)).toContain('Service report')
  const { entries } = (await shop.ask('GET', `/maintenance/${id}/history`)).body as unknown as {
    entries: { action: string; after: Record<string, unknown> }[]
  }
  expect(entries.some(({ action, after }) => action === 'mail' && after.mailingTo === 'asha@customer.example')).toBe(
    true,
  )
})

test('it is refused where no mail is set up, and where it is no paper for customers', async () => {
  const { id } = await logged()
  await mail(id, { paper: 'card', to: 'asha@customer.example' })
  await settled(id)
  const { body, status } = await mail(id, { paper: 'label', to: 'asha@customer.example' })
  expect([status, body.fields]).toEqual([400, { paper: expect.any(String) }])
  await sendThrough(null)
  expect((await mail(id, { paper: 'card', to: 'asha@customer.example' })).body).toMatchObject({
    code: 'not-now',
    message: /No mail is set up/,
  })
  await sendThrough(post.port)
})

test('a mailed card has a code only where the phone of a customer can open what that says', async () => {
  const { id } = await logged()
  const job = await shop.read('maintenance', id)
  const run = runOn(shop.server.database.pool)
  const sizeWith = async (publicUrl: string | undefined) => {
    const write = jobMail({ env: { ...readEnv({ NODE_ENV: 'test' }), publicUrl } })
    const { mail } = await write(run, job, { message: null, about: { paper: 'card' } })
    return mail.attachments![0]!.content.length
  }
  const [without, short, long] = [
    await sizeWith(undefined),
    await sizeWith('https://a.example'),
    await sizeWith(`https://${'a'.repeat(60)}.example`),
  ]
  expect(long).toBeGreaterThan(short)
  expect(short - without).toBeGreaterThan(300)
})

test('it goes to one address for one job: not to many at once, and not without end', async () => {
  const { id } = await logged()
  const args = { paper: 'card', to: 'asha@customer.example' }
  const many = await shop.ask('POST', '/maintenance/bulk', { action: 'mail', args, target: { ids: [id] } })
  expect([many.status, many.body.fields]).toEqual([400, { action: expect.any(String) }])
  const person = await signedIn(shop.server, { permissions: ['40-c', '40-d'] })
  await shop.sql(
    `insert into mail_letter (id, module, record, recipient, author, state, ended_at)
     select gen_random_uuid(), 'maintenance', $1, 'asha@customer.example', $2, 'sent', now() from generate_series(1, 59)`,
    [id, person.userId],
  )
  expect((await mail(id, args, person)).status).toBe(200)
  await settled(id)
  expect((await mail(id, args, person)).status).toBe(429)
  expect((await mail(id, args)).status).toBe(200)
  await settled(id)
})

test('whoever may not read a job sends nothing of it, not even what they asked for before', async () => {
  const { id } = await logged()
  const args = { paper: 'report', to: 'asha@customer.example' }
  const editor = await signedIn(shop.server, { permissions: ['40-c'] })
  expect((await mail(id, args, editor)).status).toBe(403)
  const sent = post.received.length
  await shop.sql(
    `insert into mail_letter (id, module, record, recipient, about, author)
     values (gen_random_uuid(), 'maintenance', $1, 'asha@customer.example', '{"paper": "report"}', $2)`,
    [id, editor.userId],
  )
  const told = await vi.waitFor(async () => {
    const now = (await shop.read('maintenance', id)) as unknown as Maintenance
    if (!now.mailTrouble) throw new Error('Nothing is said of it yet.')
    return now.mailTrouble
  }, 15_000)
  expect(told).toMatch(/no longer the right/)
  expect(post.received.length).toBe(sent)
})

test('it is for those who may edit jobs, and not for one that was cancelled', async () => {
  const { id } = await logged()
  const reader = await signedIn(shop.server, { permissions: ['40-a', '40-d', '40-e'] })
  expect((await mail(id, { paper: 'card', to: 'asha@customer.example' }, reader)).status).toBe(403)
  await shop.move('maintenance', id, 'cancel', { cancelReason: 'Changed their mind' })
  expect((await mail(id, { paper: 'card', to: 'asha@customer.example' })).status).toBe(422)
})
