import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useData } from '#src/data/data.ts'
import { keepRecent } from '#src/data/recents.ts'
import { title, whenTitled } from './page-title.ts'

const isNoPlace = /^\/(access-denied|home|dev)\b|-(create|add|copy|edit)(\/|$)/

/** A page that somebody stayed on for a moment is one they may want again. */
const STAYED = 600

/** Notes the pages that are opened, for the palette and the home page. */
export function useKeepRecents() {
  const { pathname } = useLocation()
  const { db, opened } = useData()
  useEffect(() => {
    if (!opened || isNoPlace.test(pathname)) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = whenTitled(() => {
      timer = setTimeout(() => {
        const words = title()?.textContent.trim()
        // A database that is going away remembers nothing.
        if (words) keepRecent(db, pathname, words).catch(() => undefined)
      }, STAYED)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [pathname, db, opened])
}
