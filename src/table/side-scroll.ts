import { useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react'

/**
 * The head stays below the page's header while the page scrolls, so it cannot stand in what scrolls sideways. Head, rows
 * and the bar at the bottom of the window move together. Where they stand is said to the grid for its shadows, and whether they
 * can move at all: only then is there a cell in each row that has to stay, which costs the browser something at each turn of the
 * wheel.
 */
export function useSideScroll(grid: RefObject<HTMLElement | null>) {
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = body.current
    if (!box?.firstElementChild || typeof ResizeObserver === 'undefined') return
    const look = () => grid.current?.toggleAttribute('data-wide', box.scrollWidth > box.clientWidth)
    const observer = new ResizeObserver(look)
    for (const one of [box, box.firstElementChild]) observer.observe(one)
    return () => observer.disconnect()
  }, [grid])
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft } = event.currentTarget
    for (const one of [head, body, bar])
      if (one.current && one.current !== event.currentTarget && one.current.scrollLeft !== scrollLeft)
        one.current.scrollLeft = scrollLeft
    if (grid.current) grid.current.toggleAttribute('data-scrolled', scrollLeft !== 0)
  }
  return { head, body, bar, onScroll }
}
