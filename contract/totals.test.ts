import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountsOf, shared, type Priced } from './totals.ts'

const sale = (over: Partial<Priced> = {}): Priced => ({
  lines: [{ qty: 1, unitPrice: 2_490_000, discount: 0, taxRate: 2800 }],
  taxIncluded: true,
  discount: 0,
  shippingFee: 0,
  codFee: 0,
  ...over,
})

it('inclusive28: takes tax out of a price that includes it, in two equal halves', () => {
  const { taxable, tax, roundOff, total } = amountsOf(sale())
  expect({ taxable, tax, roundOff, total }).toEqual({ taxable: 1_945_312, tax: 544_688, roundOff: 0, total: 2_490_000 })
})

it('roundOff: adds tax to a price without it, and brings it to the rupee in a line of its own', () => {
  const lines = [{ qty: 3, unitPrice: 9_999, discount: 0, taxRate: 1800 }]
  expect(amountsOf(sale({ lines, taxIncluded: false }))).toMatchObject({
    taxable: 29_997,
    tax: 5_400,
    roundOff: 3,
    total: 35_400,
  })
})

it('fullDiscount: comes to nothing where everything is a present', () => {
  const lines = [{ qty: 1, unitPrice: 130_000, discount: 130_000, taxRate: 1800 }]
  expect(amountsOf(sale({ lines }))).toMatchObject({ taxable: 0, tax: 0, total: 0 })
})

it('comes to nothing where all was cancelled, whatever the discount and the fees were', () => {
  const lines = [{ qty: 2, cancelled: 2, unitPrice: 10_000, discount: 0, taxRate: 1800 }]
  expect(amountsOf(sale({ lines, discount: 100, shippingFee: 12_000 }))).toMatchObject({ discount: 0, total: 0 })
})

it('takes the discount on the whole back with what was cancelled', () => {
  const lines = [1, 0].map(cancelled => ({ qty: 1, cancelled, unitPrice: 100_000, discount: 0, taxRate: 0 }))
  expect(amountsOf(sale({ lines, discount: 50_000 }))).toMatchObject({ discount: 25_000, total: 75_000 })
})

it('takes what was cancelled out, with its part of the discount', () => {
  const lines = [{ qty: 3, cancelled: 1, unitPrice: 10_000, discount: 300, taxRate: 0 }]
  expect(amountsOf(sale({ lines })).goods).toBe(19_800)
})

const amount = (most: number) => fc.integer({ min: 0, max: most })
const priced = fc.record({
  lines: fc.array(
    fc.record({
      qty: fc.integer({ min: 1, max: 500 }),
      cancelled: fc.option(fc.integer({ min: 0, max: 3 })),
      unitPrice: amount(10_000_000),
      discount: amount(1_000_000),
      taxRate: fc.option(fc.constantFrom(0, 500, 1200, 1800, 2800)),
    }),
    { maxLength: 30 },
  ),
  taxIncluded: fc.boolean(),
  discount: amount(5_000_000),
  shippingFee: amount(100_000),
  codFee: amount(100_000),
})

it('roundOff: adds up to the last paisa, whatever is sold', () => {
  fc.assert(
    fc.property(priced, one => {
      const { lines, fees, taxable, tax, roundOff, total, goods, discount } = amountsOf(one)
      expect(taxable + tax + roundOff).toBe(total)
      expect(total % 100).toBe(0)
      expect(Math.abs(roundOff)).toBeLessThanOrEqual(50)
      for (const line of [...lines, fees]) expect(line.tax % 2).toBe(0)
      expect(lines.reduce((sum, line) => sum + line.share, 0)).toBe(goods > 0 ? discount : 0)
      const isSent = one.lines.length === 0 || one.lines.some(({ qty, cancelled }) => qty > (cancelled ?? 0))
      const charged = isSent ? one.shippingFee + one.codFee : 0
      if (one.taxIncluded) expect(taxable + tax).toBe(goods - discount + charged)
      expect(Math.min(...lines.map(line => line.taxable), 0)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('shares an amount out without losing any of it', () => {
  fc.assert(
    fc.property(amount(1_000_000), fc.array(amount(1_000_000), { minLength: 1, maxLength: 50 }), (whole, weights) => {
      const parts = shared(whole, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(weights.some(Boolean) ? whole : 0)
    }),
  )
})
