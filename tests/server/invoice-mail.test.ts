import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { OrderInvoice } from '#contract/modules/money/order-invoice.ts'
import { afterRestore } from '#server/db/restore.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import { signedIn } from '../support/server.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let post: MailServer
let cap: Row
beforeAll(async () => {
  shop = await openShop()
  cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 10_000, taxRate: 1800, serialised: false })
})
afterAll(() => shop?.server.close())
beforeEach(async () => {
  post = await startMailServer()
  await sendThrough(post.port)
})
afterEach(() => post.close())

const sendThrough = (port: number | null) =>
  shop.sql(
    `update general_setting set company_name = 'Kiran Care', mail_host = $1, mail_port = $2, mail_security = 'none',
       mail_from = 'desk@kiran.example'`,
    [port === null ? null : '127.0.0.1', port],
  )

async function issued(): Promise<OrderInvoice> {
  const lines = [{ product: cap.id, qty: 1, unitPrice: 10_000 }]
  const sale = await shop.make('order', { name: 'Asha Rao', phone: '98765 43210', lines })
  await shop.move('order', sale.id, 'confirmShort')
  const one = await shop.make('orderInvoice', { order: sale.id })
  return (await shop.move('orderInvoice', one.id, 'issue')) as unknown as OrderInvoice
}
const mail = (one: { id: number }, args: object = { to: 'asha@customer.example' }, headers: object = {}) =>
  shop.server.app.inject({
    method: 'POST',
    url: `/api/order-invoice/${one.id}/mail`,
    headers: { ...shop.person.headers, ...headers },
    payload: args,
  })
const read = async ({ id }: { id: number }) => (await shop.read('orderInvoice', id)) as unknown as OrderInvoice
/** The invoice once its mail has gone, or could not. */
const settled = (one: { id: number }) =>
  vi.waitFor(async () => {
    const now = await read(one)
    if (now.mailingTo) throw new Error('It is still on its way.')
    return now
  }, 15_000)
const letters = () =>
  shop.sql<{ state: string; tries: number }>('select state, tries from mail_letter order by created_at')
/** Some time later, for what waits for its next try. */
const later = () => shop.sql(`update mail_letter set due_at = now(), held_until = now() where ended_at is null`)

describe('an invoice sent by mail', () => {
  test('comes from whoever issued it, and from us of today where it has kept no name', async () => {
    const [kept, older] = [await issued(), await issued()]
    await shop.sql(`update order_invoice set seller_name = null where id = $1`, [older.id])
    await shop.sql(`update general_setting set company_name = 'Kiran and Sons'`)
    for (const one of [kept, older]) {
      await mail(one)
      await settled(one)
    }
    expect(post.received.map(({ subject }) => subject)).toEqual([
      `Tax invoice ${kept.number} from Kiran Care`,
      `Tax invoice ${older.number} from Kiran and Sons`,
    ])
  })

  test('goes once, with its file, and says to whom and when', async () => {
    const one = await issued()
    const answer = await mail(one, { to: ' Asha@Customer.example', message: 'Your bill.\nThank you!' })
    expect(answer.json()).toMatchObject({ mailingTo: 'Asha@Customer.example', mailedAt: null })
    const now = await settled(one)
    expect(now).toMatchObject({ mailedTo: 'Asha@Customer.example', mailTrouble: null, stage: 'issued' })
    expect(now.mailedAt).toMatch(/^20/)
    expect(post.received).toHaveLength(1)
    const [letter] = post.received
    expect(letter).toMatchObject({
      from: 'desk@kiran.example',
      to: ['Asha@customer.example'],
      subject: `Tax invoice ${one.number} from Kiran Care`,
    })
    expect(letter!.raw).toContain('Your bill.')
    expect(letter!.raw).toMatch(/^Message-ID: <[\da-f-]{36}@kiran\.example>\r$/im)
    const [, coded] = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(letter!.raw)!
    const file = new Uint8Array(Buffer.from(coded!, 'base64'))
    const { text } = await extractText(await getDocumentProxy(file), { mergePages: true })
    expect(text).toContain(one.number!)
    const { body } = await shop.ask('GET', `/order-invoice/${one.id}/history`)
    const entries = (body as unknown as { entries: { action: string; after: Record<string, unknown> }[] }).entries
    expect(entries.find(({ action }) => action === 'mail')?.after).toMatchObject({ mailingTo: 'Asha@Customer.example' })
    expect(entries.some(({ after }) => after.mailedTo === 'Asha@Customer.example' && after.mailedAt)).toBe(true)
  })

  test('goes once also where the same wish comes twice, and a second wish waits for the first', async () => {
    const one = await issued()
    const wish = { 'idempotency-key': '01920000-0000-7000-8000-00000000b001' }
    const answers = await Promise.all([mail(one, undefined, wish), mail(one, undefined, wish), mail(one)])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    await settled(one)
    expect(post.received).toHaveLength(1)
    // Sent again on purpose, it goes again.
    expect((await mail(one)).statusCode).toBe(200)
    await settled(one)
    expect(post.received).toHaveLength(2)
  })

  test('is refused where no mail is set up, where nothing is issued and where the address is none', async () => {
    const one = await issued()
    expect((await mail(one, { to: 'nobody' })).json()).toMatchObject({ fields: { to: expect.any(String) } })
    await sendThrough(null)
    expect((await mail(one)).json()).toMatchObject({ code: 'not-now', message: /No mail is set up/ })
    expect(await read(one)).toMatchObject({ mailingTo: null, version: one.version })
    await sendThrough(post.port)
    const draft = await shop.make('orderInvoice', { order: one.order, kind: 'proforma' })
    expect((await mail(draft)).statusCode).toBe(422)
  })

  test('is for those who may edit invoices', async () => {
    const one = await issued()
    const reader = await signedIn(shop.server, { permissions: ['22-a', '22-d'] })
    expect((await mail(one, undefined, reader.headers)).statusCode).toBe(403)
  })

  test('that no mail server takes now is tried again, and then given up', async () => {
    const one = await issued()
    await post.close()
    await mail(one)
    const waiting = await vi.waitFor(async () => {
      const now = await read(one)
      if (!now.mailTrouble) throw new Error('Nothing was tried yet.')
      return now
    }, 15_000)
    expect(waiting).toMatchObject({ mailingTo: 'asha@customer.example', mailedAt: null })
    post = await startMailServer()
    await sendThrough(post.port)
    await later()
    expect(await settled(one)).toMatchObject({ mailedTo: 'asha@customer.example', mailTrouble: null })
    expect((await letters()).at(-1)).toEqual({ state: 'sent', tries: 2 })
  })

  test('that the mail server will not have is not tried again, and the invoice says why', async () => {
    const one = await issued()
    await post.close()
    post = await startMailServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('No such person here'), { responseCode: 550 })),
    })
    await sendThrough(post.port)
    await mail(one)
    expect(await settled(one)).toMatchObject({ mailedAt: null, mailTrouble: expect.stringContaining('No such person') })
    expect((await letters()).at(-1)).toEqual({ state: 'failed', tries: 1 })
  })

  test('that broke off with the mail in the server’s hands is not sent once more', async () => {
    const one = await issued()
    await post.close()
    let taken = 0
    post = await startMailServer({
      onData(stream) {
        stream.resume()
        // It has all of it, and the line breaks before it can say so.
        stream.on('end', () => {
          taken += 1
          post.drop()
        })
      },
    })
    await sendThrough(post.port)
    await mail(one)
    expect(await settled(one)).toMatchObject({ mailedAt: null, mailTrouble: expect.stringContaining('not known') })
    await later()
    expect(taken).toBe(1)
    expect((await letters()).at(-1)).toEqual({ state: 'unsure', tries: 1 })
  })

  test('that was made void before it went is not sent', async () => {
    const one = await issued()
    await sendThrough(1)
    await mail(one)
    await vi.waitFor(async () => {
      if (!(await read(one)).mailTrouble) throw new Error('Nothing was tried yet.')
    }, 15_000)
    await sendThrough(post.port)
    await shop.sql(`update order_invoice set stage = 'void' where id = $1`, [one.id])
    await later()
    expect(await settled(one)).toMatchObject({ mailedAt: null, mailTrouble: expect.stringContaining('any more') })
    expect(post.received).toHaveLength(0)
  })

  // The last: a restore ends every session.
  test('that another process had in hand when it ended, or that a restore brought back, is given up and said to be', async () => {
    for (const lose of [
      (id: number) =>
        shop.sql(`update mail_letter set state = 'sending', held_until = now(), due_at = now() where record = $1`, [
          id,
        ]),
      async () => inTransaction(shop.server.database.pool, afterRestore),
    ]) {
      const one = await issued()
      await sendThrough(1)
      await mail(one)
      await vi.waitFor(async () => {
        if (!(await read(one)).mailTrouble) throw new Error('Nothing was tried yet.')
      }, 15_000)
      await sendThrough(post.port)
      await lose(one.id)
      await later()
      await vi.waitFor(async () => {
        const { rows: now } = await shop.server.database.pool.query(
          `select from order_invoice where id = $1 and mailing_to is null and mail_trouble like '%not known%'`,
          [one.id],
        )
        if (now.length === 0) throw new Error('It is not given up yet.')
      }, 15_000)
      expect(post.received).toHaveLength(0)
    }
  })
})
