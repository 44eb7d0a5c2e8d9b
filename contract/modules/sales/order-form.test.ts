import { describe, expect, it } from 'vitest'
import { checkOrder as checkAt } from './order-form.ts'

type Values = Record<string, unknown>
const now = Date.parse('2026-11-05T06:00:00.000Z')
const checkOrder = (row: Values, before: Values | null) => checkAt(row, before, now)
const line = (over: Values = {}): Values => ({ id: 1, product: 5, qty: 2, unitPrice: 10_000, discount: 0, ...over })
const draft = (over: Values = {}): Values => ({
  stage: 'draft',
  lines: [line()],
  discount: 0,
  orderDate: '2026-11-05',
  promisedDate: null,
  ...over,
})

describe('an order is refused beside the field that is wrong', () => {
  it.each<[what: string, row: Values, said: Record<string, string>]>([
    ['no line', { lines: [] }, { lines: 'Add at least one line.' }],
    [
      'a discount of more than a line',
      { lines: [line(), line({ discount: 20_001 })] },
      { 'lines.1.discount': 'The discount is more than the amount.' },
    ],
    [
      'a discount of more than all lines',
      { lines: [line({ discount: 5_000 })], discount: 15_001 },
      { discount: 'The discount is more than the lines come to.' },
    ],
    [
      'a promise for a day before the order',
      { promisedDate: '2026-11-04' },
      { promisedDate: 'It cannot be promised for a day before the order.' },
    ],
    ['a day more than a year ahead', { orderDate: '2062-11-05' }, { orderDate: 'This is more than a year ahead.' }],
    ['a day more than a year ago', { orderDate: '2025-11-03' }, { orderDate: 'This is more than a year ago.' }],
    [
      'a slip of the finger',
      { lines: [line({ unitPrice: 100_000_000_000 })] },
      {
        'lines.0.unitPrice': 'This is more than an order can come to.',
        lines: 'This is more than an order can come to.',
      },
    ],
  ])('%s', (_, row, said) => expect(checkOrder(draft(row), null)).toEqual(said))

  it('and taken with a discount of all of it, promised for the same day', () => {
    const free = { lines: [line({ discount: 15_000 })], discount: 5_000, promisedDate: '2026-11-05' }
    expect(checkOrder(draft(free), null)).toEqual({})
  })
})

it('the day of a new order is of the year before now or after it', () => {
  for (const orderDate of ['2025-11-05', '2027-11-05']) expect(checkOrder(draft({ orderDate }), null)).toEqual({})
  // What an order has already is not asked again.
  const far = draft({ orderDate: '2062-11-05' })
  expect(checkOrder(far, far)).toEqual({})
})

describe('what an order was confirmed with', () => {
  const sold = (over: Values = {}) => draft({ stage: 'confirmed', heldFrom: null, ...over })
  it('is changed by a cancellation, also while it is on hold', () => {
    for (const before of [sold(), sold({ stage: 'onHold', heldFrom: 'confirmed' })])
      expect(checkOrder({ ...before, lines: [line({ qty: 3 })], discount: 1 }, before)).toEqual({
        lines: 'A confirmed order changes by a cancellation.',
        discount: 'A confirmed order changes by a cancellation.',
      })
  })

  it('may be changed as long as it is a draft, and stays while the server counts what becomes of it', () => {
    const held = draft({ stage: 'onHold', heldFrom: 'draft' })
    expect(checkOrder({ ...held, lines: [line({ qty: 3 })] }, held)).toEqual({})
    expect(checkOrder({ ...sold(), lines: [line({ allocated: 2, dispatched: 1 })] }, sold())).toEqual({})
  })
})
