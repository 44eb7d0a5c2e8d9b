import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

/*
 * Files of tests that share a worker, its document and its libraries: each begins with modules of ours that nobody has loaded, an
 * empty document and empty stores, and nothing that the file before set going goes on.
 */
type Begun = { undo: (() => void)[] }

const key = Symbol.for('what the files of this worker began')
const begun = (Reflect.get(globalThis, key) as Begun | undefined) ?? noteWhatBegins()
for (const undo of begun.undo.splice(0)) undo()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.restoreAllMocks()
vi.resetModules()
for (const element of [document.documentElement, document.head, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
document.title = ''
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
globalThis.indexedDB = new IDBFactory()
// The database library keeps answers of stores by their names, and one of itself for everybody.
Reflect.deleteProperty(globalThis, Symbol.for('Dexie'))

function noteWhatBegins(): Begun {
  const made: Begun = { undo: [] }
  Reflect.set(globalThis, key, made)
  for (const target of [window, document] as EventTarget[]) {
    const add = target.addEventListener.bind(target)
    target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
      made.undo.push(() => target.removeEventListener(...args))
      add(...args)
    }
  }
  const { setInterval: beat } = globalThis
  const noted = (...args: Parameters<typeof beat>) => {
    const beats = beat(...args)
    made.undo.push(() => clearInterval(beats))
    return beats
  }
  globalThis.setInterval = Object.assign(noted, beat) as typeof beat
  return made
}
