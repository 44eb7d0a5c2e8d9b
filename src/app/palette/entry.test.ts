import { expect, it } from 'vitest'
import { fold } from '#src/lib/match.ts'
import { find, firstSeen, readQuery, type Entry, type GroupName } from './entry.ts'

const entry = (group: GroupName, label: string, more: Partial<Entry> = {}): Entry =>
  ({ id: `${group} ${label}`, group, label, text: fold(label), icon: () => null, to: `/${label}`, ...more }) as Entry

const entries = [
  entry('recent', 'Śrīnagar branch'),
  entry('pages', 'Dealer branches'),
  entry('pages', 'Users'),
  entry('create', 'New dealer branch'),
  entry('actions', 'Dark mode'),
  entry('here', 'Edit'),
  entry('records', 'Bandra branch', { numbers: '2070 brn-0012' }),
  entry('people', 'José Brandão', { text: fold('José Brandão +919830041172'), numbers: '31' }),
]
const groups = (typed: string) => find(entries, typed).map(group => group.name)
const labels = (typed: string) => find(entries, typed).flatMap(group => group.entries.map(one => one.label))

it('begins with what was opened last, the page itself and the ways on, and no records', () => {
  expect(groups('')).toEqual(['recent', 'pages', 'here', 'create', 'actions'])
})

it('finds fragments in any order, without case and accents, and by the last digits of a phone', () => {
  expect(labels('brandao jose')).toEqual(['José Brandão'])
  expect(labels('1172')).toEqual(['José Brandão'])
  expect(labels('srinagar')).toEqual(['Śrīnagar branch'])
  expect(labels('nothing like it')).toEqual([])
})

it('puts first what begins with the words', () => {
  expect(labels('dea')[0]).toBe('Dealer branches')
  expect(groups('bandra')[0]).toBe('records')
})

it.each([
  ['>', ['here', 'create', 'actions']],
  ['/', ['pages', 'recent']],
  ['#', ['records', 'people']],
  ['@', ['people']],
] as const)('looks only where %s says', (prefix, names) => {
  expect(groups(prefix)).toEqual(names)
  expect(readQuery(`${prefix} Né w`)).toEqual({ prefix, words: ['ne', 'w'] })
})

it('looks through numbers alone after #', () => {
  expect(labels('#0012')).toEqual(['Bandra branch'])
  expect(labels('# branch')).toEqual([])
})

it('shows a place once, and says how many there are in all', () => {
  const many = Array.from({ length: 30 }, (_, i) => entry('records', `Shop ${i}`))
  const [records] = find(many, 'shop')
  expect(records).toMatchObject({ total: 30 })
  expect(records?.entries).toHaveLength(8)
  const twice = [entry('recent', 'Users', { to: '/u' }), entry('pages', 'Users', { to: '/u' })]
  expect(find(twice, 'users').map(group => group.name)).toEqual(['recent'])
})

it('goes through twenty thousand records between two keys', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => entry('records', `City number ${i}`))
  expect(find(many, 'city 19999').flatMap(group => group.entries)).toHaveLength(1)
})

it('puts first whose number ends with what was typed, and says so', () => {
  const shop = (name: string, phone: string): Entry =>
    entry('records', name, {
      text: fold(`${name} ${phone} pune`),
      why: answers => (answers(phone) ? { hint: phone, by: 'dealerBranch:fields.phone' } : undefined),
    })
  const shops = [shop('Inside', '+914417300411'), shop('At the end', '+919830044417')]
  const found = find(shops, '4417').flatMap(group => group.entries)
  expect(found.map(({ label, hint, by }) => [label, hint, by])).toEqual([
    ['At the end', '+919830044417', 'dealerBranch:fields.phone'],
    ['Inside', '+914417300411', 'dealerBranch:fields.phone'],
  ])
})

it('chooses nothing beforehand that was found by words nobody sees', () => {
  const hidden = entry('records', 'Bandra branch', { text: fold('Bandra branch owes money') })
  const all = entry('everything', 'All results for “owes”', { found: true })
  expect(firstSeen(find([hidden], 'owes'), 'owes')).toBeUndefined()
  expect(firstSeen(find([hidden, all], 'owes'), 'owes')?.group).toBe('everything')
  expect(firstSeen(find([hidden, all], 'bandra'), 'bandra')?.label).toBe('Bandra branch')
  const written = entry('people', 'Asha', { text: 'asha +919830041172', hint: '+91 98300 41172' })
  expect(firstSeen(find([written], '3004117'), '3004117')?.label).toBe('Asha')
})
