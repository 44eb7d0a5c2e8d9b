import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markConnection } from '#src/offline/connection.ts'
import { writeShared } from '#src/offline/device.ts'
import { ThisDevice } from '#src/pages/profile/this-device.tsx'
import { rememberPassword } from '#src/session/arrival.ts'
import { isLocked, startLock, unlock } from '#src/session/lock.ts'
import { Button } from '#src/ui/button.tsx'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { Toaster } from '#src/ui/toaster.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { useActionEntries } from './palette/use-actions.ts'
import { ProfileMenu } from './profile-menu.tsx'

let userId = 9_500
const because = /cannot check your password by itself/

beforeAll(() => speakEnglish('shell', 'ui', 'auth', 'palette', 'keys', 'profile', 'problems'))
beforeEach(async () => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  syncDouble().state.network = 'refuse'
  userId += 1
  await begin({ userId, permissions: [] })
})
afterEach(() =>
  act(() => {
    unlock()
    for (const { id } of shownToasts()) dismissToast(id)
  }),
)

/** As the palette shows it: its words and what is said beside them. */
function Line() {
  const lock = useActionEntries().find(({ id }) => id === 'lock')!
  return (
    <button type="button" onClick={lock.run}>
      {`${lock.label} ${lock.hint ?? ''}`}
    </button>
  )
}

const places: [string, React.JSX.Element, 'menuitem' | 'button'][] = [
  ['profile menu', <ProfileMenu key="" trigger={<Button>Account</Button>} opening="pressed" />, 'menuitem'],
  ['palette', <Line key="" />, 'button'],
  ['page of this device', <ThisDevice key="" />, 'button'],
]

async function show(place: React.JSX.Element, role: 'menuitem' | 'button', { online = false, knows = false }) {
  await writeShared(knows)
  if (knows) await rememberPassword(userId, 'right')
  await startLock()
  render(
    <AtWork userId={userId}>
      <MemoryRouter>{place}</MemoryRouter>
      <Toaster />
    </AtWork>,
  )
  act(() => markConnection({ online }))
  return screen.findByRole(role, { name: /^Lock now/ })
}

test.each(places)('the %s says why nobody should lock now, and does not', async (_, place, role) => {
  const entry = await show(place, role, {})
  await waitFor(() => expect(document.body.textContent).toMatch(because))
  await userEvent.click(entry)
  expect(isLocked()).toBe(false)
  expect(document.body.textContent).toMatch(because)
})

test.each(places)('the %s locks where the device knows the password by itself', async (_, place, role) => {
  const entry = await show(place, role, { knows: true })
  expect(document.body.textContent).not.toMatch(because)
  await userEvent.click(entry)
  expect(isLocked()).toBe(true)
})

test.each(places)('the %s locks where there is a connection', async (_, place, role) => {
  syncDouble().state.network = 'up'
  const entry = await show(place, role, { online: true })
  await userEvent.click(entry)
  expect(isLocked()).toBe(true)
})
