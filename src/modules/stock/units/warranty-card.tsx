import { clsx } from 'clsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import { useTranslation } from 'react-i18next'
import type { WarrantyVerdict } from '#contract/warranty.ts'
import { formatDate, today } from '#src/lib/format.ts'
import { Icon } from '#src/ui/icon.tsx'

const DAY = 86_400_000

/** Covered or not, until when, and why: in that order. */
export function WarrantyCard({ verdict: { covered, reason, until } }: { verdict: WarrantyVerdict }) {
  const { t } = useTranslation('unit')
  const days = until ? Math.round((Date.parse(until) - Date.parse(today())) / DAY) : 0
  return (
    <section
      aria-label={t('warranty.title')}
      className={clsx(
        'flex items-start gap-4 rounded-3 border p-4',
        covered ? 'border-success-border bg-success-subtle' : 'border-line bg-surface-sunken',
      )}
    >
      <Icon of={covered ? ShieldCheck : ShieldX} size="xl" className={covered ? 'text-success' : 'text-muted'} />
      <div className="grid min-w-0 gap-1">
        <p className="text-50 font-semibold">{t(covered ? 'warranty.covered' : 'warranty.notCovered')}</p>
        {until && (
          <p>
            {t(covered || reason !== 'expired' ? 'warranty.until' : 'warranty.ended', { date: formatDate(until) })}
            {covered && <span className="text-muted"> · {t('warranty.left', { count: days })}</span>}
          </p>
        )}
        <p className="text-30 text-pretty text-muted">{t(`warranty.reasons.${reason}`)}</p>
      </div>
    </section>
  )
}
