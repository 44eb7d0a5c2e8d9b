import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { refusedPhoto } from '../../tests/support/refused-photo.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { UnsentPill } from './unsent-pill.tsx'

let userId = 8_900
beforeAll(() => speakEnglish('ui', 'shell', 'outbox', 'problems'))
beforeEach(async () => {
  syncDouble()
  userId += 1
  await begin({ userId, permissions: [] })
})
afterEach(() => vi.unstubAllGlobals())

async function show() {
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <UnsentPill unsent={{ known: true, count: 2, kept: 2, unkept: 0, decisions: 0, sending: 0 }} />
      </MemoryRouter>
    </AtWork>,
  )
  await screen.findByRole('link', { name: /2/ })
}
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('where nobody sends what waits after the app was closed, closing it asks first', async () => {
  await show()
  expect(isAsked()).toBe(true)
  cleanup()
  expect(isAsked()).toBe(false)
})

test('where the browser wakes somebody to send it, nobody is asked', async () => {
  vi.stubGlobal('SyncManager', () => undefined)
  await show()
  expect(isAsked()).toBe(false)
})

test('where the session will not be known any more, what waits says so', async () => {
  await show()
  act(() => markConnection({ sessionOver: true }))
  // The short words are for a phone.
  expect(screen.getByRole('link').textContent).toBe('Sign in to sendSign in')
  act(() => markConnection({ sessionOver: false }))
  expect(screen.getByRole('link').textContent).not.toContain('Sign in')
})

test('a server that does not answer is said with what waits, after it was slow', async () => {
  await show()
  expect(screen.getByRole('link').textContent).toBe('Unsent (2)')
  act(() => markConnection({ slow: true }))
  expect(screen.getByRole('link').textContent).toBe('Slow · Unsent (2)')
  act(() => markConnection({ silent: true }))
  expect(screen.getByRole('link').textContent).toBe('No answer · Unsent (2)')
  act(() => markConnection({ slow: false, silent: false }))
  expect(screen.getByRole('link').textContent).toBe('Unsent (2)')
})

test('a photo that the server has refused is counted as not accepted', async () => {
  const db = await openUserDb(userId, register)
  await db.blobs.put(refusedPhoto(41, 'roof.jpg', 'No.'))
  db.close()
  await show()
  expect(await screen.findByRole('link', { name: 'Not accepted (1)' })).toBeTruthy()
})
