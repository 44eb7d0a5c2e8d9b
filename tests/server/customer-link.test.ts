import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let product: Row
let battery: Row
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'KW', name: 'Massager <Pro>', price: 100_000 })
  battery = await shop.make('part', { code: 'BAT', name: 'Battery', price: 30_000, taxRate: 1800, fits: [product.id] })
  await shop.make('stockMove', { part: battery.id, qty: 10, from: 'supplier', to: 'stock', cause: 'purchase' })
})
afterAll(() => shop?.server.close())

const job = async (more: object = {}) =>
  (await shop.make('maintenance', {
    name: 'Asha Rao',
    phone: '98765 43210',
    product: product.id,
    note: 'Only for us',
    ...more,
  })) as unknown as Maintenance
const step = (id: number, name: string, args: object = {}) => shop.move('maintenance', id, name, args)
const now = async (id: number) => (await shop.read('maintenance', id)) as unknown as Maintenance
async function linkOf({ id }: { id: number }): Promise<string> {
  const { status, body } = await shop.ask('POST', '/customer-link/make', { maintenance: id })
  expect(status).toBe(200)
  return (body as unknown as { link: string }).link
}
const open = (link: string) => shop.server.app.inject({ method: 'GET', url: link })
const press = (link: string, deed: string, form: Record<string, string | number>) =>
  shop.server.app.inject({
    method: 'POST',
    url: `${link}?deed=${deed}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)])).toString(),
  })
async function estimated() {
  const made = await job({ parts: [{ part: battery.id, qty: 2, price: 30_000, taxRate: 1800 }] })
  await step(made.id, 'receive')
  await step(made.id, 'diagnose', { diagnosis: 'Battery is dead' })
  await step(made.id, 'sendEstimate')
  return now(made.id)
}

describe('the page', () => {
  it('tells a job without a sign-in, and nothing that is only for us', async () => {
    const link = await linkOf(await job({ serial: 'FOREIGN-1' }))
    expect(link).toMatch(/^\/c\/[\w-]{43}$/)
    const { statusCode, body, headers } = await open(link)
    expect(statusCode).toBe(200)
    expect(body).toContain('Massager &lt;Pro&gt;')
    expect(body).toContain('FOREIGN-1')
    expect(body).toContain('We have your request.')
    expect(body).not.toContain('Only for us')
    expect(body).not.toContain('<script')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'")
  })

  it('is there for the newest link only, until it is ended or is over', async () => {
    const one = await job()
    const first = await linkOf(one)
    const second = await linkOf(one)
    expect((await open(first)).statusCode).toBe(404)
    expect((await open(second)).statusCode).toBe(200)
    expect((await now(one.id)).linkUntil).not.toBeNull()
    await shop.ask('POST', '/customer-link/end', { maintenance: one.id })
    expect((await open(second)).statusCode).toBe(404)
    expect((await now(one.id)).linkUntil).toBeNull()
    const third = await linkOf(one)
    await shop.server.database.pool.query(`update customer_link set until = now() - interval '1 s'`)
    const over = await open(third)
    expect(over.statusCode).toBe(404)
    expect(over.body).toContain('does not work any more')
    expect((await open('/c/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404)
  })

  it('keeps its secret out of the database and out of history', async () => {
    const one = await job()
    const secret = (await linkOf(one)).slice(3)
    const { rows } = await shop.server.database.pool.query<{ text: string }>(
      `select (select json_agg(l)::text from customer_link l) || (select json_agg(h)::text from record_history h) as text`,
    )
    expect(rows[0]!.text).not.toContain(secret)
  })
})

describe('an estimate', () => {
  it('is approved there, by name, and history says whose word it was', async () => {
    const one = await estimated()
    const link = await linkOf(one)
    expect((await open(link)).body).toContain('Approve ₹600.00')
    const form = { decision: 'approve', total: one.estimate!, name: 'Asha R.' }
    expect((await press(link, 'estimate', form)).statusCode).toBe(303)
    expect(await now(one.id)).toMatchObject({ stage: 'approved', decidedBy: 'Asha R.' })
    const { body } = await shop.ask('GET', `/maintenance/${one.id}/history?limit=1`)
    const [last] = (body as unknown as { entries: object[] }).entries
    expect(last).toMatchObject({ action: 'approve', actorName: 'Asha Rao (customer)' })
    expect((await open(link)).body).toContain('Approved by Asha R.')
    expect((await press(link, 'estimate', form)).statusCode).toBe(422)
  })

  it('is declined with a reason, and what was typed stays where one is missing', async () => {
    const one = await estimated()
    const link = await linkOf(one)
    const form = { decision: 'decline', total: one.estimate!, name: 'Asha "A"', reason: '' }
    const again = await press(link, 'estimate', form)
    expect(again.statusCode).toBe(422)
    expect(again.body).toContain('Please say why you decline.')
    expect(again.body).toContain('Asha &quot;A&quot;')
    expect((await now(one.id)).stage).toBe('estimateSent')
    expect((await press(link, 'estimate', { ...form, reason: 'Too much' })).statusCode).toBe(303)
    expect(await now(one.id)).toMatchObject({ stage: 'declined', declineReason: 'Too much' })
  })

  it('is not approved by a page that shows another sum', async () => {
    const one = await estimated()
    const link = await linkOf(one)
    expect((await shop.change('maintenance', one.id, { charges: [{ label: 'Cleaning', amount: 5_000 }] })).status).toBe(
      200,
    )
    await step(one.id, 'sendEstimate')
    const old = await press(link, 'estimate', { decision: 'approve', total: one.estimate!, name: 'Asha' })
    expect(old.statusCode).toBe(422)
    expect(old.body).toContain('Something has changed meanwhile')
    expect((await now(one.id)).stage).toBe('estimateSent')
  })
})

describe('what else a customer says', () => {
  it('is when it may be fetched, of the times that are offered', async () => {
    const one = await job({ serviceMode: 'pickup' })
    const link = await linkOf(one)
    const [, at] = /<option value="([^"]+)"/.exec((await open(link)).body)!
    expect((await press(link, 'slot', { at: '2020-01-01T00:00:00.000Z' })).statusCode).toBe(422)
    expect((await press(link, 'slot', { at: at! })).statusCode).toBe(303)
    expect((await now(one.id)).scheduledAt).toBe(at)
    expect((await press(await linkOf(await job()), 'slot', { at: at! })).statusCode).toBe(422)
  })

  it('is how it was, once, and only when it is over', async () => {
    const one = await job({ serviceMode: 'onSite' })
    const link = await linkOf(one)
    expect((await press(link, 'rating', { rating: 5, feedback: '' })).statusCode).toBe(422)
    await step(one.id, 'assign', { assignedTo: shop.person.userId })
    await step(one.id, 'repair')
    await step(one.id, 'finish', { workDone: 'Cleaned' })
    await step(one.id, 'passCheck')
    await step(one.id, 'makeReady')
    await step(one.id, 'handOver', { signedBy: 'Asha' })
    expect((await press(link, 'rating', { rating: 7, feedback: '' })).statusCode).toBe(422)
    expect((await press(link, 'rating', { rating: 4, feedback: `Quick\r\n${'x'.repeat(294)}` })).statusCode).toBe(303)
    expect(await now(one.id)).toMatchObject({ rating: 4, feedback: `Quick\n${'x'.repeat(294)}` })
    expect((await press(link, 'rating', { rating: 1, feedback: '' })).statusCode).toBe(422)
    expect((await open(link)).body).toContain('4 of 5')
  })

  it('is nothing else: no other deed, no other job, no other kind of form', async () => {
    const one = await job()
    const link = await linkOf(one)
    expect((await press(link, 'close', {})).statusCode).toBe(404)
    expect((await press('/c/none', 'rating', { rating: 5 })).statusCode).toBe(404)
    const long = await press(link, 'rating', { rating: 5, feedback: 'x'.repeat(9_000) })
    expect(long.statusCode).toBe(413)
    expect(long.body).toContain('This did not work')
    const json = await shop.server.app.inject({ method: 'POST', url: `${link}?deed=rating`, payload: { rating: 5 } })
    expect(json.statusCode).toBeGreaterThanOrEqual(400)
    expect((await now(one.id)).version).toBe(one.version + 1)
  })
})

it('a link is made and ended by whoever may edit the job, and by nobody who does not reach it', async () => {
  const one = await job()
  for (const path of ['/customer-link/make', '/customer-link/end'])
    expect((await shop.ask('POST', path, { maintenance: 987_654_321 })).status).toBe(404)
  await step(one.id, 'cancel', { cancelReason: 'Not needed' })
  expect((await shop.ask('POST', '/customer-link/make', { maintenance: one.id })).status).toBe(422)
})
