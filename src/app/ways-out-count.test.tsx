import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { holdInMemory } from '#src/offline/in-memory.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { LockPage } from '#src/pages/lock-page.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { SwitchUser } from './switch-user.tsx'
import { closeSwitch, openSwitch } from './switch-user-open.ts'
import { TimeOutDialog } from './time-out-dialog.tsx'
import { UnsentDialog } from './unsent-dialog.tsx'

let userId = 9_100
beforeAll(() => speakEnglish('ui', 'shell', 'auth', 'outbox', 'problems'))
beforeEach(async () => {
  syncDouble().state.network = 'refuse'
  userId += 1
  await begin({ userId, permissions: [] })
})
/** The page that alone has what found no room. */
const page = {}
afterEach(() => noteUnkept(page, 0))

async function leaveUnsent(count: number) {
  const db = await openUserDb(userId, register)
  await db.outbox.bulkPut(Array.from({ length: count }, () => waitingOp({ userId, nextAt: Date.now() + 250_000 })))
  db.close()
}

test('the end for want of work says how much is not sent', async () => {
  await leaveUnsent(2)
  render(
    <AtWork userId={userId}>
      <TimeOutDialog seconds={60} onStay={() => undefined} />
    </AtWork>,
  )
  expect(await screen.findByText(/^2 changes are not sent\. They stay on this device/)).toBeTruthy()
})

test.each([3, 0])('what found no room on the device is not promised to stay on it, beside %d changes', async kept => {
  await leaveUnsent(kept)
  noteUnkept(page, 2)
  const lost = /2 photos and files do not fit on this device and are lost when you sign out\./
  const shown = (dialog: ReactNode) => render(<AtWork userId={userId}>{dialog}</AtWork>)

  const { unmount: endTimeOut } = shown(<TimeOutDialog seconds={60} onStay={() => undefined} />)
  expect(await screen.findByText(lost)).toBeTruthy()
  if (kept > 0) expect(await screen.findByText(/^3 changes are not sent\./)).toBeTruthy()
  expect(screen.getByText(/Drafts are kept\./)).toBeTruthy()
  expect(screen.queryByText(/Unsent work|has no draft/)).toBeNull()
  expect(screen.queryByText(/[25] changes are not sent/)).toBeNull()
  endTimeOut()

  const { unmount: endSwitch } = shown(<SwitchUser />)
  act(openSwitch)
  expect(await screen.findByText(lost)).toBeTruthy()
  if (kept > 0) expect(await screen.findByText(/3 unsent changes stay on this device/)).toBeTruthy()
  expect(screen.queryByText(/[25] unsent changes/)).toBeNull()
  act(closeSwitch)
  endSwitch()

  shown(<UnsentDialog onClose={() => undefined} />)
  expect(await screen.findByText(lost)).toBeTruthy()
  expect(await screen.findByText(`${kept + 2} changes are not sent`)).toBeTruthy()
  const [promise, way] = [/can stay on this device/, kept > 0 ? 'Sign out, keep on this device' : 'Sign out']
  expect(screen.queryAllByText(promise)).toHaveLength(kept > 0 ? 1 : 0)
  if (kept > 0) expect(screen.getByText(promise).textContent).toMatch(/^3 of them can stay/)
  expect(screen.getByRole('button', { name: way })).toBeTruthy()
})

test.each([
  [1, /^1 unsent change of Meera Nair stays on this device/],
  [0, null],
])('the lock says how much is not sent before somebody else signs in: %d', async (count, words) => {
  await leaveUnsent(count)
  render(<LockPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }))
  expect(await screen.findByRole('button', { name: 'Sign Meera Nair out' })).toBeTruthy()
  if (words) expect(screen.getByText(words)).toBeTruthy()
  else expect(screen.queryByText(/unsent change/)).toBeNull()
})

test('the lock counts as well what stays sealed on a device without room', async () => {
  await leaveUnsent(2)
  const db = await openUserDb(userId, register)
  await db.table('outbox').bulkAdd([{ sealed: {} }, { sealed: {} }, { sealed: {} }])
  db.close()
  render(<LockPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }))
  expect(await screen.findByText(/^5 unsent changes of Meera Nair stay on this device/)).toBeTruthy()
})

test('the lock says what found no room on the device, and speaks of no form', async () => {
  const letGo = holdInMemory()
  noteUnkept(page, 1)
  render(<LockPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }))
  const lost = '1 photo or file of Meera Nair does not fit on this device and is lost.'
  expect(await screen.findByText(lost)).toBeTruthy()
  expect(screen.getByText('Meera Nair is signed out. Drafts of open forms are kept for Meera Nair.')).toBeTruthy()
  letGo()
})

test.each([false, true])('the lock says before somebody else is to sign in whether anybody can: %s', async online => {
  render(<LockPage />)
  act(() => markConnection({ online }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }))
  expect(await screen.findByRole('button', { name: 'Sign Meera Nair out' })).toBeTruthy()
  expect(screen.queryAllByText(/nobody can sign in on this device before there is one/)).toHaveLength(online ? 0 : 1)
})
