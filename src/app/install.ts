import { useSyncExternalStore } from 'react'
import { onInstall, readInstall, setInstall } from './watch-install.ts'

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Safari on iOS can, but says nothing of it. */
const isIos = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.platform) && navigator.maxTouchPoints > 1)

export type Install = { kind: 'prompt'; install: () => void } | { kind: 'ios' } | null

/** How this browser can install the app; null where it is installed or cannot be. */
export function useInstall(): Install {
  const offered = useSyncExternalStore(onInstall, readInstall)
  if (isInstalled()) return null
  if (offered)
    return {
      kind: 'prompt',
      install: () => {
        // It can be used once.
        setInstall(null)
        void offered.prompt()
      },
    }
  return isIos() ? { kind: 'ios' } : null
}
