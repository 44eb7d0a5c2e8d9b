import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setShortcutsOff, useShortcut } from '#src/lib/keys/shortcuts.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { Everywhere } from '../everywhere.tsx'

/** Longer than anybody presses Alt for something else. */
const LONG = 1_000

let userId = 9_800
beforeAll(() => speakEnglish('ui', 'shell', 'keys', 'problems', 'palette'))
beforeEach(async () => {
  syncDouble()
  userId += 1
  await begin({ userId, permissions: [] })
  // jsdom lays nothing out: everything is in sight, but what is hidden.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(40, 60 * [...document.querySelectorAll('button')].indexOf(this as HTMLButtonElement), 120, 36)
  })
  Element.prototype.checkVisibility = function () {
    return !this.hasAttribute('hidden')
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(Element.prototype, 'checkVisibility')
  setShortcutsOff([])
})

function Buttons() {
  const save = useShortcut('save', () => undefined, 'Save')
  const create = useShortcut('create', () => undefined, 'New')
  return (
    <main>
      <button type="button" aria-keyshortcuts={save}>
        Keep it
      </button>
      <button type="button" aria-keyshortcuts={create}>
        Another one
      </button>
      <button type="button" hidden aria-keyshortcuts="Alt+J">
        Not in sight
      </button>
    </main>
  )
}
async function open() {
  const page = (
    <>
      <Buttons />
      <Everywhere />
    </>
  )
  const hand = showAtWork(userId, createMemoryRouter([{ path: '/', element: page }]))
  await screen.findByRole('button', { name: 'Keep it' })
  return hand
}
/** What stands at the feet of the buttons. */
const shown = () =>
  [...document.querySelectorAll('kbd')].map(kbd => kbd.textContent).filter(keys => !keys?.startsWith('?'))
const hold = (more: object = {}) => fireEvent.keyDown(document.body, { key: 'Alt', altKey: true, ...more })
const letGo = () => fireEvent.keyUp(document.body, { key: 'Alt' })

test('whoever holds Alt sees the keys of every button in sight, until they let go', async () => {
  await open()
  expect(shown()).toEqual([])
  hold()
  await waitFor(() => expect(shown()).toEqual(['Ctrl S', 'Alt C']))
  letGo()
  await waitFor(() => expect(shown()).toEqual([]))

  hold()
  await waitFor(() => expect(shown()).toHaveLength(2))
  // They go as soon as one of them is pressed, or somebody does something else.
  fireEvent.pointerDown(document.body)
  await waitFor(() => expect(shown()).toEqual([]))
})

test('a short press of Alt, Alt with other keys, and hints that are switched off show nothing', async () => {
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  hold()
  await pass(200)
  letGo()
  await pass(LONG)
  expect(shown()).toEqual([])
  hold({ ctrlKey: true })
  await pass(LONG)
  expect(shown()).toEqual([])
  letGo()
  hold()
  fireEvent.keyDown(document.body, { key: 'c', altKey: true })
  await pass(LONG)
  expect(shown()).toEqual([])
  letGo()

  setShortcutsOff(['hints'])
  hold()
  await pass(LONG)
  expect(shown()).toEqual([])
  letGo()
  setShortcutsOff([])
  hold()
  await pass(LONG)
  vi.useRealTimers()
  await waitFor(() => expect(shown()).toHaveLength(2))
})
