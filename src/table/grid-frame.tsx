import { clsx } from 'clsx'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { useSideScroll } from './side-scroll.ts'

type Props = Omit<ComponentProps<'div'>, 'ref' | 'role' | 'style'> & {
  grid: RefObject<HTMLDivElement | null>
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
}

/** A grid: its head, which stays, what scrolls sideways below it, and the bar for that at the bottom of the window. */
export function GridFrame(props: Props) {
  const { grid, tracks, least, head, headLook, roomy, barLook, hasColumns = true, children, ...rest } = props
  const { head: headBox, body, bar, onScroll } = useSideScroll(grid)
  const width = hasColumns ? clsx('min-w-(--least)', roomy) : ''
  return (
    <div ref={grid} role="grid" style={{ '--tracks': tracks, '--least': least } as object} {...rest}>
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
        {children}
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
