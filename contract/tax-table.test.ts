import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxTable } from './tax-table.ts'
import { amountsOf } from './totals.ts'

const line = (unitPrice: number, taxRate: number, qty = 1, discount = 0) => ({ qty, unitPrice, discount, taxRate })
const sale = { taxIncluded: false, discount: 0, shippingFee: 0, codFee: 0 }

test('goods of one code and rate stand together, the highest rate first', () => {
  const lines = [line(10_000, 500), line(20_000, 1_800), line(30_000, 1_800), line(40_000, 1_800)]
  expect(taxTable({ ...sale, lines }, ['61', '9019', '8516', '9019'])).toEqual([
    { hsn: '8516', rate: 1_800, taxable: 30_000, tax: 5_400 },
    { hsn: '9019', rate: 1_800, taxable: 60_000, tax: 10_800 },
    { hsn: '61', rate: 500, taxable: 10_000, tax: 500 },
  ])
})

test('fees stand with the goods whose rate they have, and by themselves where there are none', () => {
  const priced = { ...sale, lines: [line(10_000, 500), line(20_000, 1_800)], shippingFee: 1_000 }
  expect(taxTable(priced, ['61', '9019'])[0]).toEqual({ hsn: '9019', rate: 1_800, taxable: 21_000, tax: 3_780 })
  const alone = { ...sale, lines: [], shippingFee: 1_000, feeRate: 1_800 }
  expect(taxTable(alone, [])).toEqual([{ hsn: null, rate: 1_800, taxable: 1_000, tax: 180 }])
})

test('the rows add up to the sale, and each tax has two equal halves', () => {
  const lines = fc.array(
    fc.record({
      qty: fc.integer({ min: 1, max: 9 }),
      unitPrice: fc.integer({ min: 0, max: 999_999 }),
      discount: fc.constant(0),
      taxRate: fc.constantFrom(0, 500, 1_200, 1_800, 2_800),
    }),
    { maxLength: 6 },
  )
  const money = fc.integer({ min: 0, max: 9_999 })
  const any = fc.record({ lines, taxIncluded: fc.boolean(), discount: money, shippingFee: money, codFee: money })
  const codes = fc.array(fc.constantFrom('61', '9019', null), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(any, codes, (priced, hsn) => {
      const rows = taxTable(priced, hsn)
      const { taxable, tax } = amountsOf(priced)
      expect(rows.reduce((all, row) => all + row.taxable, 0)).toBe(taxable)
      expect(rows.reduce((all, row) => all + row.tax, 0)).toBe(tax)
      expect(rows.every(row => row.tax % 2 === 0)).toBe(true)
    }),
  )
})
