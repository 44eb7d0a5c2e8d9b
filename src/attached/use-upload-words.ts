import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import type { UploadItem } from '#src/offline/uploads.ts'

/** How far a file is, or what it waits for. */
export function useUploadWords({ state, sent, size, hold, kept, problem }: UploadItem): string {
  const { t } = useTranslation('crud')
  const { online } = useConnection()
  if (state === 'refused') return t('attached.notSent')
  if (state !== 'waiting')
    return t('attached.sending', { percent: formatNumber(Math.floor((100 * sent) / size)), size: formatBytes(size) })
  if (!kept) return t('attached.waitingHere')
  if (hold) return t('attached.afterRecord')
  // Where the server has put it off, its own words stand beside this, and no turn comes before that.
  return t(online && !problem ? 'attached.inTurn' : 'attached.waiting')
}
