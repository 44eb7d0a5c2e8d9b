import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/modules/desk/task.ts'
import { formatDateTime, formatDay, formatTime, onTheWall } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { isEnded, isOverdue } from './question.ts'

const HOUR = 3_600_000
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
  return t('task:screen.due.lateMinutes', { count: Math.floor(by / 60_000) })
}

function dayWords(t: Words, dueAt: string, now: Date): string {
  const { day } = onTheWall(new Date(dueAt))
  const time = formatTime(dueAt)
  if (day === onTheWall(now).day) return t('task:screen.due.today', { time })
  if (day === onTheWall(new Date(now.getTime() + DAY)).day) return t('task:screen.due.tomorrow', {})
  return formatDay(dueAt)
}
