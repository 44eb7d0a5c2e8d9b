import { useEffect, useEffectEvent } from 'react'
import { keepBeforeLeaving } from '#src/session/dirty.ts'

/** Keeps what is typed before it is too late: the session ends, the page goes away, or nobody looks at it any more. */
export function useKeptOnGoing(keep: () => Promise<void>): void {
  const keepNow = useEffectEvent(keep)
  useEffect(() => {
    const now = () => void keepNow()
    const hidden = () => {
      if (document.visibilityState === 'hidden') now()
    }
    const stop = keepBeforeLeaving(() => keepNow())
    window.addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      stop()
      window.removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
}
