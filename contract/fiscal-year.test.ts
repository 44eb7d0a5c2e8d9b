import { expect, test } from 'vitest'
import { fiscalYearOf } from './fiscal-year.ts'

test.each([
  ['2026-03-31', 'IN', { year: 2025, from: '2025-04-01', to: '2026-03-31', label: '25-26' }],
  ['2026-04-01', 'IN', { year: 2026, from: '2026-04-01', to: '2027-03-31', label: '26-27' }],
  ['2027-01-01', 'IN', { year: 2026, from: '2026-04-01', to: '2027-03-31', label: '26-27' }],
  ['2099-12-31', 'IN', { year: 2099, from: '2099-04-01', to: '2100-03-31', label: '99-00' }],
  ['2026-03-31', 'DE', { year: 2026, from: '2026-01-01', to: '2026-12-31', label: '2026' }],
])('%s in %s', (day, country, year) => {
  expect(fiscalYearOf(day, country)).toEqual(year)
})
