// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { DataContext } from '#src/data/data.ts'
import { showWho } from '#src/session/house.ts'
import { dropSession, keepSession } from '#src/session/store.ts'
import { dropScan, keepScan, useScansDone, type ScanDone } from './recent-scans.ts'

const done = (code: string): ScanDone => ({
  id: code,
  at: '2026-11-28T10:00:00.000Z',
  code,
  byGun: true,
  verdict: { is: 'unknown', said: code },
})
const signIn = (userId: number) => {
  keepSession(`token ${userId}`, { permissions: [] } as never)
  showWho({ userId, name: '', stage: 'active', house: { locale: 'en', currency: 'INR', timeZone: 'UTC' } as never })
}
/** What a page shows in a browser that keeps nothing. */
function open() {
  const data = { register, opened: true, db: null, sender: () => Promise.reject(new Error()), pullNow: () => undefined }
  const wrapper = ({ children }: { children: ReactNode }) => <DataContext value={data}>{children}</DataContext>
  return renderHook(() => useScansDone().map(({ code }) => code), { wrapper }).result
}

beforeEach(() => act(dropSession))

test('without a memory the list shows each scan as it comes, and none that was taken back', async () => {
  signIn(1)
  const shown = open()
  await act(() => keepScan(null, done('A')))
  expect(shown.current).toEqual(['A'])
  await act(() => keepScan(null, done('B')))
  await act(() => dropScan(null, 'A'))
  expect(shown.current).toEqual(['B'])
})

test('without a memory nothing of it outlives the session of its person', async () => {
  signIn(1)
  const shown = open()
  await act(() => keepScan(null, done('MINE')))
  act(dropSession)
  expect(shown.current).toEqual([])
  act(() => signIn(1))
  expect(shown.current).toEqual([])
})

test('without a memory nobody sees what another one scanned', async () => {
  signIn(1)
  const shown = open()
  await act(() => keepScan(null, done('MINE')))
  // Another tab has begun another session.
  act(() => signIn(2))
  await act(() => keepScan(null, done('THEIRS')))
  expect(shown.current).toEqual(['THEIRS'])
})
