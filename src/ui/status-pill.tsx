import { clsx } from 'clsx'
import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import Hourglass from 'lucide-react/icons/hourglass'
import KeyRound from 'lucide-react/icons/key-round'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Icon } from './icon.tsx'

export type StatusPillProps = {
  state: 'sent' | 'shut' | 'sending' | 'slow' | 'silent' | 'offline' | 'unsent' | 'signIn' | 'refused' | 'decision'
  /** How many are not sent, were not accepted, or need a decision. */
  count?: number | undefined
  /** Of when everything else on the screen is, where that is not now. */
  age?: string | undefined
  /** Where the changes are listed. */
  to?: string | undefined
  className?: string | undefined
}

const looks = {
  sent: { icon: CloudCheck, look: 'border-transparent text-muted hover:bg-surface-pressed [&_svg]:text-success' },
  shut: { icon: CloudAlert, look: 'border-warning-border bg-warning-subtle text-warning-text' },
  sending: { icon: RefreshCw, look: 'border-info-border bg-info-subtle text-info-text' },
  slow: { icon: Hourglass, look: 'border-warning-border bg-warning-subtle text-warning-text' },
  silent: { icon: CloudOff, look: 'border-warning-border bg-warning-subtle text-warning-text' },
  offline: { icon: CloudOff, look: 'border-warning-border bg-warning-subtle text-warning-text' },
  unsent: { icon: CloudUpload, look: 'border-warning-border bg-warning-subtle text-warning-text' },
  signIn: { icon: KeyRound, look: 'border-warning-border bg-warning-subtle text-warning-text' },
  refused: { icon: OctagonAlert, look: 'border-danger-border bg-danger-subtle text-danger-text' },
  decision: { icon: TriangleAlert, look: 'border-danger-border bg-danger-subtle text-danger-text' },
}

/** What is true about what is not sent, in the header: word, shape and colour. */
export function StatusPill({ state, count = 0, age, to, className }: StatusPillProps) {
  const { t } = useTranslation('ui')
  const look = clsx(
    'inline-flex min-h-control-sm items-center gap-2 rounded-full border px-3 text-30 font-medium whitespace-nowrap no-underline',
    looks[state].look,
    className,
  )
  // What waits comes after why it does.
  const why = (state === 'offline' || state === 'silent' || state === 'slow') && count > 0 && t(`status.${state}`)
  // A telephone has room for a word, and for how many.
  const isShort = state === 'decision' || state === 'shut' || state === 'signIn'
  const counts = why || state === 'unsent' || state === 'refused' || state === 'decision'
  const words = (
    <span className="flex min-w-0 gap-1">
      {why && (
        <>
          <span className="max-md:sr-only">{why}</span> <span className="max-md:hidden">·</span>{' '}
        </>
      )}
      <span className={clsx('truncate', isShort && 'max-sm:sr-only')}>{t(`status.${why ? 'unsent' : state}`)}</span>
      {isShort && (
        <span aria-hidden="true" className="sm:hidden">
          {t(`status.short.${state}`)}
        </span>
      )}
      {/* Stays where a telephone has no room for all the words. */}
      {counts && (
        <>
          {' '}
          <span>{t('status.counted', { count })}</span>
        </>
      )}
      {/* Read out where there is no room for it, and shown to whoever points at the pill. */}
      {age && (
        <>
          {' '}
          <span data-age="" className="truncate max-md:sr-only">
            · {age}
          </span>
        </>
      )}
    </span>
  )
  const inside = (
    <>
      <Icon of={looks[state].icon} size="sm" />
      {words}
    </>
  )
  if (!to)
    return (
      <span title={age} className={look}>
        {inside}
      </span>
    )
  return (
    <Link to={to} title={age} className={look}>
      {inside}
    </Link>
  )
}
