import { expect, it } from 'vitest'
import { filterOptions } from './match.ts'

const people = [
  { label: 'Suresh Bansal' },
  { label: 'Ananya Banerjee', search: '+91 98300 41172' },
  { label: 'Urban Kitchen' },
  { label: 'Bangalore Depot' },
  { label: 'José Pereira' },
]
const found = (query: string) => filterOptions(people, query).map(person => person.label)

it('finds by any words in any order, also by what is not shown', () => {
  expect(found('1172 ban')).toEqual(['Ananya Banerjee'])
  expect(found('  ')).toHaveLength(5)
  expect(found('nobody')).toEqual([])
})

it('puts what begins with the query first, then words that do, then the rest', () => {
  expect(found('ban')).toEqual(['Bangalore Depot', 'Suresh Bansal', 'Ananya Banerjee', 'Urban Kitchen'])
})

it('prefers the whole query to its words', () => {
  const numbers = [{ label: 'Customer 1123' }, { label: 'Customer 1230' }]
  expect(filterOptions(numbers, 'customer 123').map(number => number.label)).toEqual(['Customer 1230', 'Customer 1123'])
})

it('does not mind case and accents', () => {
  expect(found('JOSE')).toEqual(['José Pereira'])
  expect(found('josé p')).toEqual(['José Pereira'])
})
