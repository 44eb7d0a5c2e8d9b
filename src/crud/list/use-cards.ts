import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'
const subscribe = (listener: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Is the window too narrow for columns? Each row is a card then. */
export const useCards = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
