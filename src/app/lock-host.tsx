import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { whenReachable } from '#src/lib/piece.ts'
import { afterFirstPage } from '#src/offline/after-first-page.ts'
import { useLocked, useSharedDevice } from '#src/session/lock.ts'

const loadPage = () => import('#src/pages/lock-page.tsx').then(({ LockPage }) => LockPage)
/** What a page has for showing itself before the lock is fetched, in ms. */
const HEAD_START = 3_000

/** Not without a network: a piece that does not come is told of, and nobody has asked for this one. */
const fetchAhead = () => {
  if (navigator.onLine) loadPage().catch(() => undefined)
}

/**
 * Shows the lock in a place of its own beside the app: the app behind it is not drawn, and whatever it has open (dialogs
 * hold the focus and listen to keys) has no part in it.
 */
export function LockHost() {
  const locked = useLocked()
  const isShared = useSharedDevice()
  // A device that locks itself may do so when there is no network to fetch the lock from.
  useEffect(() => (isShared ? afterFirstPage(HEAD_START, fetchAhead) : undefined), [isShared])
  useEffect(() => {
    if (!locked) return
    const element = document.createElement('div')
    element.id = 'lock'
    document.body.append(element)
    const root = createRoot(element)
    const keepToItself = (event: Event) => event.stopPropagation()
    for (const type of ['keydown', 'keyup', 'keypress', 'paste']) element.addEventListener(type, keepToItself)
    // A key that is pressed on nothing belongs to the lock, not to a dialog behind it.
    const strayKey = (event: KeyboardEvent) => {
      if (event.target instanceof Node && element.contains(event.target)) return
      event.stopPropagation()
      element.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    }
    window.addEventListener('keydown', strayKey, true)
    let isGone = false
    const draw = async () => {
      const LockPage = await whenReachable(loadPage)
      if (!isGone) root.render(<LockPage />)
    }
    draw().catch(console.error)
    return () => {
      isGone = true
      window.removeEventListener('keydown', strayKey, true)
      element.remove()
      // Not while another root is being drawn.
      setTimeout(() => root.unmount())
    }
  }, [locked])
  return null
}
