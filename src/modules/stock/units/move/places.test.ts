import { expect, it } from 'vitest'
import { backOf, isTheirs, mayBePut, placeOf, placingMoves } from './places.ts'

it('offers what only puts a device somewhere else', () => {
  expect(placingMoves).toEqual(['takeBack', 'quarantine', 'restock', 'repair', 'handBack'])
  expect(placingMoves.map(placeOf)).toEqual(['inReturn', 'quarantine', 'inStock', 'inService', 'withCustomer'])
  expect(mayBePut({ stage: 'inReturn' }, 'quarantine')).toBe(true)
  expect(mayBePut({ stage: 'allocated' }, 'quarantine')).toBe(false)
})

it('knows the way back, where it leads to what was before', () => {
  const ours = { holder: 'us' } as const
  expect(backOf('quarantine', 'inStock', ours)).toBe('restock')
  expect(backOf('restock', 'quarantine', ours)).toBe('quarantine')
  expect(backOf('repair', 'quarantine', ours)).toBe('quarantine')
  // Nothing puts a device back on its way, nor says again which technician or dealer had it.
  expect(backOf('quarantine', 'inReturn', ours)).toBeNull()
  expect(backOf('quarantine', 'inStock', { holder: 'technician' })).toBeNull()
  expect(backOf('repair', 'withCustomer', { holder: 'dealer' })).toBeNull()
  expect(backOf('quarantine', 'inStock', { holder: null })).toBeNull()
})

it('leaves whose device it is to its own page before that is forgotten', () => {
  expect(isTheirs({ customer: 5 }, 'restock')).toBe(true)
  expect(isTheirs({ customer: null }, 'restock')).toBe(false)
  expect(isTheirs({ customer: 5 }, 'quarantine')).toBe(false)
})
