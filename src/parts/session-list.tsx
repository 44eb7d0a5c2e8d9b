import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useTranslation } from 'react-i18next'
import type { SessionRow } from '#contract/calls/access.ts'
import { formatDate, formatDateTime } from '#src/lib/format.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

type Props = {
  rows: readonly SessionRow[]
  /** The session that is being ended. */
  busy: string | null
  /** Left out for those who may only look. */
  onEnd?: ((id: string) => void) | undefined
}

/** Where somebody is signed in; the one that asks is marked and cannot be ended here. */
export function SessionList({ rows, busy, onEnd }: Props) {
  const { t } = useTranslation('profile')
  return (
    <ul>
      {rows.map(row => (
        <li
          key={row.other ? `${row.id} ${row.device}` : row.id}
          className="flex items-center gap-3 border-t px-4 py-2 first:border-t-0"
        >
          <Icon of={/android|iphone|ipad|mobile/i.test(row.device) ? Smartphone : Monitor} className="text-muted" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2">
              {row.device}
              {row.current && <Badge tone="accent">{t('sessions.current')}</Badge>}
              {row.other && <Badge tone="warning">{t('sessions.other')}</Badge>}
            </p>
            <p className="text-30 text-pretty text-muted">
              {t('sessions.seen')} <Ago at={row.seenAt} />
              {' · '}
              {t('sessions.since', { at: formatDate(row.createdAt) })}
              {' · '}
              {t('sessions.ends', { at: formatDateTime(row.endsAt) })}
              {row.address && (
                <>
                  {' · '}
                  <bdi>{row.address}</bdi>
                </>
              )}
            </p>
            {row.lost && (
              <p className="text-30 text-pretty text-warning-text">
                {t('sessions.lost', { count: row.lost.count, at: formatDateTime(row.lost.at) })}
              </p>
            )}
          </div>
          {onEnd && !row.current && (
            <Button
              size="sm"
              loading={busy === row.id}
              aria-label={t('sessions.endOne', { device: row.device })}
              onClick={() => onEnd(row.id)}
            >
              {t('sessions.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
