import { useSyncExternalStore } from 'react'
import { countWaiting } from '#src/offline/outbox/count.ts'
import { readUnkept, watchUnkept } from '#src/offline/unkept-files.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'
import { useConnection } from './use-connection.ts'

export type Unsent = {
  /** Has the device been looked at? */
  known: boolean
  /** All that the server has not confirmed, photos and files with the changes. */
  count: number
  /** Of these, what is kept on this device, */
  kept: number
  /** and what this page alone has, because the device had no room for it. */
  unkept: number
  /** Of these, the changes that a person has to decide about; of photos and files see `useRefusedFiles`. */
  decisions: number
  /** Of these, what is on its way at this moment. */
  sending: number
  /** It is there, in a store that does not open, and nobody can count it. */
  uncounted?: boolean
}

const nothing: Unsent = { known: true, count: 0, kept: 0, unkept: 0, decisions: 0, sending: 0 }
const unknown: Unsent = { ...nothing, known: false }

/** What this page alone has, because the device had no room for it. */
export const useUnkept = (): number => useSyncExternalStore(watchUnkept, readUnkept)

/** How much waits on this device. */
export function useUnsent(): Unsent {
  const unkept = useUnkept()
  const { shut } = useConnection()
  const here = useLive(useData().db, 'unsent', async db => {
    const kept = await countWaiting(db)
    if (kept === 0) return nothing
    const [decisions, sending] = await Promise.all([
      db.outbox.where('state').anyOf('conflict', 'rejected').count(),
      db.outbox.where('state').equals('sending').count(),
    ])
    return { known: true, count: kept, kept, unkept: 0, decisions, sending }
  }) ?? { ...unknown, ...shut?.unsent }
  return unkept === 0 ? here : { ...here, count: here.kept + unkept, unkept }
}
