import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { openUserDb, type UserDb } from '#src/offline/user-db.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { refusedPhoto } from '../../tests/support/refused-photo.ts'
import { UnsentNews } from './unsent-news.tsx'

const session = vi.hoisted(() => ({ arrivedAt: null as number | null }))
vi.mock('#src/session/session.ts', async original => ({
  ...(await original<object>()),
  arrivedAt: () => session.arrivedAt,
  forgetArrival: () => (session.arrivedAt = null),
}))

let userId = 8_950
let db: UserDb
beforeAll(() => speakEnglish('ui', 'crud', 'shell', 'outbox', 'problems', 'dealerBranch'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  userId += 1
  session.arrivedAt = null
  await begin({ userId, permissions: ['52-a', '52-b', '52-c'] })
  db = await openUserDb(userId, register)
})

const branch = (id: number, name: string, at = Date.now()) =>
  waitingOp({ seq: id, userId, op: 'dealerBranch.create', id, lane: `dealerBranch:${id}`, args: { name }, at })
function show() {
  const router = createMemoryRouter([
    { path: '/', element: <UnsentNews /> },
    { path: '/outbox', element: <p>All of it</p> },
  ])
  return showAtWork(userId, router)
}
/** The server has answered: it stays with its person. */
const comesBack = (seq: number, state: 'rejected' | 'conflict') =>
  act(() => db.outbox.update(seq, { state, problem: { code: 'invalid', message: 'No.', at: Date.now() } }))

test('what comes back refused after its screen has gone is told, each once, and leads to the outbox', async () => {
  const before = {
    ...branch(1, 'Agra'),
    state: 'rejected',
    problem: { code: 'invalid', message: 'No.', at: 1 },
  } as const
  await db.outbox.bulkAdd([before, branch(7, 'Pune'), branch(8, 'Surat')])
  const hand = show()
  await act(() => new Promise(resolve => setTimeout(resolve, 200)))
  await comesBack(7, 'rejected')
  expect(await screen.findByText(/^Not accepted: Pune, /)).toBeTruthy()
  await comesBack(8, 'conflict')
  expect(await screen.findByText(/^Needs your decision: Surat, /)).toBeTruthy()
  // What had come back before this page began is no news.
  expect(screen.queryByText(/Agra/)).toBeNull()
  expect(shownToasts()).toHaveLength(2)
  await hand.click(screen.getAllByRole('button', { name: 'Open' })[0]!)
  expect(await screen.findByText('All of it')).toBeTruthy()
})

test('whoever signs in hears once how much was kept for them and is being sent', async () => {
  await db.outbox.bulkAdd([branch(7, 'Pune', 1_000), branch(8, 'Surat', 2_000), branch(9, 'Agra', Date.now() + 60_000)])
  session.arrivedAt = Date.now()
  show()
  expect(await screen.findByText('2 changes were kept and are being sent.')).toBeTruthy()
  await waitFor(() => expect(session.arrivedAt).toBeNull())
})

test('whoever signs in hears what of it needs their decision, and not that it is being sent', async () => {
  const problem = { code: 'invalid', message: 'No.', at: 1 }
  await db.outbox.bulkAdd([
    branch(7, 'Pune', 1_000),
    { ...branch(8, 'Surat', 2_000), state: 'rejected', problem },
    { ...branch(9, 'Agra', 3_000), state: 'conflict', problem },
  ])
  session.arrivedAt = Date.now()
  const hand = show()
  const words = '1 change was kept and is being sent. 2 changes need your decision.'
  expect(await screen.findByText(words)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('All of it')).toBeTruthy()
  cleanup()
  for (const { id } of shownToasts()) dismissToast(id)
  await db.outbox.delete(7)
  session.arrivedAt = Date.now()
  show()
  expect(await screen.findByText('2 changes need your decision.')).toBeTruthy()
})

const settled = () => act(() => new Promise(resolve => setTimeout(resolve, 2_500)))

test('photos that are refused are told together, with the reason of a single one, and once for all pages', async () => {
  await db.blobs.put(refusedPhoto(41, 'roof.jpg', 'There is no such branch.'))
  const hand = show()
  expect(await screen.findByText('Not sent: roof.jpg. There is no such branch.')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('All of it')).toBeTruthy()
  cleanup()
  for (const { id } of shownToasts()) dismissToast(id)
  await db.blobs.bulkPut([refusedPhoto(42, 'door.jpg', 'No.'), refusedPhoto(43, 'gate.jpg', 'No.')])
  show()
  const both = '2 photos and files are not sent. The outbox says why.'
  expect(await screen.findByText(both)).toBeTruthy()
  await settled()
  expect(shownToasts()).toHaveLength(1)
})
