import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SHORT_IDLE_MINUTES } from '#contract/calls/session.ts'
import { changeSession } from '#src/offline/device.ts'
import { lastTouch, touch } from '#src/offline/presence.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { TimeOut } from './time-out.tsx'

const WARNED = 120
const SESSION = SHORT_IDLE_MINUTES * 60

let server: SyncDouble
let userId = 9_600
beforeAll(() => speakEnglish('ui', 'shell', 'auth', 'problems'))
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.spyOn(globalThis, 'setInterval')
  await begin({ userId, permissions: [] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const looks = () => vi.mocked(setInterval).mock.calls.some(([, every]) => every === 1_000)
/** Somebody has just touched the app, in a session that ends for want of work. */
async function open() {
  await changeSession(kept => ({ ...kept, keep: false }))
  touch()
  const typed = <input aria-label="Note" />
  const page = (
    <>
      {typed}
      <TimeOut />
    </>
  )
  const hand = showAtWork(userId, createMemoryRouter([{ path: '/', element: page }]))
  await screen.findByRole('textbox', { name: 'Note' })
  // What kind of session it is, is read from the device first.
  while (!looks()) await act(() => new Promise(resolve => setTimeout(resolve, 5)))
  return hand
}
const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1_000))
const warning = () => screen.queryByRole('dialog', { name: 'You will be signed out soon' })
const askedAgain = () => server.state.requests.filter(asked => asked === 'GET /auth/me').length

test('what changes beside the page is waited for, though the clock of the page stands still', async () => {
  let isThere = false
  setTimeout(() => (isThere = true), 20)
  await waitFor(() => expect(isThere).toBe(true))
})

test('the end of a session is told two minutes before, counts down, and can be put off as often as one likes', async () => {
  const hand = await open()
  const note = screen.getByRole('textbox', { name: 'Note' })
  await hand.type(note, 'half a sentence')
  await pass(SESSION - WARNED - 1)
  expect(warning()).toBeNull()
  for (const time of [1, 2]) {
    await pass(1)
    expect(await screen.findByText(/In 120 seconds this session ends\. Unsent work and drafts are kept\./)).toBeTruthy()
    await pass(60)
    expect(await screen.findByText(/In 60 seconds this session ends/)).toBeTruthy()
    const before = askedAgain()
    await hand.click(screen.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(warning()).toBeNull())
    // The server does the ending, so it is told as well.
    await waitFor(() => expect(askedAgain()).toBe(before + 1))
    expect([time, Date.now() - lastTouch()]).toEqual([time, 0])
    expect(note).toHaveProperty('value', 'half a sentence')
    await pass(SESSION - WARNED - 1)
    expect(warning()).toBeNull()
  }
})

test('Escape stays too, and any touch meanwhile takes the warning away', async () => {
  const hand = await open()
  await pass(SESSION - 30)
  expect(await screen.findByText(/In 30 seconds/)).toBeTruthy()
  await hand.keyboard('{Escape}')
  await waitFor(() => expect(warning()).toBeNull())
  await pass(SESSION - 30)
  expect(await screen.findByText(/In 30 seconds/)).toBeTruthy()
  touch()
  await pass(1)
  await waitFor(() => expect(warning()).toBeNull())
})
