import { expect, it, test } from 'vitest'
import { addDays, parseDate } from './parse-date.ts'

const today = '2026-11-21'

test.each([
  ['21/11/26', '2026-11-21'],
  ['21.11.2026', '2026-11-21'],
  ['1-2', '2026-02-01'],
  ['21 nov', '2026-11-21'],
  ['3 June 2027', '2027-06-03'],
  ['3 may, 27', '2027-05-03'],
  ['2026-11-21', '2026-11-21'],
  ['2026/1/5', '2026-01-05'],
  ['211126', '2026-11-21'],
  ['21112026', '2026-11-21'],
  ['2111', '2026-11-21'],
  ['5', '2026-11-05'],
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
  ['yesterday', '2026-11-20'],
  ['+3', '2026-11-24'],
  ['+ 40', '2026-12-31'],
  ['-21', '2026-10-31'],
  ['29/2/28', '2028-02-29'],
  ['5th Nov 2026', '2026-11-05'],
  ['November 21st, 2026', '2026-11-21'],
  ['Thu, 5 Nov 2026', '2026-11-05'],
  ['saturday 21.11.2026', '2026-11-21'],
])('%j is the day %s', (text, day) => {
  expect(parseDate(text, today)).toBe(day)
})

test.each([
  ['2026-12-20', '5 jan', '2027-01-05'],
  ['2026-12-20', '5/1', '2027-01-05'],
  ['2026-12-20', '0501', '2027-01-05'],
  ['2026-12-20', '19 june', '2027-06-19'],
  // Not long past: it is late.
  ['2026-12-20', '20 june', '2026-06-20'],
  ['2026-12-20', '1 dec', '2026-12-01'],
  ['2026-12-20', '5', '2026-12-05'],
  ['2026-12-20', '5 jan 26', '2026-01-05'],
  ['2026-12-20', '2026-01-05', '2026-01-05'],
  ['2026-06-20', '5 jan', '2026-01-05'],
  ['2026-01-02', '31 dec', '2026-12-31'],
  ['2027-12-20', '29 feb', '2028-02-29'],
])('on %s, %j of what is still to come is the day %s', (today, text, day) => {
  expect(parseDate(text, today, true)).toBe(day)
})

it('leaves the year as it is where nobody says that the day is still to come', () => {
  expect(parseDate('5 jan', '2026-12-20')).toBe('2026-01-05')
})

test.each([
  '31/2',
  '29/2/27',
  '32',
  '0/1',
  '1/13',
  'soon',
  '21 xyz',
  '1/2/3/4',
  '+1000',
  'Fri, 5 Nov 2026',
  'th 5 Nov',
])('%j is no day', text => {
  expect(parseDate(text, today)).toBeUndefined()
})

it('takes an empty field for no day', () => {
  expect(parseDate('  ', today)).toBeNull()
})

it('counts days over months, years and leap days', () => {
  expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
