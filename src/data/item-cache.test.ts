import { expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { itemRow } from '../../tests/support/sync-double.ts'
import { itemCache } from './item-cache.ts'

test('however many items come by, only the last of them and those on the screen are kept', async () => {
  const db = await openUserDb(900, register)
  const count = 5_000
  await db.lists.bulkPut(
    Array.from({ length: count }, (_, index) => {
      const id = index + 1
      return { id, t: 'city', v: 1, g: 1, on: 1 as const, row: itemRow(id, `City ${id}`) }
    }),
  )
  const cache = itemCache(db)
  const shown = cache.watch(1, () => undefined)
  for (let from = 2; from < count; from += 500) {
    const ids = Array.from({ length: 500 }, (_, index) => from + index).filter(id => id <= count)
    const ends = ids.map(id => cache.watch(id, () => undefined))
    await vi.waitFor(() => expect(cache.get(ids.at(-1)!)).toBeDefined())
    for (const end of ends) end()
  }
  const kept = Array.from({ length: count }, (_, index) => index + 1).filter(id => cache.get(id))
  expect(kept.length).toBeLessThan(3_000)
  expect(kept).toContain(1)
  expect(kept).toContain(count)
  shown()
})
