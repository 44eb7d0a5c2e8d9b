import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readConnection, watchConnection } from '#src/offline/connection.ts'

const isOnline = () => readConnection().online

/** Does it as soon as the server answers again: what it did not answer is asked once more. */
export function useWhenBack(work: () => void): void {
  const online = useSyncExternalStore(watchConnection, isOnline)
  const now = useEffectEvent(work)
  useEffect(() => {
    if (online) now()
  }, [online])
}
