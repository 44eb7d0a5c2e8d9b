import { followPointer } from '#src/lib/follow-pointer.ts'

/** Within so many pixels of the window's edges the page runs along; it keeps clear of the sticky head and foot. */
const EDGE = 96
const FASTEST = 14

/** The row that is taken along, by what the pointer went down on, and with what. */
export type Held = { id: number; pressed: PointerEvent; handle: HTMLElement }

type Heard = {
  /** It moves, and is no press any more. */
  onTaken: () => void
  onDrop: (at: number) => void
  onEnd: () => void
}

/** Follows a pointer over `list` until it is let go: the held row goes along, and the others make room. Answers how to give it up. */
export function dragRows(list: HTMLElement, { id, pressed, handle }: Held, { onTaken, onDrop, onEnd }: Heard) {
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
        onTaken()
        frame = requestAnimationFrame(run)
      }
      draw()
    },
    onDrop: () => {
      if (at !== id) onDrop(at)
    },
    onEnd: () => {
      cancelAnimationFrame(frame)
      delete list.dataset.dragging
      for (const row of list.querySelectorAll<HTMLElement>('[data-item]')) row.style.transform = ''
      onEnd()
    },
  })
}

const placeOf = (row: HTMLElement) => Number(row.dataset.index)
