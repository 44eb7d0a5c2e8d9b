import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** After a change of page the focus goes to the new page's title, so that a screen reader begins there. */
export function Arrival() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.getElementById('main')
    // A page that has placed the focus itself knows better.
    if (main?.contains(document.activeElement) && document.activeElement !== main) return
    const title = main?.querySelector<HTMLElement>('[data-page-title]')
    ;(title ?? main)?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
