import { useTranslation } from 'react-i18next'
import type { NotedError } from '#src/app/last-errors.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'

/** What went wrong in this tab, the last one first. */
export function ErrorsCard({ errors }: { errors: readonly NotedError[] }) {
  const { t } = useTranslation('diagnostics')
  return (
    <Card title={t('errors.title')}>
      {errors.length === 0 ? (
        <p className="text-muted">{t('errors.none')}</p>
      ) : (
        <ol className="grid gap-3">
          {errors.map(({ at, message }) => (
            <li key={at + message}>
              <p className="text-30 text-muted">{formatDateTime(at)}</p>
              <p className="font-mono text-30 wrap-anywhere" dir="auto">
                {message}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
