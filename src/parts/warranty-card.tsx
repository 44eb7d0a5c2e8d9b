import { clsx } from 'clsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import { useTranslation } from 'react-i18next'
import type { WarrantyVerdict } from '#contract/warranty.ts'
import { formatDate, today } from '#src/lib/format.ts'
import { Icon } from '#src/ui/icon.tsx'

const DAY = 86_400_000

const reasons = {
  delivery: 'screen.warranty.reasons.delivery',
  invoice: 'screen.warranty.reasons.invoice',
  manual: 'screen.warranty.reasons.manual',
  carried: 'screen.warranty.reasons.carried',
  void: 'screen.warranty.reasons.void',
  replaced: 'screen.warranty.reasons.replaced',
  notDelivered: 'screen.warranty.reasons.notDelivered',
  notSold: 'screen.warranty.reasons.notSold',
  notSet: 'screen.warranty.reasons.notSet',
  notYet: 'screen.warranty.reasons.notYet',
  none: 'screen.warranty.reasons.none',
  expired: 'screen.warranty.reasons.expired',
} as const satisfies Record<WarrantyVerdict['reason'], string>

/** Covered or not, until when, and why: in that order. */
export function WarrantyCard({ verdict: { covered, reason, until } }: { verdict: WarrantyVerdict }) {
  const { t } = useTranslation('unit')
  const days = until ? Math.round((Date.parse(until) - Date.parse(today())) / DAY) : 0
  const isOver = !covered && reason === 'expired'
  return (
    <section
      aria-label={t('screen.warranty.title')}
      className={clsx(
        'flex items-start gap-4 rounded-3 border p-4',
        covered ? 'border-success-border bg-success-subtle' : 'border-line bg-surface-sunken',
      )}
    >
      <Icon of={covered ? ShieldCheck : ShieldX} size="xl" className={covered ? 'text-success' : 'text-muted'} />
      <div className="grid min-w-0 gap-1">
        <p className="text-50 font-semibold">{t(covered ? 'screen.warranty.covered' : 'screen.warranty.notCovered')}</p>
        {until && (
          <p>
            {t(isOver ? 'screen.warranty.ended' : 'screen.warranty.until', { date: formatDate(until) })}
            {covered && <span className="text-muted"> · {t('screen.warranty.left', { count: days })}</span>}
          </p>
        )}
        <p className="text-30 text-pretty text-muted">{t(reasons[reason])}</p>
      </div>
    </section>
  )
}
