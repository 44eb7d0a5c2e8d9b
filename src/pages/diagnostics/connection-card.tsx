import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#src/lib/format.ts'
import { clockOffset } from '#src/lib/clock.ts'
import type { Connection } from '#src/offline/connection.ts'
import { useHouse } from '#src/session/house.ts'
import { Card } from '#src/ui/card.tsx'
import { FactList } from './fact-list.tsx'

const MINUTE = 60_000

/** How this device and the server get on. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const { t } = useTranslation('diagnostics')
  const { database } = useHouse()
  const { online, live, slow, lastSyncAt } = connection
  const offset = clockOffset()
  const minutes = Math.round(Math.abs(offset) / MINUTE)
  const server = !online ? 'offline' : slow ? 'slow' : 'online'
  const clock = minutes === 0 ? 'right' : offset > 0 ? 'behind' : 'ahead'
  const facts = [
    [t('connection.server'), t(`connection.${server}`)],
    [t('connection.live'), t(live ? 'connection.isLive' : 'connection.notLive')],
    [t('connection.lastSync'), lastSyncAt ? formatDateTime(lastSyncAt) : t('connection.never')],
    [t('connection.database'), database ? `PostgreSQL ${database}` : '—'],
    [t('connection.clock'), t(`connection.${clock}`, { minutes: formatNumber(minutes) })],
  ] as const
  return (
    <Card title={t('connection.title')}>
      <FactList facts={facts} />
    </Card>
  )
}
