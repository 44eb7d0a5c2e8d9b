import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
    if (weight > 0)
      await act(async () => {
        await db.meta.put({ key: `k${n}`, value: n })
        await new Promise(resolve => setTimeout(resolve, 60))
      })
    else {
      await act(() => db.meta.put({ key: `k${n}`, value: n }))
      await waitFor(() => expect(result.current).toBe(n))
    }
  await waitFor(() => expect(result.current).toBe(changes))
  return reads
}

test('what is heavy to read is not read for each of many changes, and the last of them is shown', async () => {
  // Heavy against what a busy machine takes between two of the changes.
  expect(await storm(120, 20)).toBeLessThan(12)
})

test('what is light is read after each', async () => {
  // However long a busy machine takes for it.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  expect(await storm(0, 20)).toBeGreaterThan(15)
})

test('a reading that fails is tried again, and followed from then on', async () => {
  let reads = 0
  const query = async (db: UserDb) => {
    reads += 1
    if (reads === 1) throw new DOMException('Internal error.', 'UnknownError')
    return db.meta.count()
  }
  const { result } = renderHook(() => useLive(db, 'fails', query))
  await waitFor(() => expect(result.current).toBe(0))
  await act(() => db.meta.put({ key: 'k0', value: 0 }))
  await waitFor(() => expect(result.current).toBe(1))
  expect(reads).toBe(3)
})

test('a screen that is shown long after it was drawn is answered all the same, and follows', async () => {
  const Late = () => {
    const count = useLive(db, 'cold', db => db.meta.count())
    return <p>{count === undefined ? 'not read' : `${count} kept`}</p>
  }
  const screens = (mode: 'hidden' | 'visible') => (
    <Activity mode={mode}>
      <Late />
    </Activity>
  )
  const { rerender } = render(screens('hidden'))
  // Longer than an answer that nobody looks at is kept warm.
  await new Promise(resolve => setTimeout(resolve, 5_500))
  await db.meta.put({ key: 'k0', value: 0 })
  rerender(screens('visible'))
  expect(await screen.findByText('1 kept')).toBeTruthy()
  await act(() => db.meta.put({ key: 'k1', value: 1 }))
  expect(await screen.findByText('2 kept')).toBeTruthy()
})
