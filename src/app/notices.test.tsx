import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { noteServerTime } from '#src/lib/clock.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { Notices } from './notices.tsx'

const MINUTE = 60_000
beforeAll(() => speakEnglish('ui', 'shell', 'problems'))

let userId = 9_300
beforeEach(async () => {
  // Nobody else says what time it is.
  syncDouble().state.network = 'refuse'
  userId += 1
  await begin({ userId, permissions: [] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'setAppBadge')
})

const show = () =>
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Notices />
      </MemoryRouter>
    </AtWork>,
  )

test('a clock that is wrong is said, by how much, until it is right again', async () => {
  show()
  const serverIsAt = (minutes: number) =>
    act(() => noteServerTime(new Date(Date.now() + minutes * MINUTE).toISOString()))
  serverIsAt(5)
  expect(screen.queryByText('The clock of this device is wrong')).toBeNull()
  serverIsAt(25)
  expect(await screen.findByText(/25 minutes behind/)).toBeTruthy()
  serverIsAt(-3 * 60)
  expect(await screen.findByText(/3 hours ahead/)).toBeTruthy()
  serverIsAt(-365 * 24 * 60)
  expect(await screen.findByText(/365 days ahead/)).toBeTruthy()
  serverIsAt(0)
  expect(screen.queryByText('The clock of this device is wrong')).toBeNull()
})

test('the icon of the app says how much waits, and nothing any more once its person has left', async () => {
  const onIcon = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'setAppBadge', { value: onIcon, configurable: true })
  const db = await openUserDb(userId, register)
  await db.outbox.bulkAdd([waitingOp({ userId }), waitingOp({ userId, id: 2, lane: 'source:2' })])
  db.close()
  show()
  await waitFor(() => expect(onIcon).toHaveBeenLastCalledWith(2))
  cleanup()
  expect(onIcon).toHaveBeenLastCalledWith(0)
})
