import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hasRoomForFiles } from '#src/offline/storage-use.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { deviceFacts } from '../../../tests/support/device-facts.ts'
import type { DeviceFacts } from './facts.ts'
import { StorageCard } from './storage-card.tsx'

beforeAll(() => speakEnglish('ui', 'diagnostics'))
afterEach(() => vi.unstubAllGlobals())

const facts = (changes: Partial<DeviceFacts> = {}) => deviceFacts({ persisted: false, ...changes })

const MB = 1_000_000
test.each([
  ['plenty', 100, 1_000, true],
  ['a little below what photos need', 790, 1_000, true],
  ['more than four fifths in use', 810, 1_000, false],
  ['a small quota with less than a hundred megabytes left', 100, 150, false],
])('that photos are not taken any more is said just where they are not: %s', async (_, usage, quota, isTaken) => {
  const use = { used: usage * MB, quota: quota * MB }
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: use.used, quota: use.quota }) } })
  expect(await hasRoomForFiles()).toBe(isTaken)
  render(<StorageCard facts={facts({ use })} onChanged={() => undefined} />)
  expect(screen.queryByText(/^Photos that have to wait are not taken any more\./) === null).toBe(isTaken)
  cleanup()
})

test('where nothing protects what is kept, the browser can be asked, and what it says is shown', async () => {
  const persist = vi.fn(async () => false)
  const hand = userEvent.setup({ delay: null })
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => false } })
  const onChanged = vi.fn()
  const { rerender } = render(<StorageCard facts={facts()} onChanged={onChanged} />)
  expect(screen.getByText('Not protected from being cleared')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Ask the browser' }))
  expect(await screen.findByText(/^The browser said no\./)).toBeTruthy()
  persist.mockResolvedValue(true)
  await hand.click(screen.getByRole('button', { name: 'Ask the browser' }))
  expect(await screen.findByText(/^When space runs short/)).toBeTruthy()
  expect(onChanged).toHaveBeenCalledTimes(2)
  // As it is read anew then.
  rerender(<StorageCard facts={facts({ persisted: true })} onChanged={onChanged} />)
  expect(screen.getByText('Protected from being cleared')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ask the browser' })).toBeNull()
})
