import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { isUnanswered } from '#src/offline/api.ts'
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

type Asked = { wanted: boolean; error: unknown; asking: boolean; again: () => void }

/**
 * Did nobody answer? It is asked once more as soon as somebody does, and stays so until that has come to something: what the
 * device shows instead stays in sight.
 */
export function useIsAway({ wanted, error, asking, again }: Asked): boolean {
  const [was, setWas] = useState(false)
  const isAway = wanted && (asking ? was : isUnanswered(error))
  if (isAway !== was) setWas(isAway)
  useWhenBack(() => {
    if (isAway) again()
  })
  return isAway
}
