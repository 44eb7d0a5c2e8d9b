import { useRef, type RefObject, type UIEvent } from 'react'

/**
 * The head stays below the page's header while the page scrolls, so it cannot stand in what scrolls sideways. Head, rows
 * and the bar at the bottom of the window move together; where they stand is said to the grid for its shadows.
 */
export function useSideScroll(grid: RefObject<HTMLElement | null>) {
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft } = event.currentTarget
    for (const one of [head, body, bar])
      if (one.current && one.current !== event.currentTarget && one.current.scrollLeft !== scrollLeft)
        one.current.scrollLeft = scrollLeft
    if (grid.current) grid.current.toggleAttribute('data-scrolled', scrollLeft !== 0)
  }
  return { head, body, bar, onScroll }
}
