import { expect, it } from 'vitest'
import { fillsOrder } from '#contract/modules/sales/order-form.ts'
import { order } from '#contract/modules/sales/order.ts'
import { choicesIn, filledBy, moduleAt, type Choice } from './fill.ts'

const fills = fillsOrder
const trimmer = { price: 299_900, taxRate: 1_800 }
const dryer = { price: 189_900, taxRate: 1_200 }
const line = (id: number, more: object = {}) => ({ id, product: 5, unitPrice: null, taxRate: null, ...more })
const chosen = (more: Partial<Choice> = {}): Choice => ({
  source: 'lines.product',
  line: 1,
  from: null,
  to: 5,
  ...more,
})

it('tells what was chosen anew, in a field and in which line', () => {
  const before = { customer: 7, lines: [line(1), line(2, { product: 6 })] }
  const values = { customer: 8, lines: [line(1), line(2), line(3)] }
  expect(choicesIn(fills, before, values)).toEqual([
    { source: 'customer', line: null, from: 7, to: 8 },
    { source: 'lines.product', line: 2, from: 6, to: 5 },
    { source: 'lines.product', line: 3, from: null, to: 5 },
  ])
  expect(moduleAt(order.fields, 'lines.product')).toBe('product')
  expect(moduleAt(order.fields, 'customer')).toBe('customer')
})

it('fills what is empty in the line that it was chosen in, and in no other', () => {
  const values = { lines: [line(1), line(2)] }
  expect(filledBy(fills, chosen(), trimmer, null, values)).toEqual({
    lines: [line(1, { unitPrice: 299_900, taxRate: 1_800 }), line(2)],
  })
})

it('never overwrites what somebody typed', () => {
  const values = { lines: [line(1, { unitPrice: 250_000 })] }
  expect(filledBy(fills, chosen(), trimmer, null, values)).toEqual({
    lines: [line(1, { unitPrice: 250_000, taxRate: 1_800 })],
  })
  // Nothing costs nothing: that was typed, too.
  const free = { lines: [line(1, { unitPrice: 0, taxRate: 0 })] }
  expect(filledBy(fills, chosen(), trimmer, null, free)).toEqual({})
})

it('replaces what the choice before had filled in, and only that', () => {
  const filled = { lines: [line(1, { product: 6, unitPrice: 299_900, taxRate: 500 })] }
  expect(filledBy(fills, chosen({ from: 5, to: 6 }), dryer, trimmer, filled)).toEqual({
    lines: [line(1, { product: 6, unitPrice: 189_900, taxRate: 500 })],
  })
})

it('takes away what the choice before had and this one has not', () => {
  const before = { name: 'Asha', phones: [{ number: '+919830041172' }], emails: [{ email: 'asha@example.com' }] }
  const values = { customer: 8, name: 'Asha', phone: '+919830041172', email: 'asha@example.com', address: 'Typed' }
  const choice = { source: 'customer', line: null, from: 7, to: 8 }
  const home = { line: '4 Lake Road', city: 3, isDefault: true }
  const ravi = { name: 'Ravi', phones: [{ number: '+919830041173' }], emails: [], addresses: [home] }
  expect(filledBy(fills, choice, ravi, before, values)).toEqual({
    name: 'Ravi',
    phone: '+919830041173',
    email: null,
    city: 3,
  })
})

it('does nothing any more where something else is chosen by then', () => {
  expect(filledBy(fills, chosen(), trimmer, null, { lines: [line(1, { product: 6 })] })).toEqual({})
  expect(filledBy(fills, chosen({ source: 'customer', line: null }), trimmer, null, { customer: null })).toEqual({})
})
