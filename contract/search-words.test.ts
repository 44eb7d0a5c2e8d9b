import { describe, expect, it } from 'vitest'
import type { Row } from './module.ts'
import { customer } from './modules/people/customer.ts'
import { asks, finder, searchText } from './search-words.ts'
import { forgiven } from '../tests/support/cases.ts'

const row = {
  name: 'José Ångström',
  taxId: '27ABCDE1234F1Z0',
  phones: [{ id: 1, number: '+919876504417', kind: 'mobile', typed: '098765 04417' }],
  emails: [{ id: 2, email: 'jose.a@example.com' }],
} as unknown as Row

describe('search', () => {
  it.each([
    ['jose', true],
    ['ANG jo', true],
    ['4417', true],
    ['98765 04417', true],
    ['098765-04417', true],
    ['+91 98765 04417', true],
    ['example.com', true],
    ['abcde1234', true],
    ['jo', true],
    ['os', false],
    ['se', false],
    ['ose', true],
    ['mobile', false],
    ['jose nobody', false],
    ['_', false],
    ['jose & _', true],
    ['', true],
  ])('for “%s”: %s', (q, expected) => {
    expect(finder(asks(q))(searchText(customer, row))).toBe(expected)
  })

  it.each([
    ['9825012345', true],
    ['98250 12345', true],
    ['098250-12345', true],
    ['5012', true],
    ['22123', true],
    ['919825012', false],
    ['919898011223', true],
    ['1122', true],
  ])('finds phone numbers that no server has read yet for “%s”: %s', (q, expected) => {
    const phones = ['98250 12345', '(022) 123-4567', '+91 98980 11223', 'nobody'].map((number, id) => ({ id, number }))
    expect(finder(asks(q))(searchText(customer, { ...row, phones }))).toBe(expected)
  })

  // As in the cases of the client (`text.json`, search): device and server answer them the same (`search.test.ts`).
  it.each(forgiven)('forgives signs: “%s” finds %s', (q, name) => {
    const phones = [{ id: 1, number: '+919825044001' }]
    expect(finder(asks(q))(searchText(customer, { ...row, name, taxId: '27AAAPA0000A1Z7', phones }))).toBe(true)
  })

  it.each([
    ["o'brien", "O'Hara"],
    ['ph.no', 'Phone number'],
    ['-', 'D-Mart'],
    ["'", "O'Brien"],
  ])('forgives signs and no more: “%s” does not find %s', (q, name) => {
    expect(finder(asks(q))(searchText(customer, { ...row, name, phones: [] }))).toBe(false)
  })

  it('leaves out what somebody may not see', () => {
    expect(finder(asks('4417'))(searchText(customer, row, ['phones']))).toBe(false)
  })
})
