import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { PIECE, rowWindow, type Source } from './row-window.ts'

/** A server with rows in the order of their ids, that says what it was asked. */
function serverOf(count: number) {
  let rows = Array.from({ length: count }, (_, index) => rowOf(index + 1))
  const asked: string[] = []
  const source: Source = {
    page: async (after, limit) => {
      asked.push(`page after ${after ?? 'nothing'}`)
      const from = after === null ? 0 : rows.findIndex(row => row.id > Number(after))
      const page = from < 0 ? [] : rows.slice(from, from + limit)
      const last = page.at(-1)
      return { rows: page, next: last && from + limit < rows.length ? String(last.id) : null }
    },
    among: async ids => {
      asked.push(`among ${ids.length}`)
      return rows.filter(row => ids.includes(row.id))
    },
  }
  return {
    source,
    asked,
    change: (to: (rows: Row[]) => Row[]) => {
      rows = to(rows).toSorted((a, b) => a.id - b.id)
    },
  }
}
const rowOf = (id: number, version = 1): Row => ({
  id,
  version,
  createdAt: '',
  createdBy: 1,
  updatedAt: '',
  updatedBy: 1,
  archivedAt: null,
})
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function scrolled(rows: ReturnType<typeof rowWindow>, to: number) {
  for (let from = 0; from <= to; from += 30) {
    rows.look(from, from + 30)
    await settled()
  }
}

test('rows come as they are scrolled to, and those far away are dropped: what is held does not grow', async () => {
  const { source } = serverOf(20_000)
  const rows = rowWindow(source)
  await rows.reload()
  expect(rows.state()).toMatchObject({ count: PIECE, hasMore: true, fresh: false })
  const held: number[] = []
  for (const to of [1_000, 5_000, 10_000]) {
    await scrolled(rows, to)
    held.push(rows.held())
  }
  expect(rows.state().count).toBeGreaterThan(10_000)
  expect(Math.max(...held)).toBeLessThan(15 * PIECE)
  expect(rows.at(10)).toBeUndefined()
  expect(rows.idAt(10)).toBe(11)
  expect(rows.indexOf(9_001)).toBe(9_000)
})

test('a piece that was dropped is read again by its ids, whatever came between meanwhile', async () => {
  const { source, change } = serverOf(2_000)
  const rows = rowWindow(source)
  await rows.reload()
  await scrolled(rows, 1_500)
  change(rows => [...rows.filter(row => row.id !== 20), { ...rowOf(30.5), version: 1 }])
  rows.look(0, 30)
  await settled()
  expect(rows.at(9)?.id).toBe(10)
  expect(rows.at(31)?.id).toBe(32)
  // The archived one keeps its place and is marked; the new one waits until it is asked for.
  expect(rows.idAt(19)).toBe(20)
  expect(rows.state().gone.has(20)).toBe(true)
  expect(rows.indexOf(30.5)).toBe(-1)
})

test('what others change shows its new values in its old place; what is new is counted and comes when asked for', async () => {
  const { source, change } = serverOf(300)
  const rows = rowWindow(source)
  await rows.reload()
  change(rows => [...rows.filter(row => row.id !== 5 && row.id !== 7), rowOf(5, 2), rowOf(2.5)])
  await rows.changed([5, 7, 2.5, 9_999], false)
  expect(rows.at(4)).toMatchObject({ id: 5, version: 2 })
  expect(rows.state()).toMatchObject({ arrived: 1, stale: false, count: PIECE })
  expect([...rows.state().gone]).toEqual([7])
  await rows.reload()
  expect([0, 1, 2, 3].map(rows.idAt)).toEqual([1, 2, 2.5, 3])
  expect(rows.state()).toMatchObject({ arrived: 0 })
  expect(rows.state().gone.size).toBe(0)
})

test('too many changes to name are said as such', async () => {
  const { source } = serverOf(300)
  const rows = rowWindow(source)
  await rows.reload()
  await rows.changed([], true)
  expect(rows.state().stale).toBe(true)
})

test('an own write far down reads what is in sight anew and leaves the list as long as it was', async () => {
  const { source, change } = serverOf(5_000)
  const rows = rowWindow(source)
  await rows.reload()
  await scrolled(rows, 3_000)
  const { count } = rows.state()
  change(rows => rows.map(row => (row.id === 3_001 ? rowOf(3_001, 2) : row)))
  await rows.reload()
  expect(rows.state().count).toBe(count)
  expect(rows.at(3_000)?.version).toBe(2)
})

test('a reload of the page shows the same rows in the same order, and goes on where they ended', async () => {
  const { source } = serverOf(500)
  const before = rowWindow(source)
  await before.reload()
  await scrolled(before, 200)
  const after = rowWindow(source, before.snapshot())
  expect(after.state()).toMatchObject({ fresh: false, count: before.state().count })
  after.look(180, 210)
  await settled()
  expect(after.at(190)?.id).toBe(191)
  await scrolled(after, 500)
  expect(after.state()).toMatchObject({ count: 500, hasMore: false })
})

test('a page that does not come is said once and asked for again only when somebody wants it', async () => {
  const { source, asked } = serverOf(500)
  const page = source.page
  const rows = rowWindow(source)
  await rows.reload()
  source.page = () => Promise.reject(new Error('no answer'))
  rows.look(0, 30)
  await settled()
  expect(rows.state().error).toBeInstanceOf(Error)
  const before = asked.length
  rows.look(1, 31)
  await settled()
  expect(asked.length).toBe(before)
  source.page = page
  void rows.again()
  await settled()
  expect(rows.state()).toMatchObject({ error: null })
  expect(rows.state().count).toBeGreaterThan(PIECE)
})
