import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { begun } from './begun.ts'

/*
 * Files of tests that share a worker, its document and its libraries: each begins with modules of ours that nobody has loaded, an
 * empty document and empty stores, and nothing that the file before set going goes on.
 */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.restoreAllMocks()
vi.resetModules()
begun().end()
if ('document' in globalThis) {
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
  for (const [name] of document.cookie.matchAll(/[^=; ]+(?==)/g)) document.cookie = `${name}=; Path=/; Max-Age=0`
  history.replaceState(null, '', '/')
}
globalThis.indexedDB = new IDBFactory()
// The database library keeps answers of stores by their names, and one of itself for everybody.
Reflect.deleteProperty(globalThis, Symbol.for('Dexie'))
