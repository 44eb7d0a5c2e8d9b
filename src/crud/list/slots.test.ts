import { expect, test } from 'vitest'
import { slotsFor } from './slots.ts'

const first = slotsFor(new Map(), [10, 11, 12, 13], null, true)
const after = (ids: number[], held: number | null = null, reuse = true) => [
  ...slotsFor(first, ids, held, reuse).values(),
]

test('while most rows stay they keep their elements, and new ones get new elements', () => {
  expect([...first.values()]).toEqual([0, 1, 2, 3])
  expect(slotsFor(first, [10, 11, 12, 13], null, true)).toBe(first)
  expect(after([13, 10, 11, 12])).toEqual([3, 0, 1, 2])
  expect(after([11, 12, 13, 14])).toEqual([1, 2, 3, 4])
})

test('where few stay all are written into the elements in their order', () => {
  expect(after([20, 21, 22, 23])).toEqual([0, 1, 2, 3])
  expect(after([13, 20, 21, 22])).toEqual([0, 1, 2, 3])
  expect(after([20, 21])).toEqual([0, 1])
  expect(after([20, 21, 22, 23, 24])).toEqual([0, 1, 2, 3, 4])
})

test('the row with the focus keeps its element', () => {
  expect(after([12, 20, 21, 22], 12)).toEqual([2, 0, 1, 3])
  expect(after([20, 21, 22, 12], 12)).toEqual([0, 1, 3, 2])
  expect(after([20, 21, 22, 23], 12)).toEqual([0, 1, 2, 3])
})

test('elements that may not be used again go with their rows', () => {
  expect(after([20, 21, 22, 23], null, false)).toEqual([4, 5, 6, 7])
})
