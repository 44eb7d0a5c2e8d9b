import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = { to: string; isHere: boolean; title?: string | undefined; children: ReactNode }

/** One of the views of a list, as a link. */
export function ViewTab({ to, isHere, title, children }: Props) {
  return (
    <Link
      to={{ search: to }}
      aria-current={isHere ? 'page' : undefined}
      title={title}
      className={clsx(
        'relative inline-flex min-h-[calc(var(--hit)+4px)] max-w-56 shrink-0 items-center gap-1.5 rounded-1 text-30 font-medium whitespace-nowrap no-underline after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-t-full focus-visible:-outline-offset-2 pointer-coarse:min-w-11 pointer-coarse:text-40',
        isHere ? 'font-semibold text-ink after:bg-primary' : 'text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
