import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { DrawnRows } from './drawn-rows.tsx'
import { useSideScroll } from './side-scroll.ts'
import type { GridState } from './use-grid.ts'

type Props = Omit<ComponentProps<'div'>, 'ref' | 'role' | 'style' | 'children'> & {
  of: GridState
  /** How wide each column is, for head and rows, and how wide all of them are at least. */
  tracks: string
  least: string
  head: ReactNode
  /** Where the head stays, and how it looks there. */
  headLook: string
  /** Where columns need not be as wide as that. */
  roomy?: string
  barLook?: string
  /** Columns stand beside each other; without them the head is only read out. */
  hasColumns?: boolean
  /** What all rows come to. */
  foot?: ReactNode
  children: (index: number) => ReactNode
}

/** A grid: its head, which stays, the rows in sight, what scrolls sideways, and the bar for that at the bottom of the window. */
export function Grid(props: Props) {
  const { of, tracks, least, head, headLook, roomy, barLook, hasColumns = true, foot, children, ...rest } = props
  const { box, list, drawn, idAt, events } = of
  const { head: headBox, body, bar, onScroll } = useSideScroll(box)
  const width = hasColumns ? clsx('min-w-(--least)', roomy) : ''
  return (
    <div ref={box} role="grid" style={{ '--tracks': tracks, '--least': least } as object} {...events} {...rest}>
      <div
        role="rowgroup"
        ref={headBox}
        className={
          hasColumns
            ? clsx('stays sticky z-(--z-sticky) overflow-hidden border-b bg-surface-sunken', headLook)
            : 'sr-only'
        }
      >
        <div className={width}>{head}</div>
      </div>
      <div
        ref={body}
        onScroll={onScroll}
        className={clsx(hasColumns && 'overflow-x-auto overscroll-x-contain [scrollbar-width:none]')}
      >
        <div role="rowgroup" ref={list} data-rows="" className={width}>
          <DrawnRows drawn={drawn} idAt={idAt}>
            {children}
          </DrawnRows>
        </div>
        {foot && (
          <div role="rowgroup" className={width}>
            {foot}
          </div>
        )}
      </div>
      {hasColumns && (
        <div
          ref={bar}
          onScroll={onScroll}
          aria-hidden="true"
          className={clsx('stays sticky bottom-0 z-2 overflow-x-auto overflow-y-hidden', barLook)}
        >
          <div className={clsx('h-px', width)} />
        </div>
      )}
    </div>
  )
}
