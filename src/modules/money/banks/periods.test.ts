import { expect, test } from 'vitest'
import { daysOf } from './periods.ts'

test('a period is its days, both of them in it, by the calendar and the books of the house', () => {
  const on = (name: 'month' | 'before' | 'year', today: string, country = 'IN') => daysOf(name, {}, today, country)
  expect(on('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(on('before', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(on('year', '2027-03-31')).toEqual({ from: '2026-04-01', to: '2027-03-31' })
  expect(on('year', '2027-03-31', 'DE')).toEqual({ from: '2027-01-01', to: '2027-12-31' })
  expect(daysOf('all', { from: '2027-01-01' }, '2027-03-31', 'IN')).toEqual({})
  expect(daysOf('own', { from: '2027-01-01' }, '2027-03-31', 'IN')).toEqual({ from: '2027-01-01' })
})
