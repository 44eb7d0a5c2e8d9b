import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconType } from './icon.tsx'
import type { Mark } from './mark.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-surface-sunken text-muted',
  info: 'border-info-border bg-info-subtle text-info-text',
  success: 'border-success-border bg-success-subtle text-success-text',
  warning: 'border-warning-border bg-warning-subtle text-warning-text',
  danger: 'border-danger-border bg-danger-subtle text-danger-text',
  accent: 'border-transparent bg-primary-subtle text-accent-text',
}

type BadgeProps = {
  tone?: Tone | undefined
  /** The module's colour instead of a tone. */
  mark?: Mark | undefined
  icon?: IconType | undefined
  className?: string | undefined
  children: ReactNode
}

/** One fact in a word or two. Red only for late, wrong or lost. */
export function Badge({ tone = 'neutral', mark, icon, className, children }: BadgeProps) {
  return (
    <span
      data-mark={mark}
      className={clsx(
        'inline-flex min-h-5.5 items-center gap-1 rounded-2 border px-2 text-20 font-medium whitespace-nowrap',
        mark ? 'border-transparent bg-mark-subtle text-mark-text' : tones[tone],
        className,
      )}
    >
      {icon && <Icon of={icon} size="xs" className="-ms-0.5" />}
      {children}
    </span>
  )
}
