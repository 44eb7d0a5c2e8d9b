import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Worker = EventTarget & { state: string; postMessage: (message: unknown) => void }
const worker = (state: string): Worker => Object.assign(new EventTarget(), { state, postMessage: vi.fn() })
const step = (one: Worker, state: string) => {
  one.state = state
  one.dispatchEvent(new Event('statechange'))
}

const reload = vi.fn()
let registered: unknown[]
let registration: EventTarget & { waiting: Worker | null; installing: Worker | null; update: () => Promise<void> }
let container: EventTarget & { controller: Worker | null; register: (url: unknown) => Promise<typeof registration> }

/** The app in a browser whose service worker container the test plays; `controlled`: not the first visit. */
async function open({ controlled }: { controlled: boolean }) {
  registered = []
  registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    update: vi.fn(() => Promise.resolve()),
  })
  container = Object.assign(new EventTarget(), {
    controller: controlled ? worker('activated') : null,
    register: (url: unknown) => {
      registered.push(url)
      return Promise.resolve(registration)
    },
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('location', { reload })
  vi.stubEnv('PROD', true)
  vi.resetModules()
  const updates = await import('./updates.ts')
  const { holdOpen } = await import('#src/session/dirty.ts')
  await updates.watchUpdates()
  return { ...updates, holdOpen }
}

const arrive = () => {
  const next = worker('installing')
  registration.installing = next
  registration.dispatchEvent(new Event('updatefound'))
  registration.waiting = next
  step(next, 'installed')
  return next
}
const takeOver = () => container.dispatchEvent(new Event('controllerchange'))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  reload.mockClear()
})

describe('a new version', () => {
  it('waits until the person says so, then takes over and the page loads once', async () => {
    const { applyUpdate } = await open({ controlled: true })
    const next = arrive()
    expect(next.postMessage).not.toHaveBeenCalled()
    expect(applyUpdate()).toBe(true)
    expect(next.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' })
    takeOver()
    takeOver()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('never takes over under unsaved input, nor does another tab make this page load', async () => {
    const { applyUpdate, holdOpen } = await open({ controlled: true })
    const next = arrive()
    const release = holdOpen()
    expect(applyUpdate()).toBe(false)
    expect(next.postMessage).not.toHaveBeenCalled()
    takeOver()
    expect(reload).not.toHaveBeenCalled()
    release()
    expect(applyUpdate()).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('takes over by itself when nobody has looked for five minutes', async () => {
    const { holdOpen } = await open({ controlled: true })
    const next = arrive()
    const look = vi.spyOn(document, 'visibilityState', 'get')
    const turn = (state: DocumentVisibilityState) => {
      look.mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    turn('hidden')
    vi.advanceTimersByTime(299_000)
    turn('visible')
    vi.advanceTimersByTime(299_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    const release = holdOpen()
    turn('hidden')
    vi.advanceTimersByTime(301_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    release()
    turn('hidden')
    vi.advanceTimersByTime(301_000)
    expect(next.postMessage).toHaveBeenCalledTimes(1)
  })

  it('is asked for every hour', async () => {
    await open({ controlled: true })
    vi.advanceTimersByTime(2 * 60 * 60_000)
    expect(registration.update).toHaveBeenCalledTimes(2)
  })
})

describe('the first visit', () => {
  it('does not load twice when the worker takes the page', async () => {
    await open({ controlled: false })
    takeOver()
    expect(reload).not.toHaveBeenCalled()
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
})
