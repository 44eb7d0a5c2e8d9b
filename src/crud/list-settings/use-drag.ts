import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'

type Held = { id: number; pointer: number; x: number; y: number; slop: number; handle: HTMLElement }

/** Within so many pixels of the window's edges the page runs along; it keeps clear of the sticky head and foot. */
const EDGE = 96
const FASTEST = 14

/**
 * Takes a row to another place with a pointer. The others make room while it is moved; `onDrop` hears which row's place
 * it was let go at. Escape puts it back.
 */
export function useDrag(rows: RefObject<HTMLElement | null>, onDrop: (id: number, at: number) => void) {
  const [held, setHeld] = useState<Held | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const list = rows.current
    if (!held || !list) return
    const { id, pointer, handle } = held
    const startY = held.y + window.scrollY
    let y = held.y
    let isMoving = false
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
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return
      y = event.clientY
      if (!isMoving) {
        if (Math.hypot(event.clientX - held.x, y - held.y) < held.slop) return
        isMoving = true
        list.dataset.dragging = ''
        setDragged(id)
        frame = requestAnimationFrame(run)
      }
      draw()
    }
    const end = () => {
      setHeld(null)
      setDragged(null)
    }
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return
      if (isMoving && at !== id) drop(id, at)
      end()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    handle.setPointerCapture?.(pointer)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key)
    return () => {
      cancelAnimationFrame(frame)
      delete list.dataset.dragging
      for (const row of list.querySelectorAll<HTMLElement>('[data-item]')) row.style.transform = ''
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key)
    }
  }, [held, rows])

  const hold = (id: number, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    const slop = event.pointerType === 'mouse' ? 4 : 8
    const { pointerId: pointer, clientX: x, clientY: y, currentTarget: handle } = event
    setHeld({ id, pointer, x, y, slop, handle })
  }
  return { dragged, hold }
}

const placeOf = (row: HTMLElement) => Number(row.dataset.index)
