import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { MaintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { startMailServer } from '../support/mail-server.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Input = Record<string, unknown>
let shop: Shop
let massager: Row
let battery: Row
beforeAll(async () => {
  shop = await openShop()
  massager = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000, warrantyDays: 365 })
  const input = { code: 'BAT', name: 'Battery', price: 30_000, taxRate: 1800, hsn: '8507', fits: [massager.id] }
  battery = await shop.make('part', input)
})
afterAll(() => shop?.server.close())
// What one test issued for some day must not stand in the way of another.
beforeEach(async () => {
  await shop.sql('delete from payment')
  await shop.sql('update maintenance_invoice set against = null')
  await shop.sql('delete from maintenance_invoice')
  await shop.sql(`delete from number_series where series in ('SRV', 'SCN', 'SPF')`)
})

const work = (): Input => ({
  parts: [{ part: battery.id, qty: 2, price: 30_000, taxRate: 1800 }],
  labour: [{ minutes: 45, rate: 40_000, taxRate: 1800 }],
  charges: [{ label: 'Pickup', amount: 9_900, taxRate: 1800 }],
})
const step = (one: { id: number }, name: string, args: Input = {}) => shop.move('maintenance', one.id, name, args)
async function repaired(more: Input = {}): Promise<Maintenance> {
  const who = { name: 'Asha Rao', phone: '98765 43210', product: massager.id, serial: 'KW-77', address: '7, Lake Road' }
  const made = await shop.make('maintenance', { ...who, ...work(), ...more })
  await step(made, 'receive')
  await step(made, 'diagnose', { diagnosis: 'Battery is flat' })
  if (Number(made.total) > 0) await step(made, 'sendEstimate')
  if (Number(made.total) > 0) await step(made, 'approve', { decidedBy: 'Asha Rao' })
  await step(made, 'repair')
  return (await step(made, 'finish', { workDone: 'New battery' })) as unknown as Maintenance
}
const ask = (job: { id: number }, more: Input = {}) =>
  shop.ask('POST', '/maintenance-invoice', { maintenance: job.id, ...more })
const draft = async (job: { id: number }, more: Input = {}) =>
  (await shop.make('maintenanceInvoice', { maintenance: job.id, ...more })) as unknown as MaintenanceInvoice
const issue = async (one: { id: number }) =>
  (await shop.move('maintenanceInvoice', one.id, 'issue')) as unknown as MaintenanceInvoice
const issued = async (job: { id: number }, more: Input = {}) => issue(await draft(job, more))
const move = (one: { id: number }, action: string, args: Input = {}) =>
  shop.ask('POST', `/maintenance-invoice/${one.id}/${action}`, args)
const credit = (one: MaintenanceInvoice, more: Input = {}) =>
  draft({ id: one.maintenance }, { kind: 'creditNote', against: one.id, reason: 'Came back broken', ...more })
const read = async ({ id }: { id: number }) =>
  (await shop.read('maintenanceInvoice', id)) as unknown as MaintenanceInvoice
const job = async ({ id }: { id: number }) => (await shop.read('maintenance', id)) as unknown as Maintenance
const pay = (one: { id: number }, amount: number, more: Input = {}) =>
  shop.ask('POST', '/payment', { maintenance: one.id, amount, ...more })

describe('an invoice of a job', () => {
  it('asks for all of it, says what was told, and comes to what the job comes to', async () => {
    const of = await repaired()
    const one = await issued(of)
    expect(one).toMatchObject({
      stage: 'issued',
      name: 'Asha Rao',
      address: '7, Lake Road',
      device: 'Massager',
      serial: 'KW-77',
      estimate: of.total,
      taxable: of.taxable,
      tax: of.tax,
      total: of.total,
      outstanding: of.total,
      customer: of.customer,
      sellerName: expect.any(String),
    })
    expect(one.number).toMatch(/^SRV\/\d\d-\d\d\/00001$/)
    expect(one.lines).toMatchObject([
      { part: battery.id, name: 'Battery', hsn: '8507', qty: 2, unitPrice: 30_000, taxRate: 1800, covered: null },
      { part: null, name: null, minutes: 45, hsn: '9987', qty: 1, unitPrice: 30_000, covered: null },
      { part: null, name: 'Pickup', hsn: '9987', qty: 1, unitPrice: 9_900, covered: null },
    ])
  })

  it('says nothing is asked for what is covered, and why', async () => {
    const parts = [
      { part: battery.id, qty: 1, price: 30_000, taxRate: 1800 },
      { part: battery.id, qty: 1, price: 30_000, taxRate: 1800, pays: 'customer' },
      { part: battery.id, qty: 1, price: 30_000, taxRate: 1800, pays: 'us' },
    ]
    const bare = { labour: [], charges: [], parts }
    const one = await issued(await repaired({ ...bare, cover: 'warranty' }))
    expect(one).toMatchObject({ total: 30_000 })
    expect(one.lines.map(({ covered, unitPrice }) => [covered, unitPrice])).toEqual([
      ['warranty', 0],
      [null, 30_000],
      ['us', 0],
    ])
    const free = await issued(
      await repaired({ ...bare, parts: parts.slice(0, 1), cover: 'goodwill', coverReason: 'Ours' }),
    )
    // There is nothing to pay, and nothing is owed.
    expect(free).toMatchObject({ total: 0, outstanding: 0, lines: [{ covered: 'goodwill', unitPrice: 0 }] })
  })

  it('is made once the work is over; of what was not repaired only where it costs something', async () => {
    const who = { name: 'Asha', phone: '98765 43210', product: massager.id }
    const young = await shop.make('maintenance', { ...who, ...work() })
    expect(await ask(young)).toMatchObject({ status: 422, body: { message: /once the work is over/ } })
    await step(young, 'receive')
    await step(young, 'diagnose', { diagnosis: 'Rusty' })
    await step(young, 'giveUp', { endReason: 'Rust' })
    expect(await issued(young)).toMatchObject({ stage: 'issued' })
    const nothing = await shop.make('maintenance', who)
    for (const [name, args] of [
      ['receive', {}],
      ['diagnose', { diagnosis: 'x' }],
      ['giveUp', { endReason: 'x' }],
    ] as const)
      await step(nothing, name, args)
    expect((await ask(nothing)).status).toBe(422)
    expect(await draft(young, { kind: 'proforma' })).toMatchObject({ kind: 'proforma', total: young.total })
  })

  it('is one at a time, until it is void or credited in full', async () => {
    const of = await repaired()
    const first = await draft(of)
    expect(await ask(of)).toMatchObject({ status: 422, body: { message: /asks for all of it already/ } })
    await issue(first)
    expect(await ask(of)).toMatchObject({ status: 422, body: { message: /^SRV/ } })
    expect((await move(first, 'void', { voidReason: 'Wrong name' })).body).toMatchObject({ stage: 'void' })
    const second = await issued(of)
    const { lines } = second
    await issue(await credit(second, { lines: [{ line: lines[0]!.line, qty: 1 }] }))
    expect((await ask(of)).status).toBe(422)
    await issue(await credit(await read(second)))
    expect(await read(second)).toMatchObject({ credited: of.total, outstanding: 0, stage: 'paid' })
    expect(await issued(of)).toMatchObject({ total: of.total })
  })

  it('takes the job as it is when it is issued, and from then on neither of them changes', async () => {
    const of = await repaired()
    const one = await draft(of)
    const charges = [{ label: 'Pickup', amount: 20_000, taxRate: 1800 }]
    expect((await shop.change('maintenance', of.id, { charges })).status).toBe(200)
    const now = await job(of)
    expect(now.total).not.toBe(of.total)
    expect(await issue(one)).toMatchObject({ total: now.total, estimate: of.total })
    const parts = [...now.parts, { part: battery.id, qty: 1, price: 30_000, taxRate: 1800 }]
    expect(await shop.change('maintenance', of.id, { parts })).toMatchObject({
      status: 422,
      body: { message: /asks for what this job costs/ },
    })
    // What costs nothing more may still be written.
    expect((await shop.change('maintenance', of.id, { note: 'Called' })).status).toBe(200)
    expect((await shop.change('maintenanceInvoice', one.id, { note: 'x' })).status).toBe(422)
    await move(one, 'void', { voidReason: 'More parts' })
    expect((await shop.change('maintenance', of.id, { parts })).status).toBe(200)
    expect(await issued(of)).toMatchObject({ total: (await job(of)).total })
  })

  it('stays when the names that it was issued with change', async () => {
    const of = await repaired()
    const one = await issued(of)
    await shop.change('part', battery.id, { name: 'Cell' })
    await shop.change('maintenance', of.id, { name: 'Somebody else' })
    expect(await read(one)).toEqual(one)
    await shop.change('part', battery.id, { name: 'Battery' })
  })

  it('is made void in its own month only', async () => {
    const one = await issued(await repaired())
    await shop.sql(`update maintenance_invoice set issued_at = issued_at - interval '40 days' where id = $1`, [one.id])
    expect(await move(one, 'void', { voidReason: 'Late' })).toMatchObject({
      status: 422,
      body: { message: /Credit it/ },
    })
  })
})

describe('an invoice of nothing', () => {
  const free = (more: Input = {}) => repaired({ cover: 'goodwill', coverReason: 'Ours', ...more })
  const paidParts = () => ({ parts: [{ part: battery.id, qty: 1, price: 30_000, taxRate: 1800, pays: 'customer' }] })

  it('stands in the way of nothing that costs something by now, also when its month is over', async () => {
    const of = await free()
    const one = await issued(of)
    expect(one).toMatchObject({ total: 0, stage: 'paid' })
    await shop.sql(`update maintenance_invoice set issued_at = issued_at - interval '40 days' where id = $1`, [one.id])
    expect((await move(one, 'void', { voidReason: 'Late' })).status).toBe(422)
    expect((await shop.change('maintenance', of.id, paidParts())).status).toBe(200)
    const second = await issued(of)
    expect(second).toMatchObject({ total: 30_000, outstanding: 30_000, stage: 'issued' })
    expect(await read(one)).toMatchObject({ total: 0, stage: 'paid' })
    expect((await ask(of)).body.message).toMatch(new RegExp(`^${second.number} asks for all`))
    await pay(of, 30_000)
    expect(await read(second)).toMatchObject({ paid: 30_000, stage: 'paid' })
    expect(await job(of)).toMatchObject({ balance: 0 })
  })

  it('is made once of a job that costs nothing', async () => {
    const of = await free()
    const one = await draft(of)
    expect((await ask(of)).body.message).toMatch(/^A draft asks for all/)
    const { number } = await issue(one)
    expect((await ask(of)).body.message).toMatch(new RegExp(`^${number} asks for all`))
  })
})

describe('its number', () => {
  it('has no gap under fifty at once, of which ten are asked for twice', async () => {
    const who = { name: 'Asha Rao', phone: '98765 43210', product: massager.id, ...work() }
    const jobs: Row[] = []
    for (let at = 0; at < 50; at += 1) jobs.push(await shop.make('maintenance', who))
    await shop.sql(`update maintenance set stage = 'repaired' where id = any($1)`, [jobs.map(({ id }) => id)])
    const drafts: MaintenanceInvoice[] = []
    for (const of of jobs) drafts.push(await draft(of))
    const answers = await Promise.all([...drafts, ...drafts.slice(0, 10)].map(one => move(one, 'issue')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    const rows = await shop.sql<{ number: string }>('select number from maintenance_invoice order by number')
    expect(rows.map(({ number }) => Number(number.slice(10)))).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  })

  it('is not used up by what is rolled back, and credit notes count by themselves', async () => {
    const [first, second] = [await issued(await repaired()), await draft(await repaired())]
    await shop.change('maintenanceInvoice', second.id, { date: '2020-01-01', dueDate: null })
    await shop.sql(`update maintenance_invoice set date = '2020-04-02' where id = $1`, [first.id])
    await shop.sql(`insert into number_series (series, year, last) values ('SRV', 2019, 4)`)
    expect((await move(second, 'issue')).body.number).toBe('SRV/19-20/00005')
    const third = await draft(await repaired(), { date: '2019-12-31' })
    expect((await move(third, 'issue')).body.fields).toHaveProperty('date')
    const [series] = await shop.sql<{ last: number }>(
      `select last from number_series where series = 'SRV' and year = 2019`,
    )
    expect(series!.last).toBe(5)
    expect((await issue(await credit(first))).number).toMatch(/^SCN\/.*00001$/)
  })
})

describe('a payment for a job', () => {
  it('is for one thing: an order or a job', async () => {
    const of = await repaired()
    const sale = await shop.make('order', {
      name: 'A',
      phone: '98765 43210',
      lines: [{ product: massager.id, qty: 1, unitPrice: 100 }],
    })
    expect((await pay(of, 100, { order: sale.id })).body.fields).toHaveProperty('order')
    expect((await shop.ask('POST', '/payment', { amount: 100 })).body.fields).toHaveProperty('order')
  })

  it('is spread over its invoice: part paid, paid, and open again when it is taken back', async () => {
    const of = await repaired()
    const one = await issued(of)
    const total = of.total!
    const first = await pay(of, 10_000, { mode: 'upi' })
    expect(first.body).toMatchObject({ number: expect.stringMatching(/^PAY-/), order: null, maintenance: of.id })
    expect(await read(one)).toMatchObject({ stage: 'partPaid', paid: 10_000, outstanding: total - 10_000 })
    expect(await job(of)).toMatchObject({ paid: 10_000, balance: total - 10_000 })
    expect((await pay(of, total)).body.fields).toEqual({
      amount: `Only ${((total - 10_000) / 100).toFixed(2)} is due. Say that it is right, if it is.`,
    })
    await pay(of, total - 10_000)
    expect(await read(one)).toMatchObject({ stage: 'paid', outstanding: 0 })
    expect((await move(one, 'void', { voidReason: 'x' })).status).toBe(422)
    await pay(of, 10_000, { mode: 'upi', reverses: first.body.id })
    expect(await read(one)).toMatchObject({ stage: 'partPaid', outstanding: 10_000 })
    expect((await pay(of, total, { kind: 'refund' })).body.fields).toHaveProperty('amount')
    expect((await pay(of, 5_000, { kind: 'refund' })).status).toBe(201)
    expect(await job(of)).toMatchObject({ paid: total - 15_000, balance: 15_000 })
  })

  it('that came before the invoice counts for it', async () => {
    const of = await repaired()
    await pay(of, 10_000)
    expect(await issued(of)).toMatchObject({ stage: 'partPaid', paid: 10_000 })
  })

  it('stands with its job in the ledger of the account that it came to', async () => {
    const account = await shop.make('bank', { name: 'HDFC' })
    const of = await repaired()
    await pay(of, 1_000, { mode: 'upi', bank: account.id })
    const { body } = await shop.ask('GET', `/bank/ledger?bank=${account.id}`)
    expect(body.lines).toMatchObject([{ order: null, maintenance: of.id, moved: 1_000, balance: 1_000 }])
  })

  it('cannot take back that of another job', async () => {
    const [one, other] = [await repaired(), await repaired()]
    const { body } = await pay(one, 1_000)
    expect((await pay(other, 1_000, { reverses: body.id })).body.fields).toHaveProperty('reverses')
  })
})

describe('what was credited', () => {
  it('is owed no more: the job says what its invoice does', async () => {
    const of = await repaired()
    const one = await issued(of)
    await issue(await credit(one, { lines: [{ line: one.lines[2]!.line, qty: 1 }] }))
    const owed = of.total! - 9_900
    expect(await read(one)).toMatchObject({ credited: 9_900, outstanding: owed })
    expect(await job(of)).toMatchObject({ credited: 9_900, balance: owed })
    expect((await pay(of, owed + 1)).body.fields).toHaveProperty('amount')
    expect((await pay(of, owed)).status).toBe(201)
    expect(await read(one)).toMatchObject({ outstanding: 0, stage: 'paid' })
    expect(await job(of)).toMatchObject({ paid: owed, balance: 0 })
    expect((await pay(of, 100)).body.fields).toHaveProperty('amount')
  })

  it('is owed again when the credit note is made void', async () => {
    const of = await repaired()
    const one = await issued(of)
    const note = await issue(await credit(one, { lines: [{ line: one.lines[2]!.line, qty: 1 }] }))
    await move(note, 'void', { voidReason: 'Mistaken' })
    expect(await job(of)).toMatchObject({ credited: 0, balance: of.total })
  })

  it('in full leaves nothing to pay, until the job is asked for anew', async () => {
    const of = await repaired()
    await pay(of, 1_000)
    await issue(await credit(await issued(of)))
    expect(await job(of)).toMatchObject({ credited: of.total, balance: -1_000 })
    const second = await issued(of)
    expect(await job(of)).toMatchObject({ credited: 0, balance: of.total! - 1_000 })
    await issue(await credit(second, { lines: [{ line: second.lines[2]!.line, qty: 1 }] }))
    expect(await job(of)).toMatchObject({ credited: 9_900, balance: of.total! - 10_900 })
  })

  it('in full says nothing of a job that costs something else by now', async () => {
    const of = await repaired()
    await pay(of, of.total!)
    await issue(await credit(await issued(of)))
    const charges = [{ label: 'Pickup', amount: 19_900, taxRate: 1800 }]
    expect((await shop.change('maintenance', of.id, { charges })).status).toBe(200)
    const now = await job(of)
    expect(now).toMatchObject({ credited: 0, balance: now.total! - of.total! })
    expect((await pay(of, now.balance!)).status).toBe(201)
    expect(await job(of)).toMatchObject({ credited: 0, balance: 0 })
  })
})

describe('whoever may', () => {
  it('sees those of their own jobs, and what they made follows the job to somebody else', async () => {
    const [mine, theirs] = [
      await signedIn(shop.server, {
        permissions: ['41-a', '41-d', '203-a'],
        scopes: { maintenanceInvoice: 'own', payment: 'own' },
      }),
      await signedIn(shop.server, {
        permissions: ['41-a', '41-d', '203-a'],
        scopes: { maintenanceInvoice: 'own', payment: 'own' },
      }),
    ]
    const of = await repaired({ assignedTo: mine.userId })
    const one = await issued(of)
    await pay(of, 1_000)
    const seen = async (as: typeof mine, path: string) => (await shop.ask('GET', path, undefined, as)).status
    expect(await seen(mine, `/maintenance-invoice/${one.id}`)).toBe(200)
    expect(await seen(theirs, `/maintenance-invoice/${one.id}`)).toBe(404)
    expect(await seen(theirs, `/maintenance-invoice/${one.id}/file`)).toBe(404)
    await shop.change('maintenance', of.id, { assignedTo: theirs.userId })
    expect(await seen(theirs, `/maintenance-invoice/${one.id}`)).toBe(200)
    expect(await seen(mine, `/maintenance-invoice/${one.id}`)).toBe(404)
    const paid = await shop.ask('GET', `/payment?filter[maintenance]=${of.id}`, undefined, theirs)
    expect(paid.body.rows).toHaveLength(1)
  })

  it('issues with the right to edit, and makes void only with an approval', async () => {
    const one = await draft(await repaired())
    const reader = await signedIn(shop.server, { permissions: ['41-a', '41-d'] })
    const editor = await signedIn(shop.server, { permissions: ['41-a', '41-c', '41-d'] })
    const path = `/maintenance-invoice/${one.id}`
    expect((await shop.ask('POST', `${path}/issue`, {}, reader)).status).toBe(403)
    expect((await shop.ask('POST', `${path}/issue`, {}, editor)).status).toBe(200)
    expect((await shop.ask('POST', `${path}/void`, { voidReason: 'x' }, editor)).status).toBe(403)
    expect((await shop.ask('POST', '/maintenance-invoice', { maintenance: 1 }, editor)).status).toBe(403)
  })
})

describe('the file of it', () => {
  it('says the job, the device, why nothing is asked, what was told, and what is to pay', async () => {
    const parts = [
      { part: battery.id, qty: 2, price: 30_000, taxRate: 1800 },
      { part: battery.id, qty: 1, price: 30_000, taxRate: 1800, pays: 'us' },
    ]
    const of = await repaired({ parts, charges: [] })
    const one = await issued(of)
    const url = `/api/maintenance-invoice/${one.id}/file`
    const answer = await shop.server.app.inject({ method: 'GET', url, headers: shop.person.headers })
    expect(answer.statusCode).toBe(200)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true })
    const said = text.replaceAll(/\s+/g, ' ')
    for (const part of [
      `Tax invoice ${one.number} Original for recipient`,
      `Service job ${of.number} Device Massager Serial number KW-77`,
      '1 Battery 8507 2 300.00',
      'At our cost',
      '3 Work, 45 min 9987 1 300.00',
      'Estimate 900.00',
      'Total ₹900.00',
      'To pay ₹900.00',
      'Part or work',
    ])
      expect(said).toContain(part)
  })

  it('goes by mail as the file that it is', async () => {
    const post = await startMailServer()
    try {
      await shop.sql(
        `update general_setting set company_name = 'Kiran Care', mail_host = '127.0.0.1', mail_port = $1,
           mail_security = 'none', mail_from = 'desk@kiran.example'`,
        [post.port],
      )
      const one = await issued(await repaired())
      expect((await move(one, 'mail', { to: 'asha@customer.example' })).status).toBe(200)
      await vi.waitFor(async () => expect((await read(one)).mailedTo).toBe('asha@customer.example'), 15_000)
      expect(post.received.map(({ subject }) => subject)).toEqual([`Tax invoice ${one.number} from Kiran Care`])
      expect(post.received[0]!.raw).toContain('application/pdf')
    } finally {
      await post.close()
    }
  })
})
