import { describe, expect, test } from 'vitest'
import { AROUND, columnsOf, moduleWithin, resolutions, sizesOf, type LabelSize } from './label-sizes.ts'

const all = Object.values(sizesOf).flatMap((sizes): [string, LabelSize][] => Object.entries(sizes))

describe('paper for labels', () => {
  test.each(all)('%s holds as many as it says, and no row goes over its edge', (_, size) => {
    const { page, label, onPage, margin = [0, 0], gap = [0, 0] } = size
    const columns = columnsOf(size)
    const rows = Math.ceil(onPage / columns)
    expect(columns * rows).toBe(onPage)
    expect(2 * margin[0] + columns * label[0] + (columns - 1) * gap[0]).toBeLessThanOrEqual(page[0] + 0.01)
    const high = 2 * margin[1] + rows * label[1] + (rows - 1) * gap[1]
    expect(high).toBeLessThanOrEqual(page[1] + 0.01)
    // One more row would not go onto it.
    expect(high + label[1]).toBeGreaterThan(page[1])
  })
})

describe('a square code where there is little room', () => {
  test.each(resolutions)('is drawn in whole dots at %d dpi, as wide as fits', dpi => {
    const dotsFor = (room: number) => (moduleWithin(room, 33, dpi) / 25.4) * dpi
    const wide = dotsFor(100)
    for (const room of [8, 14, 17, 19, 22, 30]) {
      const dots = dotsFor(room)
      expect(dots).toBeCloseTo(Math.round(dots), 6)
      expect(dots).toBeLessThanOrEqual(wide)
      const isLeast = dots === dotsFor(1)
      expect(isLeast || (33 + 2 * AROUND) * moduleWithin(room, 33, dpi) <= room).toBe(true)
    }
    expect(dotsFor(30)).toBe(wide)
    expect(dotsFor(1)).toBeGreaterThanOrEqual(3)
  })
})
