import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeUserDb, defineUserDb, type UserDb } from '#src/offline/user-db.ts'
import { useLive } from './shared-live.ts'

let db: UserDb
let userId = 7_300
beforeEach(async () => {
  userId += 1
  db = defineUserDb(userId, {})
  await db.open()
})
afterEach(async () => {
  closeUserDb(db)
  await db.delete()
})

/** Looks at something that takes so long to read, while many changes come. Answers how often it was read. */
async function storm(weight: number, changes: number): Promise<number> {
  let reads = 0
  const query = async (db: UserDb) => {
    reads += 1
    const until = performance.now() + weight
    while (performance.now() < until);
    return db.meta.count()
  }
  const { result } = renderHook(() => useLive(db, 'storm', query))
  await waitFor(() => expect(result.current).toBe(0))
  for (let n = 1; n <= changes; n += 1)
    await act(async () => {
      await db.meta.put({ key: `k${n}`, value: n })
      await new Promise(resolve => setTimeout(resolve, 60))
    })
  await waitFor(() => expect(result.current).toBe(changes), { timeout: 5_000 })
  return reads
}

test('what is heavy to read is not read for each of many changes, and the last of them is shown', async () => {
  // Heavy against what a busy machine takes between two of the changes.
  expect(await storm(120, 20)).toBeLessThan(12)
})

test('what is light is read after each', async () => {
  expect(await storm(0, 20)).toBeGreaterThan(15)
})
