import { listeners } from '#src/lib/listeners.ts'

/** What the browser hands out when the app could be installed; not every browser does. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let offered: InstallPrompt | null = null
const { subscribe, tell } = listeners()

export const readInstall = () => offered

export function setInstall(next: InstallPrompt | null) {
  offered = next
  tell()
}

export const onInstall = subscribe

/** Asked before anything else runs: the browser offers it once, soon after the page has loaded. */
export function watchInstall() {
  window.addEventListener('beforeinstallprompt', event => {
    // The person asks for it in the menu, when they want it.
    event.preventDefault()
    setInstall(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => setInstall(null))
}
