import type { Actor } from '#contract/actor.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { inScope } from '#contract/rules.ts'

/** Nobody has this number. */
const SOMEBODY_ELSE = 0

/**
 * May this person give the task to somebody else? Who is limited to their own tasks would no longer see one that others gave
 * them; the server refuses it, and would do so long after it was said on a device without a connection.
 */
export const mayPassOn = (row: Pick<Task, 'assignedBy'>, actor: Actor): boolean =>
  inScope(task, { ...row, assignedTo: SOMEBODY_ELSE }, actor)
