import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { GAP } from '#contract/list.ts'
import { inOrder, positionFor, type Placed } from './position.ts'

const list = (...positions: number[]): Placed[] => positions.map((position, index) => ({ id: index + 1, position }))

it('an item goes halfway between its new neighbours', () => {
  expect(positionFor(list(1024, 2048, 3072), 2, 1)).toBe(1536)
  expect(positionFor(list(1024, 2048, 3072), 0, 1)).toBe(2560)
})

it('an item goes a whole gap before the first and behind the last', () => {
  expect(positionFor(list(1024, 2048, 3072), 2, 0)).toBe(1024 - GAP)
  expect(positionFor(list(1024, 2048, 3072), 0, 2)).toBe(3072 + GAP)
})

it('nothing is written when nothing moves, or where there is no such place', () => {
  expect(positionFor(list(1024, 2048), 1, 1)).toBeNull()
  expect(positionFor(list(1024, 2048), 0, 2)).toBeNull()
  expect(positionFor(list(1024, 2048), 0, -1)).toBeNull()
  expect(positionFor(list(1024), 0, 0)).toBeNull()
})

it('any item reaches any place', () => {
  const positions = fc.uniqueArray(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(positions, fc.nat(8), fc.nat(8), (positions, a, b) => {
      const items = inOrder(list(...positions))
      const [from, to] = [a % items.length, b % items.length]
      const position = positionFor(items, from, to)
      const moved = items[from]!
      const after = inOrder(items.map(item => (item === moved && position !== null ? { ...item, position } : item)))
      expect(after.findIndex(item => item.id === moved.id)).toBe(to)
      const rest = (of: Placed[]) => of.map(item => item.id).filter(id => id !== moved.id)
      expect(rest(after)).toEqual(rest(items))
    }),
  )
})
