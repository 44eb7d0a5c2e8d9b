import { useSyncExternalStore } from 'react'
import { somethingIsOpen } from '#src/session/dirty.ts'

const WORKER = '/sw.js'
const HOUR = 60 * 60_000
const UNATTENDED = 5 * 60_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

const show = (worker: ServiceWorker | null) => {
  waiting = worker
  for (const listener of listeners) listener()
}

// TypeScript's own types do not have these yet.
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

// Our policy lets exactly one script become a service worker.
const workerUrl = (): string => {
  const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('sw-url', {
    createScriptURL: url => {
      if (url !== WORKER) throw new TypeError(`${url} is not our service worker`)
      return url
    },
  })
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string
}

/** Keeps the app on the device and notices new versions. One takes over only when the person says so, or nobody looks. */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const had = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is already of its version. Unsaved input keeps its page.
    if (!had || reloading || somethingIsOpen()) return
    reloading = true
    location.reload()
  })

  const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  const follow = (worker: ServiceWorker | null) => {
    if (worker === null) return
    const look = () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) show(worker)
      if (worker.state === 'activated' || worker.state === 'redundant') show(registration.waiting)
    }
    worker.addEventListener('statechange', look)
    look()
  }
  follow(registration.waiting)
  registration.addEventListener('updatefound', () => follow(registration.installing))

  const ask = () => void registration.update().catch(() => {})
  setInterval(ask, HOUR)
  window.addEventListener('online', ask)
  let away: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(away)
    if (document.visibilityState === 'visible') ask()
    else away = setTimeout(() => void applyUpdate(), UNATTENDED)
  })
}

/** Lets the waiting version take over; every tab without unsaved input loads it. False if this tab has some. */
export function applyUpdate(): boolean {
  if (somethingIsOpen()) return false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  waiting?.postMessage({ type: 'SKIP_WAITING' })
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Is a newer version of the app on this device, waiting to take over? */
export const useUpdate = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)
