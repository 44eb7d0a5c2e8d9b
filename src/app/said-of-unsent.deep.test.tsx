import { act, render, screen, waitFor } from '@testing-library/react'
import { Blob as NodeBlob } from 'node:buffer'
import { useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import type { Unsent } from '#src/data/use-unsent.ts'
import { uploadsOf, type Uploads } from '#src/offline/uploads.ts'
import { useData } from '#src/data/data.ts'
import { markConnection } from '#src/offline/connection.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { AtWork, begin, connect, speakEnglish } from '../../tests/support/at-work.tsx'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { SaidOfUnsent } from './said-of-unsent.tsx'
import { Status } from './status.tsx'

let server: SyncDouble
let userId = 8_950
beforeAll(() => speakEnglish('ui', 'shell', 'outbox', 'problems'))
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  server = syncDouble()
  // Nobody is asked before the page is closed.
  vi.stubGlobal('SyncManager', () => undefined)
  userId += 1
  await begin({ userId, permissions: [] })
  act(() => markConnection({ online: true, lastSyncAt: null, sessionOver: false }))
})

const waiting = (changes: Partial<OutboxOp> = {}) =>
  waitingOp({ userId, op: 'dealerBranch.change', lane: 'dealerBranch:1', nextAt: Date.now() + 250_000, ...changes })
async function planted(op: OutboxOp) {
  const db = await openUserDb(userId, register)
  await act(() => db.outbox.put(op))
  db.close()
}

test('an attempt is told once, however often it is made, and what stops it is told anew', async () => {
  const page = (unsent: Partial<Unsent>) => (
    <AtWork userId={userId}>
      <p data-testid="aloud">
        <SaidOfUnsent
          unsent={{ known: true, count: 1, kept: 1, unkept: 0, decisions: 0, sending: 0, ...unsent }}
          waits
        />
      </p>
    </AtWork>
  )
  const { rerender } = render(page({}))
  const aloud = () => screen.getByTestId('aloud').textContent
  await waitFor(() => expect(aloud()).toBe('Saved on this device, not sent yet.'))
  const heard = [1, 0, 1].map(sending => {
    rerender(page({ sending }))
    return aloud()
  })
  expect(heard).toEqual(['Sending.', '', ''])
  act(() => markConnection({ online: false }))
  expect(aloud()).toMatch(/^Offline\./)
  act(() => markConnection({ online: true }))
  expect(aloud()).toBe('Sending.')
})

test('the header says how it stands, and once that it is sent, not of what was discarded', async () => {
  const op = waiting()
  await planted(op)
  const { container } = render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Status />
      </MemoryRouter>
    </AtWork>,
  )
  const aloud = () => container.querySelector('span[role=status]')?.textContent
  const pill = (name: string) => screen.findByRole('link', { name })
  const told: [Partial<OutboxOp>, string | null, string][] = [
    [{}, 'Unsent (1)', 'Saved on this device, not sent yet.'],
    [{ state: 'rejected' }, 'Not accepted (1)', 'Something was not accepted.'],
    [{ state: 'conflict' }, 'Needs your decision (1)', 'Something needs your decision.'],
    [{ state: 'done', open: 0, endedAt: Date.now() + 60_000 }, null, 'Sent.'],
    [{}, 'Unsent (1)', 'Saved on this device, not sent yet.'],
    [{ state: 'discarded', open: 0, endedAt: Date.now() + 60_000 }, null, ''],
  ]
  for (const [changes, name, words] of told) {
    await planted({ ...op, ...changes })
    if (name) await pill(name)
    else await waitFor(() => expect(screen.queryByRole('link', { name: /Unsent|Not acc|Needs/ })).toBeNull())
    await waitFor(() => expect(aloud()).toBe(words))
  }
})

test('without a server the header says how old the lists are, also beside what waits', async () => {
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Status />
      </MemoryRouter>
    </AtWork>,
  )
  await screen.findByRole('link', { name: 'Up to date' })
  await connect(server, false)
  const synced = (at: number) => act(() => markConnection({ online: false, lastSyncAt: new Date(at).toISOString() }))
  synced(Date.now())
  await screen.findByRole('link', { name: /^Offline · lists from \d\d:\d\d/ })
  await planted(waiting())
  const pill = await screen.findByRole('link', { name: /^Offline · Unsent \(1\) · lists from \d\d:\d\d$/ })
  expect(pill.title).toMatch(/^lists from \d\d:\d\d$/)
  // The time of another day would be taken for one of today.
  synced(Date.now() - 3 * 86_400_000)
  expect(pill.textContent).toMatch(/ · lists from \w+, \d/)
  await planted(waiting({ state: 'conflict' }))
  await screen.findByRole('link', { name: /^Needs your decision \(1\) · lists from \w+, \d/ })
  // At once: the server does not answer, and soon it is known again.
  act(() => markConnection({ online: true }))
  expect(screen.getByRole('link', { name: 'Needs your decision (1)' })).toBeTruthy()
})

test('what waits since before the page was opened is said at once', async () => {
  await planted(waiting())
  const later = globalThis.setTimeout
  // What is said only after a moment is never said here.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) =>
    ms === 700 ? 0 : later(work, ms)) as typeof setTimeout)
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Status />
      </MemoryRouter>
    </AtWork>,
  )
  expect(await screen.findByRole('link', { name: 'Unsent (1)' })).toBeTruthy()
})

test('a photo that waited alone is told to be sent, and one that was given up is not', async () => {
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  server.state.routes['POST /dealer-branch/5/files'] = async request => {
    const { id, name, size } = (await request.json()) as { id: number; name: string; size: number }
    const made = { kind: 'document', type: 'application/pdf', width: null, height: null, position: 1, removed: false }
    return { id, name, size, ...made, madeAt: new Date().toISOString(), madeBy: 1, madeByName: 'Asha', received: null }
  }
  let uploads: Uploads | null = null
  function Chooser() {
    const { sender } = useData()
    useEffect(() => void sender().then(sender => (uploads = uploadsOf(sender))), [sender])
    return null
  }
  const { container } = render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Status />
        <Chooser />
      </MemoryRouter>
    </AtWork>,
  )
  const aloud = () => container.querySelector('span[role=status]')?.textContent
  const chosen = async (name: string) => {
    server.state.network = 'refuse'
    act(() => markConnection({ online: false }))
    const bytes = new NodeBlob([name]) as unknown as Blob
    const item = await act(() =>
      uploads!.add({ module: 'dealerBranch', path: '/dealer-branch', record: 5, field: null, name, bytes }),
    )
    await waitFor(() => expect(aloud()).toMatch(/^Offline\./))
    return item
  }
  await haveNumbers(server)
  await chosen('sent.pdf')
  server.state.network = 'up'
  act(() => markConnection({ online: true }))
  await waitFor(() => expect(aloud()).toBe('Sent.'))
  const { id } = await chosen('given-up.pdf')
  await act(() => uploads!.cancel(id))
  await waitFor(() => expect(aloud()).toBe(''))

  // One that was sent a while before the rest was given up.
  const later = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number) =>
    later(work, ms === 5_000 ? 0 : ms),
  )
  const op = waiting()
  await planted(op)
  await chosen('long-ago.pdf')
  server.state.network = 'up'
  act(() => markConnection({ online: true }))
  await act(() => uploads!.sendNow())
  expect(uploads!.items().filter(({ state }) => state !== 'done')).toEqual([])
  await act(() => new Promise(resolve => later(resolve, 50)))
  await planted({ ...op, state: 'discarded', open: 0, endedAt: Date.now() + 60_000 })
  await waitFor(() => expect(screen.queryByRole('link', { name: /Unsent|Not acc|Needs/ })).toBeNull())
  expect(aloud()).toBe('')
})
