import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markConnection } from '#src/offline/connection.ts'
import { readSession, writeShared } from '#src/offline/device.ts'
import { WhoIsHere } from '#src/pages/who-is-here.tsx'
import { noteArrival, rememberedHere, wishToBeRemembered } from '#src/session/remembered.ts'
import { session } from '#src/session/store.ts'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { SignedOut } from './signed-out.tsx'
import { SwitchUser } from './switch-user.tsx'
import { closeSwitch, openSwitch } from './switch-user-open.ts'

const replace = vi.fn<(address: string) => void>()

beforeAll(() => speakEnglish('shell', 'ui', 'auth', 'problems'))
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  replace.mockReset()
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/sign-in'), { replace }))
  await writeShared(true)
  for (const name of ['ravi', 'meera.nair']) {
    wishToBeRemembered(true)
    await noteArrival(name)
  }
  await begin({ userId: 781, permissions: [] })
})
afterEach(() => act(() => closeSwitch()))

test('a press on the next person signs out and leaves the sign-in form with their name, waiting for the password', async () => {
  const { unmount } = render(
    <AtWork userId={781}>
      <SwitchUser />
      <ConfirmHost />
    </AtWork>,
  )
  act(() => openSwitch())
  const next = await screen.findByRole('button', { name: 'ravi' })
  // Nobody switches to themselves.
  expect(screen.queryByRole('button', { name: 'meera.nair' })).toBeNull()
  // Said before it is done: without a connection neither of them could sign in.
  act(() => markConnection({ online: false }))
  await userEvent.click(next)
  expect(await screen.findByText(/nobody can sign in on this device before there is one/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull())
  expect(session().signedIn).toBe(true)
  await userEvent.click(next)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/sign-in'))
  expect(session().signedIn).toBe(false)
  expect(await readSession()).toBeNull()
  unmount()

  render(<SignedOut warmUp={async () => {}} />)
  expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('ravi')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  // The other one stands there to be pressed, and can be removed.
  await userEvent.click(await screen.findByRole('button', { name: 'meera.nair' }))
  expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('meera.nair')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await userEvent.click(screen.getByRole('button', { name: 'Forget ravi on this device' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ravi' })).toBeNull())
  expect(await rememberedHere()).toEqual(['meera.nair'])
})

test('what one person wants counts for nobody whose name is typed after theirs', async () => {
  const form = (username: string) => <WhoIsHere username={username} onPick={() => undefined} />
  const { rerender } = render(form('asha'))
  const box = () => screen.getByLabelText<HTMLInputElement>(/^Show my username/)
  await userEvent.click(box())
  expect(box().checked).toBe(true)
  rerender(form('kiran'))
  expect(box().checked).toBe(false)
  await noteArrival('kiran')
  expect(await rememberedHere()).toEqual(['meera.nair', 'ravi'])

  rerender(form('meera.nair'))
  expect(box().checked).toBe(true)
  await userEvent.click(box())
  rerender(form('ravi'))
  expect(box().checked).toBe(true)
  await noteArrival('ravi')
  expect(await rememberedHere()).toEqual(['ravi', 'meera.nair'])
})
