import { useSyncExternalStore } from 'react'

/** What the browser hands out when the app could be installed; not every browser does. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let prompt: InstallPrompt | null = null
const listeners = new Set<() => void>()
const set = (next: InstallPrompt | null) => {
  prompt = next
  for (const listener of listeners) listener()
}

/** Asked before anything else runs: the browser offers it once, soon after the page has loaded. */
export function watchInstall() {
  window.addEventListener('beforeinstallprompt', event => {
    // The person asks for it in the menu, when they want it.
    event.preventDefault()
    set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => set(null))
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Safari on iOS can, but says nothing of it. */
const isIos = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.platform) && navigator.maxTouchPoints > 1)

export type Install = { kind: 'prompt'; install: () => void } | { kind: 'ios' } | null

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How this browser can install the app; null where it is installed or cannot be. */
export function useInstall(): Install {
  const offered = useSyncExternalStore(subscribe, () => prompt)
  if (isInstalled()) return null
  if (offered)
    return {
      kind: 'prompt',
      install: () => {
        set(null)
        void offered.prompt()
      },
    }
  return isIos() ? { kind: 'ios' } : null
}
