import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterNamed, filtersOf } from './filters.ts'
import { joinParts, matches, parseFilter, splitParts } from './filter-text.ts'
import type { Row } from './module.ts'
import { part } from './modules/catalogue/part.ts'
import { customer } from './modules/people/customer.ts'
import { unit } from './modules/stock/unit.ts'
import { register } from './register.ts'

const house = { now: new Date('2026-03-10T20:00:00Z'), timeZone: 'Asia/Kolkata' }
const parse = (module: Parameters<typeof parseFilter>[0], name: string, text: string) =>
  parseFilter(module, name, text, house)

describe('parts of a filter', () => {
  it('come back as they were put together, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), parts => {
        expect(splitParts(joinParts(parts))).toEqual(parts)
      }),
    )
  })

  it.each([
    ['name', '~Ravi  KÜM', [{ is: 'words', words: ['Ravi', 'KÜM'], said: 'Ravi  KÜM' }]],
    ['name', 'Ravi', [{ is: 'value', value: 'Ravi' }]],
    ['name', '=none', [{ is: 'value', value: 'none' }]],
    ['name', 'Rao\\, Ravi', [{ is: 'value', value: 'Rao, Ravi' }]],
    ['tags', 'VIP,none,any', [{ is: 'value', value: 'vip' }, { is: 'none' }, { is: 'any' }]],
    ['phones.number', '~4417', [{ is: 'words', words: ['4417'], said: '4417' }]],
    ['addresses.city', '12,none', [{ is: 'value', value: 12 }, { is: 'none' }]],
    ['balance', '..-5', [{ is: 'range', from: null, to: -5 }]],
    ['unitCount', '2', [{ is: 'value', value: 2 }]],
    [
      'id',
      '7,8',
      [
        { is: 'value', value: 7 },
        { is: 'value', value: 8 },
      ],
    ],
  ])('of customers: %s=%s', (name, text, expected) => {
    expect(parse(customer, name, text)).toEqual(expected)
  })

  it.each([
    ['name', ''],
    ['name', '~ '],
    ['name', '--'],
    ['name', '~_'],
    ['name', 'a,'],
    ['type', 'nobody'],
    ['balance', '0.5'],
    ['balance', '..'],
    ['balance', 'x..5'],
    ['risk', 'yes'],
    ['owner', '1.5'],
    ['owner', '@today'],
    ['createdAt', '@someday'],
    ['createdAt', '2026-02-30'],
    ['createdAt', '2026-01-01Tx'],
    ['phones', 'x'],
    ['phones.number', 'any'],
    ['emails.email', 'none'],
    ['id', 'none'],
    ['mergedInto', '1'],
    ['nonsense', '1'],
    ['phones.nonsense', '1'],
  ])('make no sense as %s=%s', (name, text) => {
    expect(parse(customer, name, text)).toBeNull()
  })
})

describe('a filter by time', () => {
  // Days that begin where the business is may begin in the year before, by the clock of the database.
  const moment = (at: string) => [{ is: 'range', from: at, to: at }]
  it.each([
    ['soldAt', '1900-01-01', [{ is: 'value', value: '1900-01-01' }]],
    ['soldAt', '2200-12-31', [{ is: 'value', value: '2200-12-31' }]],
    ['soldAt', '1899-12-31', null],
    ['soldAt', '2201-01-01', null],
    ['soldAt', '0001-01-01..', null],
    ['soldAt', '..9999-12-31', null],
    ['soldAt', '@year+174', [{ is: 'range', from: '2200-01-01', to: '2200-12-31' }]],
    ['soldAt', '@year+175', null],
    ['soldAt', '@year-127', null],
    ['soldAt', '@year+9999', null],
    ['soldAt', '@year-2026', null],
    ['soldAt', '@month-9999', null],
    ['soldAt', '@week+9999', null],
    ['createdAt', '2200-12-31', [{ is: 'range', from: '2200-12-30T18:30:00.000Z', to: '2200-12-31T18:29:59.999Z' }]],
    ['createdAt', '0999-12-31', null],
    ['createdAt', '1900-01-01T00:00:00Z', moment('1900-01-01T00:00:00.000Z')],
    ['createdAt', '1900-01-01T00:00:00+05:30', null],
    ['createdAt', '2200-12-31T23:59:59.999Z', moment('2200-12-31T23:59:59.999Z')],
    ['createdAt', '2200-12-31T23:59:59.9999Z', null],
    ['createdAt', '2201-01-01T00:00:00Z', null],
    ['createdAt', '9999-12-31T23:59:59.999Z', null],
    ['createdAt', '2026-01-01T05:30:00+05:30', moment('2026-01-01T00:00:00.000Z')],
  ] as const)('is in the years that dates are in: %s=%s', (name, text, expected) => {
    expect(parse(name === 'soldAt' ? unit : customer, name, text)).toEqual(expected)
  })
})

describe('days that move with the calendar', () => {
  // It is the eleventh already where the business is.
  it.each([
    ['@today', '2026-03-11', '2026-03-11'],
    ['@today-7..@today', '2026-03-04', '2026-03-11'],
    ['@today+1', '2026-03-12', '2026-03-12'],
    ['@week', '2026-03-09', '2026-03-15'],
    ['@week-1', '2026-03-02', '2026-03-08'],
    ['@month', '2026-03-01', '2026-03-31'],
    ['@month-1', '2026-02-01', '2026-02-28'],
    ['@month-13..@month', '2025-02-01', '2026-03-31'],
    ['@year', '2026-01-01', '2026-12-31'],
    ['@year-2', '2024-01-01', '2024-12-31'],
    ['@today..', '2026-03-11', null],
    ['..@month-1', null, '2026-02-28'],
  ])('%s is from %s to %s', (text, from, to) => {
    const expected = from === to ? { is: 'value', value: from } : { is: 'range', from, to }
    expect(parse(unit, 'soldAt', text)).toEqual([expected])
  })

  it('begin and end where the business is, to the millisecond', () => {
    expect(parse(customer, 'createdAt', '@today')).toEqual([
      { is: 'range', from: '2026-03-10T18:30:00.000Z', to: '2026-03-11T18:29:59.999Z' },
    ])
    expect(parse(customer, 'createdAt', '2026-01-01..2026-01-02')).toEqual([
      { is: 'range', from: '2025-12-31T18:30:00.000Z', to: '2026-01-02T18:29:59.999Z' },
    ])
  })

  it('are 23 or 25 hours long where clocks change', () => {
    const berlin = { now: house.now, timeZone: 'Europe/Berlin' }
    const [spring] = parseFilter(customer, 'createdAt', '2026-03-29', berlin)!
    expect(spring).toEqual({ is: 'range', from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' })
    const [autumn] = parseFilter(customer, 'createdAt', '2026-10-25', berlin)!
    expect(autumn).toEqual({ is: 'range', from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T22:59:59.999Z' })
  })
})

describe('a row', () => {
  const row = {
    name: 'Zoë Straße',
    tags: ['vip'],
    balance: 100,
    owner: null,
    risk: false,
    phones: [
      { id: 1, number: '+919876504417', kind: 'mobile', typed: null },
      { id: 2, number: '+912055501234', kind: 'work', typed: '020 5550 1234' },
    ],
    emails: [],
    addresses: [{ id: 3, line: '12, MG Road', city: 5, area: null, isDefault: true }],
    createdAt: '2026-03-10T18:30:00.000Z',
  } as unknown as Row
  const holds = (name: string, text: string) => matches(filterNamed(customer, name)!, parse(customer, name, text)!, row)

  it.each([
    ['name', 'zoe strasse', true],
    ['name', 'zoe', false],
    ['name', '~str zo', true],
    ['name', '~tr', false],
    ['name', '~oe s', false],
    ['name', '~trass', true],
    ['tags', 'vip,new', true],
    ['tags', 'any', true],
    ['tags', 'none', false],
    ['emails', 'none', true],
    ['emails', 'any', false],
    ['owner', 'none', true],
    ['owner', 'any', false],
    ['risk', 'false', true],
    ['balance', '50..100', true],
    ['balance', '101..', false],
    ['phones.number', '~4417', true],
    ['phones.number', '~4417 1234', false],
    ['phones.kind', 'work', true],
    ['phones.kind', 'home', false],
    ['phones.typed', 'none', true],
    ['addresses.city', '5', true],
    ['addresses.area', 'none', true],
    ['addresses.line', '~mg', true],
    ['addresses.isDefault', 'true', true],
    ['createdAt', '@today', true],
    ['createdAt', '..@today-1', false],
  ])('with %s=%s: %s', (name, text, expected) => {
    expect(holds(name, text)).toBe(expected)
  })
})

describe('what a list offers', () => {
  it('is every field of a customer but those that nobody asks for, and each column of their lines', () => {
    const names = filtersOf(customer).map(({ name }) => name)
    for (const name of Object.keys(customer.fields)) expect(names).toContain(name)
    expect(names).toEqual(expect.arrayContaining(['phones.number', 'addresses.city', 'createdAt', 'createdBy']))
    expect(names).not.toContain('mergedInto')
  })

  it('has one filter of each name, and each can be found by it', () => {
    for (const module of Object.values(register)) {
      const names = filtersOf(module).map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const filter of filtersOf(module)) expect(filterNamed(module, filter.name)).toBe(filter)
    }
  })

  it('says how each can be asked for', () => {
    expect(filterNamed(part, 'price')!.ways).toEqual({ value: true, range: true, words: false, none: true, any: true })
    expect(filterNamed(part, 'image')!.ways).toMatchObject({ value: false, any: true })
    expect(filterNamed(unit, 'stage')!.meta!.options).toContain('inStock')
  })
})
