import { useEffect, useEffectEvent } from 'react'

/** Does it once, so long (in ms) after this was first drawn, with what is known then. */
export function useOnceAfter(grace: number, work: () => void): void {
  const now = useEffectEvent(work)
  useEffect(() => {
    const timer = setTimeout(now, grace)
    return () => clearTimeout(timer)
  }, [grace])
}
