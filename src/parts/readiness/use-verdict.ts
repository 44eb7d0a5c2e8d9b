import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import type { Readiness } from '#src/offline/readiness.ts'

/** Says in a few words whether this device may leave the network. */
export function useVerdict() {
  const { t } = useTranslation('readiness')
  const { online } = useConnection()
  return ({ ready, missing, findings }: Readiness): string => {
    if (ready) return t('ready')
    // Room does not come by itself, and without a connection nothing does.
    const comes = online && !findings.some(({ check, verdict }) => check === 'storage' && verdict === 'missing')
    return t(comes ? 'preparing' : 'notReady', { count: missing })
  }
}
