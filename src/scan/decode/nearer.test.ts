import { expect, test } from 'vitest'
import { nearer } from './nearer.ts'

test('the middle is seen twice as large, with what lies between its dots', () => {
  const size = 4
  // Each dot is as bright as its place says, ten for a step to the side and one for a step down.
  const data = new Uint8ClampedArray(size * size * 4)
  for (let at = 0; at < size * size; at += 1) data.fill((at % size) * 10 + Math.floor(at / size), at * 4, at * 4 + 4)
  const seen = nearer({ data, width: size, height: size })
  const red = Array.from({ length: size * size }, (_, at) => seen.data[at * 4])
  expect([seen.width, seen.height]).toEqual([size, size])
  expect(red).toEqual([11, 16, 21, 26, 11, 16, 21, 26, 12, 17, 22, 27, 12, 17, 22, 27])
  // Nothing of it is see-through.
  expect(seen.data[3]).toBe(255)
})
