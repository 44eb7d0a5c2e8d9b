import { useEffect, useRef, type KeyboardEvent as Pressed } from 'react'

/**
 * Enter that is pressed while choices are still looked up: what is shown then answers something typed before. It is held until
 * the right ones have come, and chooses the first of them. Any other key takes it back.
 */
export function useHeldEnter(
  query: string,
  loading: boolean,
  found: boolean,
): (event: Pressed<HTMLInputElement>) => void {
  const held = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    const input = held.current
    if (loading || !input) return
    held.current = null
    // The choices are told to the list after they are drawn.
    if (found) setTimeout(() => document.activeElement === input && input.dispatchEvent(enter()))
  }, [loading, found])
  return event => {
    held.current = null
    if (event.key !== 'Enter' || !loading || event.nativeEvent.isComposing || query === '') return
    event.preventDefault()
    event.stopPropagation()
    held.current = event.currentTarget
  }
}

const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
