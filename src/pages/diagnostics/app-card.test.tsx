import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { noteLeftSealed } from '#src/offline/left-sealed.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { deviceFacts } from '../../../tests/support/device-facts.ts'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { AppCard } from './app-card.tsx'
import { gatherFacts, type DeviceFacts } from './facts.ts'
import { UnsentCard } from './unsent-card.tsx'

beforeAll(() => speakEnglish('ui', 'diagnostics'))
beforeEach(() => void (syncDouble().state.network = 'refuse'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const none = deviceFacts({ build: '0.1.0-m5' })

test.each([
  ['0.1.0-m6', 'A newer version'],
  ['0.1.0-m4', 'An older version'],
  ['0.1.0-m5', 'The same version'],
])('a server that has build %s has %s', (build, words) => {
  render(<AppCard facts={{ ...none, served: { build, changes: {} } }} />)
  expect(screen.getByText(words)).toBeTruthy()
})

test.each([
  ['none', null, 'None: the app needs a connection to start'],
  ['one that takes its time', 4_000, '0.1.0-m5'],
  ['one that does not answer', Infinity, 'It does not answer now'],
])('of the service worker it says what is so: %s', async (_, answersAfter, words) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const postMessage = (_message: unknown, [port]: MessagePort[]) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
    if (answersAfter !== Infinity) setTimeout(() => port!.postMessage('0.1.0-m5'), answersAfter!)
  }
  const serviceWorker = { controller: answersAfter === null ? null : { postMessage } }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
  const found: DeviceFacts[] = []
  void gatherFacts(null, null).then(facts => found.push(facts))
  while (found.length === 0) {
    await vi.advanceTimersByTimeAsync(50)
    await new Promise(resolve => setImmediate(resolve))
  }
  vi.useRealTimers()
  render(<AppCard facts={found[0]!} />)
  expect(screen.getByText(words)).toBeTruthy()
})

test('what only the page has counts with the files that wait', async () => {
  const db = await openUserDb(9_480, register)
  const page = {}
  act(() => noteUnkept(page, 2))
  expect((await gatherFacts(db.name, db)).unsent).toMatchObject({ changes: 0, files: 2 })
  act(() => noteUnkept(page, 0))
  db.close()
})

test('what stays sealed for want of room is said beside what can be read', async () => {
  const db = await openUserDb(9_481, register)
  const { unmount } = render(<UnsentCard facts={await gatherFacts(db.name, db)} />)
  expect(screen.queryByText('Sealed, as there is no room')).toBeNull()
  unmount()
  const at = (await db.table('outbox').add({ sealed: {} })) as number
  noteLeftSealed(db, [{ store: 'outbox', at, as: 'mid', names: [], count: 1 }])
  const facts = await gatherFacts(db.name, db)
  expect(facts.unsent).toMatchObject({ changes: 0, sealed: 1 })
  render(<UnsentCard facts={facts} />)
  expect(screen.getByText('Sealed, as there is no room').nextElementSibling?.textContent).toBe('1')
  db.close()
})
