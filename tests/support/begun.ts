import { original } from './original.ts'

/** What files of this worker set going or put in the place of something. `end`: none of it goes on. */
type Begun = { end: () => void }
type Undo = Set<() => void>

/** From the first time on, for all files of this worker. */
export const begun = (): Begun =>
  original('notes of what began', () => {
    const undo: Undo = new Set()
    const putBack = hosts().map(standing)
    if ('document' in globalThis) for (const target of [window, document]) noteListeners(target, undo)
    noteTimers('setInterval', clearInterval, undo)
    noteTimers('setTimeout', clearTimeout, undo)
    noteChannels(undo)
    return {
      end: () => {
        for (const stop of undo) stop()
        undo.clear()
        for (const restore of putBack) restore()
      },
    }
  })

/** Libraries are loaded once for all files, and so they listen once. Of them the database alone is loaded anew. */
const ofLibrary = (file: string | undefined) =>
  file !== undefined && file.includes('/node_modules/') && !/\/node_modules\/(@?vitest|dexie)/.test(file)

/** The file whose line called the caller of this. By name alone: to find the line in its source takes long. */
function calling(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error
  try {
    Error.stackTraceLimit = 3
    Error.prepareStackTrace = (_, sites) => sites[2]?.getFileName()
    return new Error().stack
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

function noteListeners(target: EventTarget, undo: Undo): void {
  const listen = target.addEventListener.bind(target)
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    if (!ofLibrary(calling())) undo.add(() => target.removeEventListener(...args))
    listen(...args)
  }
}

type Start = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout

function noteTimers(kind: 'setTimeout' | 'setInterval', clear: (timer: NodeJS.Timeout) => void, undo: Undo): void {
  const start = globalThis[kind] as Start
  const noted: Start = (run, ms, ...given) => {
    const timer = start(() => {
      if (kind === 'setTimeout') undo.delete(stop)
      run(...given)
    }, ms)
    const stop = () => clear(timer)
    undo.add(stop)
    return timer
  }
  Object.assign(globalThis, { [kind]: Object.assign(noted, start) })
}

function noteChannels(undo: Undo): void {
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      undo.add(() => this.close())
    }
  }
}

/** Where tests put what there is none of in jsdom. */
function hosts(): object[] {
  if (!('document' in globalThis)) return []
  const kinds = [Element, HTMLElement, HTMLDialogElement, CSSStyleSheet].map(({ prototype }) => prototype)
  return [navigator, document, URL, ...kinds]
}

/** What a library puts in its place when it is loaded. */
const OF_LIBRARY = 'focus'

/** Puts back what stood there. The marks that libraries make stay: symbols, and names that begin with a line. */
function standing(host: object): () => void {
  const before = Object.entries(Object.getOwnPropertyDescriptors(host)).filter(([name]) => name !== OF_LIBRARY)
  const stays = new Set([OF_LIBRARY, ...before.map(([name]) => name)])
  return () => {
    for (const name of Object.getOwnPropertyNames(host))
      if (!stays.has(name) && !name.startsWith('_')) Reflect.deleteProperty(host, name)
    for (const [name, descriptor] of before) if (descriptor.configurable) Object.defineProperty(host, name, descriptor)
  }
}
