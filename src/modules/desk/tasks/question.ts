import { task, type Task } from '#contract/modules/desk/task.ts'
import type { RecordQuery } from '#src/data/local-query.ts'
import { unended, type TaskState } from './state.ts'

export const isEnded = ({ stage }: Pick<Task, 'stage'>) => !unended.includes(stage)
export const isOverdue = (row: Pick<Task, 'stage' | 'dueAt'>, now: Date) =>
  !isEnded(row) && row.dueAt !== null && Date.parse(row.dueAt) < now.getTime()

export const stages = task.stages!
export const ended = stages.filter(stage => !unended.includes(stage))

/** The table's state as a question to the list. `now` only in whole minutes, so that the question stays the same for one. */
export function questionOf({ tableData, filter, overdue, today }: TaskState, now: Date): RecordQuery {
  const { query, sort } = tableData
  const ticked = filter.status.filter(stage => !overdue || unended.includes(stage))
  const status = ticked.length > 0 ? ticked : unended
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString()
  return {
    ...(query.trim() ? { q: query.trim() } : {}),
    sort: sort.order === '' ? '-createdAt' : `${sort.order === 'desc' ? '-' : ''}${sort.key}`,
    filter: {
      ...(filter.assigned_to_id === null ? {} : { assignedTo: [filter.assigned_to_id] }),
      ...(filter.assigned_by_id === null ? {} : { assignedBy: [filter.assigned_by_id] }),
      stage: [...status],
      ...(overdue ? { dueAt: [`..${minute}`] } : today ? { dueAt: ['@today'] } : {}),
    },
  }
}

export type Preset = 'mine' | 'byMe' | 'overdue' | 'today' | 'all'

type Asked = Pick<TaskState, 'filter' | 'overdue' | 'today'>

/** What the table shows, where it is one of the usual views. */
export function presetOf({ filter, overdue, today }: Asked, me: number): Preset | null {
  const { assigned_to_id: to, assigned_by_id: by } = filter
  if (overdue || today) return to === me && by === null ? (overdue ? 'overdue' : 'today') : null
  if (to === me && by === null) return 'mine'
  if (by === me && to === null) return 'byMe'
  return to === null && by === null ? 'all' : null
}

export const filterOf = (preset: Preset, me: number) => ({
  assigned_to_id: preset === 'byMe' || preset === 'all' ? null : me,
  assigned_by_id: preset === 'byMe' ? me : null,
})
