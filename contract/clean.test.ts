import { describe, expect, test } from 'vitest'
import { cleanPhone } from './clean.ts'
import { code, email, longText, phone, text } from './fields.ts'
import { register } from './register.ts'

describe('a text', () => {
  test.each(['\u200b', '\u3164', '\u2060\u00ad', ' \u00a0\ufeff '])(
    'of nothing that anybody sees is empty: %j',
    said => {
      expect(text().safeParse(said).success).toBe(false)
      expect(longText().parse(said)).toBe('')
      for (const list of Object.values(register).filter(one => one.list))
        expect(list.input.safeParse({ label: said }).success).toBe(false)
    },
  )

  test.each([
    ['Trade fair\u200b', 'Trade fair'],
    ['\u202aAsha Rao\u202c', 'Asha Rao'],
    ['\u00a0Asha Rao\u00a0', 'Asha Rao'],
    ['SN\u20110001', 'SN-0001'],
  ])('has nothing unseen at its ends, and a hyphen for a hyphen: %j', (said, kept) => {
    expect(text().parse(said)).toBe(kept)
  })

  test.each([
    '\u0915\u094d\u200d\u0937',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    'a – b',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
  ])('keeps what joins its signs: %s', said => {
    expect(text().parse(said)).toBe(said)
  })
})

test.each([
  ['SN-0001\u200b', 'SN-0001'],
  ['SN\u20110001', 'SN-0001'],
  ['SN\u200b-0001', 'SN-0001'],
  ['ＳＮ－０００１', 'SN-0001'],
])('a code has no look-alikes: %j', (said, kept) => {
  expect(code().parse(said)).toBe(kept)
})

test.each([
  ['meena@example.com\u00a0', 'meena@example.com'],
  ['Meena Q <meena@example.com>', 'meena@example.com'],
  ['mailto:meena@example.com', 'meena@example.com'],
  ['"Q, Meena" <MEENA@example.com>', 'MEENA@example.com'],
])('an e-mail address is taken out of what it was pasted with: %j', (said, kept) => {
  expect(email().parse(said)).toBe(kept)
})

describe('a phone number', () => {
  test.each([
    ['\u202a+91 98250 12345\u202c', '+91 98250 12345'],
    ['+91\u00a098250\u00a012345', '+91 98250 12345'],
    ['\ufeff+91\u200b98250\u202f12345', '+9198250 12345'],
    ['98250.12345', '98250 12345'],
    ['98250\u201112345', '98250-12345'],
    ['+33 6.12.34.56.78', '+33 6 12 34 56 78'],
    ['(+32)2 555 01 23', '+32 2 555 01 23'],
    ['tel:+919825012345', '+919825012345'],
    ['\u096f\u096e\u0968\u096b\u0966\u0967\u0968\u0969\u096a\u096b', '9825012345'],
    ['\u0669\u0668\u0662\u0665\u0660\u0661\u0662\u0663\u0664\u0665', '9825012345'],
    ['079-26401234 ext 12', '079-26401234 ext 12'],
    ['079-26401234 Ext. 12', '079-26401234 ext 12'],
    ['079-26401234 x12', '079-26401234 ext 12'],
    ['+917926401234;ext=12', '+917926401234 ext 12'],
  ])('is in plain digits: %j', (said, kept) => {
    expect(phone().parse(said)).toBe(kept)
  })

  test.each(['-----', '...', '()()()', '1234', 'ext 12', '98250 12345 or so'])('is none: %s', said => {
    expect(phone().safeParse(said).success).toBe(false)
  })

  test('is as it is once it was made clean', () => {
    for (const said of ['+919825012345', '079-26401234 ext 12', '(079) 2640 1234']) expect(cleanPhone(said)).toBe(said)
  })
})
