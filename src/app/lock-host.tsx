import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useLocked } from '#src/session/lock.ts'

/**
 * Shows the lock in a place of its own beside the app: the app behind it is not drawn, and whatever it has open (dialogs
 * hold the focus and listen to keys) has no part in it.
 */
export function LockHost() {
  const locked = useLocked()
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
    import('#src/pages/lock-page.tsx').then(({ LockPage }) => root.render(<LockPage />)).catch(console.error)
    return () => {
      window.removeEventListener('keydown', strayKey, true)
      element.remove()
      // Not while another root is being drawn.
      setTimeout(() => root.unmount())
    }
  }, [locked])
  return null
}
