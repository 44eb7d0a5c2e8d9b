import { useTranslation } from 'react-i18next'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'

/** What was told of a parcel on its way, the newest first. */
export function Events({ row }: { row: Pick<Dispatch, 'events'> }) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  if (row.events.length === 0) return <p className="text-30 text-subtle">{t('screen.event.none')}</p>
  return (
    <ol className="grid gap-3">
      {row.events
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .map(({ id, at, kind, text, place }) => (
          <li key={id} className="flex flex-wrap gap-x-4 text-30">
            <time dateTime={at} className="w-40 text-muted">
              {formatDateTime(at)}
            </time>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b className="font-medium">{words.option('events.kind', kind)}</b>
              {place && <span className="text-muted"> · {place}</span>}
              {text && <span className="block">{text}</span>}
            </span>
          </li>
        ))}
    </ol>
  )
}
