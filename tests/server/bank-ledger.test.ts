import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { LEDGER_PAGE, type bankLedgerCall } from '#contract/calls/bank-ledger.ts'
import type { Row } from '#contract/module.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { ledgerOf } from '#server/modules/money/bank-ledger.ts'
import { explaining, lookedAt, readsAll, sorts, type Planned } from '../support/list-plans.ts'
import { actorWith } from '../support/sample-module.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Ledger = AnswerOf<typeof bankLedgerCall>
let shop: Shop
let sale: Row
beforeAll(async () => {
  shop = await openShop()
  const cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 500_000, serialised: false })
  const lines = [{ product: cap.id, qty: 10, unitPrice: 500_000 }]
  sale = await shop.make('order', { name: 'Asha', phone: '98765 43210', lines, paymentMode: 'cashOnDelivery' })
  await shop.move('order', sale.id, 'confirmShort')
})
afterAll(() => shop?.server.close())

const account = (openingBalance = 100_000) => shop.make('bank', { name: 'State Bank', openingBalance })
const pay = (bank: Row | null, amount: number, paidOn: string, over: object = {}) =>
  shop.make('payment', { order: sale.id, bank: bank?.id ?? null, amount, paidOn, mode: 'upi', ...over })
const ask = (query: string, as?: SignedIn) => shop.ask('GET', `/bank/ledger?${query}`, undefined, as)
const ledger = async (bank: Row, more = '', as?: SignedIn): Promise<Ledger> => {
  const { status, body } = await ask(`bank=${bank.id}${more}`, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Ledger
}

describe('the ledger of a bank', () => {
  it('begins with what was on it and says what is on it after each payment, by the day of it', async () => {
    const [bank, other] = [await account(), await account(0)]
    await pay(bank, 30_000, '2026-05-10')
    await pay(bank, 20_000, '2026-05-01')
    await pay(other, 70_000, '2026-05-01')
    await pay(null, 10_000, '2026-05-01')
    await pay(bank, 160_000, '2026-05-12', { kind: 'refund' }).catch(() => null)
    await pay(bank, 90_000, '2026-05-12', { kind: 'refund' })
    const { lines, ...sums } = await ledger(bank)
    expect(lines.map(line => [line.paidOn, line.moved, line.balance])).toEqual([
      ['2026-05-01', 20_000, 120_000],
      ['2026-05-10', 30_000, 150_000],
      ['2026-05-12', -90_000, 60_000],
    ])
    expect(lines[0]).toMatchObject({ kind: 'receipt', mode: 'upi', order: sale.id, isBack: false })
    expect(sums).toEqual({ opening: 100_000, in: 50_000, out: 90_000, closing: 60_000, count: 3, next: null })
  })

  it('counts what came by the money desk, and may be below nothing', async () => {
    const bank = await account(-200_000)
    await pay(null, 40_000, '2026-05-01', { mode: 'cash' })
    const { body } = await shop.ask('GET', `/cash-order?filter[order]=${sale.id}`)
    const desk = (body as unknown as { rows: Row[] }).rows[0]!
    await shop.move('cashOrder', desk.id, 'remit', { amount: 40_000, bank: bank.id, paidOn: '2026-05-03' })
    const { lines, closing } = await ledger(bank)
    expect(lines.map(line => [line.kind, line.balance])).toEqual([['remittance', -160_000]])
    expect(closing).toBe(-160_000)
  })

  it('moves what was taken back the other way, once, on the account that it came to', async () => {
    const bank = await account(0)
    const first = await pay(bank, 25_000, '2026-06-01')
    await pay(null, 25_000, '2026-06-02', { reverses: first.id })
    const { lines, closing } = await ledger(bank)
    expect(lines.map(line => [line.moved, line.balance, line.isBack])).toEqual([
      [25_000, 25_000, true],
      [-25_000, 0, true],
    ])
    expect(closing).toBe(0)
  })

  it('of a period begins with what was on it the evening before, and sums the period alone', async () => {
    const bank = await account()
    for (const [amount, day] of [
      [10_000, '2026-03-31'],
      [20_000, '2026-04-01'],
      [30_000, '2026-04-30'],
      [40_000, '2026-05-01'],
    ] as const)
      await pay(bank, amount, day)
    const { lines, ...sums } = await ledger(bank, '&from=2026-04-01&to=2026-04-30')
    expect(lines.map(line => line.balance)).toEqual([130_000, 160_000])
    expect(sums).toMatchObject({ opening: 110_000, in: 50_000, out: 0, closing: 160_000, count: 2 })
    expect(await ledger(bank, '&from=2027-01-01')).toMatchObject({ opening: 200_000, closing: 200_000, lines: [] })
    expect((await ask(`bank=${bank.id}&from=soon`)).status).toBe(400)
    expect((await ask(`bank=${bank.id}&after=soon`)).status).toBe(400)
    const backwards = `bank=${bank.id}&from=2026-05-01&to=2026-04-30`
    expect((await ask(backwards)).body.fields).toHaveProperty('to')
    const url = `/api/bank/ledger/file?${backwards}`
    expect((await shop.server.app.inject({ method: 'GET', url, headers: shop.person.headers })).statusCode).toBe(400)
    expect((await ask(`bank=${bank.id}&from=2026-05-01&to=2026-05-01`)).status).toBe(200)
    expect((await ask(`bank=${bank.id + 777}`)).status).toBe(404)
  })

  it('is for who may see the details of banks; of payments out of their reach they see the amounts alone', async () => {
    const bank = await account(0)
    await pay(bank, 5_000, '2026-05-01', { reference: 'UTR 5', note: 'Asha' })
    const lister = await signedIn(shop.server, { permissions: ['114-a', '203-a', '203-d'] })
    expect((await ask(`bank=${bank.id}`, lister)).status).toBe(403)
    const keeper = await signedIn(shop.server, { permissions: ['114-a', '114-d'] })
    const [hidden] = (await ledger(bank, '', keeper)).lines
    expect(hidden).toMatchObject({ moved: 5_000, balance: 5_000 })
    expect(hidden).toMatchObject({ number: null, order: null, reference: null, note: null })
    const clerk = await signedIn(shop.server, { permissions: ['114-a', '114-d', '203-a'] })
    expect((await ledger(bank, '', clerk)).lines[0]).toMatchObject({ reference: 'UTR 5', order: sale.id })
    const owner = await signedIn(shop.server, {
      permissions: ['114-a', '114-d', '203-a'],
      scopes: { payment: 'own' },
    })
    expect((await ledger(bank, '', owner)).lines[0]).toMatchObject({ moved: 5_000, reference: null, order: null })
  })

  it('comes as a file with the same lines and sums, which no spreadsheet calculates with', async () => {
    const bank = await account()
    await pay(bank, 12_345, '2026-05-01', { note: '=1+1' })
    const url = `/api/bank/ledger/file?bank=${bank.id}&from=2026-05-01&to=2026-05-31`
    const answer = await shop.server.app.inject({ method: 'GET', url, headers: shop.person.headers })
    expect(answer.statusCode).toBe(200)
    const rows = answer.body.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(rows[0]).toBe('Date,Number,Kind,How,Order,Service job,Reference,Note,In (INR),Out (INR),Balance (INR)')
    expect(rows[1]).toBe('2026-05-01,,Opening balance,,,,,,,,1000')
    expect(rows[2]).toMatch(/^2026-05-01,PAY-[\w-]+,Receipt,UPI,ORD-[\w-]+,,,'=1\+1,123.45,,1123.45$/)
    expect(rows[3]).toBe('2026-05-31,,Closing balance,,,,,,123.45,0,1123.45')
    expect(rows).toHaveLength(4)
    const lister = await signedIn(shop.server, { permissions: ['114-a'] })
    expect((await shop.server.app.inject({ method: 'GET', url, headers: lister.headers })).statusCode).toBe(403)
  })
})

describe('among a hundred thousand payments', () => {
  const MANY = 100_000
  let bank: Row
  beforeAll(async () => {
    bank = await account(7_000)
    const { pool } = shop.server.database
    const client = await pool.connect()
    try {
      await client.query('set statement_timeout = 0; alter table payment disable trigger user')
      // Two of three on this account, the others on none.
      await client.query(
        `insert into payment (id, created_at, created_by, updated_at, updated_by, "order", kind, amount, mode, bank, paid_on, is_over, number)
         select 9000000000 + n, now(), 1, now(), 1, $1,
           case when n % 5 = 0 then 'refund' else 'receipt' end, 100 + n % 1000, 'upi', case when n % 3 > 0 then $2::bigint end,
           date '2020-01-01' + (hashint8(n) & 2047), false, 'M-' || n
         from generate_series(1, $3::int) n`,
        [sale.id, bank.id, MANY * 1.5],
      )
      await client.query('alter table payment enable trigger user')
      await client.query('vacuum (analyze) payment')
    } finally {
      client.release(true)
    }
  }, 120_000)

  it('every page is read from the index, without a sort, and the sums of all of them in one pass', async () => {
    const planned: Planned[] = []
    const { pool } = explaining(shop.server.database.pool, planned, true)
    const read = (more: object, after?: string) => ledgerOf(pool, actorWith(), { bank: bank.id, ...more }, { after })
    const first = (await read({}))!
    expect(first).toMatchObject({ opening: 7_000, count: MANY })
    const far = (await read({}, '2024-06-01~1'))!
    await read({ from: '2023-02-01', to: '2023-02-28' }, '2023-02-10~1')
    expect(planned).toHaveLength(3)
    expect(planned.filter(one => readsAll(one, payment) || sorts(one))).toEqual([])
    for (const one of planned) expect(lookedAt(one)).toBeLessThan(MANY + 4 * LEDGER_PAGE)
    expect(far.lines).toHaveLength(LEDGER_PAGE)
  }, 60_000)

  it('the file is of one moment: what is paid while it is read is in none of its lines and sums', async () => {
    const { pool } = shop.server.database
    const url = `/api/bank/ledger/file?bank=${bank.id}`
    const answer = await shop.server.app.inject({
      method: 'GET',
      url,
      headers: shop.person.headers,
      payloadAsStream: true,
    })
    let text = ''
    const paid = () =>
      pool.query(
        `update payment set amount = amount + 50000 where id in (select id from payment where bank = $1 order by paid_on desc, id desc limit 10)`,
        [bank.id],
      )
    for await (const piece of answer.stream()) {
      if (text === '') await paid()
      text += String(piece)
    }
    const rows = text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(MANY + 3)
    const last = (row: string) => row.split(',').at(-1)
    expect(last(rows.at(-1)!)).toBe(last(rows.at(-2)!))
    const [before, after] = [Number(last(rows.at(-1)!)), (await ledger(bank)).closing / 100]
    expect(after).not.toBe(before)
  }, 60_000)

  it('all pages one after the other come to the sums that stand above them', async () => {
    const read = (after?: string) =>
      ledgerOf(shop.server.database.pool, actorWith(), { bank: bank.id }, { after, size: 20_000 })
    let page = (await read())!
    const { opening, closing, in: came, out } = page
    let balance = opening
    const sums = { in: 0, out: 0, count: 0 }
    for (;;) {
      for (const line of page.lines) {
        balance += line.moved
        if (line.balance !== balance) expect(line.balance).toBe(balance)
        sums.count += 1
        if (line.moved > 0) sums.in += line.moved
        else sums.out -= line.moved
      }
      if (page.next === null) break
      page = (await read(page.next))!
    }
    expect({ ...sums, balance }).toEqual({ in: came, out, count: MANY, balance: closing })
  }, 60_000)
})
