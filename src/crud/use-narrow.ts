import { useLayoutEffect, useState, type RefObject } from 'react'

/** Is the element narrower than this? Its own width counts, not the window's: what stands beside it comes and goes. */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched || typeof ResizeObserver === 'undefined') return
    const look = () => setNarrow(watched.clientWidth < width)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, width])
  return narrow
}
