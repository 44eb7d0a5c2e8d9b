import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { useData } from '#src/data/data.ts'
import { Banner } from '#src/ui/banner.tsx'

/**
 * Is the server out of reach for what needs its word at once? The control is off then, and beside it stands why. Where
 * the browser keeps nothing nobody else asks the server, so that only trying tells.
 */
export function useOutOfReach(needsServer = true): boolean {
  const { db } = useData()
  const { online } = useConnection()
  return needsServer && !online && db !== null
}

/** Why not; nothing while the server is there. `what`: a form keeps what is typed into it. */
export function OutOfReach({ away, what = 'deed' }: { away: boolean; what?: 'deed' | 'form' }) {
  const { t } = useTranslation('crud')
  return away && <Banner tone="info">{t(`waiting.away.${what}`)}</Banner>
}
