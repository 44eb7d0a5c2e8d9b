import { clsx } from 'clsx'
import { formatNumber } from '../lib/format.ts'

type CountProps = { of: number; tone?: 'neutral' | 'accent' | 'danger' | undefined; className?: string | undefined }

/** A number in a small round shape; more than 99 is "99+". */
export function Count({ of, tone = 'neutral', className }: CountProps) {
  return (
    <span
      className={clsx(
        'inline-grid h-4.5 min-w-4.5 place-items-center rounded-full px-[5px] text-10 leading-none font-semibold',
        tone === 'neutral' && 'bg-surface-pressed text-muted',
        tone === 'accent' && 'bg-primary text-neutral',
        tone === 'danger' && 'bg-danger text-danger-on',
        className,
      )}
    >
      {of > 99 ? `${formatNumber(99)}+` : formatNumber(of)}
    </span>
  )
}
