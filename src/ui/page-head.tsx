import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type PageHeadProps = {
  title: ReactNode
  /** One sentence under the title. */
  text?: ReactNode
  /** Beside the title: a badge, the stage. */
  aside?: ReactNode
  /** At the end; the one primary button last. */
  actions?: ReactNode
  className?: string | undefined
}

export function PageHead({ title, text, aside, actions, className }: PageHeadProps) {
  return (
    <header className={clsx('mb-4 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2', className)}>
      {/* The shell moves the focus here after a change of page. */}
      <h1 tabIndex={-1} data-page-title="">
        {title}
      </h1>
      {aside}
      {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
      {text && <p className="basis-full text-muted">{text}</p>}
    </header>
  )
}
