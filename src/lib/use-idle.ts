import { startTransition, useEffect, useState } from 'react'
import { whenQuiet } from './when-quiet.ts'

/** So long at most does what nobody misses yet wait on a page that is never quiet, in ms. */
const PATIENCE = 1_000

/** False until what `ready` brought has been shown; then there is time for what is not looked at first. */
export function useIdle(ready: boolean, patience = PATIENCE): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!ready) return
    return whenQuiet(() => startTransition(() => setIdle(true)), patience)
  }, [ready, patience])
  return idle
}
