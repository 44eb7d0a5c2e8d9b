import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { formatNear, formatWhole } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { Icon } from '#src/ui/icon.tsx'
import { promiseOf, type Promised } from './promise.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What was promised, and how it stands with that: red is only what is late and still with us. */
export function PromisedCell({ row }: { row: Row }) {
  const { t } = useTranslation('order')
  const one = row as unknown as Promised
  const promise = promiseOf(one, useNow())
  if (promise.is === 'none') return <span className="text-subtle">—</span>
  const late = (by: number) => {
    if (by >= DAY) return t('screen.promised.lateDays', { count: Math.floor(by / DAY) })
    if (by >= HOUR) return t('screen.promised.lateHours', { count: Math.floor(by / HOUR) })
    return t('screen.promised.lateMinutes', { count: Math.max(Math.floor(by / MINUTE), 1) })
  }
  const said = (className: string, words: ReactNode) => (
    <time
      dateTime={one.promisedDate!}
      title={formatWhole(one.promisedDate!)}
      className={clsx('inline-flex items-center gap-1', className)}
    >
      {words}
    </time>
  )
  if (promise.is === 'kept')
    return said(
      'text-subtle',
      <>
        <Icon of={Check} size="xs" />
        {t('screen.promised.kept')}
      </>,
    )
  if (promise.is === 'late' && promise.isOver) return said('text-subtle', late(promise.by))
  if (promise.is === 'late')
    return said(
      'font-medium text-danger-text',
      <>
        <Icon of={Clock} size="xs" />
        {late(promise.by)}
      </>,
    )
  if (promise.isToday) return said('font-medium text-warning-text', t('screen.promised.today'))
  return said('', formatNear(promise.day))
}
