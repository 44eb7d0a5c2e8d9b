import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { followPointer } from '#src/lib/follow-pointer.ts'

/** Within so many pixels of the window's edges the page runs along; it keeps clear of the sticky head and foot. */
const EDGE = 96
const FASTEST = 14

/**
 * Takes a row to another place with a pointer. The others make room while it is moved; `onDrop` hears which row's place
 * it was let go at. Escape puts it back.
 */
export function useDrag(rows: RefObject<HTMLElement | null>, onDrop: (id: number, at: number) => void) {
  const [held, setHeld] = useState<{ id: number; pressed: PointerEvent; handle: HTMLElement } | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const list = rows.current
    if (!held || !list) return
    const { id, pressed, handle } = held
    const startY = pressed.clientY + window.scrollY
    let y = pressed.clientY
    let at = id
    let frame = 0

    const draw = () => {
      const all = [...list.querySelectorAll<HTMLElement>('[data-item]')]
      const own = all.find(row => row.dataset.item === String(id))
      if (!own) return
      const by = y + window.scrollY - startY
      const middle = (row: HTMLElement) => row.offsetTop + row.offsetHeight / 2
      const wanted = middle(own) + by
      const nearest = all.reduce((best, row) =>
        Math.abs(middle(row) - wanted) < Math.abs(middle(best) - wanted) ? row : best,
      )
      at = Number(nearest.dataset.item)
      const [from, to] = [placeOf(own), placeOf(nearest)]
      for (const row of all) {
        const place = placeOf(row)
        const makesRoom = place > from && place <= to ? -1 : place < from && place >= to ? 1 : 0
        const shift = row === own ? by : makesRoom * own.offsetHeight
        row.style.transform = shift === 0 ? '' : `translateY(${shift}px)`
      }
    }
    const run = () => {
      const step = Math.max(0, y - (window.innerHeight - EDGE)) - Math.max(0, EDGE - y)
      if (step !== 0) {
        window.scrollBy(0, Math.max(-FASTEST, Math.min(FASTEST, step / 4)))
        draw()
      }
      frame = requestAnimationFrame(run)
    }
    handle.setPointerCapture?.(pressed.pointerId)
    return followPointer(pressed, {
      slop: pressed.pointerType === 'mouse' ? 4 : 8,
      onMove: event => {
        y = event.clientY
        if (frame === 0) {
          list.dataset.dragging = ''
          setDragged(id)
          frame = requestAnimationFrame(run)
        }
        draw()
      },
      onDrop: () => {
        if (at !== id) drop(id, at)
      },
      onEnd: () => {
        cancelAnimationFrame(frame)
        delete list.dataset.dragging
        for (const row of list.querySelectorAll<HTMLElement>('[data-item]')) row.style.transform = ''
        setHeld(null)
        setDragged(null)
      },
    })
  }, [held, rows])

  const hold = (id: number, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    setHeld({ id, pressed: event.nativeEvent, handle: event.currentTarget })
  }
  return { dragged, hold }
}

const placeOf = (row: HTMLElement) => Number(row.dataset.index)
