import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOnPages } from './rows-on-pages.ts'

const room = { first: 50, next: 80, tail: 30 }
const rows = (count: number, height = 10) => Array.from({ length: count }, () => height)

test('what fits stands on one page, also without any row', () => {
  expect(rowsOnPages(rows(2), room)).toEqual([[0, 1]])
  expect(rowsOnPages([], room)).toEqual([[]])
})

test('the sums take the last row along where they do not fit below it', () => {
  expect(rowsOnPages(rows(3), room)).toEqual([[0, 1], [2]])
})

test('further pages have more room, as they do not begin with the head', () => {
  expect(rowsOnPages(rows(15), room)).toEqual([
    [0, 1, 2, 3, 4],
    [5, 6, 7, 8, 9, 10, 11, 12],
    [13, 14],
  ])
})

test('a row that is higher than any page stands on one by itself', () => {
  expect(rowsOnPages([10, 200, 10], room)).toEqual([[0], [1], [2]])
})

test('every row stands once and in order, no page is overfull, and the sums are with the last row', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), heights => {
      const pages = rowsOnPages(heights, room)
      expect(pages.flat()).toEqual(heights.map((_, at) => at))
      for (const [at, page] of pages.entries()) {
        const used = page.reduce((all, row) => all + heights[row]!, 0)
        const isLast = at === pages.length - 1
        expect(used + (isLast ? room.tail : 0)).toBeLessThanOrEqual(at === 0 ? room.first : room.next)
      }
      if (heights.length > 0) expect(pages.at(-1)!.length).toBeGreaterThan(0)
    }),
  )
})
