import type { TFunction } from 'i18next'
import type { Task } from '#contract/modules/desk/task.ts'
import { formatList } from '#src/lib/format.ts'

/** So many are named; of more it is said how many. */
const NAMED = 3

/** Which tasks these are, by the titles of the first of them. */
export function titlesOf(t: TFunction<'task'>, rows: readonly Pick<Task, 'title'>[]): string {
  const named = rows.slice(0, NAMED).map(({ title }) => `“${title}”`)
  const more = rows.length - named.length
  return formatList(more > 0 ? [...named, t('task:screen.bulk.more', { count: more })] : named)
}
