import { useEffect, useRef, type RefObject } from 'react'

/** Is this part still on the page? For what ends in a later moment than it began in. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
