import { clsx } from 'clsx'

export type ProgressProps = {
  label: string
  /** 0 to 1; left out while nobody knows. */
  value?: number | undefined
  tone?: 'accent' | 'success' | 'warning' | 'danger' | undefined
  className?: string | undefined
}

const tones = { accent: 'bg-primary', success: 'bg-success', warning: 'bg-warning', danger: 'bg-danger' }

export function Progress({ label, value, tone = 'accent', className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-surface-pressed', className)}
    >
      <div
        data-solid=""
        className={clsx('h-full rounded-full', tones[tone], percent === undefined && 'w-2/5 animate-slide')}
        style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  )
}
