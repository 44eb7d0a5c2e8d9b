import { expect, test } from 'vitest'
import { tilted } from './tilted.ts'

/** A picture as bright as these say, row by row. */
function picture(rows: readonly (readonly number[])[]) {
  const grey = rows.flat()
  const data = new Uint8ClampedArray(grey.length * 4).fill(255)
  for (const [at, dot] of grey.entries()) data.fill(dot, at * 4, at * 4 + 3)
  return { data, width: rows[0]!.length, height: rows.length }
}
const greys = ({ data }: { data: Uint8ClampedArray }) =>
  Array.from({ length: data.length / 4 }, (_, at) => data[at * 4])

test('a line that lies aslant through the middle lies straight, and what is outside of the picture is white', () => {
  const size = 9
  const slope = Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => (x === y ? 0 : 200)))
  const seen = greys(tilted(45)(picture(slope)))
  const row = (y: number) => seen.slice(y * size, y * size + size)
  expect(Math.max(...row(4).map(Number))).toBeLessThan(100)
  expect(Math.min(...row(1).map(Number))).toBeGreaterThan(150)
  expect(seen[0]).toBe(255)
})

test('not turned at all it is as it was, but for its edge', () => {
  const rows = [
    [10, 20, 30],
    [40, 50, 60],
    [70, 80, 90],
  ]
  const seen = tilted(0)(picture(rows))
  expect([seen.width, seen.height, seen.data[3]]).toEqual([3, 3, 255])
  expect(greys(seen)).toEqual([10, 20, 255, 40, 50, 255, 255, 255, 255])
})
