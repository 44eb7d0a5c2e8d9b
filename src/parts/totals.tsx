import { clsx } from 'clsx'
import { formatMoney } from '#src/lib/format.ts'

export type TotalRow = {
  label: string
  amount: number
  /** A sum of those before it, what it all comes to, or a part of what is said already. */
  kind?: 'sum' | 'end' | 'within'
}

const looks = {
  plain: { row: '', label: 'text-muted', amount: '' },
  sum: { row: 'mt-1 border-t pt-2 font-medium', label: '', amount: '' },
  end: { row: 'mt-1 border-t pt-2 text-50 font-semibold', label: '', amount: '' },
  within: { row: 'text-20', label: 'text-subtle', amount: 'text-subtle' },
}

type Props = { rows: readonly TotalRow[]; label?: string; className?: string }

/** The account below lines: what adds up to what, the last in big. */
export function Totals({ rows, label: name, className }: Props) {
  return (
    <dl aria-label={name} className={clsx('grid content-start gap-1 text-30 tabular-nums', className)}>
      {rows.map(({ label, amount, kind }) => {
        const look = looks[kind ?? 'plain']
        return (
          <div key={label} className={clsx('flex items-baseline justify-between gap-6', look.row)}>
            <dt className={clsx('min-w-0', look.label)}>{label}</dt>
            <dd className={clsx('whitespace-nowrap', look.amount, !kind && amount < 0 && 'text-success-text')}>
              {formatMoney(amount)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
