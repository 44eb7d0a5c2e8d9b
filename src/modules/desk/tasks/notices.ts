import type { Task } from '#contract/modules/desk/task.ts'
import { isEnded } from './question.ts'

/** What somebody is told about a task. */
export type NoticeKind = 'assigned' | 'passedOn' | 'done' | 'cancelled' | 'reopened' | 'remark' | 'due' | 'overdue'
export type Notice = { key: string; kind: NoticeKind; task: Task; at: string; by: number | null }

const DAY = 86_400_000
/** What happened longer ago is in the table and no news. */
const NEWS_DAYS = 14
/** So long before it is due, whoever has it is reminded. */
const AHEAD = 3_600_000
const MOST = 100

export const newsFrom = (now: Date): string => new Date(now.getTime() - NEWS_DAYS * DAY).toISOString()

/**
 * What there is to tell this person, newest first: worked out from the tasks that their device holds, so that it is the same
 * truth, offline too. What somebody did themselves is no news to them. `served`: those of which something waits here, as the
 * server has them. Who did what and when is its word: no step that waits has all of that yet.
 */
export function noticesOf(
  tasks: readonly Task[],
  me: number,
  now: Date,
  served: ReadonlyMap<number, Task> = new Map(),
): Notice[] {
  const from = newsFrom(now)
  return tasks
    .filter(task => task.archivedAt === null)
    .flatMap(task => [
      ...deedsOn(served.get(task.id) ?? task, me).map(deed => ({ ...deed, task })),
      ...termsOf(task, me, now),
    ])
    .filter(({ at }) => at >= from)
    .sort((a, b) => b.at.localeCompare(a.at) || a.key.localeCompare(b.key))
    .slice(0, MOST)
}

function deedsOn(task: Task, me: number): Notice[] {
  const isMine = task.assignedTo === me
  const isByMe = task.assignedBy === me
  const found: Notice[] = []
  const tell = (kind: NoticeKind, at: string, by: number | null, part: string | number = Date.parse(at)) =>
    found.push({ key: `${task.id}.${kind}.${part}`, kind, task, at, by })
  if (task.passedAt !== null && task.passedBy !== me) {
    if (isMine) tell('assigned', task.passedAt, task.passedBy)
    else if (isByMe) tell('passedOn', task.passedAt, task.passedBy)
  }
  if (task.endedAt !== null && isEnded(task) && task.endedBy !== me && (isMine || isByMe)) {
    // Done without a connection, it is news from when it came. A device may hold it from before this was written down.
    const at = task.endHeardAt ?? task.endedAt
    tell(task.stage === 'done' ? 'done' : 'cancelled', at, task.endedBy, Date.parse(task.endedAt))
  }
  if (isReopened(task) && task.reopenedBy !== me && (isMine || isByMe))
    tell('reopened', task.reopenedAt, task.reopenedBy)
  // What was said before it came to somebody, they read with the task itself.
  const isNew = (at: string) => isByMe || (isMine && (task.passedAt === null || at > task.passedAt))
  for (const { id, at, by } of task.taskRemarks) if (at !== null && by !== me && isNew(at)) tell('remark', at, by, id)
  return found
}

/** Is it to do once more, and was nobody else given it since? A device may hold it from before this was written down. */
const isReopened = (task: Task): task is Task & { reopenedAt: string } =>
  Boolean(task.reopenedAt) && !isEnded(task) && (task.passedAt === null || task.reopenedAt! > task.passedAt)

function termsOf(task: Task, me: number, now: Date): Notice[] {
  if (task.assignedTo !== me || isEnded(task) || task.dueAt === null) return []
  const due = Date.parse(task.dueAt)
  const tell = (kind: NoticeKind, at: number): Notice[] => [
    { key: `${task.id}.${kind}.${due}`, kind, task, at: new Date(at).toISOString(), by: null },
  ]
  if (due <= now.getTime()) return tell('overdue', due)
  return due - AHEAD <= now.getTime() ? tell('due', due - AHEAD) : []
}

/** Who may be told: what they are told about stands in their own list of kinds. */
export const isTold = (kinds: readonly (string | number)[]): boolean => kinds.includes('tasks')

/** What is marked as read from now on: nothing that cannot be shown any more. */
export const readAfter = (notices: readonly Notice[], read: readonly string[], more: readonly string[]): string[] => {
  const shown = new Set(notices.map(({ key }) => key))
  return [...new Set([...read, ...more])].filter(key => shown.has(key))
}
