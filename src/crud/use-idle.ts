import { startTransition, useEffect, useState } from 'react'

/** So long at most does what nobody misses yet wait on a page that is never idle. */
const PATIENCE = 1_000

function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: PATIENCE })
  return () => cancelIdleCallback(handle)
}

/** False until what `ready` brought has been shown; then there is time for what is not looked at first. */
export function useIdle(ready: boolean): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!ready) return
    return whenIdle(() => startTransition(() => setIdle(true)))
  }, [ready])
  return idle
}
