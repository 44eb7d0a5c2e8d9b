import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/modules/desk/task.ts'
import { addDays } from '#contract/relative-days.ts'
import { formatDate, formatDateTime, formatDay, formatTime, onTheWall } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { isEnded, isOverdue } from './question.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** So little time is left that it is said in another colour. */
const SOON = 2 * HOUR

/** When it has to be done: late in red, soon in amber, and always in words too. */
export function Due({ row }: { row: Pick<Task, 'dueAt' | 'stage'> }) {
  const { t } = useTranslation('task')
  const now = useNow()
  if (row.dueAt === null) return <span className="text-subtle">—</span>
  const at = Date.parse(row.dueAt)
  const late = isOverdue(row, now)
  const soon = !late && !isEnded(row) && at - now.getTime() < SOON
  return (
    <time
      dateTime={row.dueAt}
      title={formatDateTime(row.dueAt)}
      className={clsx('tabular-nums', late && 'text-danger-text', soon && 'text-warning-text')}
    >
      {late ? lateWords(t, now.getTime() - at) : dayWords(t, row.dueAt, now)}
    </time>
  )
}

type Words = (key: string, values: Record<string, unknown>) => string

function lateWords(t: Words, by: number): string {
  if (by >= DAY) return t('task:screen.due.lateDays', { count: Math.floor(by / DAY) })
  if (by >= HOUR) return t('task:screen.due.lateHours', { count: Math.floor(by / HOUR) })
  if (by >= MINUTE) return t('task:screen.due.lateMinutes', { count: Math.floor(by / MINUTE) })
  return t('task:screen.due.now', {})
}

function dayWords(t: Words, dueAt: string, now: Date): string {
  const { day } = onTheWall(new Date(dueAt))
  const today = onTheWall(now).day
  if (day === today) return t('task:screen.due.today', { time: formatTime(dueAt) })
  // By the calendar: where the clock is changed, a day is not 24 hours long.
  if (day === addDays(today, 1)) return t('task:screen.due.tomorrow', {})
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(dueAt) : formatDate(dueAt)
}
