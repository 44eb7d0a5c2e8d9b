import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import { RightsSummary } from './rights-summary.tsx'

/** How many rights the chosen roles come to, and behind it which. */
export function RightsInAll({ rights, className = '' }: { rights: Actor; className?: string }) {
  const { t } = useTranslation('user')
  return (
    <details className={`rounded-3 border bg-surface-sunken ${className}`}>
      <summary className="min-h-hit cursor-pointer px-4 py-2 text-30 font-medium">
        {t('user:screen.form.addUp', { count: rights.permissions.size })}
      </summary>
      <div className="border-t px-4 py-3">
        <RightsSummary rights={rights} />
      </div>
    </details>
  )
}
