import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'

/** A head must be pulled so far before it is a drag and not a press. */
const SLACK = 6

/** Takes a head by the pointer to another place; a line shows where it would come. Keys and the menu do the same. */
export function useDragColumn(grid: RefObject<HTMLDivElement | null>, onMove: (from: number, to: number) => void) {
  return (event: ReactPointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0 || event.pointerType === 'touch' || (event.target as Element).closest('[data-tool]')) return
    const start = event.clientX
    const heads = [...(grid.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
    const stop = new AbortController()
    let to = -1
    const mark = (index: number, end: boolean) => {
      for (const [at, head] of heads.entries()) head.dataset.drop = at === index ? (end ? 'end' : 'start') : ''
    }
    const options = { signal: stop.signal }
    window.addEventListener(
      'pointermove',
      moved => {
        if (to < 0 && Math.abs(moved.clientX - start) < SLACK) return
        const over = heads.findIndex(head => {
          const { left, right } = head.getBoundingClientRect()
          return moved.clientX >= left && moved.clientX <= right
        })
        if (over < 0) return
        to = over
        mark(over === from ? -1 : over, over > from)
      },
      options,
    )
    const end = () => {
      stop.abort()
      mark(-1, false)
    }
    window.addEventListener(
      'pointerup',
      () => {
        end()
        if (to < 0) return
        // What ends a drag is not a press on the head.
        const swallow = (click: MouseEvent) => click.stopPropagation()
        window.addEventListener('click', swallow, true)
        setTimeout(() => window.removeEventListener('click', swallow, true))
        if (to !== from) onMove(from, to)
      },
      options,
    )
    window.addEventListener('pointercancel', end, options)
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), options)
  }
}
