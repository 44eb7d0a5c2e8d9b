import 'fake-indexeddb/auto'
// Before the testing library, which takes hold of what this replaces.
import './finish-act.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { forgetKeys } from '#src/lib/keys/burst.ts'
import './look-again.ts'
import './no-owner-stacks.ts'
import './patient.ts'
import './quick-styles.ts'
import { quiet } from './quiet.ts'

afterEach(() => {
  cleanup()
  // A shortcut soon after what the case before typed would be taken for the end of a scan.
  forgetKeys()
})

// What is still being written when a file ends would find no window: the document is taken away at once.
afterAll(quiet)

/** What is not found is told with what can be read instead, where a log is all that one has. */
const getElementError = (message: string | null, container: Element) =>
  new Error(`${message}\nWhat can be read: ${readable(container).slice(0, 2_000)}`)
const readable = (node: Node): string =>
  node.nodeType === Node.TEXT_NODE
    ? (node.textContent ?? '')
    : [...node.childNodes].map(readable).filter(Boolean).join(' | ')

configure({ asyncUtilTimeout: 15_000, getElementError })

// jsdom lays nothing out, so there is nothing to observe; menus and lists only need the observer to exist.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom has no selectors to write names into.
globalThis.CSS ??= { escape: (text: string) => text.replaceAll(/[^\w-]/g, sign => `\\${sign}`) } as typeof CSS

// jsdom animates nothing; without this Headless UI complains on every dialog.
Element.prototype.getAnimations = () => []

// jsdom has no screen to ask about: no query matches.
globalThis.matchMedia ??= (media: string) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList
