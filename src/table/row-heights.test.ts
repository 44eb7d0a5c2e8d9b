import { expect, test } from 'vitest'
import { guessed, placesOf, withMeasured } from './row-heights.ts'

const keyOf = (index: number) => 100 + index

test('rows of one height stand where multiplying puts them', () => {
  const places = placesOf(10_000, guessed(45), keyOf)
  expect(places.startOf(200)).toBe(9_000)
  expect([places.rowAt(-30), places.rowAt(8_999), places.rowAt(9_000), places.rowAt(1e9)]).toEqual([0, 199, 200, 9_999])
})

test('the first measured row says how high all of them are', () => {
  const heights = withMeasured(guessed(84), [
    { key: 100, size: 92 },
    { key: 101, size: 92.2 },
  ])
  expect(heights).toMatchObject({ usual: 92, odd: new Map() })
  expect(placesOf(3, heights, keyOf).startOf(2)).toBe(184)
})

test('a higher row moves what stands below it, wherever it is sorted to, until it is as high as the others again', () => {
  const first = withMeasured(guessed(45), [{ key: 100, size: 45 }])
  const heights = withMeasured(first, [{ key: 102, size: 145 }])
  const places = placesOf(10, heights, keyOf)
  expect([2, 3, 10].map(places.startOf)).toEqual([90, 235, 550])
  expect([0, 89, 90, 234, 235, 9_999].map(places.rowAt)).toEqual([0, 1, 2, 2, 3, 9])
  expect(placesOf(10, heights, index => 102 - index).startOf(1)).toBe(145)
  expect(withMeasured(heights, [{ key: 102, size: 45 }]).odd.size).toBe(0)
  expect(withMeasured(heights, [{ key: 102, size: 145 }])).toBe(heights)
})

test('rows that are all of another height at once have more room, or less', () => {
  const odd = withMeasured(withMeasured(guessed(45), [{ key: 100, size: 45 }]), [{ key: 102, size: 145 }])
  const both = [100, 101].map(key => ({ key, size: 60 }))
  expect(withMeasured(odd, both, true)).toMatchObject({ usual: 60, odd: new Map() })
  expect(withMeasured(odd, [...both, { key: 102, size: 145 }], true).usual).toBe(45)
  expect(withMeasured(odd, both).usual).toBe(45)
})
