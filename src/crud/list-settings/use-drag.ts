import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { whenReachable } from '#src/lib/piece.ts'
import type { Held } from './drag-rows.ts'

/** Comes after the rows: who reads does not wait for it. Without it rows are moved by their menu and by keys. */
const load = () => whenReachable(() => import('./drag-rows.ts')).catch(() => null)

/**
 * Takes a row to another place with a pointer. The others make room while it is moved; `onDrop` hears which row's place
 * it was let go at. Escape puts it back.
 */
export function useDrag(rows: RefObject<HTMLElement | null>, onDrop: (id: number, at: number) => void) {
  const [held, setHeld] = useState<Held | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const drop = useEffectEvent(onDrop)
  useEffect(() => void load(), [])

  useEffect(() => {
    const list = rows.current
    if (!held || !list) return
    const end = () => {
      setHeld(null)
      setDragged(null)
    }
    // Who lets go before it is there has moved nothing.
    const coming = new AbortController()
    for (const over of ['pointerup', 'pointercancel']) window.addEventListener(over, end, { signal: coming.signal })
    let giveUp = () => coming.abort()
    const follow = async () => {
      const dragging = await load()
      if (!dragging || coming.signal.aborted) return
      coming.abort()
      const onTaken = () => setDragged(held.id)
      giveUp = dragging.dragRows(list, held, { onTaken, onDrop: at => drop(held.id, at), onEnd: end })
    }
    void follow()
    return () => giveUp()
  }, [held, rows])

  const hold = (id: number, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    setHeld({ id, pressed: event.nativeEvent, handle: event.currentTarget })
  }
  return { dragged, hold }
}
