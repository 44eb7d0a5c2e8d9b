import { act, cleanup, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { ScannerPage } from './scanner-page.tsx'

vi.mock('#src/scan/camera/camera.tsx', () => ({ Camera: () => <p>What the camera sees</p> }))

/** Above every id that a test of another file takes. */
const userId = 26_201
beforeAll(() => speakEnglish('ui', 'crud', 'scan', 'problems', 'keys', 'lists'))
afterEach(() => localStorage.clear())

/** The page as it stands when it is loaded. */
function load() {
  const router = createMemoryRouter([{ path: '/', element: <ScannerPage /> }])
  // What is fetched with the page is waited for.
  return act(() => Promise.resolve(showAtWork(userId, router)))
}
const isOn = async () => (await screen.findByRole('button', { name: 'Camera' })).getAttribute('aria-pressed')
const sees = () => screen.queryByText('What the camera sees') !== null

test('the camera is on or off again after a reload, as somebody wanted it on this device', async () => {
  syncDouble()
  await begin({ userId, permissions: [] })
  const person = await load()
  expect([await isOn(), sees()]).toEqual(['false', false])
  await person.click(screen.getByRole('button', { name: 'Camera' }))
  await screen.findByText('What the camera sees')
  cleanup()
  const again = await load()
  await screen.findByText('What the camera sees')
  expect(await isOn()).toBe('true')
  await again.click(screen.getByRole('button', { name: 'Camera' }))
  cleanup()
  await load()
  expect([await isOn(), sees()]).toEqual(['false', false])
})
