import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

type Props = Omit<HTMLAttributes<HTMLElement>, 'tabIndex' | 'onClick'> &
  Pick<LinkProps, 'tabIndex' | 'onClick'> & {
    /** Undefined where there is no such page, or none for this person. */
    to: string | undefined
    state?: unknown
  }

/** Leads to a page where there is one, and says the same where there is none. */
export function MaybeLink({ to, state, tabIndex, onClick, className, ...rest }: Props) {
  if (to === undefined) return <span {...rest} className={className} />
  const link = { to, state, tabIndex, onClick }
  return <Link {...rest} {...link} className={clsx('hover:underline', className)} />
}
