import { afterAll, beforeAll, expect, it } from 'vitest'
import { isBelowFloor } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

type Line = [product: number, qty: number, unitPrice: number, discount?: number]
type Sale = { discount: number; lines: Line[]; stage?: string }

const floors: Record<number, number> = { 1: 9_000, 2: 0, 3: 3_333 }
const sales: Record<string, Sale> = {
  'above, without a discount': { discount: 0, lines: [[1, 1, 9_000]] },
  'below by a discount on the whole': { discount: 1, lines: [[1, 1, 9_000]] },
  'above, as another line takes its share': { discount: 1_000, lines: [[1, 1, 9_100], [2, 9, 9_100]] }, // oxfmt-ignore
  'below by its share': { discount: 1_010, lines: [[1, 1, 9_100], [2, 9, 9_100]] }, // oxfmt-ignore
  'below by what rounding leaves': { discount: 1, lines: [[3, 1, 3_333], [2, 1, 3_333]] }, // oxfmt-ignore
  'above, as rounding falls on the line before': { discount: 1, lines: [[2, 1, 3_333], [3, 1, 3_333]] }, // oxfmt-ignore
  'below by discounts of both kinds': { discount: 100, lines: [[1, 2, 9_100, 150]] },
  'nothing, by a discount above the sum': { discount: 99_999, lines: [[1, 1, 9_500]] },
  'with a product that has no floor': { discount: 5_000, lines: [[2, 1, 9_500]] },
  'confirmed already': { discount: 1, lines: [[1, 1, 9_000]], stage: 'confirmed' },
}

let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('0052')
  const { pool } = before.database
  for (const [id, floor] of Object.entries(floors))
    await pool.query(
      `insert into product (id, created_by, updated_by, sku, name, price, floor_price) values ($1::bigint, 1, 1, 'S-' || $1::bigint, 'A', 1, $2)`,
      [id, floor || null],
    )
  for (const [at, { discount, stage, ...sale }] of Object.values(sales).entries())
    await pool.query(
      `insert into sales_order (id, created_by, updated_by, phone, name, tax_included, shipping_fee, cod_fee, payment_mode,
         channel, tags, lines, discount, stage)
       values ($1, 1, 1, '1', 'A', true, 0, 0, 'cod', 'phone', '{}', $2, $3, $4)`,
      [at + 1, JSON.stringify(linesOf(sale)), discount, stage ?? 'draft'],
    )
  await before.goOn()
})
afterAll(() => before?.close())

const linesOf = ({ lines }: Pick<Sale, 'lines'>) =>
  lines.map(([product, qty, unitPrice, discount = 0], at) => ({ id: at + 1, product, qty, unitPrice, discount }))

it('an order that waits says whether it is sold below a floor price, as it is worked out from now on', async () => {
  const { rows } = await before.database.pool.query<{ below: boolean }>(
    'select coalesce(below_floor, false) as below from sales_order order by id',
  )
  const names = Object.keys(sales)
  expect(Object.fromEntries(rows.map(({ below }, at) => [names[at], below]))).toEqual(
    Object.fromEntries(
      Object.entries(sales).map(([name, { discount, stage, ...sale }]) => {
        const lines = linesOf(sale)
        const priced = pricedOf({ lines, discount, taxIncluded: true })
        const isBelow = lines.some(({ product }, at) => isBelowFloor(priced, at, floors[product]))
        return [name, isBelow && stage === undefined]
      }),
    ),
  )
})
