import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import type { DeviceFacts } from './facts.ts'

/** What lies in one's own database, store by store, in the names that help can look up. */
export function StoresCard({ facts: { stores, databases, keepsNothing, keptUntil } }: { facts: DeviceFacts }) {
  const { t } = useTranslation('diagnostics')
  return (
    <Card
      title={t('stores.title')}
      footer={
        <span className="wrap-anywhere">
          {databases.map(({ name, version }) => t('stores.database', { name, version })).join(' · ')}
        </span>
      }
    >
      {stores && stores.length > 0 ? (
        <dl className="grid gap-x-8 sm:grid-cols-2">
          {stores.map(({ name, rows }) => (
            <div key={name} className="flex items-baseline justify-between gap-3 border-b py-1.5">
              <dt className="min-w-0 truncate font-mono text-30 text-muted">
                <bdi>{name}</bdi>
              </dt>
              <dd className="tabular-nums">{formatNumber(rows)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">{t(keepsNothing ? 'unsent.none' : 'unsent.unknown')}</p>
      )}
      {keptUntil !== null && (
        <p className="pt-3 text-30 text-pretty text-muted">
          {t('stores.until', { date: formatDateTime(new Date(keptUntil).toISOString()) })}
        </p>
      )}
    </Card>
  )
}
