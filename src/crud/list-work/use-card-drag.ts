import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import type { Row } from '#contract/module.ts'

export type Drag = {
  row: Row
  x: number
  y: number
  /** The key of the place that it is over. */
  over: string | null
}
export type Pick = (event: ReactPointerEvent, row: Row, isMovable: boolean) => void

type Held = { row: Row; pointer: number; x: number; y: number; isTouch: boolean }

/** A mouse takes a card by moving it so far; a finger by resting on it so long, because moving scrolls. */
const SLOP = 6
const REST = 350
/** This near to an edge the board runs along. */
const EDGE = 56
const STEP = 14

/** Drags something over places marked with `data-lane`; Escape puts it back. */
export function useCardDrag(board: RefObject<HTMLElement | null>, onDrop: (row: Row, key: string) => void) {
  const [held, setHeld] = useState<Held | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    if (!held) return
    let now: Drag | null = null
    let at = { x: held.x, y: held.y }
    let frame = 0
    const show = (next: Drag | null) => {
      now = next
      setDrag(next)
    }
    const under = () => document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-lane]')?.dataset.lane ?? null
    const take = () => show({ row: held.row, ...at, over: under() })
    const rest = held.isTouch ? setTimeout(take, REST) : undefined
    const run = () => {
      frame = requestAnimationFrame(run)
      const box = board.current
      if (!box || !now) return
      const { left, right } = box.getBoundingClientRect()
      const by = at.x < Math.max(0, left) + EDGE ? -STEP : at.x > Math.min(innerWidth, right) - EDGE ? STEP : 0
      if (by !== 0) box.scrollBy({ left: by })
    }
    frame = requestAnimationFrame(run)
    const end = () => {
      show(null)
      setHeld(null)
    }
    const move = (event: PointerEvent) => {
      if (event.pointerId !== held.pointer) return
      at = { x: event.clientX, y: event.clientY }
      const far = Math.hypot(at.x - held.x, at.y - held.y) > SLOP
      if (now) take()
      else if (far && held.isTouch) end()
      else if (far) take()
    }
    const up = (event: PointerEvent) => {
      if (event.pointerId !== held.pointer) return
      const key = now ? under() : null
      const dropped = now !== null
      end()
      if (dropped) swallowClick()
      if (key !== null) drop(held.row, key)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !now) return
      event.stopPropagation()
      end()
    }
    // A finger that carries a card does not scroll the page.
    const still = (event: TouchEvent) => {
      if (now && event.cancelable) event.preventDefault()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key, true)
    window.addEventListener('touchmove', still, { passive: false })
    return () => {
      clearTimeout(rest)
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key, true)
      window.removeEventListener('touchmove', still)
    }
  }, [held, board])

  const pick: Pick = (event, row, isMovable) => {
    if (!isMovable || event.button !== 0 || (event.target as Element).closest('button')) return
    setHeld({
      row,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      isTouch: event.pointerType !== 'mouse',
    })
  }
  return { drag, pick }
}

/** Letting go of a card is no press on what lies below. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}
