import { expect, test } from 'vitest'
import { devicesOut, surplusOf, takesMore, withoutSurplus } from './dispatch-surplus.ts'

type Items = Parameters<typeof devicesOut>[0]

const sale = (...lines: object[]) => ({ lines }) as unknown as Parameters<typeof surplusOf>[1]
const item = (id: number, line: number, qty: number, units: number[] = [], counted: number | null = null) => ({
  id,
  line,
  product: 5,
  qty,
  units,
  counted,
})
const items = (...all: ReturnType<typeof item>[]) => all as unknown as Items

test('a surplus is what was cancelled meanwhile, less what other parcels leave for it', () => {
  const of = sale({ id: 1, qty: 3, cancelled: 2 }, { id: 2, qty: 1, cancelled: 1 }, { id: 3, qty: 2 })
  expect([...surplusOf(items(item(801, 1, 3), item(802, 2, 1), item(803, 3, 2)), of, [])]).toEqual([
    [1, 2],
    [2, 1],
  ])
  const other = { direction: 'out', stage: 'packed', codAmount: null, items: items(item(804, 3, 1)) } as never
  expect([...surplusOf(items(item(803, 3, 2)), of, [other])]).toEqual([[3, 1]])
})

test('what nobody has scanned comes out first, then what was scanned last, and an empty item altogether', () => {
  const now = items(item(801, 1, 2, [11, 12]), item(802, 1, 2, [13]), item(803, 2, 1), item(804, 3, 3, [], 3))
  const surplus = new Map([
    [1, 2],
    [2, 1],
    [3, 1],
  ])
  expect(withoutSurplus(now, surplus)).toEqual([item(801, 1, 1, [11]), item(802, 1, 1, [13]), item(804, 3, 2, [], 2)])
  expect(devicesOut(now, surplus)).toEqual([12])
  expect(withoutSurplus(now, new Map())).toEqual(now)
})

test('over what may go, nothing is added; taking out, and scanning what still goes, is no more', () => {
  const before = items(item(801, 1, 3, [11]))
  expect(takesMore(1, items(item(801, 1, 3)), before, 1)).toBe(false)
  expect(takesMore(1, items(item(801, 1, 2, [11])), before, 1)).toBe(false)
  expect(takesMore(1, items(item(801, 1, 3, [11, 12])), before, 2)).toBe(false)
  expect(takesMore(1, items(item(801, 1, 3, [11, 12])), before, 1)).toBe(true)
  expect(takesMore(1, items(item(801, 1, 4, [11])), before, 1)).toBe(true)
  expect(takesMore(1, before, [], 1)).toBe(true)
})
