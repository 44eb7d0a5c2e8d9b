import { useEffect } from 'react'
import { pauseToasts, resumeToasts } from '#src/ui/toast.ts'
import { useIsSeen } from './use-is-seen.ts'

/** What nobody can see does not run out. */
export function useHoldToasts(): void {
  const isSeen = useIsSeen()
  useEffect(() => {
    if (isSeen) return
    pauseToasts()
    return resumeToasts
  }, [isSeen])
}
