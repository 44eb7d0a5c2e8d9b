import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { noteServerTime } from '#src/lib/clock.ts'
import { markConnection } from '#src/offline/connection.ts'
import { build } from '#src/offline/outbox/build.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { AppCard } from '#src/pages/diagnostics/app-card.tsx'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import told from '../../public/locales/en/changes.json' with { type: 'json' }
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { deviceFacts } from '../../tests/support/device-facts.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { plantWaiting, writtenByNewer } from '../../tests/support/shut-store.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { tellNews } from './app-news.ts'
import { Notices } from './notices.tsx'
import { applyUpdate, whatIsNew } from './updates.ts'

vi.mock(import('./updates.ts'), async original => ({
  ...(await original()),
  applyUpdate: vi.fn<typeof applyUpdate>(async () => 'upload'),
}))

const MINUTE = 60_000
beforeAll(() => speakEnglish('ui', 'shell', 'problems', 'changes', 'diagnostics'))

let userId = 9_300
beforeEach(async () => {
  // Nobody else says what time it is.
  syncDouble().state.network = 'refuse'
  userId += 1
  await begin({ userId, permissions: [] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'setAppBadge')
})

const show = () =>
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Notices />
        <ConfirmHost />
      </MemoryRouter>
    </AtWork>,
  )

test('a clock that is wrong is said, by how much, until it is right again', async () => {
  show()
  const serverIsAt = (minutes: number) =>
    act(() => noteServerTime(new Date(Date.now() + minutes * MINUTE).toISOString()))
  serverIsAt(5)
  expect(screen.queryByText('The clock of this device is wrong')).toBeNull()
  serverIsAt(25)
  expect(await screen.findByText(/25 minutes behind/)).toBeTruthy()
  serverIsAt(-3 * 60)
  expect(await screen.findByText(/3 hours ahead/)).toBeTruthy()
  serverIsAt(-365 * 24 * 60)
  expect(await screen.findByText(/365 days ahead/)).toBeTruthy()
  serverIsAt(0)
  expect(screen.queryByText('The clock of this device is wrong')).toBeNull()
})

test('of all that there is to say one thing is said, the most important', async () => {
  const db = await openUserDb(userId, register)
  await db.outbox.add(waitingOp({ userId }))
  db.close()
  show()
  const all = () => {
    tellNews({ newer: true, missing: true })
    markConnection({ sessionOver: true, refusedBuild: true, trouble: 'storageFull' })
    noteServerTime(new Date(Date.now() + 25 * MINUTE).toISOString())
  }
  act(all)
  const says = async (words: string) => {
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Notices' }).childElementCount).toBe(1)
  }
  await says('This device is full')
  act(() => markConnection({ trouble: null }))
  await says('A part of this page is not on this device.')
  act(() => tellNews({ missing: false }))
  await says('Update to send.')
  act(() => markConnection({ refusedBuild: false }))
  await says('Sign in to send 1 change')
  act(() => markConnection({ sessionOver: false }))
  await says('A new version is ready.')
  act(() => tellNews({ newer: false }))
  await says('The clock of this device is wrong')
  act(() => noteServerTime(new Date().toISOString()))
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
})

test('nobody is asked to sign in so that what they lose by it is sent', async () => {
  const db = await openUserDb(userId, register)
  await db.outbox.bulkAdd([waitingOp({ userId }), waitingOp({ userId, id: 2, lane: 'source:2' })])
  const page = {}
  show()
  act(() => markConnection({ sessionOver: true }))
  expect(await screen.findByText('Sign in to send 2 changes')).toBeTruthy()
  expect(screen.getByText(/everything is saved on this device/)).toBeTruthy()
  act(() => noteUnkept(page, 1))
  const lost = /1 photo or file does not fit on this device and is lost then/
  expect(await screen.findByText(lost)).toBeTruthy()
  expect(screen.getByText('Sign in to send 2 changes')).toBeTruthy()
  expect(screen.queryByText(/everything is saved/)).toBeNull()
  await db.outbox.clear()
  db.close()
  expect(await screen.findByText('You will be asked to sign in again')).toBeTruthy()
  expect(screen.getByText(lost)).toBeTruthy()
  act(() => {
    noteUnkept(page, 0)
    markConnection({ sessionOver: false })
  })
})

test('the icon of the app says how much waits, and nothing any more once its person has left', async () => {
  const onIcon = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'setAppBadge', { value: onIcon, configurable: true })
  const db = await openUserDb(userId, register)
  await db.outbox.bulkAdd([waitingOp({ userId }), waitingOp({ userId, id: 2, lane: 'source:2' })])
  db.close()
  show()
  await waitFor(() => expect(onIcon).toHaveBeenLastCalledWith(2))
  cleanup()
  expect(onIcon).toHaveBeenLastCalledWith(0)
})

test('a new version that was put off is said again to whoever looks for one, and while the server takes nothing of this one', async () => {
  const hand = userEvent.setup({ delay: null })
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Notices />
        <AppCard facts={deviceFacts()} />
      </MemoryRouter>
    </AtWork>,
  )
  const ready = 'A new version is ready.'
  act(() => tellNews({ newer: true }))
  expect(await screen.findByText(ready)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByText(ready)).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'Look for a new version' }))
  expect(await screen.findByText(ready)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Later' }))
  act(() => markConnection({ refusedBuild: true }))
  expect(await screen.findByText('Update to send.')).toBeTruthy()
  act(() => markConnection({ refusedBuild: false }))
  expect(screen.queryByText('Update to send.')).toBeNull()
  expect(screen.queryByText(ready)).toBeNull()
  act(() => tellNews({ newer: false, later: false }))
})

test('a new version says in a line what is new in it, in the language that is spoken, and nothing where it says nothing new', async () => {
  let changes: Record<string, string> = { en: 'Orders can be packed by hand.', hi: 'Nobody reads this here.' }
  vi.stubGlobal('fetch', async () => Response.json({ build: 'the next', changes }))
  show()
  act(() => tellNews({ newer: true }))
  expect(await screen.findByText('Orders can be packed by hand.')).toBeTruthy()
  expect(screen.queryByText(/Nobody reads this/)).toBeNull()
  expect(screen.getByText(/^Loading it takes a moment; what you typed is kept\./)).toBeTruthy()
  cleanup()

  // Only mended: its line is the one that whoever reads this has been told.
  changes = { en: told.latest }
  show()
  await screen.findByText(/^Loading it takes a moment/)
  // Whoever asks last is answered last.
  await act(async () => void (await whatIsNew()))
  expect(screen.queryByText(told.latest)).toBeNull()
  act(() => tellNews({ newer: false }))
})

test('why a new version cannot be loaded at this moment is read out', async () => {
  show()
  act(() => tellNews({ newer: true }))
  const said = await screen.findByRole('status')
  await userEvent.click(screen.getByRole('button', { name: 'Load it now' }))
  await waitFor(() => expect(said.textContent).toBe('A file is being sent. Load it when that is done.'))
  act(() => tellNews({ newer: false }))
})

test('a photo that found no room is told of before a new version is loaded, with the way to it, and lost only as its person says', async () => {
  const page = {}
  noteUnkept(page, 2)
  vi.mocked(applyUpdate).mockClear()
  vi.mocked(applyUpdate).mockImplementation(async how => (how?.losing ? 'upload' : 'unkept'))
  show()
  act(() => tellNews({ newer: true }))
  const load = await screen.findByRole('button', { name: 'Load it now' })
  await userEvent.click(load)
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(await screen.findByText(/^2 photos and files do not fit on this device/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Outbox' }).getAttribute('href')).toBe('/outbox')
  expect(vi.mocked(applyUpdate).mock.calls.map(([how]) => how?.losing)).toEqual([false])

  await userEvent.click(load)
  expect(await screen.findByText('Load the new version and lose 2 photos and files?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Load anyway' }))
  await waitFor(() => expect(vi.mocked(applyUpdate).mock.lastCall).toEqual([{ losing: true }]))

  await userEvent.click(load)
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  // They were sent.
  act(() => noteUnkept(page, 0))
  expect(screen.queryByText(/found no room/)).toBeNull()
  expect(screen.getByText(/Loading it takes a moment/)).toBeTruthy()
  act(() => tellNews({ newer: false }))
  vi.mocked(applyUpdate).mockImplementation(async () => 'upload')
})

test('what a newer version has written is fetched by a reload, unless it waits to be loaded, or the server itself has gone back', async () => {
  await plantWaiting(userId, 1)
  await writtenByNewer(userId)
  let served = 'another'
  vi.stubGlobal('fetch', async () => Response.json({ build: served, changes: {} }))
  show()
  expect(await screen.findByText(/Load again to get the newer one/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy()
  act(() => tellNews({ newer: true }))
  expect(await screen.findByText(/Load the new version\. Nothing was changed/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load again' })).toBeNull()
  act(() => tellNews({ newer: false }))
  cleanup()

  served = build
  show()
  expect(await screen.findByText(/the server has gone back to this one/)).toBeTruthy()
  expect(screen.getByText(/What is not sent is still here, and goes once the newer version is back/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Save unsent work' })).toBeTruthy()
})
