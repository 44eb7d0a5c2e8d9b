// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteListeners } from '../../tests/support/forget-listeners.ts'

type Worker = EventTarget & { state: string; scriptURL: string; postMessage: (message: unknown) => void }
const worker = (state: string): Worker =>
  Object.assign(new EventTarget(), { state, scriptURL: 'http://localhost/sw.js', postMessage: vi.fn() })
const step = (one: Worker, state: string) => {
  one.state = state
  one.dispatchEvent(new Event('statechange'))
}

const reload = vi.fn()
let forget: () => void
let registered: unknown[]
type Registration = EventTarget &
  Record<'active' | 'waiting' | 'installing', Worker | null> & { update: () => Promise<void> }
let registration: Registration
let container: EventTarget & { controller: Worker | null; register: (url: unknown) => Promise<typeof registration> }
let kill: unknown
/** What the server says of the app that it serves now; null: it does not answer. */
let served: { build: string; changes: object } | null
/** The house told the worker to go away. */
let isGone: boolean
/** Web Locks of this browser: names that somebody holds. */
let held: Set<string>

const locks = {
  query: () => Promise.resolve({ held: [...held].map(name => ({ name })) }),
  async request(
    name: string,
    { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
    work: (lock: unknown) => Promise<unknown>,
  ) {
    while (held.has(name)) {
      if (ifAvailable) return work(null)
      signal?.throwIfAborted()
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    held.add(name)
    return work({ name }).finally(() => held.delete(name))
  },
}

type Opened = {
  controlled: boolean
  signedIn?: boolean
  comesThrough?: boolean
  begun?: Worker
  waits?: Worker
  workers?: boolean
  watched?: boolean
}
let comesThrough: boolean
/**
 * The app in a browser whose service worker container the test plays; `controlled`: not the first visit; `begun`: what the
 * browser began to fetch by itself, before the page looked; `waits`: what it has fetched by then.
 */
async function open({
  controlled,
  signedIn = true,
  comesThrough: comes = true,
  begun,
  waits,
  workers = true,
  watched = true,
}: Opened) {
  comesThrough = comes
  registered = []
  registration = Object.assign(new EventTarget(), {
    active: controlled ? worker('activated') : null,
    waiting: waits ?? null,
    installing: begun ?? (controlled ? null : worker('installing')),
    update: vi.fn(() => Promise.resolve()),
  })
  container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: (url: unknown) => {
      registered.push(url)
      return comesThrough ? Promise.resolve(registration) : Promise.reject(new TypeError('no network'))
    },
    getRegistrations: () => Promise.resolve([]),
    getRegistration: () => Promise.resolve(comesThrough && !isGone ? registration : undefined),
  })
  vi.stubGlobal('navigator', { onLine: true, locks, ...(workers ? { serviceWorker: container } : {}) })
  vi.stubGlobal('location', { reload, href: 'http://localhost/' })
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) => {
      if (path !== '/version.json') return Promise.resolve(Response.json(kill))
      return served ? Promise.resolve(Response.json(served)) : Promise.reject(new TypeError('no network'))
    }),
  )
  vi.stubEnv('PROD', true)
  vi.stubEnv('VITE_BUILD', '0.1.0-m5')
  vi.resetModules()
  vi.doMock('#src/offline/device.ts', () => ({ readSession: async () => (signedIn ? { userId: 7 } : null) }))
  const updates = await import('./updates.ts')
  const dirty = await import('#src/session/dirty.ts')
  const connection = await import('#src/offline/connection.ts')
  const news = await import('./app-news.ts')
  if (watched) await updates.watchUpdates()
  // The worker is registered by then, or is not.
  await pass(0)
  return { ...updates, ...dirty, ...connection, ...news }
}

const arrive = () => {
  const next = worker('installing')
  registration.installing = next
  registration.dispatchEvent(new Event('updatefound'))
  registration.waiting = next
  step(next, 'installed')
  return next
}
/** What the test calls to have the page looked at, or not. */
function attention() {
  const look = vi.spyOn(document, 'visibilityState', 'get')
  return (state: DocumentVisibilityState) => {
    look.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
}
const takeOver = () => container.dispatchEvent(new Event('controllerchange'))
/** Lets everything that waits for each other, and for so long, come to its end. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const skip = { type: 'SKIP_WAITING' }

beforeEach(() => {
  forget = noteListeners(window, document)
  vi.useFakeTimers()
  held = new Set()
  kill = { before: null }
  served = { build: '0.1.0-m5', changes: {} }
  isGone = false
})
afterEach(() => {
  forget()
  vi.useRealTimers()
  vi.doUnmock('#src/offline/device.ts')
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  reload.mockClear()
})

describe('a new version', () => {
  it('waits until the person says so, then takes over and the page loads once', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const next = arrive()
    await pass(5_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    const applied = applyUpdate()
    await pass(1_000)
    expect(next.postMessage).toHaveBeenCalledExactlyOnceWith(skip, [expect.anything()])
    takeOver()
    takeOver()
    await pass(10_000)
    expect(await applied).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is said also to whoever put off the one before it', async () => {
    const { tellNews, readNews, askForUpdate } = await open({ controlled: true })
    arrive()
    tellNews({ later: true })
    await pass(6_000)
    askForUpdate()
    await pass(1_000)
    expect(readNews()).toMatchObject({ newer: true, later: true })
    arrive()
    expect(readNews()).toMatchObject({ newer: true, later: false })
  })

  it('is told again until it takes over, and the page does not load before', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const next = arrive()
    const applied = applyUpdate()
    await pass(19_000)
    expect(vi.mocked(next.postMessage).mock.calls.length).toBeGreaterThan(5)
    expect(reload).not.toHaveBeenCalled()
    await pass(2_000)
    expect(await applied).toBe('stuck')
    expect(reload).not.toHaveBeenCalled()
    // It does after all.
    takeOver()
    await pass(1_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('never takes over under input that has no draft, nor does another tab make this page load', async () => {
    const { applyUpdate, holdOpen } = await open({ controlled: true })
    const next = arrive()
    const release = holdOpen()
    expect(await applyUpdate()).toBe('dirty')
    expect(next.postMessage).not.toHaveBeenCalled()
    takeOver()
    await pass(1_000)
    expect(reload).not.toHaveBeenCalled()
    release()
    const applied = applyUpdate()
    await pass(10_000)
    expect(await applied).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('says of a photo that found no room that it would be lost, and takes over without it only as its person says', async () => {
    const { applyUpdate, holdOpen, tellNews, readNews } = await open({ controlled: true })
    const { leaveUnkept, takeLeft } = await import('#src/offline/unkept-files.ts')
    const next = arrive()
    leaveUnkept('caredesk-u-7', [{}])
    // What is typed beside it is not meant by that.
    const release = holdOpen()
    expect(await applyUpdate({ losing: true })).toBe('dirty')
    release()
    expect(await applyUpdate()).toBe('unkept')
    await pass(10 * 60_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    // It was sent.
    takeLeft()
    const sent = applyUpdate()
    await pass(1_000)
    expect(next.postMessage).toHaveBeenCalledTimes(1)
    await pass(20_000)
    expect(await sent).toBe('stuck')

    leaveUnkept('caredesk-u-7', [{}])
    const applied = applyUpdate({ losing: true })
    await pass(1_000)
    takeOver()
    await pass(10_000)
    expect(await applied).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(readNews().newer).toBe(true)
    tellNews({ newer: false })
    takeLeft()
  })

  it('never takes over in the middle of a scan, nor does another tab make this page load', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const { noteKey } = await import('#src/lib/keys/burst.ts')
    const next = arrive()
    const scan = async () => {
      for (let key = 0; key < 8; key += 1) {
        noteKey(performance.now())
        await pass(10)
      }
    }
    await scan()
    expect(await applyUpdate()).toBe('scan')
    expect(next.postMessage).not.toHaveBeenCalled()
    takeOver()
    await pass(50)
    expect(reload).not.toHaveBeenCalled()
    // The label has been read.
    await pass(2_000)
    const applied = applyUpdate()
    await pass(10_000)
    expect(await applied).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('takes over input that has a draft once that is written, and the browser does not ask', async () => {
    const { applyUpdate, holdOpen, holdDraft, keepBeforeLeaving } = await open({ controlled: true })
    const next = arrive()
    const order: string[] = []
    holdOpen()
    holdDraft()
    keepBeforeLeaving(async () => void order.push('kept'))
    vi.mocked(next.postMessage).mockImplementation(() => void order.push('told'))
    const applied = applyUpdate()
    await pass(1_500)
    // Before it waits for the queue, and once more when it has it.
    expect(order).toEqual(['kept', 'kept', 'told'])
    takeOver()
    await pass(10_000)
    expect(await applied).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(false)
  })

  it('waits for what is being sent, and holds the queue until the page has gone', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const next = arrive()
    held.add('send:7')
    const applied = applyUpdate()
    await pass(20_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    held.delete('send:7')
    await pass(1_000)
    expect(next.postMessage).toHaveBeenCalledTimes(1)
    expect(held).toContain('send:7')
    takeOver()
    await pass(10_000)
    expect(await applied).toBeNull()
  })

  it('does not take over what was typed while it waited for that', async () => {
    const { applyUpdate, holdOpen } = await open({ controlled: true })
    const next = arrive()
    held.add('send:7')
    const applied = applyUpdate()
    await pass(20_000)
    const release = holdOpen()
    held.delete('send:7')
    await pass(1_000)
    release()
    expect(await applied).toBe('dirty')
    expect(next.postMessage).not.toHaveBeenCalled()
    expect(held).not.toContain('send:7')
  })

  it('leaves the page for what was typed while it took over, which loads when that is done', async () => {
    const { applyUpdate, holdOpen } = await open({ controlled: true })
    arrive()
    const applied = applyUpdate()
    await pass(3_000)
    const release = holdOpen()
    takeOver()
    await pass(10_000)
    expect(await applied).toBe('dirty')
    expect(reload).not.toHaveBeenCalled()
    release()
    void applyUpdate()
    await pass(1_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('gives up on a sending that does not end, and says so', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const next = arrive()
    held.add('send:7')
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      const stop = new AbortController()
      setTimeout(() => stop.abort(), ms)
      return stop.signal
    })
    const applied = applyUpdate()
    await pass(70_000)
    expect(await applied).toBe('sending')
    expect(next.postMessage).not.toHaveBeenCalled()
  })

  it('does not come between a file and the server, in whichever tab', async () => {
    const { applyUpdate } = await open({ controlled: true })
    arrive()
    held.add('caredesk-upload-1')
    expect(await applyUpdate()).toBe('upload')
    held.delete('caredesk-upload-1')
    const applied = applyUpdate()
    await pass(1_000)
    takeOver()
    await pass(10_000)
    expect(await applied).toBeNull()
  })

  it('waits for another tab that has input without a draft, and takes its drafts for enough', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const next = arrive()
    const other = new BroadcastChannel('caredesk-update')
    let safe = false
    other.addEventListener('message', ({ data }) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      if (data.kind === 'keep') other.postMessage({ kind: 'kept', ask: data.ask, safe })
    })
    vi.useRealTimers()
    expect(await applyUpdate()).toBe('elsewhere')
    expect(next.postMessage).not.toHaveBeenCalled()
    safe = true
    void applyUpdate()
    await vi.waitFor(() => expect(next.postMessage).toHaveBeenCalledTimes(1))
    takeOver()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    other.close()
  })

  it('takes over by itself when nobody has looked for five minutes, and nothing is being sent', async () => {
    const { holdOpen } = await open({ controlled: true })
    const next = arrive()
    const turn = attention()
    turn('hidden')
    await pass(299_000)
    turn('visible')
    await pass(299_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    const release = holdOpen()
    turn('hidden')
    await pass(302_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    release()
    held.add('send:7')
    turn('hidden')
    await pass(302_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    held.delete('send:7')
    turn('hidden')
    await pass(302_000)
    expect(next.postMessage).toHaveBeenCalledTimes(1)
  })

  it('takes over a page that nobody looks at every five minutes until it can', async () => {
    const { holdOpen } = await open({ controlled: true })
    const next = arrive()
    const turn = attention()
    const release = holdOpen()
    turn('hidden')
    await pass(302_000)
    release()
    held.add('send:7')
    await pass(300_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    held.delete('send:7')
    await pass(300_000)
    expect(next.postMessage).toHaveBeenCalledTimes(1)
  })

  it('takes over as soon as it comes where nobody has looked for long, and not before', async () => {
    await open({ controlled: true })
    const turn = attention()
    turn('hidden')
    await pass(60_000)
    const early = arrive()
    await pass(5_000)
    expect(early.postMessage).not.toHaveBeenCalled()
    turn('visible')
    registration.waiting = null
    step(early, 'redundant')
    turn('hidden')
    await pass(60 * 60_000)
    const late = arrive()
    await pass(1_500)
    expect(late.postMessage).toHaveBeenCalledExactlyOnceWith(skip, [expect.anything()])
  })

  it('takes over a page that was never looked at', async () => {
    const turn = attention()
    turn('hidden')
    await open({ controlled: true })
    const next = arrive()
    await pass(302_000)
    expect(next.postMessage).toHaveBeenCalledTimes(1)
  })

  it('does not take over by itself while somebody looks at another tab, or has just done so', async () => {
    await open({ controlled: true })
    const turn = attention()
    expect(held).toContain('caredesk-looked-at')
    turn('hidden')
    await pass(299_000)
    expect(held).toContain('caredesk-looked-at')
    await pass(3_000)
    expect(held).not.toContain('caredesk-looked-at')
    // The other tab's.
    held.add('caredesk-looked-at')
    const next = arrive()
    await pass(20 * 60_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    held.delete('caredesk-looked-at')
    await pass(302_000)
    expect(next.postMessage).toHaveBeenCalled()
  })

  it('is asked for at the start, every hour, when the window is looked at, and when the server refuses this one', async () => {
    const { markConnection } = await open({ controlled: true })
    const asked = () => vi.mocked(registration.update).mock.calls.length
    expect(asked()).toBe(1)
    await pass(2 * 60 * 60_000)
    expect(asked()).toBe(3)
    await pass(60_000)
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('online'))
    expect(asked()).toBe(4)
    // Who asks again so soon is answered a moment later.
    await pass(60_000)
    expect(asked()).toBe(5)
    markConnection({ refusedBuild: true })
    markConnection({ online: false })
    expect(asked()).toBe(6)
  })
})

describe('a version that began to come before the page looked', () => {
  it('is announced when it is whole, and asked for once more when a piece of it did not come', async () => {
    const begun = worker('installing')
    const { readNews } = await open({ controlled: true, begun })
    await pass(1_000)
    expect(readNews().newer).toBe(false)
    registration.installing = null
    registration.waiting = begun
    step(begun, 'installed')
    expect(readNews().newer).toBe(true)

    const broken = worker('installing')
    await open({ controlled: true, begun: broken })
    await pass(1_000)
    registration.installing = null
    step(broken, 'redundant')
    await pass(11_000)
    expect(registration.update).toHaveBeenCalledTimes(2)
  })

  it('is said at once where it waits already', async () => {
    const { readNews } = await open({ controlled: true, waits: worker('installed') })
    expect(readNews().newer).toBe(true)
  })

  it('is found by whoever looks again, also where the page heard nothing of it', async () => {
    const { askForUpdate, applyUpdate, readNews } = await open({ controlled: true })
    const there = worker('installed')
    registration.waiting = there
    await pass(6_000)
    askForUpdate()
    await pass(1_000)
    expect(readNews().newer).toBe(true)
    void applyUpdate()
    await pass(1_000)
    expect(there.postMessage).toHaveBeenCalledWith(skip, [expect.anything()])
  })

  it('is not announced where it is the very first', async () => {
    const begun = worker('installing')
    const { askForUpdate, readNews } = await open({ controlled: false, begun })
    await pass(6_000)
    registration.waiting = begun
    step(begun, 'installed')
    askForUpdate()
    await pass(1_000)
    expect(readNews().newer).toBe(false)
  })
})

describe('a version that did not come through', () => {
  it('is asked for once more', async () => {
    await open({ controlled: true })
    const update = vi.mocked(registration.update)
    await pass(60_000)
    update.mockRejectedValueOnce(new TypeError('no network'))
    window.dispatchEvent(new Event('online'))
    await pass(1_000)
    expect(update).toHaveBeenCalledTimes(2)
    await pass(10_000)
    expect(update).toHaveBeenCalledTimes(3)

    await pass(60_000)
    window.dispatchEvent(new Event('focus'))
    for (let time = 0; time < 2; time += 1) {
      const next = worker('installing')
      registration.installing = next
      registration.dispatchEvent(new Event('updatefound'))
      step(next, 'redundant')
      await pass(11_000)
      expect(update).toHaveBeenCalledTimes(5)
    }
  })
})

describe('a page that no worker keeps', () => {
  const next = { build: '0.1.0-m6', changes: {} }

  it('finds what the server has when that refuses it or somebody looks, and loads it when that is safe', async () => {
    const { markConnection, askForUpdate, applyUpdate, readNews, holdOpen } = await open({
      controlled: false,
      workers: false,
    })
    markConnection({ refusedBuild: true })
    await pass(1_000)
    expect(readNews().newer).toBe(false)
    served = next
    askForUpdate()
    await pass(6_000)
    expect(readNews().newer).toBe(true)
    const release = holdOpen()
    expect(await applyUpdate()).toBe('dirty')
    release()
    held.add('send:7')
    const applied = applyUpdate()
    await pass(1_000)
    expect(reload).not.toHaveBeenCalled()
    held.delete('send:7')
    await pass(11_000)
    expect(await applied).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('says a still newer one also to whoever put off the one before it', async () => {
    served = next
    const { askForUpdate, tellNews, readNews } = await open({ controlled: false, workers: false })
    askForUpdate()
    await pass(1_000)
    tellNews({ later: true })
    await pass(6_000)
    askForUpdate()
    await pass(1_000)
    expect(readNews()).toMatchObject({ newer: true, later: true })
    served = { build: '0.1.0-m7', changes: {} }
    await pass(6_000)
    askForUpdate()
    await pass(1_000)
    expect(readNews()).toMatchObject({ newer: true, later: false })
  })

  it('finds it by itself when it is refused', async () => {
    served = next
    const { markConnection, readNews } = await open({ controlled: false, workers: false })
    await pass(60_000)
    expect(readNews().newer).toBe(false)
    markConnection({ refusedBuild: true })
    await pass(1_000)
    expect(readNews().newer).toBe(true)
  })

  it('stays while the server does not answer, and is told of the version again when it does', async () => {
    served = next
    const { askForUpdate, applyUpdate, readNews } = await open({ controlled: false, workers: false })
    askForUpdate()
    await pass(1_000)
    served = null
    expect(await applyUpdate()).toBeNull()
    expect(reload).not.toHaveBeenCalled()
    expect(readNews().newer).toBe(false)
    await pass(6_000)
    askForUpdate()
    await pass(5_000)
    served = next
    await pass(6_000)
    expect(readNews().newer).toBe(true)
  })

  it('is also one whose worker was told to go away, before it was opened or since', async () => {
    served = next
    kill = { before: '0.2.0-m6' }
    vi.stubGlobal('caches', { keys: () => Promise.resolve([]) })
    const killed = await open({ controlled: true })
    killed.askForUpdate()
    await pass(1_000)
    expect(killed.readNews().newer).toBe(true)

    kill = { before: null }
    const { askForUpdate, readNews } = await open({ controlled: true })
    await pass(6_000)
    const update = vi.mocked(registration.update).mockRejectedValue(new TypeError('no registration'))
    askForUpdate()
    await pass(1_000)
    // A worker that only was not reached still has the app: loading again would bring the same.
    expect([update.mock.calls.length, readNews().newer]).toEqual([2, false])
    isGone = true
    await pass(6_000)
    askForUpdate()
    await pass(1_000)
    expect(readNews().newer).toBe(true)
  })

  it('is none before it is known whether there is a worker', async () => {
    served = next
    const { askForUpdate, readNews, watchUpdates } = await open({ controlled: true, watched: false })
    askForUpdate()
    await pass(6_000)
    expect(readNews().newer).toBe(false)
    await watchUpdates()
    await pass(6_000)
    expect([registered.length, readNews().newer]).toEqual([1, false])
  })
})

describe('the first visit', () => {
  it('asks for the worker again where it did not come through, and where a piece of it did not', async () => {
    await open({ controlled: false, comesThrough: false })
    expect(registered).toHaveLength(1)
    await pass(60_000)
    expect(registered).toHaveLength(2)
    comesThrough = true
    window.dispatchEvent(new Event('online'))
    await pass(1_000)
    expect(registered).toHaveLength(3)

    const first = registration.installing!
    registration.dispatchEvent(new Event('updatefound'))
    registration.installing = null
    step(first, 'redundant')
    await pass(11_000)
    expect(registered).toHaveLength(4)
    registration.active = worker('activated')
    await pass(60_000)
    window.dispatchEvent(new Event('online'))
    expect(registered).toHaveLength(4)
  })

  it('does not load twice when the worker takes the page, and hears of the version after it', async () => {
    await open({ controlled: false, signedIn: false })
    container.controller = worker('activated')
    takeOver()
    await pass(2_000)
    expect(reload).not.toHaveBeenCalled()
    takeOver()
    await pass(2_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('the registration', () => {
  it('goes through a policy that lets one script through and no other', async () => {
    let rules: { createScriptURL: (url: string) => string } | undefined
    vi.stubGlobal('trustedTypes', {
      createPolicy: (name: string, given: typeof rules) => {
        expect(name).toBe('sw-url')
        rules = given
        return { createScriptURL: (url: string) => ({ trusted: given!.createScriptURL(url) }) }
      },
    })
    await open({ controlled: false })
    expect(registered).toEqual([{ trusted: '/sw.js' }])
    expect(() => rules!.createScriptURL('https://evil.example/sw.js')).toThrow(TypeError)
    expect(() => rules!.createScriptURL('/sw.js?x')).toThrow(TypeError)
  })

  it('is not made for a build that the house has told to go away', async () => {
    kill = { before: '0.2.0-m6' }
    vi.stubGlobal('caches', { keys: () => Promise.resolve([]) })
    await open({ controlled: false })
    expect(registered).toEqual([])
    kill = { before: '0.2.0-m5' }
    await open({ controlled: false })
    expect(registered).toEqual(['/sw.js'])
  })
})
