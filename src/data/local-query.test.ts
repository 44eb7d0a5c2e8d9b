import { expect, test } from 'vitest'
import { city } from '#contract/lists/places.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { date, dateTime, money, text } from '#contract/fields.ts'
import { defineModule, type Row } from '#contract/module.ts'
import { itemRow } from '../../tests/support/sync-double.ts'
import { filterText, queryRows } from './local-query.ts'

const branch = (id: number, fields: Partial<Row>): Row => ({
  ...itemRow(id),
  name: `B${id}`,
  phone: null,
  email: null,
  ...fields,
})
const names = (rows: Row[]) => rows.map(row => row.name ?? row.label)

test('every word must be found in one of the searched fields, whatever its case and accents', () => {
  const rows = [
    branch(1, { name: 'São José', phone: '020 111' }),
    branch(2, { name: 'Pune west', phone: '020 222' }),
    branch(3, { name: 'West End', note: 'pune' }),
  ]
  expect(names(queryRows(dealerBranch, rows, { q: 'jose SAO' }))).toEqual(['São José'])
  expect(names(queryRows(dealerBranch, rows, { q: 'west 222' }))).toEqual(['Pune west'])
  expect(names(queryRows(dealerBranch, rows, { q: 'pune' }))).toEqual(['Pune west'])
  expect(names(queryRows(dealerBranch, rows, { q: '  ' }))).toHaveLength(3)
})

test('names sort as people expect, equals by a second sort or by their number', () => {
  const rows = [
    branch(1, { name: 'zeta', note: null }),
    branch(2, { name: 'Älpha', note: 'b' }),
    branch(3, { name: 'alpha', note: 'a' }),
    branch(4, { name: 'Beta', note: null }),
  ]
  expect(names(queryRows(dealerBranch, rows, {}))).toEqual(['Älpha', 'alpha', 'Beta', 'zeta'])
  expect(names(queryRows(dealerBranch, rows, { sort: '-name' }))).toEqual(['zeta', 'Beta', 'alpha', 'Älpha'])
  // Two of the same name: the second sort decides, else their numbers.
  expect(queryRows(dealerBranch, rows, { sort: 'name,-id' }).map(row => row.id)).toEqual([3, 2, 4, 1])
  // An order that the list does not offer is the usual one.
  expect(names(queryRows(dealerBranch, rows, { sort: 'note' }))).toEqual(['Älpha', 'alpha', 'Beta', 'zeta'])
})

test('list items come in their order, by number and not by text', () => {
  const rows = [itemRow(1), itemRow(2), itemRow(3)].map((row, i) => ({ ...row, position: [10, 9, 100][i] }))
  expect(queryRows(city, rows, {}).map(row => row.id)).toEqual([2, 1, 3])
})

test('a filter takes any of its values, finds words in texts, and null where nothing is set', () => {
  const rows = [
    branch(1, { storeType: 5, name: 'Pune, west' }),
    branch(2, { storeType: 6 }),
    branch(3, { storeType: null }),
  ]
  const ids = (filter: Record<string, unknown>) =>
    queryRows(dealerBranch, rows, { filter, sort: 'id' }).map(row => row.id)
  expect(ids({ storeType: [5, 6] })).toEqual([1, 2])
  expect(ids({ storeType: '5' })).toEqual([1])
  expect(ids({ storeType: null })).toEqual([3])
  expect(ids({ name: ['~pune'] })).toEqual([1])
  expect(ids({ name: ['Pune, west', 'B2'] })).toEqual([1, 2])
  // What the list cannot be asked for finds nothing, as the server refuses it.
  expect(ids({ nowhere: '1' })).toEqual([])
  expect(ids({ storeType: undefined })).toEqual([1, 2, 3])
  expect(ids({ storeType: [] })).toEqual([1, 2, 3])
  expect(ids({ storeType: 'none,6' })).toEqual([2, 3])
  expect(filterText([5, null, undefined])).toBe('5,none')
  expect(filterText(undefined)).toBeNull()
})

test('numbers and dates can be narrowed to a range, both ends included', () => {
  const visit = defineModule({
    name: 'visit',
    code: 998,
    fields: { title: text(), cost: money(), day: date(), at: dateTime() },
    title: 'title',
    search: ['title'],
    offline: { keep: 'all', write: true },
  })
  const rows = [1, 2, 3].map(id => ({
    ...itemRow(id),
    title: `V${id}`,
    cost: id * 100,
    day: `2026-03-0${id}`,
    at: `2026-03-0${id}T23:30:00.000Z`,
  }))
  const ids = (filter: Record<string, unknown>) => queryRows(visit, rows, { filter }).map(row => row.id)
  expect(ids({ cost: '100..200' })).toEqual([1, 2])
  expect(ids({ cost: '200..' })).toEqual([2, 3])
  expect(ids({ cost: 300 })).toEqual([3])
  expect(ids({ day: '..2026-03-02' })).toEqual([1, 2])
  expect(ids({ at: '2026-03-02..2026-03-03' })).toEqual([2, 3])
  expect(ids({ at: '2026-03-01' })).toEqual([1])
})

test('archived records are shown only where they are asked for', () => {
  const rows = [branch(1, {}), branch(2, { archivedAt: '2026-01-01T00:00:00.000Z' })]
  expect(queryRows(dealerBranch, rows, {}).map(row => row.id)).toEqual([1])
  expect(queryRows(dealerBranch, rows, { archived: true }).map(row => row.id)).toEqual([2])
})
