import { useSyncExternalStore } from 'react'
import { somethingIsOpen } from '#src/session/dirty.ts'

const WORKER = '/sw.js'
const HOUR = 60 * 60_000
const UNATTENDED = 5 * 60_000

/** The newer version: one that waits to take over, or one that has, while this page was kept for its unsaved input. */
let newer: ServiceWorker | 'took over' | null = null
const listeners = new Set<() => void>()

const show = (next: typeof newer) => {
  newer = next
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
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is already of its version.
    if (!had || newer === 'took over') return
    show('took over')
    applyUpdate()
  })

  const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  const follow = (worker: ServiceWorker | null) => {
    if (worker === null) return
    const look = () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) show(worker)
      if (worker.state === 'redundant' && newer === worker) show(registration.waiting)
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

/** Lets the newer version take over; every tab without unsaved input loads it. False if this tab has some. */
export function applyUpdate(): boolean {
  if (somethingIsOpen()) return false
  if (newer === 'took over') location.reload()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  else newer?.postMessage({ type: 'SKIP_WAITING' })
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Is a newer version of the app on this device than this page? */
export const useUpdate = (): boolean => useSyncExternalStore(subscribe, () => newer !== null)
