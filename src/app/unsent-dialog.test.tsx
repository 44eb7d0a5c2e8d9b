import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { refusedPhoto } from '../../tests/support/refused-photo.ts'
import { plantWaiting, writtenByNewer } from '../../tests/support/shut-store.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { UnsentDialog } from './unsent-dialog.tsx'

let userId = 9_300
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'shell', 'outbox', 'problems'))
beforeEach(async () => {
  server = syncDouble()
  server.state.network = 'refuse'
  userId += 1
  await begin({ userId, permissions: [] })
})

const open = () =>
  render(
    <AtWork userId={userId}>
      <UnsentDialog onClose={() => undefined} />
    </AtWork>,
  )

test('what is to be typed to delete many is shown as it is to be typed', async () => {
  const db = await openUserDb(userId, register)
  const many = Array.from({ length: 1_200 }, (_, n) => waitingOp({ userId, seq: n + 1, nextAt: Date.now() + 250_000 }))
  await db.outbox.bulkPut(many)
  db.close()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1200 changes' }))
  const box = await screen.findByLabelText('Type 1200 to delete')
  await userEvent.type(box, '12')
  await userEvent.click(screen.getByRole('button', { name: 'Delete 1200 changes' }))
  expect(screen.getByText('Type the number 1200.')).toBeTruthy()
})

test('a device that cannot delete what is not sent says why, and can be asked once more', async () => {
  const db = await openUserDb(userId, register)
  await db.outbox.put(waitingOp({ userId, nextAt: Date.now() + 250_000 }))
  db.close()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 change' }))
  await userEvent.type(await screen.findByLabelText('Type 1 to delete'), '1')
  failing('outbox', 'put', new DOMException('full', 'QuotaExceededError'))
  onTestFinished(() => void vi.restoreAllMocks())
  const remove = screen.getByRole('button', { name: 'Delete 1 change' })
  await userEvent.click(remove)
  expect(await screen.findByText(/^This device is full/)).toBeTruthy()
  expect(remove.getAttribute('aria-busy')).toBeNull()
})

test('of a server that takes nothing at the moment it is said what it says', async () => {
  const db = await openUserDb(userId, register)
  await db.outbox.put(waitingOp({ userId, nextAt: Date.now() + 250_000 }))
  db.close()
  open()
  server.state.network = 'up'
  server.state.status = 503
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  expect(await screen.findByText('No')).toBeTruthy()
})

test('a photo that was refused needs its person, and is not said to wait', async () => {
  const db = await openUserDb(userId, register)
  await db.blobs.put(refusedPhoto(41, 'roof.jpg', 'No.'))
  db.close()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  expect(await screen.findByText('1 change needs your decision before it can be sent.')).toBeTruthy()
})

test('that all of it was sent is read out, and whoever pressed stands on the button that goes on', async () => {
  const db = await openUserDb(userId, register)
  await db.outbox.put(waitingOp({ userId, nextAt: Date.now() + 250_000 }))
  db.close()
  syncDouble()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Everything is sent.'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out' })))
})

// The last one: a page that has left does so once.
test('whoever waits for a server that does not answer can sign out all the same, and what is on its way is kept', async () => {
  const replace = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/home'), { replace }))
  const db = await openUserDb(userId, register)
  await db.outbox.put(waitingOp({ userId, nextAt: Date.now() + 250_000 }))
  db.close()
  open()
  const send = await screen.findByRole('button', { name: 'Send now' })
  server.state.network = 'up'
  server.state.slow = new Promise(() => {})
  await userEvent.click(send)
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  expect(send.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out, keep on this device' }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/sign-in'), { timeout: 10_000 })
  const left = await openUserDb(userId, register)
  expect(await left.outbox.count()).toBe(1)
  left.close()
})

test('what cannot be opened is neither sent nor deleted: it stays, can be saved first, and its person can leave', async () => {
  await plantWaiting(userId, 7)
  await writtenByNewer(userId)
  open()
  expect(await screen.findByText('7 changes are not sent')).toBeTruthy()
  expect(screen.getByText(/so it can be neither sent nor deleted/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Save unsent work' }).getAttribute('href')).toBe('/rescue.html')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Stay',
    'Sign out, keep on this device',
  ])
})

test('a photo that this page alone has can be sent or deleted beside a store that does not open and has nothing', async () => {
  await plantWaiting(userId, 0)
  await writtenByNewer(userId)
  const page = {}
  noteUnkept(page, 1)
  onTestFinished(() => noteUnkept(page, 0))
  open()
  expect(await screen.findByRole('button', { name: 'Send now' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete 1 change' })).toBeTruthy()
  expect(screen.queryByText(/so it can be neither sent nor deleted/)).toBeNull()
})
