import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

type Parcel = { stage: string; courier?: number; awb?: string; cod?: number }
type Receipt = { courier?: number; paidOn: string; mode?: string; isBack?: true }
type Desk = { courier?: number; awb?: string; expected?: number; collected?: number }
type Case = { parcels?: Parcel[]; receipts?: Receipt[]; desk?: Desk; is: unknown[] }

const [carrier, other] = [71, 72]
/** What is known of each order, and what its desk says then: courier, number, when cash came last, and its own version. */
const cases: Record<string, Case> = {
  'with whoever carries it': {
    parcels: [{ stage: 'returned', courier: other, awb: 'B 1' }, { stage: 'inTransit', courier: carrier, awb: 'AB-12 3' }], // oxfmt-ignore
    is: [carrier, 'AB123', null, 2],
  },
  'packed and numbered, and with nobody yet': {
    parcels: [{ stage: 'labelled', courier: carrier, awb: 'A1' }],
    is: [null, 'A1', null, 2],
  },
  'with whoever brought the cash last': {
    parcels: [{ stage: 'delivered', courier: carrier, awb: 'A2' }],
    receipts: [{ courier: carrier, paidOn: '2026-01-05' }, { courier: other, paidOn: '2026-01-07' }, { paidOn: '2026-01-09', isBack: true }], // oxfmt-ignore
    is: [other, 'A2', '2026-01-07', 2],
  },
  'paid at the counter': {
    parcels: [{ stage: 'delivered', courier: carrier, awb: 'A3' }],
    receipts: [{ paidOn: '2026-01-05' }, { courier: other, paidOn: '2026-01-06', mode: 'upi' }],
    is: [null, 'A3', '2026-01-05', 2],
  },
  'paid in part at the counter': {
    parcels: [{ stage: 'inTransit', courier: carrier, awb: 'A7' }],
    receipts: [{ paidOn: '2026-01-05' }],
    desk: { expected: 200, collected: 100 },
    is: [carrier, 'A7', '2026-01-05', 3],
  },
  'said already': {
    parcels: [{ stage: 'delivered', courier: carrier, awb: 'A4' }],
    desk: { courier: other, awb: 'OWN' },
    is: [other, 'OWN', null, 1],
  },
  'without cash to collect': { parcels: [{ stage: 'delivered', courier: carrier, awb: 'A5', cod: 0 }], is: [null, null, null, 1] }, // oxfmt-ignore
  'cancelled, and nothing else': { parcels: [{ stage: 'cancelled', courier: carrier, awb: 'A6' }], is: [null, null, null, 1] }, // oxfmt-ignore
}

let before: DatabaseBefore
let lastId = 1_000
beforeAll(async () => {
  before = await databaseBefore('0064')
  for (const [at, { parcels = [], receipts = [], desk = {} }] of Object.values(cases).entries()) {
    const order = at + 1
    await ask(
      `insert into sales_order (id, created_by, updated_by, phone, name, tax_included, shipping_fee, cod_fee, payment_mode,
         channel, tags, lines, discount, stage)
       values ($1, 1, 1, '1', 'A', true, 0, 0, 'cashOnDelivery', 'direct', '{}', '[]', 0, 'dispatched')`,
      [order],
    )
    await ask(
      `insert into cash_order (id, created_by, updated_by, tags, stage, "order", courier, awb, expected, collected)
       values ($1, 1, 1, '{}', 'toCollect', $2, $3, $4, $5, $6)`,
      [(lastId += 1), order, desk.courier, desk.awb, desk.expected, desk.collected],
    )
    for (const { stage, courier, awb, cod = 100 } of parcels)
      await ask(
        `insert into dispatch (id, created_by, updated_by, direction, items, parcels, events, "order", stage, courier, awb, cod_amount)
         values ($1, 1, 1, 'out', '[]', '[]', '[]', $2, $3, $4, $5, $6)`,
        [(lastId += 1), order, stage, courier, awb, cod],
      )
    for (const { courier, paidOn, mode = 'cash', isBack } of receipts) {
      const first = await pay(order, mode, courier, paidOn, null)
      if (isBack) await pay(order, mode, courier, paidOn, first)
    }
  }
  await before.goOn()
})
afterAll(() => before?.close())

const ask = (text: string, values: unknown[]) => before.database.pool.query(text, values)
async function pay(order: number, mode: string, courier: number | undefined, paidOn: string, reverses: number | null) {
  await ask(
    `insert into payment (id, created_by, updated_by, "order", kind, amount, mode, is_over, courier, paid_on, reverses)
     values ($1, 1, 1, $2, 'receipt', 100, $3, false, $4, $5, $6)`,
    [(lastId += 1), order, mode, courier, paidOn, reverses],
  )
  return lastId
}

it('a desk from before says who has the cash or the parcel, its number, and when cash came last', async () => {
  const { rows } = await before.database.pool.query<{ is: unknown[] }>(
    `select jsonb_build_array(courier, awb, collected_on, version) as is from cash_order order by "order"`,
  )
  const names = Object.keys(cases)
  expect(Object.fromEntries(rows.map(({ is }, at) => [names[at], is]))).toEqual(
    Object.fromEntries(Object.entries(cases).map(([name, { is }]) => [name, is])),
  )
})
