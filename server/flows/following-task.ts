import type { Module, Row } from '#contract/module.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { doneAt, doneBy } from '#server/crud/said-at.ts'

type Follows = {
  /** The field of the record that says when something is due. */
  field: 'nextContactAt' | 'lateSince'
  title: string
  /** Whose task it is. */
  to: number
  /** Was what was due done by this very write? Else the date was only put off or taken away. */
  isDone: boolean
}

/**
 * Keeps one open task that is due when a field of the record says: it moves with the date and the person, and ends with
 * them. The task names the record in its field of the module's name.
 */
export async function followWithTask(occasion: Occasion, { field, title, to, isDone }: Follows): Promise<void> {
  const { row, module } = occasion
  const dueAt = row.archivedAt ? null : (row[field] as string | null)
  const open = await openTask(occasion, field)
  if (!open) return dueAt === null ? undefined : make(occasion, module, { field, title, to, dueAt })
  if (isDone || dueAt === null) {
    await end(occasion, open, isDone ? 'done' : 'cancelled')
    if (dueAt !== null) await make(occasion, module, { field, title, to, dueAt })
    return
  }
  if (open.dueAt !== dueAt || open.assignedTo !== to || open.title !== title)
    await occasion.update(task, open, { dueAt, assignedTo: to, title })
}

/** The one that follows this field of the record and is not over. */
async function openTask({ tx, module, row }: Occasion, field: Task['follows']): Promise<Row | undefined> {
  const found = await tx.where(task, module.name, row.id)
  return found.find(one => one.follows === field && (one.stage === 'open' || one.stage === 'inProgress'))
}

/**
 * Makes a task when a flag of the record is raised, unless one is open, and ends it when the flag is lowered. Whoever ends
 * it before gets no other one until the flag has been lowered and is raised again.
 */
export async function raiseTask(
  occasion: Occasion,
  { field, make: told }: { field: 'low'; make: () => Promise<{ title: string; to: number }> },
): Promise<void> {
  const { before, row, module } = occasion
  const [was, is] = [before, row].map(one => Boolean(one && !one.archivedAt && one[field]))
  if (was === is) return
  const open = await openTask(occasion, field)
  if (is && !open) await make(occasion, module, { ...(await told()), field, dueAt: null, priority: 'high' })
  if (!is && open) await end(occasion, open, row.archivedAt ? 'cancelled' : 'done')
}

type Made = { field: Task['follows']; title: string; to: number; dueAt: string | null; priority?: 'high' }
const make = async ({ create, row }: Occasion, module: Module, { field, to, ...rest }: Made) =>
  void (await create(task, { ...rest, assignedTo: to, [module.name]: row.id, follows: field }))

async function end(occasion: Occasion, open: Row, stage: 'done' | 'cancelled') {
  await occasion.update(task, open, {
    stage,
    endedAt: await doneAt(occasion),
    endedBy: doneBy(occasion.ask),
  })
}
