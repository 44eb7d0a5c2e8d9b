import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  address,
  choice,
  choices,
  colour,
  date,
  dateTime,
  email,
  files,
  flag,
  guarded,
  isRequired,
  lineOf,
  lines,
  listItem,
  listItems,
  longText,
  maybe,
  metaOf,
  money,
  number,
  phone,
  recordId,
  reference,
  references,
  tags,
  text,
  url,
  withDefault,
  type FieldKind,
} from './fields.ts'

const list = { name: 'returnReason' }
const samples: Record<FieldKind, { field: z.ZodMiniType; good: unknown[]; bad: unknown[] }> = {
  text: { field: text(5), good: ['a', 'abcde'], bad: ['', '   ', 'abcdef', 1, null] },
  longText: { field: longText(5), good: ['', 'a\nb'], bad: ['abcdef', null] },
  email: { field: email(), good: ['a.b+c@example.co.in'], bad: ['a@', 'a b@example.com', ''] },
  phone: { field: phone(), good: ['+91 98300 41172', '020-2567 1234', '(020) 25671234'], bad: ['1234', 'call me', ''] },
  url: {
    field: url(),
    good: ['https://www.bluedart.com/tracking?awb={awb}'],
    bad: ['http://example.com', 'javascript:alert(1)', 'https://', 'https://a b.com', 'https://a.com/"x"'],
  },
  number: { field: number({ min: 0, max: 365 }), good: [0, 0.5, 365], bad: [-1, 366, Number.NaN, '1', Infinity] },
  money: { field: money(), good: [0, 849_800], bad: [0.5, -500, 2 ** 53, '100'] },
  date: { field: date(), good: ['2028-02-29'], bad: ['2026-02-29', '29/02/2028', '2026-2-1'] },
  dateTime: { field: dateTime(), good: ['2026-11-21T10:00:00.000Z'], bad: ['2026-11-21', '2026-11-21T10:00:00+05:30'] },
  flag: { field: flag(), good: [true, false], bad: ['true', 0, null] },
  choice: { field: choice(['us', 'courier']), good: ['us'], bad: ['them', ''] },
  tags: { field: tags(), good: [[], ['vip', 'two words']], bad: [['a,b'], [''], 'vip', ['x'.repeat(41)]] },
  choices: { field: choices(['a', 'b']), good: [[], ['a', 'b']], bad: [['c'], ['a', 'b', 'a'], 'a'] },
  listItem: { field: listItem(list), good: [1], bad: [0, -1, 1.5, '1'] },
  listItems: {
    field: listItems(list),
    good: [[], [1, 2]],
    bad: [[0], 1, Array.from({ length: 101 }, (_, i) => i + 1)],
  },
  reference: { field: reference('order'), good: [7], bad: ['7', 0] },
  references: { field: references('role'), good: [[], [7, 8]], bad: [7, ['7'], [0], null] },
  lines: {
    field: lines({ qty: number(), dispatched: number() }, { given: ['dispatched'] }),
    good: [[{ id: 1, qty: 2, dispatched: 0 }]],
    bad: [[], [{ qty: 2, dispatched: 0 }], [{ id: 1, qty: 2, dispatched: 0, price: 1 }], {}],
  },
  files: { field: files(), good: [[], [3]], bad: [['3'], Array.from({ length: 21 }, (_, i) => i + 1)] },
  address: {
    field: address(),
    good: [{ line: '14/2 Gariahat Road' }, { line: '', pincode: '700019', city: 3, area: null }],
    bad: [{}, { line: 'x', country: 'India' }, { line: 'x', city: 'Kolkata' }, 'x'],
  },
  colour: { field: colour(), good: ['#0d6673'], bad: ['#0D6673', '#fff', 'red', '#0d66733'] },
}

describe.each(Object.entries(samples))('a %s field', (kind, { field, good, bad }) => {
  it.each(good.map(value => [JSON.stringify(value), value]))('accepts %s', (_, value) =>
    expect(field.safeParse(value).success).toBe(true),
  )
  it.each(bad.map(value => [JSON.stringify(value), value]))('refuses %s', (_, value) =>
    expect(field.safeParse(value).success).toBe(false),
  )
  it('is known by its kind, also when it may be empty or has a default', () => {
    expect(metaOf(field).kind).toBe(kind)
    expect(metaOf(maybe(field)).kind).toBe(kind)
    expect(metaOf(withDefault(field, good[0] as never)).kind).toBe(kind)
  })
  it('is empty as null where it may be empty, and only there', () => {
    expect(maybe(field).parse(undefined)).toBeNull()
    expect(maybe(field).parse(null)).toBeNull()
    expect(field.safeParse(null).success).toBe(false)
  })
})

describe('fields', () => {
  it('trim what people type', () => {
    expect(text().parse('  Wrong item ')).toBe('Wrong item')
    expect(url().parse(' https://example.com ')).toBe('https://example.com')
  })

  it('fill the empty parts of an address with null', () => {
    expect(address().parse({ line: 'x' })).toEqual({ line: 'x', pincode: null, city: null, area: null })
  })

  it('are required unless they may be empty or have a default', () => {
    expect(isRequired(text())).toBe(true)
    expect(isRequired(maybe(text()))).toBe(false)
    expect(isRequired(withDefault(flag(), true))).toBe(false)
  })

  it('say where they point', () => {
    expect(metaOf(listItem(list))).toMatchObject({ kind: 'listItem', list: 'returnReason' })
    expect(metaOf(listItems(list))).toMatchObject({ kind: 'listItems', list: 'returnReason' })
    expect(metaOf(reference('order'))).toMatchObject({ kind: 'reference', module: 'order' })
    expect(metaOf(lineOf('order'))).toMatchObject({ kind: 'reference', module: 'order' })
    expect(metaOf(samples.lines.field)).toMatchObject({ givenInLine: ['dispatched'] })
  })

  it('keep what they are when guarded', () => {
    expect(metaOf(maybe(guarded('details', money())))).toEqual({ kind: 'money', reveal: 'details' })
  })

  it('of a line cannot be guarded, because a line is shown as a whole', () => {
    expect(() => lines({ cost: guarded('details', money()) })).toThrow('cost cannot be guarded')
    expect(metaOf(guarded('details', lines({ qty: number() })))).toMatchObject({ kind: 'lines', reveal: 'details' })
  })

  it('without a kind are a mistake that says so', () => {
    expect(() => metaOf(z.string())).toThrow('contract/fields.ts')
  })

  it('hold ids that JavaScript counts exactly', () => {
    expect(recordId().safeParse(Number.MAX_SAFE_INTEGER).success).toBe(true)
    expect(recordId().safeParse(Number.MAX_SAFE_INTEGER + 1).success).toBe(false)
  })

  it('name only given columns that the line has', () => {
    // @ts-expect-error -- 'returned' is no column of the line
    lines({ qty: number() }, { given: ['returned'] })
    // @ts-expect-error -- a choice needs at least one option
    choice([])
  })
})
