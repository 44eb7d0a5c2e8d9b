import { afterEach, describe, expect, it, test } from 'vitest'
import { formatPhone } from '#contract/format-phone.ts'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMoneyPlain,
  formatNear,
  formatNearDay,
  formatNumber,
  formatRelative,
  initials,
  setLocale,
  today,
} from './format.ts'
import { parseMoney, parseNumber } from './parse-number.ts'

afterEach(() => setLocale('en'))

describe('an amount as people type it', () => {
  test.each([
    ['1,299.50', 129950],
    ['1299.5', 129950],
    ['1299,50', 129950],
    ['12,5', 1250],
    ['1,299', 129900],
    ['1.299,50', 129950],
    ['12,34,567.89', 123456789],
    ['1,234,567', 123456700],
    ['₹ 1,299', 129900],
    ['₹1,299.00', 129900],
    ['Rs. 500', 50000],
    ['rs 500/-', 50000],
    ['INR 500', 50000],
    ['500/-', 50000],
    ['-20', -2000],
    ['−20.05', -2005],
    ['-₹20', -2000],
    [' 1 299.50 ', 129950],
    ['.5', 50],
    ['7.', 700],
    ['0', 0],
    ['0.1', 10],
    ['1.15', 115],
    ['4.35', 435],
    ['90071992547409.91', 9007199254740991],
  ])('%j is %d minor units', (text, minor) => {
    expect(parseMoney(text)).toBe(minor)
  })

  test.each(['', '   '])('%j is no amount yet', text => {
    expect(parseMoney(text)).toBeNull()
  })

  test.each(['abc', '1.2.3', '1,29,95', '12,3456', '1,2,3', '--5', '5-', '1e3', '1,299.505', '₹', '99999999999999999'])(
    '%j is refused, not guessed',
    text => {
      expect(parseMoney(text)).toBeNaN()
    },
  )

  it('goes as far as the currency does', () => {
    expect(parseMoney('1,500', 'JPY')).toBe(1500)
    expect(parseMoney('1500.5', 'JPY')).toBeNaN()
    expect(parseMoney('1.234', 'KWD')).toBe(1234)
    expect(parseMoney('$20', 'USD')).toBe(2000)
  })

  it('reads back what it shows', () => {
    for (const minor of [0, 1, 99, 100, 129950, 18425000, 123456789, -250])
      expect(parseMoney(formatMoneyPlain(minor))).toBe(minor)
  })
})

describe('numbers', () => {
  it('are grouped as in India', () => {
    expect(formatNumber(1234567)).toBe('12,34,567')
    expect(formatNumber(2.456, 2)).toBe('2.46')
  })

  it('show money with its sign and without needless zeros', () => {
    expect(formatMoney(18425000)).toBe('₹1,84,250')
    expect(formatMoney(129950)).toBe('₹1,299.50')
    expect(formatMoney(-5)).toBe('-₹0.05')
    expect(formatMoney(150000, 'JPY')).toContain('1,50,000')
  })

  it('keep "not a number" apart from "nothing"', () => {
    expect(parseNumber('')).toBeNull()
    expect(parseNumber('12 boxes')).toBeNaN()
    expect(parseNumber('-1,200.25')).toBe(-1200.25)
  })

  it('name sizes in words', () => {
    expect(formatBytes(0)).toBe('0 byte')
    expect(formatBytes(1536)).toBe('1.5 kB')
    expect(formatBytes(3_200_000)).toBe('3.2 MB')
  })
})

describe('dates', () => {
  it('show a day as the same day in every time zone', () => {
    expect(formatDate('2026-11-19')).toBe('19 Nov 2026')
    expect(formatDay('2026-11-19')).toMatch(/^Thu,? 19 Nov$/)
  })

  it('show a moment where the device is', () => {
    const moment = new Date(2026, 10, 19, 17, 5)
    expect(formatDateTime(moment.toISOString())).toBe('19 Nov 2026, 17:05')
  })

  it('say what is near without its year, and a day without a time', () => {
    const year = new Date().getFullYear()
    expect(formatNear(new Date(year, 10, 19, 17, 5).toISOString())).toMatch(/^[A-Z][a-z]{2},? 19 Nov, 17:05$/)
    expect(formatNear(`${year}-11-19`)).toMatch(/^[A-Z][a-z]{2},? 19 Nov$/)
    expect(formatNear('2019-11-19')).toBe('19 Nov 2019')
    expect(formatNearDay(new Date(year, 10, 19, 17, 5).toISOString())).toMatch(/^[A-Z][a-z]{2},? 19 Nov$/)
    expect(formatNearDay(new Date(2019, 10, 19, 17, 5).toISOString())).toBe('19 Nov 2019')
  })

  it('show nothing for what is no date', () => {
    expect(formatDate('soon')).toBe('')
    expect(formatRelative('soon')).toBe('')
  })

  it('know today where the device is', () => {
    expect(today(new Date(2026, 0, 1, 0, 30))).toBe('2026-01-01')
    expect(today(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  })

  it('say how long ago in the largest unit that fits', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const ago = (seconds: number) => formatRelative(new Date(now.getTime() - seconds * 1000), now)
    expect(ago(4)).toBe('now')
    expect(ago(42)).toMatch(/^42 sec/)
    expect(ago(240)).toBe('4 min ago')
    expect(ago(2 * 3600)).toBe('2 hr ago')
    expect(ago(26 * 3600)).toBe('yesterday')
    expect(ago(-2 * 86400)).toBe('in 2 days')
    expect(ago(400 * 86400)).toBe('last yr')
  })

  it('follow the language of the screen, and survive one that does not exist', () => {
    setLocale('de')
    expect(formatDate('2026-11-19')).toBe('19. Nov. 2026')
    setLocale('en-XA')
    expect(formatDate('2026-11-19')).toContain('2026')
    setLocale('zz')
    expect(formatDate('2026-11-19')).toBe('19 Nov 2026')
  })
})

describe('phones and names', () => {
  test.each([
    ['+919830041172', '+91 98300 41172'],
    ['9830041172', '+91 98300 41172'],
    ['09830041172', '+91 98300 41172'],
    ['+912067412210', '+91 20674 12210'],
    ['+442079460958', '+44 207 946 0958'],
    ['+12025550123', '+1 202 555 0123'],
    ['+971501234567', '+971 501 234 567'],
    ['ext. 12', 'ext. 12'],
  ])('%s reads as %s', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown)
  })

  test.each([
    ['Ananya Banerjee', 'AB'],
    ['  maria   de la cruz ', 'MC'],
    ['Kaveri', 'K'],
    ['', ''],
  ])('%j has the initials %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})
