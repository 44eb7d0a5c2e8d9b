import { useSyncExternalStore } from 'react'
import type { House } from '#contract/calls/session.ts'
import { setHouse } from '#src/lib/format.ts'
import { listeners } from '#src/lib/listeners.ts'

/** Who is signed in and in which house, beside the rights. */
export type Who = { userId: number; name: string; stage: 'pending' | 'choosing' | 'active'; house: House }

let current: Who | null = null
let shown = ''
const { subscribe, tell } = listeners()

/** For actor.ts alone: what the server or the device said. */
export function showWho(who: Who): void {
  const text = JSON.stringify(who)
  if (text === shown) return
  shown = text
  current = who
  setHouse(who.house)
  tell()
}

/** Outside of React; null until the app knows. */
export const readWho = (): Who | null => current

/** The same for a part of the page that may be there before the app knows. */
export const useMaybeWho = (): Who | null => useSyncExternalStore(subscribe, readWho)

function useWho(): Who {
  const who = useMaybeWho()
  if (!who) throw new Error('Read inside of a session')
  return who
}

/** What every screen may know of the house: its name, currency, time zone, whom to ask. */
export const useHouse = (): House => useWho().house

/** The person who is signed in, as people call them. */
export const useMe = (): Pick<Who, 'userId' | 'name' | 'stage'> => useWho()
