import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { SentCard } from '#src/pages/outbox/sent-card.tsx'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { Toaster } from '#src/ui/toaster.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { outOfSight } from '../../tests/support/out-of-sight.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { DecidedNews } from './decided-news.tsx'

beforeAll(() => speakEnglish('shell', 'ui', 'outbox', 'problems', 'crud', 'dealerBranch', 'customer'))

const at = '2026-03-02T08:00:00.000Z'
let userId = 8_700
const stuck = waitingOp({
  op: 'dealerBranch.create',
  lane: 'dealerBranch:7',
  id: 7,
  args: { name: 'Pune showroom' },
  state: 'conflict',
})

test('its author is told who decided, how and why, when the device learns it, and reads it beside what was sent', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await begin({ userId: 84, permissions: ['52-a'] })
  const db = await openUserDb(84, register)
  // Decided before this page began: no news, and no longer among the recent ones.
  await db.outbox.bulkAdd([
    stuck,
    waitingOp({
      ...stuck,
      seq: stuck.seq + 1,
      mid: crypto.randomUUID(),
      args: { name: 'Old' },
      state: 'superseded',
      open: 0,
      endedAt: 1,
      decidedBy: { id: 9, name: 'Asha Rao', at, how: 'keep' },
    }),
  ])
  render(
    <MemoryRouter>
      <AtWork userId={84}>
        <DecidedNews />
        <SentCard />
      </AtWork>
      <Toaster />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Nothing in the last hours.')).toBeTruthy()
  await act(() =>
    db.outbox.update(stuck.seq, {
      state: 'discarded',
      open: 0,
      endedAt: Date.now(),
      decidedBy: { id: 9, name: 'Asha Rao', at, how: 'drop', reason: 'Closed since May' },
    }),
  )
  expect(await screen.findByText(/^Decided by Asha Rao, .*: dropped \(Closed since May\)$/)).toBeTruthy()
  expect(await screen.findByText(/^Pune showroom: Decided by Asha Rao, .*: dropped/)).toBeTruthy()
  expect(screen.queryByText(/kept as you wanted/)).toBeNull()
})

test('what was done before it could be taken back is told, and can be changed back', async () => {
  const server = syncDouble()
  server.state.groups.names.push('dealerBranch')
  server.write('dealerBranch', 7, { name: 'Pune west' })
  await begin({ userId: 85, permissions: ['52-a', '52-b', '52-c'] })
  const db = await openUserDb(85, register)
  const withdrawn = waitingOp({
    op: 'dealerBranch.change',
    lane: 'dealerBranch:7',
    id: 7,
    userId: 85,
    args: { name: 'Pune west' },
    base: { version: 1, fields: { name: 'Pune showroom' } },
    state: 'cancelling',
    sentOnce: true,
    nextAt: Date.now() + 3_600_000,
  })
  await db.outbox.add(withdrawn)
  render(
    <MemoryRouter>
      <AtWork userId={85}>
        <DecidedNews />
      </AtWork>
      <Toaster />
    </MemoryRouter>,
  )
  await waitFor(async () => expect(await db.table('rec_dealerBranch').get(7)).toBeTruthy())
  const problem = { code: 'done_anyway', message: '', at: Date.now() }
  await act(() => db.outbox.update(withdrawn.seq, { state: 'done', open: 0, endedAt: Date.now(), problem }))
  expect(await screen.findByText('Done anyway: Pune west, Name. It had left before you took it back.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Change it back' }))
  expect(await screen.findByText(/^Changed back: /)).toBeTruthy()
  const sent = server.state.pushes.flatMap(({ ops }) => ops).at(-1)
  expect(sent).toMatchObject({ op: 'dealerBranch.change', id: 7, args: { name: 'Pune showroom' } })
  expect(sent).toMatchObject({ base: { version: 1, fields: { name: 'Pune west' } } })
})

test('what somebody else wrote since is not changed back, nor lines at all; what was told is not told by the next page', async () => {
  const server = syncDouble()
  server.state.groups.names.push('dealerBranch', 'customer')
  server.write('dealerBranch', 7, { name: 'Pune west' })
  server.write('customer', 8, { name: 'Mr Sen' })
  server.state.clashes = () => true
  await begin({ userId: 86, permissions: ['52-a', '52-b', '52-c', '50-a'] })
  const db = await openUserDb(86, register)
  const base = { version: 1, fields: { name: 'Pune showroom' } }
  const late = { state: 'done', open: 0, endedAt: 5, problem: { code: 'done_anyway', message: '', at: 5 } } as const
  const one = { op: 'dealerBranch.change', lane: 'dealerBranch:7', id: 7, userId: 86, base, ...late }
  const phones = { version: 1, fields: { phones: [] } }
  const lines = { op: 'customer.change', lane: 'customer:8', id: 8, args: { phones: [] }, base: phones }
  // Learned by the service worker, before this page began.
  const before = Date.now() - 60_000
  await db.outbox.bulkAdd([
    waitingOp({ ...one, args: { name: 'Pune west' }, endedAt: before }),
    waitingOp({ ...one, ...lines, endedAt: before + 1 }),
  ])
  await pullOnce(db, register)
  const show = () =>
    render(
      <MemoryRouter>
        <AtWork userId={86}>
          <DecidedNews />
        </AtWork>
        <Toaster />
      </MemoryRouter>,
    )
  const page = show()
  expect(await screen.findByText(/^Done anyway: .*, Name\./)).toBeTruthy()
  expect(await screen.findByText(/^Done anyway: .*, Phones\./)).toBeTruthy()
  // Lines are not said anew.
  fireEvent.click(screen.getByRole('button', { name: 'Change it back' }))
  expect(await screen.findByText('Not changed back: Pune west, Name. Somebody has changed it since.')).toBeTruthy()
  act(() => shownToasts().forEach(({ id }) => dismissToast(id)))
  page.unmount()
  show()
  await act(() => new Promise(resolve => setTimeout(resolve, 2_500)))
  expect(screen.queryByText(/^Done anyway/)).toBeNull()
})

test.each(outOfSight)('what is learned %s is told once somebody can read it', async (_, hide) => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  act(() => shownToasts().forEach(({ id }) => dismissToast(id)))
  userId += 1
  await begin({ userId, permissions: ['52-a'] })
  const db = await openUserDb(userId, register)
  await db.outbox.add({ ...stuck, userId })
  render(
    <MemoryRouter>
      <AtWork userId={userId}>
        <DecidedNews />
        <SentCard />
      </AtWork>
      <Toaster />
    </MemoryRouter>,
  )
  await screen.findByText('Nothing in the last hours.')
  const show = hide()
  const dropped = { state: 'discarded', open: 0, endedAt: Date.now() } as const
  await act(() => db.outbox.update(stuck.seq, { ...dropped, decidedBy: { id: 9, name: 'Asha Rao', at, how: 'drop' } }))
  await screen.findByText(/^Decided by Asha Rao/)
  await expect(waitFor(() => expect(shownToasts()).not.toEqual([]), { timeout: 3_000 })).rejects.toThrow()
  show()
  expect(await screen.findByText(/^Pune showroom: Decided by Asha Rao/)).toBeTruthy()
})
