import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { holdInMemory } from '#src/offline/in-memory.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { holdDraft, holdOpen } from '#src/session/dirty.ts'
import { session } from '#src/session/store.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { doesNotOpen, plantWaiting, writtenByNewer } from '../../tests/support/shut-store.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { closeUnsentDialog, useUnsentDialog } from './unsent-dialog-open.ts'
import { useSignOut } from './use-sign-out.ts'

const replace = vi.fn<(address: string) => void>()
let userId = 9_700
const away = /nobody can sign in on this device before there is one/

beforeAll(() => speakEnglish('shell', 'ui', 'auth', 'problems'))
beforeEach(async () => {
  localStorage.clear()
  replace.mockReset()
  syncDouble()
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/home'), { replace }))
  userId += 1
  await begin({ userId, permissions: [] })
})

function Leave() {
  return <Button onClick={useSignOut()}>Leave</Button>
}

function UnsentHere() {
  return useUnsentDialog() && <p>Asked about what is not sent</p>
}

async function leave(online: boolean) {
  render(
    <AtWork userId={userId}>
      <Leave />
      <UnsentHere />
      <ConfirmHost />
    </AtWork>,
  )
  const button = await screen.findByRole('button', { name: 'Leave' })
  act(() => markConnection({ online }))
  await userEvent.click(button)
}

// First what does not leave: a page that has left does so once.
test('a photo that this page alone has is told of as unsent, and not as a form', async () => {
  const page = {}
  const letGo = holdInMemory()
  noteUnkept(page, 1)
  await leave(false)
  expect(await screen.findByText('Asked about what is not sent')).toBeTruthy()
  expect(screen.queryByText(/Something on this page is not saved/)).toBeNull()
  expect(session().signedIn).toBe(true)
  noteUnkept(page, 0)
  // One that is just being taken up is counted nowhere yet.
  act(closeUnsentDialog)
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText(/Something on this page is not saved/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  letGo()
})

test.each([
  ['with what waits in it', () => writtenByNewer(userId)],
  ['which cannot be counted either', async () => void doesNotOpen(userId)],
])('nobody leaves without a question while a store that is there does not open, %s', async (_, shut) => {
  await plantWaiting(userId, 7)
  await shut()
  onTestFinished(() => void vi.restoreAllMocks())
  await leave(true)
  expect(await screen.findByText('Asked about what is not sent')).toBeTruthy()
  expect(session().signedIn).toBe(true)
})

test('nor while one is closed for a newer build that another tab has opened', async () => {
  await plantWaiting(userId, 1)
  markConnection({ lastSyncAt: null, trouble: null })
  render(
    <AtWork userId={userId}>
      <Leave />
      <UnsentHere />
      <ConfirmHost />
    </AtWork>,
  )
  await waitFor(() => expect(readConnection().lastSyncAt).not.toBeNull())
  await writtenByNewer(userId)
  await waitFor(() => expect(readConnection().trouble).toBe('newVersion'))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Asked about what is not sent')).toBeTruthy()
  expect(session().signedIn).toBe(true)
})

test('without a connection a question about a draft says as well that nobody can come back before there is one', async () => {
  const stops = [holdOpen(), holdDraft()]
  await leave(false)
  expect(await screen.findByText('Sign out without saving?')).toBeTruthy()
  expect(screen.getByText(away)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(session().signedIn).toBe(true)
  for (const stop of stops) stop()
})

test('without a connection it is said before anybody signs out that they cannot come back, and asked once', async () => {
  await leave(false)
  expect(await screen.findByText('Sign out without a connection?')).toBeTruthy()
  expect(screen.getByText(away)).toBeTruthy()
  expect(session().signedIn).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/sign-in'))
  expect(session().signedIn).toBe(false)
})
