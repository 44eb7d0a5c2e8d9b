import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { source } from '#contract/lists/sales.ts'
import type { Module } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { AtWork, begin } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { useData } from './data.ts'
import { useMark } from './use-marks.ts'

let server: SyncDouble
let userId = 8_600
beforeEach(() => {
  userId += 1
  server = syncDouble()
})

/** A change waits that was made so long from now, in ms; how long after that its record says so. */
async function saidAfter(ahead: number, module: Module = source, op: Partial<OutboxOp> = {}): Promise<number> {
  await begin({ userId, permissions: [] })
  const wrapper = ({ children }: { children: ReactNode }) => <AtWork userId={userId}>{children}</AtWork>
  let said = NaN
  const { result } = renderHook(
    () => {
      if (useMark(module, 1) === 'waiting') said ||= Date.now()
      return useData().db
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current).not.toBeNull())
  server.state.network = 'refuse'
  const at = Date.now() + ahead
  await result.current!.outbox.put(waitingOp({ userId, at, ...op }))
  await waitFor(() => expect(said).not.toBeNaN())
  return said - at
}

test('a change that has just been made is not called waiting at once, and is after a moment', async () => {
  expect(await saidAfter(0)).toBeGreaterThanOrEqual(700)
})

test('a change that was made before the clock was set back is called waiting', async () => {
  expect(await saidAfter(3_600_000)).toBeLessThan(0)
})

test('a note that waits is said of the record that it is on', async () => {
  const note = { op: 'customer.note', id: 1, lane: 'customer:77', args: { id: 77, text: 'Call back' } }
  expect(await saidAfter(0, customer, note)).toBeGreaterThanOrEqual(700)
})

test('a timer that is a little early, as the clock sees it, does not keep what waits from being said', async () => {
  const later = globalThis.setTimeout
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms = 0) => {
    const due = Date.now() + ms
    return later(() => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(due - 1)
      try {
        work()
      } finally {
        clock.mockRestore()
      }
    }, ms)
  })
  onTestFinished(() => timers.mockRestore())
  expect(await saidAfter(0)).toBeGreaterThanOrEqual(700)
})
