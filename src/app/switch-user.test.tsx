import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markConnection } from '#src/offline/connection.ts'
import { readSession, writeShared } from '#src/offline/device.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { WhoIsHere } from '#src/pages/who-is-here.tsx'
import { noteArrival, rememberedHere, wishToBeRemembered } from '#src/session/remembered.ts'
import { startLock } from '#src/session/lock.ts'
import { session } from '#src/session/store.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SignedOut } from './signed-out.tsx'
import { SwitchUser } from './switch-user.tsx'
import { closeSwitch, openSwitch } from './switch-user-open.ts'

const replace = vi.fn<(address: string) => void>()

beforeAll(() => speakEnglish('shell', 'ui', 'auth', 'problems'))
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  replace.mockReset()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
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

const openMenu = async () => {
  await startLock()
  render(
    <AtWork userId={781}>
      <MemoryRouter>
        <ProfileMenu trigger={<Button>Account</Button>} opening="pressed" />
      </MemoryRouter>
      <SwitchUser />
      <ConfirmHost />
    </AtWork>,
  )
  await screen.findByRole('menuitem', { name: 'Switch user' })
}
const press = async (role: 'menuitem' | 'button', name: string) =>
  userEvent.click(await screen.findByRole(role, { name }))

test('the account menu of a shared device has the next person in it, and asks what has to be asked at once', async () => {
  await openMenu()
  expect(screen.queryByRole('menuitem', { name: 'Switch to meera.nair' })).toBeNull()
  act(() => markConnection({ online: false }))
  await press('menuitem', 'Switch to ravi')
  expect(await screen.findByText(/nobody can sign in on this device before there is one/)).toBeTruthy()
  await press('button', 'Stay')
  expect(session().signedIn).toBe(true)
})

test('the menu says before anybody goes what found no room on the device and is lost by it', async () => {
  const page = {}
  noteUnkept(page, 1)
  await openMenu()
  await press('menuitem', 'Switch to ravi')
  expect(await screen.findByText(/does not fit on this device and is lost when you sign out/)).toBeTruthy()
  expect(session().signedIn).toBe(true)
  act(() => noteUnkept(page, 0))
})

test('of many who take turns the menu has those who came last, and all others are one press further', async () => {
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) {
    wishToBeRemembered(true)
    await noteArrival(name)
  }
  await openMenu()
  await screen.findByRole('menuitem', { name: 'Switch to p1' })
  const offered = screen.getAllByRole('menuitem', { name: /^Switch to/ }).map(({ textContent }) => textContent)
  expect(offered).toEqual(['p5', 'p4', 'p3', 'p2', 'p1'].map(name => `Switch to ${name}`))
  await press('menuitem', 'Switch user')
  expect(await screen.findByRole('button', { name: 'ravi' })).toBeTruthy()
})
