import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at each drawing, which does what that of the last one does; for what answers people, not for drawing. */
export function useSteady<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const last = useRef(act)
  useLayoutEffect(() => {
    last.current = act
  })
  return useCallback((...args) => last.current(...args), [])
}
