import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconType } from '#src/ui/icon.tsx'

const tones = {
  success: { box: 'border-success bg-success-subtle', disc: 'bg-success text-success-on' },
  warning: { box: 'border-warning bg-warning-subtle', disc: 'bg-warning text-warning-on' },
  danger: { box: 'border-danger bg-danger-subtle', disc: 'bg-danger text-danger-on' },
  none: { box: 'border-line-strong bg-surface', disc: 'bg-surface-sunken text-muted' },
}

type StripProps = {
  tone?: 'success' | 'warning' | 'danger'
  icon: IconType
  title: ReactNode
  text: ReactNode
  aside?: ReactNode
}

/** How a scan ended, in big: by its colour, its picture and its words. */
export function ScanStrip({ tone, icon, title, text, aside }: StripProps) {
  const look = tones[tone ?? 'none']
  return (
    <div className={clsx('flex min-h-28 flex-wrap items-center gap-4 border-s-6 px-5 py-4', look.box)}>
      <span data-solid="" className={clsx('grid size-14 shrink-0 place-items-center rounded-full', look.disc)}>
        <Icon of={icon} size="xl" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-60 font-semibold text-balance wrap-anywhere sm:text-70">{title}</p>
        <p className="text-50 text-muted">{text}</p>
      </div>
      {aside}
    </div>
  )
}
