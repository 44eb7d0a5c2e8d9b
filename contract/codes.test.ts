import { describe, expect, test } from 'vitest'
import { codeFault, codeNotice, gtinFits, wrongCodes } from './code-rules.ts'
import { keyOf, type CodeKind } from './codes.ts'
import { awb, barcode, code, hsn, pincode, serial, taxId } from './fields.ts'
import { gstinCheckSign } from './gstin.ts'
import { states } from './lists/india.ts'
import { customer } from './modules/people/customer.ts'
import { unit } from './modules/stock/unit.ts'
import { otherStates } from './pincode-states.ts'
import { asks, finder, searchText } from './search-words.ts'

test.each([
  [taxId(), '27aaapa0000a1z7', '27AAAPA0000A1Z7'],
  [taxId(), ' 27 AAAPA 0000A 1Z7 ', '27AAAPA0000A1Z7'],
  [taxId(), '27AAAPA0000A1Z7\u200b', '27AAAPA0000A1Z7'],
  [taxId(), '27\u0410\u0410\u0410\u0420\u04100000\u04101Z7', '27AAAPA0000A1Z7'],
  [taxId(), 'GB123456789', 'GB123456789'],
  [taxId(), 'CHE-123.456.788 MWST', 'CHE-123.456.788 MWST'],
  [hsn(), '09021000', '09021000'],
  [hsn(), '9019 10 20', '90191020'],
  [hsn(), '9019.10.20', '90191020'],
  [pincode(), '380 009', '380009'],
  [pincode(), '\u0969\u096e\u0966\u0966\u0966\u096f', '380009'],
  [pincode(), 'SW1A 1AA', 'SW1A 1AA'],
  [pincode(), '12345-6789', '12345-6789'],
  [barcode(), '012345678905', '012345678905'],
  [barcode(), '890610 0071271', '8906100071271'],
  [barcode(), 'OWN-7 B', 'OWN-7 B'],
  [serial(), 'aj22025\u2013102479', 'aj22025-102479'],
  [serial(), 'AJ22025\u00a0 102479', 'AJ22025 102479'],
  [serial(), '\u0410\u0408-1', 'AJ-1'],
  // Not of our letters at all.
  [serial(), '\u041b\u0426\u0410-1', '\u041b\u0426\u0410-1'],
  [awb(), '\u0967\u0968\u0969\u200b4', '1234'],
  [code(), 'SK\u0423\u201311', 'SKY-11'],
])('a code is made clean: %#', (field, said, kept) => {
  expect(field.parse(said)).toBe(kept)
  expect(field.parse(kept)).toBe(kept)
})

test.each<[CodeKind, string, string, boolean]>([
  ['barcode', '012345678905', '0012345678905', true],
  ['barcode', '012345678905', '12345678905', false],
  ['serial', 'AJ22025 102479', 'AJ22025-102479', true],
  ['serial', 'aj22025-102479', 'AJ22025-102479', true],
  ['serial', '0042', '42', false],
  ['awb', '1234 5678', '12345678', true],
  ['serial', '---', '--', false],
])('two of a kind are the same code by their key: %s %s, %s', (kind, one, other, isSame) => {
  expect(keyOf(kind, one) === keyOf(kind, other)).toBe(isSame)
})

describe('a code that is wrong for sure', () => {
  test.each<[CodeKind, string, boolean, string | null]>([
    ['gstin', '27AAAPA0000A1Z7', true, null],
    ['gstin', '27AAAPA0000A1Z8', true, 'gstinCheck'],
    ['gstin', '27AAAPA0000A1Z8', false, 'gstinCheck'],
    ['gstin', '27AAAPAOOOOA1Z7', true, 'gstinShape'],
    ['gstin', 'GB123456789', true, null],
    ['hsn', '9019', true, null],
    ['hsn', '90191', true, 'hsn'],
    ['hsn', 'abc', true, 'hsn'],
    ['hsn', '9019102000', false, null],
    ['pincode', '38000', true, 'pincode'],
    ['pincode', '038009', true, 'pincode'],
    ['pincode', 'SW1A 1AA', false, null],
    ['barcode', '4006381333932', true, null],
    ['serial', '1', true, null],
  ])('%s %s, in India %s: %s', (kind, said, inIndia, fault) => {
    expect(codeFault(kind, said, inIndia)).toBe(fault)
  })

  test('is so in the lines of an address in India, and stays where it stood before', () => {
    const row = {
      taxId: null,
      addresses: [
        { id: 1, line: 'x', country: 7, pincode: '1' },
        { id: 2, line: 'y', pincode: '2' },
      ],
    }
    const isIndia = (named: unknown) => named === null
    expect(wrongCodes(customer, row, null, isIndia)).toEqual({ 'addresses.1.pincode': 'pincode' })
    expect(wrongCodes(customer, row, row, isIndia)).toEqual({})
  })

  test('the check sign of a GSTIN is worked out', () => {
    expect(gstinCheckSign('27AAAPA0000A1Z')).toBe('7')
    // The example of the tax authority.
    expect(gstinCheckSign('27AAPFU0939F1Z')).toBe('V')
  })

  test('the check digit of a bar code is a notice and no refusal', () => {
    expect(codeNotice('barcode', '4006381333932', true)).toBe('barcode')
    expect(codeNotice('gstin', 'GB123456789', true)).toBe('gstin')
    expect(codeNotice('gstin', 'GB123456789', false)).toBe(null)
    expect(codeNotice('gstin', '27AAAPA0000A1Z7', true)).toBe(null)
    expect(['012345678905', '4006381333931', '4006381333932', 'OWN-7'].map(gtinFits)).toEqual([true, true, false, true])
  })
})

describe('search finds a code however it is typed', () => {
  const text = searchText(unit, { serial: 'AJ22025-102479' } as never)
  const taxed = searchText(customer, { name: 'Asha', taxId: '27AAAPA0000A1Z7' } as never)
  test.each([
    'aj22025102479',
    'AJ22025 102479',
    'aj22025\u2013102479',
    'AJ-22025-102479',
    '\u0410J22025-102479',
    '102479',
  ])('of a device: %s', q => expect(finder(asks(q))(text)).toBe(true))
  test.each(['27 AAAPA 0000A', '27-AAAPA-0000A-1Z7', '27aaapa0000a1z7'])('of a customer: %s', q =>
    expect(finder(asks(q))(taxed)).toBe(true),
  )
  test.each(['AJ22025-102470', 'AJ2 2'])('and no other: %s', q => expect(finder(asks(q))(text)).toBe(false))
})

test.each([
  ['400001', 'Gujarat', ['Maharashtra']],
  ['403001', 'Maharashtra', ['Goa']],
  ['403001', 'Goa', null],
  ['411001', 'Goa', ['Maharashtra']],
  ['400001', 'Maharashtra', null],
  ['380009', 'Gujarat', null],
  ['380009', 'Bavaria', null],
  ['38000', 'Delhi', null],
])('a pincode %s beside the state %s is in %j', (code, named, said) => {
  expect(otherStates(code, named)).toEqual(said)
})

test('the states of pincodes are those that the list begins with', () => {
  for (const state of states) expect(otherStates('999999', state)).toBe(null)
  expect(states.filter(state => otherStates('110001', state) === null)).toEqual(['Delhi'])
})
