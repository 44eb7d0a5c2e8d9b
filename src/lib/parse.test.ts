import fc from 'fast-check'
import { afterEach, describe, expect, it, test } from 'vitest'
import {
  formatDate,
  formatMoney,
  formatMoneyPlain,
  formatNumber,
  momentOf,
  onTheWall,
  setHouse,
  setLocale,
  today,
} from './format.ts'
import { parseDate } from './parse-date.ts'
import { parseMoney, parseNumber } from './parse-number.ts'

const locales = [
  'en',
  'en-IN',
  'en-US',
  'en-GB',
  'en-ZA',
  'de',
  'de-CH',
  'fr',
  'es',
  'it',
  'pt-BR',
  'nl',
  'sv',
  'pl',
  'ru',
  'tr',
]
locales.push('hu', 'hi', 'bn', 'mr', 'ar-EG', 'ja', 'zh', 'ko')

afterEach(() => {
  setLocale('en')
  setHouse({ currency: 'INR', country: 'IN' })
})

describe.each(locales)('what the app shows in %s is understood when it is typed', locale => {
  it('as a number, an amount of any currency, and a day', () => {
    setLocale(locale)
    fc.assert(
      fc.property(fc.integer({ min: -2e9, max: 2e9 }), thousandths => {
        const value = thousandths / 1000
        expect(parseNumber(formatNumber(value, 3))).toBe(value)
      }),
      { numRuns: 30 },
    )
    fc.assert(
      fc.property(
        fc.integer({ min: -2e12, max: 2e12 }),
        fc.constantFrom('INR', 'EUR', 'USD', 'JPY', 'KWD'),
        (minor, currency) => {
          expect(parseMoney(formatMoneyPlain(minor, currency), currency)).toBe(minor)
          expect(parseMoney(formatMoney(Math.abs(minor), currency), currency)).toBe(Math.abs(minor))
        },
      ),
      { numRuns: 30 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), days => {
        const day = new Date(Date.UTC(2001, 0, 1 + days)).toISOString().slice(0, 10)
        expect(parseDate(formatDate(day), '2026-11-21')).toBe(day)
      }),
      { numRuns: 40 },
    )
  })
})

test.each([
  ['en', '1.234,5', 1234.5],
  ['en', '1,23,456.78', 123456.78],
  ['de', '1.234', 1234],
  ['de', '1.234,5', 1234.5],
  ['de', '12.5', 12.5],
  ['en', '1.234', 1.234],
  ['fr', '1 234,5', 1234.5],
  ['en', '12k', 12_000],
  ['en', '1.5 lakh', 150_000],
  ['en', '2cr', 20_000_000],
])('in %s %j is %d', (locale, text, value) => {
  setLocale(locale)
  expect(parseNumber(text)).toBe(value)
})

test.each(['12x', 'k', '1.2.3k'])('%j is no number', text => {
  expect(parseNumber(text)).toBeNaN()
})

test.each([
  ['en', '3/4', '2026-04-03'],
  ['en-US', '3/4', '2026-03-04'],
  ['en-US', 'Nov 21', '2026-11-21'],
  ['en', '+3d', '2026-11-24'],
  ['en', '+2w', '2026-12-05'],
  ['en', '+1m', '2026-12-21'],
  ['en', 'fri', '2026-11-27'],
  ['en', 'saturday', '2026-11-28'],
  ['de', 'morgen', '2026-11-22'],
  ['de', '3. März', '2026-03-03'],
])('in %s %j is %s', (locale, text, day) => {
  setLocale(locale)
  expect(parseDate(text, '2026-11-21')).toBe(day)
})

it('follows the house in its currency and its clock, wherever the device is', () => {
  setHouse({ currency: 'EUR', timeZone: 'Asia/Kolkata' })
  expect(formatMoney(129950)).toBe('€1,299.50')
  expect(parseMoney('€ 500')).toBe(50000)
  expect(today(new Date('2026-11-20T19:00:00Z'))).toBe('2026-11-21')
  expect(onTheWall(new Date('2026-11-20T19:00:00Z'))).toEqual({ day: '2026-11-21', time: '00:30' })
  expect(momentOf('2026-11-21', '00:30')?.toISOString()).toBe('2026-11-20T19:00:00.000Z')
  setHouse({ timeZone: 'Europe/Berlin' })
  // The hour that is skipped and the one that comes twice are both a moment.
  expect(momentOf('2026-03-29', '03:30')?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOf('2026-07-01', '12:00')?.toISOString()).toBe('2026-07-01T10:00:00.000Z')
  setHouse({ currency: 'nonsense', timeZone: 'Nowhere/Atlantis' })
  expect(formatMoney(100)).toBe('€1')
})

it.each([
  ['Europe/Berlin', '2026-03-29', '02:30', '03:30'],
  ['America/New_York', '2026-03-08', '02:30', '03:30'],
  ['America/Santiago', '2026-09-06', '00:15', '01:15'],
  ['Australia/Lord_Howe', '2026-10-04', '02:10', '02:40'],
  ['Pacific/Auckland', '2026-09-27', '02:30', '03:30'],
])('goes on by an hour that is skipped: %s, %s %s', (timeZone, day, said, meant) => {
  setHouse({ timeZone })
  expect(onTheWall(momentOf(day, said)!)).toEqual({ day, time: meant })
})

it.each([
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
])('takes the first one of an hour that comes twice: %s', (timeZone, day, said, moment) => {
  setHouse({ timeZone })
  expect(momentOf(day, said)?.toISOString()).toBe(moment)
})

it.each(['\u200b', '\u061c', '\u2060', '\u202a', '\ufeff'])('reads no sign that nobody sees: %j', sign => {
  expect(parseDate(`${sign}21/11/${sign}2026`, '2026-11-21')).toBe('2026-11-21')
  expect(parseNumber(`${sign}1,2${sign}99.5`)).toBe(1299.5)
  expect(parseMoney(`${sign}₹ 5${sign}00`, 'INR')).toBe(50000)
  expect(parseMoney(sign)).toBe(null)
})
