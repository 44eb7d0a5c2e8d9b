import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DataContext } from '#src/data/data.ts'
import { closeUserDb, defineUserDb, type UserDb } from '#src/offline/user-db.ts'
import { sharedLocks } from '../../tests/support/shared-locks.ts'
import { useNoteDraft } from './use-note-draft.ts'

let db: UserDb
let userId = 7_160
const place = 'customer:5:note'

beforeEach(async () => {
  userId += 1
  db = defineUserDb(userId, {})
  await db.open()
  Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true })
})
afterEach(async () => {
  closeUserDb(db)
  await db.delete()
  sessionStorage.clear()
  Reflect.deleteProperty(navigator, 'locks')
})

/** The box of a tab of its own, or of the same one after a reload. */
function open(tab: 'new' | 'reloaded' = 'new') {
  if (tab === 'new') sessionStorage.clear()
  const data = {
    register: {},
    opened: true,
    db,
    shut: null,
    sender: () => Promise.reject(new Error()),
    pullNow: () => {},
  }
  const wrapper = ({ children }: { children: ReactNode }) => <DataContext value={data}>{children}</DataContext>
  const { result, unmount } = renderHook(() => useNoteDraft(place), { wrapper })
  return {
    leave: unmount,
    draft: () => result.current,
    type: async (text: string) => {
      act(() => result.current.type(text))
      await waitFor(() => expect(result.current.kept).toBe(true))
    },
    stands: (text: string) => waitFor(() => expect(result.current.text).toBe(text)),
  }
}
const keptTexts = async () => (await db.drafts.toArray()).map(({ value }) => value as string).toSorted()
/** As the queue of changes does it: with the change the draft that it came from goes, whatever is in it. */
const goWith = (key: string | undefined) => db.drafts.delete(key ?? '')

test('two tabs at the notes of one record have a draft each, and what one sends takes nothing of the other’s', async () => {
  const one = open()
  await one.type('From one')
  const two = open()
  await two.type('From two')
  expect(await keptTexts()).toEqual(['From one', 'From two'])
  const own = await act(() => one.draft().hand())
  await goWith(own?.key)
  await act(async () => one.draft().clear('From one', own))
  expect(one.draft()).toMatchObject({ text: '', kept: false })
  expect(await keptTexts()).toEqual(['From two'])
  expect(two.draft()).toMatchObject({ text: 'From two', kept: true })
  two.leave()
  await open().stands('From two')
})

test('what is typed while a note is sent is kept beside it, and stays', async () => {
  const tab = open()
  await tab.type('Call back')
  const own = await act(() => tab.draft().hand())
  await tab.type('Call back tomorrow')
  await goWith(own?.key)
  await act(async () => tab.draft().clear('Call back', own))
  expect(tab.draft()).toMatchObject({ text: 'Call back tomorrow', kept: true })
  await waitFor(async () => expect(await keptTexts()).toEqual(['Call back tomorrow']))
})

test('what was not taken is kept again, once', async () => {
  const tab = open()
  await tab.type('Call back')
  const own = await act(() => tab.draft().hand())
  await act(async () => tab.draft().takeBack(own))
  await tab.type('Call back tomorrow')
  expect(await keptTexts()).toEqual(['Call back tomorrow'])
  tab.leave()
  await open().stands('Call back tomorrow')
})

test('while it is on its way no other box begins with it', async () => {
  const one = open()
  await one.type('Call back')
  await act(() => one.draft().hand())
  one.leave()
  const two = open()
  await two.type('Another')
  expect(two.draft().text).toBe('Another')
  expect(await keptTexts()).toEqual(['Another', 'Call back'])
})

test('a box that is left before it has looked for a note holds up nobody', async () => {
  await db.drafts.put({ key: `${place}#1`, value: 'Half a sen', at: 1 })
  open().leave()
  await open().stands('Half a sen')
})

test('one that an earlier build kept is brought back, and goes with its note', async () => {
  await db.drafts.put({ key: place, value: 'Half a sen', at: 1 })
  const tab = open()
  await tab.stands('Half a sen')
  await tab.type('Half a sentence')
  expect(await keptTexts()).toEqual(['Half a sentence'])
  act(() => tab.draft().type(''))
  await waitFor(async () => expect(await keptTexts()).toEqual([]))
})

/** A page that goes away: what it asked of the database comes to nothing. */
const writeNothing = () => vi.spyOn(db.drafts, 'put').mockReturnValue(new Promise(() => {}) as never)

test('what is handed on is kept before anything else happens', async () => {
  const tab = open()
  act(() => tab.draft().type('Call back'))
  const own = await act(() => tab.draft().hand())
  expect(await db.drafts.get(own?.key ?? '')).toMatchObject({ value: 'Call back' })
})

test.each([
  ['handed on', (tab: ReturnType<typeof open>) => void tab.draft().hand()],
  ['typed', () => void window.dispatchEvent(new Event('pagehide'))],
])('what was %s in the moment in which the page is reloaded stands there again, once', async (_, goAway) => {
  const tab = open()
  await tab.type('Call')
  act(() => tab.draft().type('Call back'))
  const puts = writeNothing()
  onTestFinished(() => puts.mockRestore())
  act(() => goAway(tab))
  puts.mockRestore()
  // The browser lets go of what a page that is gone has held.
  Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true })
  const again = open('reloaded')
  await again.stands('Call back')
  await waitFor(async () => expect(await keptTexts()).toEqual(['Call back']))
  await again.type('Call back tomorrow')
  expect(await keptTexts()).toEqual(['Call back tomorrow'])
})

test('what the database had by then is not there twice, and what was sent does not come back', async () => {
  const tab = open()
  act(() => tab.draft().type('Call back'))
  const own = await act(() => tab.draft().hand())
  await goWith(own?.key)
  await act(async () => tab.draft().clear('Call back', own))
  Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true })
  const again = open('reloaded')
  await again.type('Another')
  expect(again.draft().text).toBe('Another')
  expect(await keptTexts()).toEqual(['Another'])
})
