import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { followPointer } from '#src/lib/follow-pointer.ts'

/** A head must be pulled so far before it is a drag and not a press. */
const SLACK = 6

/** Takes a head by the pointer to another place; a line shows where it would come. Keys and the menu do the same. */
export function useDragColumn(grid: RefObject<HTMLDivElement | null>, onMove: (from: number, to: number) => void) {
  return (event: ReactPointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0 || event.pointerType === 'touch' || (event.target as Element).closest('[data-tool]')) return
    const heads = [...(grid.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
    let to = -1
    const mark = (index: number, end: boolean) => {
      for (const [at, head] of heads.entries()) head.dataset.drop = at === index ? (end ? 'end' : 'start') : ''
    }
    followPointer(event.nativeEvent, {
      slop: SLACK,
      onMove: ({ clientX }) => {
        const over = heads.findIndex(head => {
          const { left, right } = head.getBoundingClientRect()
          return clientX >= left && clientX <= right
        })
        if (over < 0) return
        to = over
        mark(over === from ? -1 : over, over > from)
      },
      onDrop: () => {
        if (to >= 0 && to !== from) onMove(from, to)
      },
      onEnd: () => mark(-1, false),
    })
  }
}
