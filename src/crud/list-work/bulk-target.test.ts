import { expect, test } from 'vitest'
import { mayChange } from './bulk-target.ts'

const preview = { unchanged: 0, refusedCount: 0, refused: [] }

test('where only the first of many were judged, the others are among those that may be changed', () => {
  expect(mayChange({ ...preview, count: 10_400, judged: 2_200, changes: 2_200 })).toBe(10_400)
  expect(mayChange({ ...preview, count: 10_400, judged: 2_200, changes: 0 })).toBe(8_200)
  expect(mayChange({ ...preview, count: 6, judged: 6, changes: 4 })).toBe(4)
  expect(mayChange({ ...preview, count: 6, judged: 6, changes: 0 })).toBe(0)
})
