import { clsx } from 'clsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { Known } from './use-sales.ts'

type Props = { label: string; value: string | undefined; state: Known['state']; isBad?: boolean }

/** One figure with its name above it. As high while it is on its way: nothing jumps. */
export function Figure({ label, value, state, isBad }: Props) {
  return (
    <div className="min-w-0">
      <dt className="text-30 text-muted">{label}</dt>
      <dd className={clsx('min-h-6 text-60 font-semibold tabular-nums', isBad && 'text-danger-text')}>
        {value ?? (state === 'loading' ? <Skeleton className="mt-1.5 w-20" /> : '—')}
      </dd>
    </div>
  )
}
