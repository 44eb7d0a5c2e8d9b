import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '#contract/modules/catalogue/part.ts'
import { billedLines } from '#contract/modules/service/maintenance-rules.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { formatMoney } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'

/** Each part, hour and charge with what is asked for it: nothing where we bear the cost. */
export function Bill({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const said: ReactNode[] = [
    ...job.parts.map(({ id, part: which, qty }) => (
      <span key={id} className="flex flex-wrap gap-x-1">
        <span>{qty} ×</span>
        <RecordLink module={part} id={which} />
      </span>
    )),
    ...job.labour.map(({ minutes }) => `${t('screen.panel.labour')}, ${t('screen.panel.minutes', { count: minutes })}`),
    ...job.charges.map(({ label }) => label),
  ]
  const entries = billedLines(job).map((line, at) => ({ ...line, what: said[at] }))
  return (
    <Card title={t('screen.panel.total')} aside={<b className="tabular-nums">{formatMoney(job.total ?? 0)}</b>}>
      {entries.length === 0 && <p className="text-30 text-subtle">{t('screen.panel.nothing')}</p>}
      <ul className="grid gap-1 text-30">
        {entries.map(({ id, what, covered, amount }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{what}</span>
            <span className="tabular-nums">{covered ? t('screen.panel.covered') : formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      {job.estimate !== null && (
        <p className="mt-3 text-30 text-muted">
          {t('screen.panel.estimate')}: {formatMoney(job.estimate)}
          {job.decidedBy && ` · ${job.decidedBy}`}
        </p>
      )}
    </Card>
  )
}
