import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Status } from '#src/app/status.tsx'
import { markConnection } from '#src/offline/connection.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { doesNotOpen, plantWaiting, writtenByNewer } from '../../../tests/support/shut-store.ts'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { OutboxPage } from '../outbox-page.tsx'

let userId = 8_360
beforeAll(() => speakEnglish('ui', 'crud', 'outbox', 'dealerBranch', 'problems', 'keys', 'shell', 'lists'))
beforeEach(async () => {
  act(() => markConnection({ online: true, trouble: null, shut: null, lastSyncAt: null }))
  syncDouble()
  userId += 1
  await begin({ userId, permissions: ['90-a', '90-b'] })
})
afterEach(() => void vi.restoreAllMocks())

const element = (
  <>
    <Status />
    <OutboxPage />
  </>
)
const open = () => showAtWork(userId, createMemoryRouter([{ path: '*', element }]))
const rescue = () => screen.getByRole('link', { name: 'Save unsent work' })

test('what waits in a store that a newer version has written is counted, and the way to it is shown', async () => {
  await plantWaiting(userId, 7)
  await writtenByNewer(userId)
  open()
  expect(await screen.findByText('7 changes are not sent and cannot be opened now')).toBeTruthy()
  expect(rescue().getAttribute('href')).toBe('/rescue.html')
  expect(await screen.findByRole('link', { name: 'Unsent (7)' })).toBeTruthy()
  expect(screen.queryByText('Up to date')).toBeNull()
  expect(screen.queryByText('This browser keeps nothing')).toBeNull()
})

test('where it cannot be counted nothing is called sent, and it is there as soon as somebody comes back and the browser opens it', async () => {
  await plantWaiting(userId, 2)
  const opensAgain = doesNotOpen(userId)
  open()
  expect(await screen.findByText('What is not sent cannot be opened now')).toBeTruthy()
  expect(rescue()).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Kept data cannot be opened' })).toBeTruthy()
  expect(screen.queryByText('Up to date')).toBeNull()
  opensAgain()
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(screen.getByRole('link', { name: 'Unsent (2)' })).toBeTruthy()
  })
  expect(await screen.findByRole('button', { name: 'Send now' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('What is not sent cannot be opened now')).toBeNull())
})

test('where nothing waits in it, that is said, and no way to it is offered', async () => {
  await plantWaiting(userId, 0)
  await writtenByNewer(userId)
  open()
  expect(await screen.findByText('Nothing waits on this device')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Save unsent work' })).toBeNull()
  expect(await screen.findByText('Up to date')).toBeTruthy()
})
