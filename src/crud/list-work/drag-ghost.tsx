import { createPortal } from 'react-dom'
import type { Row } from '#contract/module.ts'
import type { ListModel } from '../list/model.ts'
import { nameOf } from '../acts/name-of.ts'

/** What hangs on the pointer while something is dragged. */
export function DragGhost({ list, row, x, y }: { list: Pick<ListModel, 'module'>; row: Row; x: number; y: number }) {
  return createPortal(
    <div
      aria-hidden="true"
      className="pointer-events-none fixed [inset:0_auto_auto_0] z-(--z-toast) w-60 truncate rounded-3 border border-primary bg-surface-raised px-3 py-2 text-30 font-medium shadow-3"
      style={{ transform: `translate(${x + 8}px, ${y + 8}px)` }}
    >
      {nameOf(list.module, row)}
    </div>,
    document.body,
  )
}
