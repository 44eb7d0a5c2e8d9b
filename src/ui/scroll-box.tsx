import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  /** None where what it holds has a stop of Tab and a name of its own: keys go on to what is out of sight. */
  label?: string
  className: string
  children: ReactNode
}

/** A part of a dialog that scrolls by itself. `className` says how high it becomes. */
export const ScrollBox = ({ label, className, children }: Props) => (
  <div
    role={label && 'region'}
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
    tabIndex={label ? 0 : undefined}
    className={clsx('overflow-auto rounded-3 border bg-surface', className)}
  >
    {children}
  </div>
)
