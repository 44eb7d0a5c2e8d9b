import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { markConnection } from '#src/offline/connection.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { Status } from './status.tsx'

let server: SyncDouble
let userId = 8_950
beforeAll(() => speakEnglish('ui', 'shell', 'outbox', 'problems'))
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: [] })
})

const open = () =>
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Status />
      </MemoryRouter>
    </AtWork>,
  )

test('what is shown is said to be old where the server answers and does not say what is new', async () => {
  onTestFinished(() => act(() => markConnection({ behind: false })))
  open()
  await screen.findByText('Up to date')
  act(() => markConnection({ behind: true }))
  expect(await screen.findByText(/^Not up to date · lists from /)).toBeTruthy()
})

test('a load is seen to grow, and heard once', async () => {
  onTestFinished(() => act(() => markConnection({ loading: null })))
  open()
  await screen.findByRole('link')
  const pill = () => screen.getByRole('link').parentElement!
  const heard = () => {
    const copy = pill().cloneNode(true) as HTMLElement
    for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
    return copy.textContent
  }
  expect(pill().getAttribute('role')).toBe('status')
  for (const rows of [500, 1_000, 1_500]) {
    act(() => markConnection({ online: true, loading: { rows } }))
    expect(pill().textContent).toContain(`Loading · ${rows.toLocaleString('en')} rows`)
    expect(heard()).toBe('Loading')
  }
})

test('whoever decides about stuck work of others is told on every page that there is some, as long as it can be decided', async () => {
  open()
  await screen.findByText('Up to date')
  const pull = () => act(() => void window.dispatchEvent(new Event('online')))
  server.state.stuck = 3
  pull()
  const pill = await screen.findByRole('link', { name: 'Needs your decision (3)' })
  expect(pill.getAttribute('href')).toBe('/outbox')
  // Nothing of their own waits for them to come back.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  act(() => markConnection({ online: false }))
  expect(screen.queryByRole('link', { name: /Needs your decision/ })).toBeNull()
  server.state.stuck = 0
  pull()
  expect(await screen.findByText('Up to date')).toBeTruthy()
})
