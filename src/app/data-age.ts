import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { formatNearDay, formatTime, today } from '#src/lib/format.ts'

/** When the server answered last: the time of today, the day of what is older. */
export const momentOfSync = (at: string): string =>
  today(new Date(at)) === today() ? formatTime(at) : formatNearDay(at)

/** Of when what the screens show is, in words, where the server says nothing new; nothing where it does. */
export function useDataAge(): string | undefined {
  const { t } = useTranslation()
  const { online, behind, lastSyncAt } = useConnection()
  return (online && !behind) || !lastSyncAt ? undefined : t('status.listsFrom', { time: momentOfSync(lastSyncAt) })
}
