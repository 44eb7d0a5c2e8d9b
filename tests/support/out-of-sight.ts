import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { lockNow, unlock } from '#src/session/lock.ts'

const lock = () => {
  act(lockNow)
  onTestFinished(unlock)
  return () => act(unlock)
}
const turnAway = () => {
  const view = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const tell = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
  onTestFinished(() => view.mockRestore())
  tell()
  return () => {
    view.mockRestore()
    tell()
  }
}

/** How a page is where nobody can read it; each does so, and answers the way back. */
export const outOfSight = [
  ['behind the lock', lock],
  ['in a tab that nobody looks at', turnAway],
] as const
