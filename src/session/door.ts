import { useEffect, useSyncExternalStore } from 'react'
import type { DoorAnswer } from '#contract/calls/session.ts'
import { callApi, type Reads } from '#src/offline/api.ts'
import { listeners } from '#src/lib/listeners.ts'

/** `doorCall.output` by hand: what reads schemas comes with the rest of the app, after the form. */
const door: Reads<DoorAnswer> = {
  parse(body) {
    const { signUp, keepDays } = body as DoorAnswer
    if (typeof signUp !== 'boolean' || typeof keepDays !== 'number') throw new Error('Not said by our server')
    return { signUp, keepDays }
  },
}

let known: DoorAnswer | null = null
let asking: Promise<void> | null = null
const { subscribe, tell } = listeners()

async function ask(): Promise<void> {
  try {
    known = await callApi('GET', '/auth/door', { as: door })
    tell()
  } catch {
    // The pages do without.
  } finally {
    asking = null
  }
}

/** What the pages for people who are not signed in may know of the house; null until, and unless, the server says it. */
export function useDoor(): DoorAnswer | null {
  useEffect(() => {
    if (known) return
    // After the first paint: what asks must not compete with what shows.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        asking ??= ask()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return useSyncExternalStore(subscribe, () => known)
}
