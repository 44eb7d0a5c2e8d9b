// What people really type and paste, and what it is to become.

/** What is looked for, and the name of the customer with +91 98250 44001 and 27AAAPA0000A1Z7 who is found by it. */
export const forgiven: readonly (readonly [q: string, name: string])[] = [
  ['\u202a+91 98250 44001\u202c', 'Asha'],
  ['98250\u201144001', 'Asha'],
  ['27 AAAPA 0000A', 'Asha'],
  ['ohara', "O'Hara"],
  ["o'hara", 'OHara'],
  ['o’hara', "O'Hara"],
  ["o'hara", 'O Hara'],
  ['dk patel', 'D.K. Patel'],
  ['d.k. patel', 'DK Patel'],
  ['d-mart', 'DMart'],
  ['dmart', 'D-Mart'],
  ['d mart', 'D-Mart'],
  ['d-mart', 'D Mart'],
  ['ph.no', 'Ph.No. 5'],
  ['ph.no', 'Ph No 5'],
  ['SN0001', 'SN-0001'],
]

/** Names in the order in which people expect them. */
export const inNaturalOrder = [
  'Part',
  'Part 1',
  'part 1b',
  'Part 2',
  'PÄRT 3',
  'Part 007',
  'Part 10',
  'Part 10a',
  'Part 100',
  'Parts',
]

/**
 * What goes into one field of a record, by whichever way, and what is kept of it; null: it is refused beside that field. What a form
 * knows is a part of it: the server alone knows the country of the house, and puts numbers without one into the form of others.
 */
export type Typed = { module: string; field: string; in: string; out: string | null; onServer?: string }

const phones = (...cases: readonly (readonly [said: string, form: string | null, onServer?: string])[]): Typed[] =>
  cases.map(([said, out, onServer]) => ({
    module: 'dealerBranch',
    field: 'phone',
    in: said,
    out,
    ...(onServer !== undefined && { onServer }),
  }))
const of = (module: string, field: string, cases: readonly (readonly [said: string, kept: string | null])[]): Typed[] =>
  cases.map(([said, out]) => ({ module, field, in: said, out }))

export const typed: readonly Typed[] = [
  ...phones(
    ['\u202a+91 98250 12345\u202c', '+91 98250 12345', '+919825012345'],
    ['+91\u00a098250\u00a012345', '+91 98250 12345', '+919825012345'],
    ['\ufeff+91\u200b98250\u202f12345', '+9198250 12345', '+919825012345'],
    ['98250.12345', '98250 12345', '+919825012345'],
    ['98250\u201112345', '98250-12345', '+919825012345'],
    ['+33 6.12.34.56.78', '+33 6 12 34 56 78', '+33612345678'],
    ['(+32)2 555 01 23', '+32 2 555 01 23', '+3225550123'],
    ['tel:+919825012345', '+919825012345'],
    ['\u096f\u096e\u0968\u096b\u0966\u0967\u0968\u0969\u096a\u096b', '9825012345', '+919825012345'],
    ['091 98250 12345', '091 98250 12345', '+919825012345'],
    ['079-26401234 ext 12', '079-26401234 ext 12', '+917926401234 ext 12'],
    ['26401234', '26401234'],
    ['-----', null],
    ['...', null],
    // Two numbers, which a list makes two lines of.
    ['9825012345 / 9825054321', null],
    ['26401234/26405678', null],
    ['9825012345/46', null],
  ),
  ...of('dealerBranch', 'email', [
    ['meena@example.com\u00a0', 'meena@example.com'],
    ['Meena Q <meena@example.com>', 'meena@example.com'],
    ['mailto:meena@example.com', 'meena@example.com'],
    ['meena@b\u00fccher.example', 'meena@b\u00fccher.example'],
  ]),
  ...of('dealerBranch', 'name', [
    ['\u200b', null],
    ['\u3164', null],
    ['\u2060\u00ad', null],
    ['Trade fair\u200b', 'Trade fair'],
    ['\u0915\u094d\u200d\u0937', '\u0915\u094d\u200d\u0937'],
  ]),
  ...of('customer', 'taxId', [
    ['27aaapa0000a1z7', '27AAAPA0000A1Z7'],
    [' 27 AAAPA 0000A 1Z7 ', '27AAAPA0000A1Z7'],
    ['27AAAPA0000A1Z7\u200b', '27AAAPA0000A1Z7'],
    ['27AAAPA0000A1Z8', null],
    ['27AAAPAOOOOA1Z7', null],
    ['GB123456789', 'GB123456789'],
  ]),
  ...of('product', 'hsn', [
    ['09021000', '09021000'],
    ['9019 10 20', '90191020'],
    ['90191', null],
    ['abc', null],
  ]),
  ...of('inquiry', 'pincode', [
    ['380 009', '380009'],
    ['\u0969\u096e\u0966\u0966\u0966\u096f', '380009'],
    ['38000', null],
  ]),
  ...of('part', 'barcode', [
    ['012345678905', '012345678905'],
    ['890610 0071271', '8906100071271'],
    ['4006381333932', '4006381333932'],
  ]),
  ...of('unit', 'serial', [
    ['SN\u20110001', 'SN-0001'],
    ['AJ22025 102479\u200b', 'AJ22025 102479'],
  ]),
]

/**
 * What is pasted out of sheets and mails, and what each reader of pastes makes of it: the records that a list adds (or, over those
 * there, the languages that it writes), the products that the lines of an inquiry note, the labels of a settings list. `wrong` are the
 * fields that are refused.
 */
export type Pasted = {
  name: string
  text: string
  added?: Record<string, unknown>[]
  wrong?: string[]
  over?: (string | undefined)[]
  lines?: (string | undefined)[]
  labels?: string[]
}

const everydayHead = 'Sr No\tName of Customer\tMobile No.\tEmail\tGSTIN\tAddress\tPincode'
const rao = { name: 'A. Rao', phones: [{ number: '9825012345' }], emails: [{ email: 'a@example.com' }] }

export const pasted: readonly Pasted[] = [
  {
    name: 'an empty cell keeps its row',
    text: 'first\n\nthird',
    over: ['first', undefined, 'third'],
    lines: ['first', undefined, 'third'],
    labels: ['first', 'third'],
  },
  { name: 'lines that are needed', text: 'Name\tPhones\nA. Rao\t', wrong: ['phones'] },
  {
    name: 'everyday heads',
    text: `${everydayHead}\n1\tA. Rao\t9825012345\ta@example.com\t27AAAPA0000A1Z7\t12, MG Road, Camp\t411001`,
    added: [{ ...rao, taxId: '27AAAPA0000A1Z7', addresses: [{ line: '12, MG Road, Camp', pincode: '411001' }] }],
  },
  { name: 'a head alone', text: everydayHead, added: [] },
  { name: 'a semicolon between cells', text: 'Name;Phones;E-mails\nA. Rao;9825012345;a@example.com', added: [rao] },
  {
    name: 'a value with a separator in it',
    text: 'Name\tPhones\tSource\nA. Rao\t9825012345\tTrimmer, wet and dry',
    added: [{ name: 'A. Rao', source: 7 }],
  },
  {
    name: 'a quote where a cell begins',
    text: '"Best" trimmer\n"5 star\nthird',
    over: ['"Best" trimmer', '"5 star', 'third'],
    lines: ['"Best" trimmer', '"5 star', 'third'],
    labels: ['"Best" trimmer', '"5 star', 'third'],
  },
  {
    name: 'the sign before a formula',
    text: "'=Fair\n'+91",
    over: ['=Fair', '+91'],
    lines: ['=Fair', '+91'],
    labels: ['=Fair', '+91'],
  },
]
