import { describe, expect, test } from 'vitest'
import { cleanPhone } from './clean.ts'
import { fileChange, noteChange } from './calls/attached.ts'
import { profileCall } from './calls/access.ts'
import { signUpCall } from './calls/session.ts'
import { decideCall } from './calls/stuck.ts'
import { createViewCall } from './calls/views.ts'
import { address, code, email, longText, phone, tags, text, url } from './fields.ts'
import { register } from './register.ts'

const unseen = [
  '\u200b',
  '\u3164',
  '\u2060\u00ad',
  ' \u00a0\ufeff ',
  '\u061c',
  '\u2800',
  '\ufe0f',
  '\u{e0061}\u{e007f}',
  '\u0007',
]

describe('a text', () => {
  test.each(unseen)('of nothing that anybody sees is empty: %j', said => {
    expect(text().safeParse(said).success).toBe(false)
    expect(longText().parse(said)).toBe('')
    for (const list of Object.values(register).filter(one => one.list))
      expect(list.input.safeParse({ label: said }).success).toBe(false)
  })

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

describe('a name of nothing that anybody sees', () => {
  const names: Record<string, (said: string) => unknown> = {
    'of a person': name => profileCall.input.safeParse({ name }),
    'at sign-up': name =>
      signUpCall.input.safeParse({ name, username: 'asha', email: 'a@example.com', password: 'x'.repeat(12) }),
    'of a view': name =>
      createViewCall.input.safeParse({ module: 'task', name, shared: false, state: { search: '', look: {} } }),
    'of a file': name => fileChange.safeParse({ name }),
    'that is a note': text => noteChange.safeParse({ text }),
    'that is a tag': tag => tags().safeParse([tag]),
  }
  test.each(Object.entries(names).flatMap(([what, read]) => unseen.map(said => [what, said, read] as const)))(
    'is refused %s: %j',
    (_, said, read) => expect(read(said)).toMatchObject({ success: false }),
  )
})

test('what is said at sign-up, of oneself, in a note and as a tag is made clean as everywhere', () => {
  expect(
    profileCall.input.parse({ name: '\u200bAsha\u061c', phone: 'tel:+91\u00a098250 12345', email: 'A <a@b.in>' }),
  ).toEqual({
    name: 'Asha',
    phone: '+91 98250 12345',
    email: 'a@b.in',
  })
  const person = { name: '\u200bAsha', username: 'asha\u200b', email: 'mailto:a@b.in\u200b', password: 'x'.repeat(12) }
  expect(signUpCall.input.parse(person)).toMatchObject({ name: 'Asha', username: 'asha', email: 'a@b.in' })
  expect(noteChange.parse({ text: '\u2060Called\u200b' })).toEqual({ text: 'Called' })
  expect(tags().parse(['\u200bVIP\u2060'])).toEqual(['vip'])
  expect(address().parse({ line: '\u200b1 MG Road\u061c', pincode: '\u200b380 009' })).toMatchObject({
    line: '1 MG Road',
  })
  expect(url().parse('\u200bhttps://a.example/\u2060x')).toBe('https://a.example/x')
  const decided = { stuck: MID, mid: MID, how: 'drop', reason: '\u200bTwice\u200b' }
  expect(decideCall.input.parse(decided)).toMatchObject({ reason: 'Twice' })
})
const MID = '01890000-0000-7000-8000-000000000000'

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
  ['meena@b\u00fccher.example', 'meena@b\u00fccher.example'],
  [
    'Meena <meena@\u0909\u0926\u093e\u0939\u0930\u0923.\u092d\u093e\u0930\u0924>',
    'meena@\u0909\u0926\u093e\u0939\u0930\u0923.\u092d\u093e\u0930\u0924',
  ],
  ['mee\u200bna@example.com', 'meena@example.com'],
])('an e-mail address is taken out of what it was pasted with: %j', (said, kept) => {
  expect(email().parse(said)).toBe(kept)
})

test.each(['meena@', '@example.com', 'a b@example.com', 'a@b', 'a@-b.example', 'a@b..example'])(
  'is no e-mail address: %j',
  said => expect(email().safeParse(said).success).toBe(false),
)

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
    ['030/12345678', '030 12345678'],
    ['9825012345 /', '9825012345'],
  ])('is in plain digits: %j', (said, kept) => {
    expect(phone().parse(said)).toBe(kept)
  })

  test.each(['-----', '...', '()()()', '1234', 'ext 12', '98250 12345 or so', '9825012345/46', '26401234 / 26405678'])(
    'is none: %s',
    said => {
      expect(phone().safeParse(said).success).toBe(false)
    },
  )

  test('is as it is once it was made clean', () => {
    for (const said of ['+919825012345', '079-26401234 ext 12', '(079) 2640 1234']) expect(cleanPhone(said)).toBe(said)
  })
})
