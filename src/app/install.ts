import { useSyncExternalStore } from 'react'
import { onInstall, readInstall, setInstall } from './watch-install.ts'

/** Does it run as an app of its own already? Safari on iOS says so in its own way. */
export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Safari on iOS can, but says nothing of it. */
const isIos = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.platform) && navigator.maxTouchPoints > 1)

/** How this browser installs the app: at once, by Safari's menu of sharing, or by a menu of its own that we do not know. */
export type Install = 'prompt' | 'ios' | 'menu'

/** Null where it is installed. */
export function useInstall(): Install | null {
  const offered = useSyncExternalStore(onInstall, readInstall)
  if (isInstalled()) return null
  if (offered) return 'prompt'
  return isIos() ? 'ios' : 'menu'
}

/** Asks the browser to do it; its offer can be used once. */
export function installNow(): void {
  const offered = readInstall()
  setInstall(null)
  void offered?.prompt()
}
