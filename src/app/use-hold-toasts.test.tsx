import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, shownToasts, toast } from '#src/ui/toast.ts'
import { outOfSight } from '../../tests/support/out-of-sight.ts'
import { useHoldToasts } from './use-hold-toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  vi.useRealTimers()
})

test.each(outOfSight)('a toast does not run out %s, whether it came before or meanwhile', (_, hide) => {
  renderHook(useHoldToasts)
  toast('Before')
  vi.advanceTimersByTime(5_000)
  const show = hide()
  toast('Meanwhile')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shownToasts()).toHaveLength(2)
  show()
  act(() => void vi.advanceTimersByTime(3_000))
  expect(shownToasts().map(({ message }) => message)).toEqual(['Meanwhile'])
  act(() => void vi.advanceTimersByTime(5_000))
  expect(shownToasts()).toEqual([])
})
