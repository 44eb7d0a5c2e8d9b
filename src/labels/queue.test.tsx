import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { MOST_COPIES } from '#contract/label-print.ts'
import { register } from '#contract/register.ts'
import { DataContext } from '#src/data/data.ts'
import { showWho } from '#src/session/house.ts'
import { dropSession, keepSession } from '#src/session/store.ts'
import { addToQueue, copiesOf, markPrinted, MOST_QUEUED, setCopies, takeOff, useQueue } from './queue.ts'

/** What a page shows in a browser that keeps nothing. */
function open() {
  const data = { register, opened: true, db: null, sender: () => Promise.reject(new Error()), pullNow: () => undefined }
  const wrapper = ({ children }: { children: ReactNode }) => <DataContext value={data}>{children}</DataContext>
  return renderHook(useQueue, { wrapper }).result
}
const unit = (id: number, copies = 1) => ({ module: 'unit', id, copies })

beforeEach(() => {
  act(dropSession)
  keepSession('token', { permissions: [] } as never)
  showWho({ userId: 1, name: '', stage: 'active', house: { locale: 'en', currency: 'INR', timeZone: 'UTC' } as never })
})

test('a record waits once, and keeps the copies that somebody has said', async () => {
  const queue = open()
  await act(() => addToQueue(null, [unit(1), unit(2), unit(1)]))
  await act(() => setCopies(null, [unit(2)], 3))
  const again = await act(() => addToQueue(null, [unit(2), unit(3)]))
  expect(again).toEqual({ added: [unit(3)], isFull: false })
  expect(queue.current.waiting).toEqual([unit(1), unit(2, 3), unit(3)])
  await act(() => takeOff(null, [unit(1)]))
  expect(queue.current.waiting).toEqual([unit(2, 3), unit(3)])
})

test('more than there is room for are left out, which is said', async () => {
  const queue = open()
  const many = Array.from({ length: MOST_QUEUED + 1 }, (_, at) => unit(at + 1))
  expect(await act(() => addToQueue(null, many))).toMatchObject({ isFull: true })
  expect(queue.current.waiting).toHaveLength(MOST_QUEUED)
})

test('what was printed last can be printed again until others are printed', async () => {
  const queue = open()
  await act(() => addToQueue(null, [unit(1, 2), unit(2), unit(3)]))
  await act(() => markPrinted(null, [unit(1, 2), unit(2)], 'then'))
  expect(queue.current).toMatchObject({ waiting: [unit(3)], last: { at: 'then' } })
  await act(() => addToQueue(null, queue.current.last!.of))
  expect(queue.current.waiting).toEqual([unit(3), unit(1, 2), unit(2)])
  await act(() => markPrinted(null, [unit(3)], 'now'))
  expect(queue.current.last).toMatchObject({ at: 'now', of: [unit(3)] })
  expect(queue.current.waiting).toEqual([unit(1, 2), unit(2)])
})

test('what is typed for copies is brought within bounds', () => {
  expect([null, '', 'x', 0, 1.4, 7, 999].map(copiesOf)).toEqual([1, 1, 1, 1, 1, 7, MOST_COPIES])
})
