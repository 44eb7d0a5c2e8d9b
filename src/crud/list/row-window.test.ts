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

test.each([
  ['named', [4, 5], false],
  ['too many to be named', [], true],
] as const)('where nothing stands yet, what others add comes by itself, be it %s', async (_, named, more) => {
  const { source, change } = serverOf(0)
  const rows = rowWindow(source)
  await rows.reload()
  expect(rows.state()).toMatchObject({ count: 0, hasMore: false })
  change(() => [rowOf(4), rowOf(5)])
  await rows.changed(named, more)
  await settled()
  expect([0, 1].map(rows.idAt)).toEqual([4, 5])
  expect(rows.state()).toMatchObject({ count: 2, arrived: 0, stale: false })
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

/** Lets every answer wait until it is told to come; what it says is as it was when it was asked. */
function slowly(source: Source) {
  let waiting: { to: keyof Source; come: () => void }[] = []
  const slow =
    <A extends unknown[], T>(to: keyof Source, ask: (...asked: A) => Promise<T>) =>
    async (...asked: A) => {
      const known = await ask(...asked)
      await new Promise<void>(come => waiting.push({ to, come }))
      return known
    }
  source.page = slow('page', source.page)
  source.among = slow('among', source.among)
  return {
    /** All answers come, those first that were asked for last; or only those to one kind of question. */
    answer: async (to?: keyof Source) => {
      for (;;) {
        const last = waiting.findLast(one => to === undefined || one.to === to)
        if (!last) return
        waiting = waiting.filter(one => one !== last)
        last.come()
        await settled()
      }
    },
  }
}
const withVersion = (id: number, version: number) => (rows: Row[]) =>
  rows.map(row => (row.id === id ? rowOf(id, version) : row))

test('what is new is shown from the beginning, however far down one is', async () => {
  const { source, change } = serverOf(5_000)
  const rows = rowWindow(source)
  await rows.reload()
  await scrolled(rows, 3_000)
  change(rows => [...rows.filter(row => row.id !== 3_000), rowOf(0.5)])
  await rows.changed([0.5, 3_000], true)
  expect(rows.state()).toMatchObject({ arrived: 1, stale: true })
  expect(rows.state().gone.size).toBe(1)
  await rows.refresh()
  expect(rows.state()).toMatchObject({ arrived: 0, stale: false, hasMore: true })
  expect(rows.state().gone.size).toBe(0)
  expect([0, 1].map(rows.idAt)).toEqual([0.5, 1])
  expect(rows.state().count).toBeLessThan(1_000)
})

test('a change that is heard while the first rows are read is seen, though they were read before it', async () => {
  const { source, change } = serverOf(300)
  const slow = slowly(source)
  const rows = rowWindow(source)
  const reloaded = rows.reload()
  await settled()
  change(withVersion(5, 2))
  void rows.changed([5], false)
  await slow.answer()
  await reloaded
  expect(rows.at(4)?.version).toBe(2)
})

test('a change that is heard while the next rows are read is seen in them, and they are not counted as new', async () => {
  const { source, change } = serverOf(300)
  const rows = rowWindow(source)
  await rows.reload()
  const slow = slowly(source)
  rows.look(0, 30)
  await settled()
  expect(rows.state().loadingMore).toBe(true)
  change(withVersion(60, 2))
  void rows.changed([60], false)
  await settled()
  await slow.answer()
  expect(rows.at(59)?.version).toBe(2)
  expect(rows.state().arrived).toBe(0)
})

test('what was counted as new and then comes with the next rows is not new any more', async () => {
  const { source, change } = serverOf(300)
  const rows = rowWindow(source)
  await rows.reload()
  change(withVersion(60, 2))
  await rows.changed([60], false)
  expect(rows.state().arrived).toBe(1)
  rows.look(0, 30)
  await settled()
  expect(rows.indexOf(60)).toBe(59)
  expect(rows.state().arrived).toBe(0)
})

test('rows that are read again before a change and answered after it do not take it back', async () => {
  const { source, change } = serverOf(2_000)
  const rows = rowWindow(source)
  await rows.reload()
  await scrolled(rows, 1_500)
  const slow = slowly(source)
  rows.look(0, 30)
  await settled()
  change(rows => withVersion(10, 2)(rows).filter(row => row.id !== 12))
  void rows.changed([10, 12], false)
  await settled()
  await slow.answer()
  expect(rows.at(9)?.version).toBe(2)
  expect([...rows.state().gone]).toEqual([12])
})

test('an own write far down is seen, though what is in sight was being read when it was made', async () => {
  const { source, change } = serverOf(5_000)
  const rows = rowWindow(source)
  await rows.reload()
  await scrolled(rows, 3_000)
  await scrolled(rows, 1_200)
  const slow = slowly(source)
  rows.look(2_000, 2_030)
  await settled()
  change(withVersion(2_010, 2))
  const reloaded = rows.reload()
  await settled()
  await slow.answer()
  await reloaded
  expect(rows.at(2_009)?.version).toBe(2)
})

test('rows of an order that is left are not put into the new one', async () => {
  const { source, change } = serverOf(2_000)
  const rows = rowWindow(source)
  await rows.reload()
  await scrolled(rows, 900)
  const slow = slowly(source)
  change(rows => [...rows, rowOf(0.5)])
  const refreshed = rows.refresh()
  await settled()
  rows.look(0, 30)
  await settled()
  await slow.answer('page')
  await refreshed
  await slow.answer()
  expect(rows.idAt(0)).toBe(0.5)
  for (const index of [0, 1, 20, 40]) expect(rows.at(index)?.id).toBe(rows.idAt(index))
})

test('after a backup was restored, rows with lower versions are believed', async () => {
  const { source, change } = serverOf(100)
  const rows = rowWindow(source)
  change(withVersion(5, 7))
  await rows.reload()
  change(withVersion(5, 3))
  await rows.changed([5], false)
  expect(rows.at(4)?.version).toBe(3)
  change(withVersion(5, 2))
  await rows.reload()
  expect(rows.at(4)?.version).toBe(2)
})

test('the last of a hundred thousand rows are taken as fast as the first', async () => {
  vi.useRealTimers()
  const many = 100_000
  const source: Source = {
    page: async (after, limit) => {
      const from = Number(after ?? 0)
      const length = Math.min(limit, many - from)
      const page = Array.from({ length }, (_, index) => rowOf(from + index + 1))
      return { rows: page, next: from + length < many ? String(from + length) : null }
    },
    among: async () => [],
  }
  const rows = rowWindow(source)
  await rows.reload()
  const took: number[] = []
  while (rows.state().hasMore) {
    const started = performance.now()
    rows.look(rows.state().count - 1, rows.state().count)
    await new Promise(resolve => setImmediate(resolve))
    took.push(performance.now() - started)
  }
  expect(rows.state().count).toBe(many)
  expect(rows.indexOf(many)).toBe(many - 1)
  // The quickest of each: whatever else the machine does only adds to what a page takes, and never takes away from it.
  const part = Math.floor(took.length / 5)
  expect(Math.min(...took.slice(-part))).toBeLessThan(4 * Math.min(...took.slice(0, part)))
}, 60_000)
