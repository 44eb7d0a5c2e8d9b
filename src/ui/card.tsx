import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'

export type CardProps = Omit<ComponentPropsWithRef<'section'>, 'title'> & {
  title?: ReactNode
  /** At the end of the head: a badge, a button. */
  aside?: ReactNode
  /** A line under the body: totals, "Show all". */
  footer?: ReactNode
  /** The body has no space of its own: for tables and lists. */
  flush?: boolean | undefined
}

export function Card({ title, aside, footer, flush, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={clsx('min-w-0 rounded-3 border bg-surface shadow-1', className)}>
      {(title || aside) && (
        <header className={clsx('flex min-h-12 items-center gap-2 py-2 ps-4 pe-3', flush && 'border-b')}>
          <h2 className="text-40">{title}</h2>
          {aside && <div className="ms-auto flex items-center gap-2">{aside}</div>}
        </header>
      )}
      {flush ? children : <div className={clsx('px-4 pb-4', title || aside ? 'pt-1' : 'pt-4')}>{children}</div>}
      {footer && (
        <footer className="flex min-h-11 items-center gap-3 border-t px-4 py-2 text-30 text-muted">{footer}</footer>
      )}
    </section>
  )
}
