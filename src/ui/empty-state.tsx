import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconType } from './icon.tsx'

export type EmptyStateProps = {
  icon?: IconType | undefined
  title: ReactNode
  text?: ReactNode
  /** A code that helps to find the cause: a request id, a permission. */
  code?: string | undefined
  /** One next step, and at most one more. */
  action?: ReactNode
  tone?: 'neutral' | 'danger' | 'warning' | undefined
  /** The level of the title on the page. */
  level?: 1 | 2 | 3 | undefined
  className?: string | undefined
}

/** First use, no match, failed, no permission, offline, gone: what is true, and one next step. */
export function EmptyState({
  icon,
  title,
  text,
  code,
  action,
  tone = 'neutral',
  level = 2,
  className,
}: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={clsx('grid min-h-72 content-start justify-items-center gap-2 px-6 py-8 text-center', className)}>
      {icon && (
        <span
          className={clsx(
            'mb-2 grid size-16 place-items-center rounded-full border bg-surface-sunken',
            tone === 'danger' ? 'text-danger' : tone === 'warning' ? 'text-warning' : 'text-muted',
          )}
        >
          <Icon of={icon} size="xl" />
        </span>
      )}
      <Title className="text-50 leading-6">{title}</Title>
      {text && <p className="max-w-[42ch] text-pretty text-muted">{text}</p>}
      {code && <code className="font-mono text-20 text-subtle">{code}</code>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
