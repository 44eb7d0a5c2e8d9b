import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'

// Which works this tab follows. A reload keeps them; signing out does not. What became of them is the server's to say.
const KEY = 'work'
type Watched = { ids: readonly string[]; shown: string | null }

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

let watched: Watched | undefined
const { subscribe, tell } = listeners()
const now = (): Watched => (watched ??= { ids: read(), shown: null })

function set(next: Watched) {
  watched = next
  try {
    if (next.ids.length > 0) sessionStorage.setItem(KEY, JSON.stringify(next.ids))
    else sessionStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing follows its work until the next reload.
  }
  tell()
}

/** The works that are followed, and the one that is open before everything else. */
export const useWatchedWork = (): Watched => useSyncExternalStore(subscribe, now)
/** Is there any work to be followed? Nothing is fetched for it before. */
export const useHasWork = (): boolean => {
  const { ids, shown } = useWatchedWork()
  return ids.length > 0 || shown !== null
}

/** Follows a work and shows it. */
export const showWork = (id: string) => set({ ids: [...now().ids.filter(one => one !== id), id], shown: id })
/** Shows one that was over before. */
export const reviewWork = (id: string) => set({ ...now(), shown: id })
/** Follows a work at the edge of the page. */
export const watchWork = (id: string) => set({ ...now(), ids: [...now().ids.filter(one => one !== id), id] })
/** Closes what is shown; it is followed on. */
export const hideWork = () => set({ ...now(), shown: null })
/** It is over and has been seen. */
export const leaveWork = (id: string) => {
  const { ids, shown } = now()
  set({ ids: ids.filter(one => one !== id), shown: shown === id ? null : shown })
}
