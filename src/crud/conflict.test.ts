import { expect, it } from 'vitest'
import { lines, phone, tags, text } from '#contract/fields.ts'
import { defineModule, type Module, type Row } from '#contract/module.ts'
import { atTheirPlaces } from '#src/form/check.ts'
import { asksOf, rebased } from './conflict.ts'

const module: Module = defineModule({
  name: 'sample',
  code: 999,
  fields: { name: text(), phones: lines({ number: phone() }), tags: tags() },
  title: 'name',
  search: ['name'],
  offline: { keep: 'none', write: false },
})
const row = (version: number, more: object) =>
  ({ id: 1, version, name: 'Asha', phones: [{ id: 5, number: '12345' }], tags: ['vip'], ...more }) as unknown as Row

it('brings together what both sides added to, and asks only where both changed the same', () => {
  const seen = row(1, {})
  const now = row(2, {
    name: 'Theirs',
    phones: [...(seen.phones as object[]), { id: 6, number: '66666' }],
    tags: ['vip', 'new'],
  })
  const mine = { name: 'Mine', phones: [{ id: 5, number: '55555' }], tags: [] }
  const asks = asksOf(module, seen, now, mine)
  expect(asks).toEqual(['name'])
  const both = {
    phones: [
      { id: 5, number: '55555' },
      { id: 6, number: '66666' },
    ],
    tags: ['new'],
  }
  expect(rebased(module, seen, { row: now, asks, theirs: [] }, mine)).toEqual({ name: 'Mine', ...both })
  expect(rebased(module, seen, { row: now, asks, theirs: ['name'] }, mine)).toEqual(both)
})

it('keeps my lines where mine is chosen, and those that somebody else has added', () => {
  const seen = row(1, {})
  const added = { id: 6, number: '66666' }
  const now = row(2, { phones: [{ id: 5, number: '77777' }, added] })
  const mine = { phones: [{ id: 5, number: '55555' }] }
  const asks = asksOf(module, seen, now, mine)
  expect(asks).toEqual(['phones'])
  expect(rebased(module, seen, { row: now, asks, theirs: [] }, mine)).toEqual({
    phones: [{ id: 5, number: '55555' }, added],
  })
  expect(rebased(module, seen, { row: now, asks, theirs: ['phones'] }, mine)).toEqual({})
})

it('finds the cell that the server means by its place, and keeps it by its line', () => {
  const values = {
    phones: [
      { id: 5, number: 'x' },
      { id: 6, number: 'y' },
    ],
  }
  expect(
    atTheirPlaces(module.fields, values, { 'phones.1.number': 'No.', 'phones.7.number': 'Gone.', name: 'Who?' }),
  ).toEqual({
    'phones.6.number': 'No.',
    phones: 'Gone.',
    name: 'Who?',
  })
})
