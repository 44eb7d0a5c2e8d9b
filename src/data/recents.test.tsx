import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { signOutHere } from '#src/offline/wipe.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { useData } from './data.ts'
import { keepRecent, useRecents } from './recents.ts'

let userId = 6_400

beforeAll(() => speakEnglish('shell', 'problems'))
beforeEach(() => {
  syncDouble()
  userId += 2
})

async function open(as: number) {
  await begin({ userId: as, permissions: [] })
  const wrapper = ({ children }: { children: ReactNode }) => <AtWork userId={as}>{children}</AtWork>
  const { result, unmount } = renderHook(() => ({ db: useData().db, recents: useRecents() }), { wrapper })
  await waitFor(() => expect(result.current.db).not.toBeNull())
  return { result, unmount, keep: (path: string) => keepRecent(result.current.db, path, `Title of ${path}`) }
}

it('has what was opened last first, each page once, and no more than thirty', async () => {
  const { result, keep } = await open(userId)
  for (const path of ['/a', '/b', '/a']) await keep(path)
  await waitFor(() => expect(result.current.recents.map(recent => recent.path)).toEqual(['/a', '/b']))
  for (let i = 0; i < 40; i += 1) await keep(`/many/${i}`)
  await waitFor(() => expect(result.current.recents[0]!.path).toBe('/many/39'))
  expect(result.current.recents).toHaveLength(30)
})

it('belongs to one person: the next one on this device sees nothing of it, and it goes with the sign-out', async () => {
  const mine = await open(userId)
  await mine.keep('/users/user-details/7')
  await waitFor(() => expect(mine.result.current.recents).toHaveLength(1))
  mine.unmount()
  const other = await open(userId + 1)
  expect(other.result.current.recents).toEqual([])
  other.unmount()
  await signOutHere({ userId, patience: 50 })
  const again = await open(userId)
  await waitFor(() => expect(again.result.current.recents).toEqual([]))
})
