import { useSyncExternalStore } from 'react'
import { isHidden } from '#src/offline/wake.ts'
import { useLocked } from '#src/session/lock.ts'

const watchView = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Is the page before somebody's eyes: in view, and not behind the lock? */
export function useIsSeen(): boolean {
  const isAway = useSyncExternalStore(watchView, isHidden)
  return !useLocked() && !isAway
}
