import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsSeen } from './use-is-seen.ts'

/** Does it once, so long (in ms) after this was first before somebody's eyes, with what is known then. */
export function useOnceAfter(grace: number, work: () => void): void {
  const isSeen = useIsSeen()
  const isDone = useRef(false)
  const now = useEffectEvent(() => {
    isDone.current = true
    work()
  })
  useEffect(() => {
    if (!isSeen || isDone.current) return
    const timer = setTimeout(now, grace)
    return () => clearTimeout(timer)
  }, [grace, isSeen])
}
