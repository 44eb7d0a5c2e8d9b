import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Module, Row } from '#contract/module.ts'
import { followPointer } from '#src/lib/follow-pointer.ts'
import { nameOf } from '../acts/name-of.ts'

type Drag = {
  row: Row
  x: number
  y: number
  /** The key of the place that it is over. */
  over: string | null
}
export type Pick = (event: ReactPointerEvent, row: Row, isMovable: boolean) => void

/** A mouse takes a card by moving it so far; a finger by resting on it so long, because moving scrolls. */
const SLOP = 6
const REST = 350
/** This near to an edge the board runs along. */
const EDGE = 56
const STEP = 14

const laneAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')?.dataset.lane ?? null

/** Drags a record over places marked with `data-lane`; Escape puts it back. `ghost` hangs on the pointer meanwhile. */
export function useCardDrag(
  module: Module,
  board: RefObject<HTMLElement | null>,
  onDrop: (row: Row, key: string) => void,
) {
  const [held, setHeld] = useState<{ row: Row; pressed: PointerEvent } | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    if (!held) return
    const { row, pressed } = held
    let at = { x: pressed.clientX, y: pressed.clientY }
    let frame = 0
    const run = () => {
      frame = requestAnimationFrame(run)
      const box = board.current
      if (!box) return
      const { left, right } = box.getBoundingClientRect()
      const by = at.x < Math.max(0, left) + EDGE ? -STEP : at.x > Math.min(innerWidth, right) - EDGE ? STEP : 0
      if (by !== 0) box.scrollBy({ left: by })
    }
    return followPointer(pressed, {
      slop: SLOP,
      rest: pressed.pointerType === 'mouse' ? undefined : REST,
      onMove: ({ clientX: x, clientY: y }) => {
        at = { x, y }
        if (frame === 0) frame = requestAnimationFrame(run)
        setDrag({ row, x, y, over: laneAt(x, y) })
      },
      onDrop: () => {
        const key = laneAt(at.x, at.y)
        if (key !== null) drop(row, key)
      },
      onEnd: () => {
        cancelAnimationFrame(frame)
        setDrag(null)
        setHeld(null)
      },
    })
  }, [held, board])

  const pick: Pick = (event, row, isMovable) => {
    if (!isMovable || event.button !== 0 || (event.target as Element).closest('button')) return
    setHeld({ row, pressed: event.nativeEvent })
  }
  const ghost =
    drag &&
    createPortal(
      <div
        aria-hidden="true"
        className="pointer-events-none fixed [inset:0_auto_auto_0] z-(--z-toast) w-60 truncate rounded-3 border border-primary bg-surface-raised px-3 py-2 text-30 font-medium shadow-3"
        style={{ transform: `translate(${drag.x + 8}px, ${drag.y + 8}px)` }}
      >
        {nameOf(module, drag.row)}
      </div>,
      document.body,
    )
  return { drag, pick, ghost }
}
