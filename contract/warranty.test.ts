import { describe, expect, it } from 'vitest'
import { dayAfter, warrantyVerdict, type WarrantyRules } from './warranty.ts'

type Unit = Parameters<typeof warrantyVerdict>[0]
const year: WarrantyRules = { start: 'delivery', days: 365 }

const cases: [string, Unit, string, WarrantyRules, ReturnType<typeof warrantyVerdict>][] = [
  [
    'is covered on the day of delivery',
    { deliveredAt: '2026-03-01' },
    '2026-03-01',
    year,
    { covered: true, reason: 'delivery', until: '2027-03-01' },
  ],
  [
    'is covered on its last day',
    { deliveredAt: '2026-03-01' },
    '2027-03-01',
    year,
    { covered: true, reason: 'delivery', until: '2027-03-01' },
  ],
  [
    'has expired on the day after',
    { deliveredAt: '2026-03-01' },
    '2027-03-02',
    year,
    { covered: false, reason: 'expired', until: '2027-03-01' },
  ],
  [
    'is not covered before it was delivered',
    { deliveredAt: '2026-03-01' },
    '2026-02-28',
    year,
    { covered: false, reason: 'notYet', until: '2027-03-01' },
  ],
  [
    'ends a day earlier over a leap day',
    { deliveredAt: '2027-03-01' },
    '2028-02-29',
    year,
    { covered: true, reason: 'delivery', until: '2028-02-29' },
  ],
  [
    'that began on a leap day ends on the 28th',
    { deliveredAt: '2028-02-29' },
    '2029-02-28',
    year,
    { covered: true, reason: 'delivery', until: '2029-02-28' },
  ],
  [
    'ends with the last day that there is',
    { deliveredAt: '2200-06-01' },
    '2200-12-31',
    year,
    { covered: true, reason: 'delivery', until: '2200-12-31' },
  ],
  [
    'that was never delivered has none',
    { soldAt: '2026-03-01' },
    '2026-03-02',
    year,
    { covered: false, reason: 'notDelivered', until: null },
  ],
  [
    'counts from the invoice where the house says so',
    { soldAt: '2026-03-01', deliveredAt: '2026-03-09' },
    '2026-03-02',
    { start: 'invoice', days: 30 },
    { covered: true, reason: 'invoice', until: '2026-03-31' },
  ],
  [
    'that was not sold has none where it counts from the invoice',
    { deliveredAt: '2026-03-09' },
    '2026-03-10',
    { start: 'invoice', days: 30 },
    { covered: false, reason: 'notSold', until: null },
  ],
  [
    'waits to be set where the house sets it by hand',
    { deliveredAt: '2026-03-09' },
    '2026-03-10',
    { start: 'manual', days: 30 },
    { covered: false, reason: 'notSet', until: null },
  ],
  [
    'keeps what was written down, whatever the house or the product says since',
    { deliveredAt: '2026-03-01', warrantyStart: '2026-03-01', warrantyEnd: '2028-03-01', warrantyBasis: 'delivery' },
    '2028-01-01',
    { start: 'manual', days: 10 },
    { covered: true, reason: 'delivery', until: '2028-03-01' },
  ],
  [
    'set by hand says so',
    { warrantyStart: '2026-03-01', warrantyEnd: '2026-06-01', warrantyBasis: 'manual' },
    '2026-05-01',
    year,
    { covered: true, reason: 'manual', until: '2026-06-01' },
  ],
  [
    'carries over what was left of the one it replaces',
    { deliveredAt: '2026-12-01', warrantyStart: '2026-03-01', warrantyEnd: '2027-03-01', warrantyBasis: 'carried' },
    '2027-02-01',
    year,
    { covered: true, reason: 'carried', until: '2027-03-01' },
  ],
  [
    'that was replaced has given it away',
    { deliveredAt: '2026-03-01', warrantyEnd: '2027-03-01', replacedBy: 7 },
    '2026-04-01',
    year,
    { covered: false, reason: 'replaced', until: '2027-03-01' },
  ],
  [
    'is not covered where it is void, before anything else',
    { deliveredAt: '2026-03-01', warrantyVoid: true, replacedBy: 7 },
    '2026-04-01',
    year,
    { covered: false, reason: 'void', until: '2027-03-01' },
  ],
  [
    'of a product without warranty has none',
    { deliveredAt: '2026-03-01' },
    '2026-03-02',
    { start: 'delivery', days: 0 },
    { covered: false, reason: 'none', until: null },
  ],
  [
    'has none that anybody could say without the days of its product',
    { deliveredAt: '2026-03-01' },
    '2026-03-02',
    { start: 'delivery' },
    { covered: false, reason: 'none', until: null },
  ],
]

describe('a device', () => {
  it.each(cases)('%s', (_name, unit, onDate, rules, verdict) => {
    expect(warrantyVerdict(unit, onDate, rules)).toEqual(verdict)
  })
})

describe('so many days later', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-28', 365, '2027-03-28'],
    ['2026-01-31', 0, '2026-01-31'],
  ])('than %s, %i days, is %s', (date, days, later) => expect(dayAfter(date, days)).toBe(later))
})
