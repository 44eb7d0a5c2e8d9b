import { describe, expect, it } from 'vitest'
import { csvLine, unguarded } from './csv.ts'
import {
  address,
  choice,
  choices,
  code,
  colour,
  date,
  dateTime,
  email,
  files,
  flag,
  guarded,
  isRequired,
  lines,
  listItem,
  listItems,
  longText,
  maybe,
  metaOf,
  money,
  number,
  percent,
  phone,
  quantity,
  reference,
  references,
  tags,
  text,
  url,
  withDefault,
  type FieldKind,
} from './fields.ts'
import { readSheet } from './sheet.ts'
import {
  columnsIn,
  namesInCell,
  offsetOf,
  readField,
  readValue,
  writeColumn,
  type Finder,
  type Names,
  type Readers,
  type SaidField,
  type Writers,
} from './value-text.ts'

type Schema = Parameters<typeof isRequired>[0]
const view = (field: Schema): SaidField => ({
  name: 'field',
  meta: metaOf(field),
  words: {
    option: (_, option) => ({ person: 'Person', company: 'Company, of several' })[option] ?? option,
    flag: (_, on) => (on ? 'Pauses' : 'Runs'),
  },
})

const labels: Record<number, string> = { 1: 'Pune', 2: 'Goa', 5: 'Trimmer, wet and dry', 6: '=Red; "big"' }
const ids: Record<string, number[]> = { springfield: [3, 4] }
for (const [id, label] of Object.entries(labels)) ids[label.toLowerCase()] = [Number(id)]
const find: Finder = (_, said) => ids[said.toLowerCase()] ?? []
const names: Names = { item: id => labels[id] ?? '', record: (_, id) => labels[id] ?? '' }

/** A clock on the wall that is put back by an hour on the 25th of October at 01:00 of the world. */
const berlin = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
const wall = (at: Date) => {
  const [day = '', time = ''] = berlin.format(at).split(' ')
  return { day, time }
}
const writers: Writers = { names, decimals: 2, offset: offsetOf(wall) }
const offset = writers.offset
const momentIn = (said: string): string | undefined => {
  const [, plain = '', zone] = /^(\S+ [\d:.]+)(?: ([+-]\S+))?$/.exec(said) ?? []
  if (zone) return new Date(plain.replace(' ', 'T') + zone).toISOString()
  const at = Date.parse(`${plain.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? undefined : new Date(at - offset(at - 3_600_000) * 60_000).toISOString()
}
const readers: Readers = {
  find,
  day: said => (/^\d{4}-\d\d-\d\d$/.test(said) ? said : undefined),
  moment: momentIn,
  number: Number,
  money: said => Math.round(Number(said.replace(',', '')) * 100),
}
const list = { name: 'city' }

/** The field in the columns that it takes in a file, and back. */
function back(schema: Schema, value: unknown) {
  const field = view(schema)
  const columns = columnsIn(field.name, field.meta)
  const written = csvLine(columns.map(column => writeColumn(field, column, value, writers)))
  const [cells = []] = readSheet(written, ',')
  const said = columns.map((column, at) => ({ column, text: unguarded(cells[at] ?? '') }))
  return readField(
    field,
    said.filter(({ column }) => !column.given),
    readers,
  )
}

const contacts = lines(
  {
    label: maybe(text(60)),
    number: phone(),
    kind: withDefault(choice(['person', 'company']), 'person'),
    at: maybe(listItem(list)),
    typed: maybe(text()),
  },
  { given: ['typed'] },
)
const some = (line: object) => ({ id: 1, label: null, kind: 'person', at: null, typed: null, ...line })

/** A value of each kind; of files only how many there are leaves the house. */
const values: Record<Exclude<FieldKind, 'files'>, readonly (readonly [Schema, unknown])[]> = {
  text: [
    [text(), 'two\nlines'],
    [text(), "'=1+1"],
    [text(), '"Best" trimmer'],
    [code(), 'SN-1;=2'],
    [maybe(text()), null],
  ],
  longText: [[longText(), 'a, b;\t- c\n\nd']],
  email: [[email(), 'a@example.com']],
  phone: [[phone(), '+919825012345 ext 12']],
  url: [[url(), 'https://example.com/{awb}']],
  number: [
    [number(), -12.5],
    [quantity(), 4_000_000],
    [percent(), 1_250],
  ],
  money: [
    [money(), 129_950],
    [guarded('details', money()), 5],
  ],
  date: [[date(), '2026-11-05']],
  dateTime: [
    [dateTime(), '2026-11-05T10:30:00.000Z'],
    [dateTime(), '2026-11-05T10:30:15.250Z'],
    [dateTime(), '2026-10-25T00:30:00.000Z'],
    [dateTime(), '2026-10-25T01:30:00.000Z'],
  ],
  flag: [
    [flag(), true],
    [flag(), false],
  ],
  choice: [[choice(['person', 'company']), 'company']],
  choices: [
    [choices(['person', 'company']), ['person', 'company']],
    [choices(['person', 'company']), ['company']],
  ],
  listItem: [[listItem(list), 6]],
  listItems: [[listItems(list), [5, 6, 1]]],
  reference: [[reference('part'), 5]],
  references: [
    [references('part'), [1, 2]],
    [references('part'), [5]],
  ],
  tags: [
    [tags(), ['vip', 'repeat buyer']],
    [tags(), ['a;b']],
    [tags(), ['a;b', 'c']],
    [tags(), []],
  ],
  colour: [[colour(), '#aabbcc']],
  address: [
    [address(), { line: '12, MG Road\nCamp', area: null, city: 1, pincode: '411001' }],
    [maybe(address()), null],
  ],
  lines: [
    [contacts, [some({ number: '+919825012345' })]],
    [
      contacts,
      [
        some({ number: '+919825012345', kind: 'company', label: 'Home' }),
        some({ id: 2, number: '079-26401234 ext 12', at: 5 }),
        some({ id: 3, number: '12345', label: 'two\nlines "x"', at: 2 }),
      ],
    ],
    [withDefault(contacts, []), []],
  ],
}

describe.each(Object.entries(values))('what we export of %s', (_, cases) => {
  it.each(cases)('comes back unchanged (%#)', (field, value) => {
    expect(back(field, value)).toEqual({ value })
  })
})

it('of lines each column has its own cell, with one value below the other', () => {
  const field = view(contacts)
  const [main, ...others] = columnsIn('phones', field.meta)
  const value = [some({ number: '98250 12345' }), some({ id: 2, number: '98250 54321', kind: 'company' })]
  expect(main).toMatchObject({ name: 'phones', part: 'number' })
  expect(others.map(({ name, given }) => [name, given])).toEqual([
    ['phones.label', false],
    ['phones.kind', false],
    ['phones.at', false],
    ['phones.typed', true],
  ])
  expect([main!, ...others].map(column => writeColumn(field, column, value, writers))).toEqual([
    '98250 12345\n98250 54321',
    '',
    'Person\nCompany, of several',
    '',
    '',
  ])
})

it('files are counted', () => {
  const field = view(files())
  expect(writeColumn(field, columnsIn('field', field.meta)[0]!, [7, 8], writers)).toBe('2')
})

describe('a cell of a sheet', () => {
  it.each([
    ['company', choice(['person', 'company']), 'company'],
    ['Person; COMPANY', choices(['person', 'company']), ['person', 'company']],
    ['2026-11-21 00:00:00', date(), '2026-11-21'],
    ['pauses', flag(), true],
    ['', flag(), false],
    ['Goa', listItem(list), 2],
    ['Pune, Goa', references('city'), [1, 2]],
    ['Trimmer, wet and dry', references('city'), [5]],
    ['VIP; repeat buyer', tags(), ['vip', 'repeat buyer']],
    ['#AABBCC', colour(), '#aabbcc'],
    ['  Meera ', text(), 'Meera'],
    ['', maybe(text()), null],
    ['', tags(), []],
    ['18 %', percent(), 1_800],
    ['18.07', percent(), 1_807],
    // Finer than it is kept: checking refuses it.
    ['0.001', percent(), 0.1],
  ])('"%s" is understood by the kind of its field', (cell, field, value) => {
    expect(readValue(view(field), cell, readers)).toEqual({ value })
  })

  it.each([
    ['+91 98300 41172, 12345', ['+91 98300 41172', '12345']],
    ['9825012345 / 9825054321', ['9825012345', '9825054321']],
    ['079-26401234, ext 12; 98250 12345', ['079-26401234, ext 12', '98250 12345']],
    ['030/12345678', ['030/12345678']],
    ['9825012345/46', ['9825012345', '46']],
    ['98250 12345\n\n98250 54321', ['98250 12345', '98250 54321']],
  ])('%j is so many numbers', (cell, said) => {
    const read = readValue(view(lines({ number: phone(), kind: maybe(text()) })), cell, readers)
    expect(read).toEqual({ value: said.map((number, index) => ({ id: index + 1, number, kind: null })) })
  })

  it('with commas is one address', () => {
    const addresses = lines({ label: maybe(text(60)), line: text(300) })
    expect(readValue(view(addresses), '12, MG Road, Pune\n4, Fort, Goa', readers)).toEqual({
      value: [
        { id: 1, label: null, line: '12, MG Road, Pune' },
        { id: 2, label: null, line: '4, Fort, Goa' },
      ],
    })
  })

  it.each([
    ['Atlantis', listItem(list), 'unknown'],
    ['Springfield', listItem(list), 'several'],
    ['Pune, Atlantis', references('city'), 'unknown'],
    ['dealer', choice(['person', 'company']), 'option'],
    ['perhaps', flag(), 'flag'],
  ])('"%s" is not guessed at', (cell, field, wrong) => {
    expect(readValue(view(field), cell, readers)).toMatchObject({ wrong })
  })

  it('that cannot be read is handed on as it is, so that checking refuses it', () => {
    expect(readValue(view(date()), 'next week', readers)).toEqual({ value: 'next week' })
    expect(readValue(view(dateTime()), 'next week', readers)).toEqual({ value: 'next week' })
  })

  it('says which names are to be looked up: the whole cell, and its parts', () => {
    expect(namesInCell({ part: null, meta: metaOf(references('part')) }, ' Pune, Goa ')).toEqual([
      'Pune, Goa',
      'Pune',
      'Goa',
    ])
    expect(namesInCell({ part: null, meta: metaOf(reference('part')) }, 'Pune, Goa')).toEqual(['Pune, Goa'])
    expect(namesInCell({ part: 'city', meta: metaOf(listItem(list)) }, 'Pune\n\nGoa')).toEqual(['Pune', 'Goa'])
  })
})
