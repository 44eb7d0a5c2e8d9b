import { clsx } from 'clsx'
import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import Hourglass from 'lucide-react/icons/hourglass'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useKeepsNothing } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useUnsent, type Unsent } from '#src/data/use-unsent.ts'
import { formatNumber, formatTime } from '#src/lib/format.ts'
import { piece } from '#src/lib/piece.ts'
import type { Connection } from '#src/offline/connection.ts'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import { momentOfSync } from './data-age.ts'

type Kind = 'offlineSince' | 'offline' | 'behind' | 'loading' | 'slow' | 'connecting' | 'current'

const kindOf = ({ online, behind, loading, slow, lastSyncAt }: Connection, keepsNothing: boolean): Kind => {
  if (!online) return lastSyncAt ? 'offlineSince' : 'offline'
  if (behind && lastSyncAt) return 'behind'
  if (loading) return 'loading'
  if (slow) return 'slow'
  return lastSyncAt || keepsNothing ? 'current' : 'connecting'
}

const warning = 'border-warning-border bg-warning-subtle text-warning-text'
const busy = 'border-info-border bg-info-subtle text-info-text'
const looks: Record<Kind, { icon: IconType; look: string }> = {
  offlineSince: { icon: CloudOff, look: warning },
  offline: { icon: CloudOff, look: warning },
  behind: { icon: CloudAlert, look: warning },
  slow: { icon: Hourglass, look: warning },
  loading: { icon: RefreshCw, look: busy },
  connecting: { icon: RefreshCw, look: busy },
  current: { icon: CloudCheck, look: 'border-transparent text-muted' },
}

/** What is shown is as old as it says, in the words for a telephone. */
const shorts: Partial<Record<Kind, string>> = {
  offlineSince: 'status.offlineShort',
  behind: 'status.behindShort',
}

const UnsentPill = piece(() => import('./unsent-pill.tsx').then(({ UnsentPill }) => UnsentPill))
const StuckPill = piece(() => import('./stuck-pill.tsx').then(({ StuckPill }) => StuckPill))
const SaidOfUnsent = piece(() => import('./said-of-unsent.tsx').then(({ SaidOfUnsent }) => SaidOfUnsent))

/** What everybody gets is saved before anybody could read that it is not. In ms. */
const GRACE = 700

/**
 * What waits on this device, or else what is stuck of others; where nothing does: is what the screen shows the present state,
 * and if not, how old is it? `quiet` says only what is not as it should be.
 */
export function Status(props: { quiet?: boolean }) {
  // Drawn now and then, and small: what the compiler would remember of it weighs more before the first list than it saves.
  'use no memo'
  const unsent = useUnsent()
  const lasts = useLasts(unsent)
  const waits = unsent.uncounted || (lasts && unsent.count > 0)
  const { online, stuck } = useConnection()
  const [hasWaited, setHasWaited] = useState(false)
  if (waits && !hasWaited) setHasWaited(true)
  const state = <Freshness {...props} />
  return (
    <>
      <Suspense fallback={state}>
        {waits ? <UnsentPill unsent={unsent} /> : online && stuck > 0 ? <StuckPill count={stuck} /> : state}
      </Suspense>
      {/* There from the start: of what comes together with its words nothing is read. */}
      <span role="status" className="sr-only">
        {hasWaited && (
          <Suspense fallback={null}>
            <SaidOfUnsent unsent={unsent} waits={waits} />
          </Suspense>
        )}
      </span>
    </>
  )
}

/** Has it been so for a moment, or since before this page was opened? */
function useLasts({ known, count }: Unsent): boolean {
  const now = count > 0
  const [wasKnown, setWasKnown] = useState(known)
  const [lasts, setLasts] = useState(now)
  if (known && !wasKnown) {
    setWasKnown(true)
    setLasts(now)
  }
  useEffect(() => {
    const timer = setTimeout(() => setLasts(now), now ? GRACE : 0)
    return () => clearTimeout(timer)
  }, [now])
  return lasts
}

function Freshness({ quiet = false }: { quiet?: boolean }) {
  'use no memo'
  const { t } = useTranslation()
  const connection = useConnection()
  const kind = kindOf(connection, useKeepsNothing())
  const { icon, look } = looks[kind]
  const { lastSyncAt } = connection
  const old = shorts[kind]
  const time = !lastSyncAt ? '' : old ? momentOfSync(lastSyncAt) : formatTime(lastSyncAt)
  const rows = connection.loading?.rows ?? 0
  const words = t(`status.${kind}`, { time })
  // A telephone has no room for the whole sentence, which is read out all the same.
  const short = old ? t(old, { time }) : kind === 'loading' && (rows > 0 ? formatNumber(rows) : '…')
  return (
    <p
      role="status"
      className={clsx(
        kind === 'current' ? 'shrink-0' : 'min-w-0',
        quiet && kind === 'current' && 'sr-only focus-within:not-sr-only',
      )}
    >
      <Link
        to="/outbox"
        title={kind === 'current' ? t('status.currentTitle', { time }) : undefined}
        className={clsx(
          'flex min-h-control-sm min-w-0 items-center gap-2 rounded-full border px-3 text-30 font-medium whitespace-nowrap',
          look,
        )}
      >
        <Icon of={icon} size="sm" className={kind === 'current' ? 'text-success' : ''} />
        <span className={clsx('truncate', (kind === 'current' || short) && 'max-sm:sr-only')}>
          {words}
          {/* Each page of a load brings others: nobody is to hear them counted. */}
          {kind === 'loading' && rows > 0 && (
            <span aria-hidden="true"> · {t('status.loadingRows', { count: rows })}</span>
          )}
        </span>
        {short && (
          <span aria-hidden="true" className="truncate tabular-nums sm:hidden">
            {short}
          </span>
        )}
      </Link>
    </p>
  )
}
