import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

const ORIGIN = 'https://desk.example'
/** What the one cache of all versions holds: addresses with their revision. */
let kept: Map<string, Response>
/** What the registration says of the next version. */
let registration: { installing: object | null; waiting: object | null }
/** What happens when a piece is asked for. */
let onFetch: (path: string) => Promise<void>
/** A device that has no room for it says nothing and keeps nothing. */
let isFull: (url: string) => boolean
const asked: string[] = []

const urlOf = (request: Request | string) => (typeof request === 'string' ? request : request.url)
const cache = {
  keys: async () => [...kept.keys()].map(url => new Request(url)),
  match: async (request: Request | string) => kept.get(urlOf(request))?.clone(),
  put: async (request: Request | string, answer: Response) => {
    if (!isFull(urlOf(request))) kept.set(urlOf(request), answer)
  },
  delete: async (request: Request | string) => kept.delete(urlOf(request)),
}
const me = {}

/** The pieces of a version: a page, and scripts that are named after what is in them. */
const version = (name: string) => [
  { url: '/index.html', revision: name },
  { url: `/assets/first-${name}.js`, revision: null },
  { url: `/assets/last-${name}.js`, revision: null },
]
const keysOf = (name: string) =>
  [`/index.html?__WB_REVISION__=${name}`, `/assets/first-${name}.js`, `/assets/last-${name}.js`].map(
    path => `${ORIGIN}${path}`,
  )

class Extendable {
  readonly type = 'install'
  waitUntil() {}
}
const installs = () => new Extendable() as unknown as ExtendableEvent

beforeEach(() => {
  kept = new Map()
  registration = { installing: null, waiting: null }
  onFetch = async () => {}
  isFull = () => false
  asked.length = 0
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('serviceWorker', me)
  vi.stubGlobal('registration', registration)
  vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match })
  vi.stubGlobal('ExtendableEvent', Extendable)
  vi.stubGlobal('FetchEvent', class extends Event {})
  const RealRequest = Request
  // A worker takes addresses without an origin.
  vi.stubGlobal(
    'Request',
    class extends RealRequest {
      constructor(input: Request | string, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init)
      }
    },
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    await onFetch(pathname)
    return new Response(pathname)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const load = async (name: string) => (await import('./pieces.ts')).keepPieces(version(name))

describe('a version that takes over while the next one is fetched', () => {
  it('leaves alone what the next one has, which tidies up after both', async () => {
    const [first, second, third] = [await load('1'), await load('2'), await load('3')]
    await first.install(installs())
    await second.install(installs())
    registration.installing = {}
    onFetch = async path => {
      if (path === '/assets/last-3.js') await second.tidyUp()
    }
    await third.install(installs())
    expect([...kept.keys()]).toEqual(expect.arrayContaining(keysOf('3')))
    expect(asked.filter(path => path.endsWith('-3.js'))).toHaveLength(2)

    registration.installing = null
    registration.waiting = {}
    await second.tidyUp()
    expect([...kept.keys()]).toEqual(expect.arrayContaining(keysOf('3')))

    registration.waiting = null
    await third.tidyUp()
    expect([...kept.keys()].toSorted()).toEqual(keysOf('3').toSorted())
  })

  it('stops in the middle of it when the next one begins, and is not kept from it by itself', async () => {
    const [first, second] = [await load('1'), await load('2')]
    await first.install(installs())
    await second.install(installs())
    registration.waiting = me
    const remove = vi.spyOn(cache, 'delete').mockImplementationOnce(async request => {
      registration.installing = {}
      return kept.delete(urlOf(request))
    })
    onTestFinished(() => remove.mockRestore())
    await second.tidyUp()
    expect(remove).toHaveBeenCalledTimes(1)
    expect(kept.size).toBe(5)
    registration.installing = null
    await second.tidyUp()
    expect([...kept.keys()].toSorted()).toEqual(keysOf('2').toSorted())
  })
})

describe('a version that is fetched', () => {
  it('asks once more for what an earlier version, which knows no better, took away meanwhile, and for no more', async () => {
    const [second, third] = [await load('2'), await load('3')]
    onFetch = async path => {
      if (path !== '/assets/last-3.js') return
      // As every version did before this one.
      await second.controller.activate(installs())
    }
    await third.install(installs())
    expect([...kept.keys()].toSorted()).toEqual(keysOf('3').toSorted())
    expect(asked).toEqual([
      '/index.html',
      '/assets/first-3.js',
      '/assets/last-3.js',
      '/index.html',
      '/assets/first-3.js',
    ])
  })

  it('is not installed while a piece of it is not on the device', async () => {
    const third = await load('3')
    isFull = url => url.endsWith('/assets/last-3.js')
    await expect(third.install(installs())).rejects.toThrow('did not stay on this device: 1')
    isFull = () => false
    await third.install(installs())
    expect(kept.size).toBe(3)
  })
})
