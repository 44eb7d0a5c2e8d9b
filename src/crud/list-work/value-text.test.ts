import { describe, expect, it } from 'vitest'
import {
  choice,
  choices,
  date,
  flag,
  isRequired,
  lines,
  listItem,
  maybe,
  metaOf,
  money,
  number,
  phone,
  references,
  tags,
  text,
} from '#contract/fields.ts'
import type { FieldView } from '#src/fields/view.ts'
import { readValue, writeValue, type Finder, type Names } from './value-text.ts'

const words = {
  option: (_: string, option: string) => ({ person: 'Person', company: 'Company' })[option] ?? option,
  flag: (_: string, on: boolean) => (on ? 'Pauses' : 'Runs'),
} as FieldView['words']
const view = (field: Parameters<typeof metaOf>[0]): FieldView => ({
  name: 'field',
  module: 'letter',
  meta: metaOf(field),
  required: isRequired(field as never),
  words,
})
const ids: Record<string, number[]> = { pune: [1], goa: [2], springfield: [3, 4], 'trimmer, wet and dry': [5] }
const find: Finder = (_, said) => ids[said.toLowerCase()] ?? []
const names: Names = { item: id => ['', 'Pune', 'Goa'][id] ?? '?', record: (module, id) => `${module} ${id}` }
const list = { name: 'city' }

describe('a cell of a sheet', () => {
  it.each([
    ['1,299.50', money(), 129_950],
    ['₹ 500', money(), 50_000],
    ['1.5', number(), 1.5],
    ['21/11/2026', date(), '2026-11-21'],
    ['2026-11-21 00:00:00', date(), '2026-11-21'],
    ['company', choice(['person', 'company']), 'company'],
    ['Person; COMPANY', choices(['person', 'company']), ['person', 'company']],
    ['pauses', flag(), true],
    ['', flag(), false],
    ['Goa', listItem(list), 2],
    ['Pune, Goa', references('city'), [1, 2]],
    ['Trimmer, wet and dry', references('city'), [5]],
    ["'+91 98250 12345", phone(), '+91 98250 12345'],
    ["'=Red", text(), '=Red'],
    ['VIP, repeat buyer', tags(), ['vip', 'repeat buyer']],
    ['  Meera ', text(), 'Meera'],
    ['', maybe(text()), null],
    ['', tags(), []],
  ])('"%s" is understood by the kind of its field', (cell, field, value) => {
    expect(readValue(view(field), cell, find)).toEqual({ value })
  })

  it('fills the first column of lines', () => {
    const phones = lines({ number: phone(), kind: maybe(text()) })
    expect(readValue(view(phones), '+91 98300 41172, 12345', find)).toEqual({
      value: [
        { id: 1, number: '+91 98300 41172', kind: null },
        { id: 2, number: '12345', kind: null },
      ],
    })
  })

  it('with commas is one address', () => {
    const addresses = lines({ label: maybe(text(60)), line: text(300) })
    expect(readValue(view(addresses), '12, MG Road, Pune\n4, Fort, Goa', find)).toEqual({
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
    expect(readValue(view(field), cell, find)).toMatchObject({ wrong })
  })

  it('that cannot be read is handed on as it is, so that checking refuses it', () => {
    expect(readValue(view(date()), 'next week', find)).toEqual({ value: 'next week' })
  })

  it.each([
    [129_950, money()],
    [1.5, number()],
    ['2026-11-21', date()],
    ['company', choice(['person', 'company'])],
    [true, flag()],
    [2, listItem(list)],
    [['vip', 'new'], tags()],
    [['person', 'company'], choices(['person', 'company'])],
  ])('comes back from %s as it was written', (value, field) => {
    expect(readValue(view(field), writeValue(view(field), value, names), find)).toEqual({ value })
  })

  it('is empty for nothing', () => {
    expect(writeValue(view(maybe(money())), null, names)).toBe('')
  })
})
