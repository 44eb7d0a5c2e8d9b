import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useMatches, NavigationType, useNavigationType } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import { main, title, whenTitled } from './page-title.ts'
import { followPlace, placeOf, putBack } from './places.ts'

/** A page that has placed the focus itself, in its first field, knows better. */
const isTaken = () => {
  const focused = document.activeElement
  return main()?.contains(focused) === true && focused !== main() && focused !== title()
}

/**
 * After a change of page the focus goes to the new page's title, which is said once; the way back leads to the place that
 * somebody left. Names the window too: a record's page by its record.
 */
export function Arrival() {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const before = useRef(pathname)
  const [said, say] = useState('')
  useWindowTitle()

  useLayoutEffect(() => followPlace(key), [key])

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    say('')
    let stopPutting = () => {}
    const place = isBack ? placeOf(key) : undefined
    const stopWaiting = whenTitled(heading => {
      say(heading.textContent)
      if (!isTaken()) {
        if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      if (place) stopPutting = putBack(place)
    })
    if (!title() && !isTaken()) main()?.focus({ preventScroll: true })
    return () => {
      stopWaiting()
      stopPutting()
    }
  }, [pathname, isBack, key])

  return (
    <p aria-live="polite" className="sr-only" data-arrival="">
      {said}
    </p>
  )
}

/** "Page · Caredesk", and for a page of one record what its heading says. */
function useWindowTitle() {
  const handle = useMatches()
    .map(match => match.handle as Handle | undefined)
    .findLast(found => found !== undefined)
  const key = handle?.title ?? 'shell:product'
  const { t, ready } = useTranslation(['shell', key.slice(0, key.indexOf(':'))], { useSuspense: false })
  const ofRecord = handle?.path.includes(':') ?? false
  const words = ready && handle ? t(key) : ''
  const product = t('shell:product')

  useEffect(() => {
    const name = (text: string) => {
      document.title = text ? `${text} · ${product}` : product
    }
    name(words)
    if (!ofRecord) return undefined
    const follow = () => name(title()?.textContent.trim() || words)
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(main() ?? document.body, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [words, product, ofRecord])
}
