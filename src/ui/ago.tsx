import { useTranslation } from 'react-i18next'
import { formatRelative, formatWhole } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'

/** "4 min ago", now and after the minutes that follow; the exact moment when the pointer rests. */
export function Ago({ at, className }: { at: string; className?: string | undefined }) {
  // Drawn anew in another language.
  useTranslation('ui')
  const now = useNow()
  return (
    <time dir="auto" dateTime={at} title={formatWhole(at)} className={className}>
      {formatRelative(at, now)}
    </time>
  )
}
