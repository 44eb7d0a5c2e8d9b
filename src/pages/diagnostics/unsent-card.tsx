import { useTranslation } from 'react-i18next'
import { formatNumber } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import type { DeviceFacts } from './facts.ts'

const kinds = ['changes', 'decisions', 'files', 'drafts', 'sealed'] as const

/** What the server has not heard of. Also reached where the app cannot show it. */
export function UnsentCard({ facts: { unsent, keepsNothing } }: { facts: DeviceFacts }) {
  const { t } = useTranslation('diagnostics')
  return (
    <Card
      title={t('unsent.title')}
      footer={
        <a href="/rescue.html" className="underline">
          {t('unsent.rescue')}
        </a>
      }
    >
      {unsent ? (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {kinds
            .filter(kind => kind !== 'sealed' || unsent.sealed > 0)
            .map(kind => (
              <div key={kind} className="flex flex-col-reverse justify-end">
                <dt className="text-30 text-muted">{t(`unsent.${kind}`)}</dt>
                <dd className="text-80 tabular-nums">{formatNumber(unsent[kind])}</dd>
              </div>
            ))}
        </dl>
      ) : (
        <p className="text-muted">{t(keepsNothing ? 'unsent.none' : 'unsent.unknown')}</p>
      )}
    </Card>
  )
}
