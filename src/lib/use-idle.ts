import { startTransition, useEffect, useState } from 'react'
import { whenQuiet } from './when-quiet.ts'

/** False until what `ready` brought has been shown; then there is time for what is not looked at first. */
export function useIdle(ready: boolean): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!ready) return
    return whenQuiet(() => startTransition(() => setIdle(true)))
  }, [ready])
  return idle
}
