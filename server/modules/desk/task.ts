import { task, type Task } from '#contract/modules/desk/task.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { doneAt } from '#server/crud/said-at.ts'

const ended = { endedAt: null, endedBy: null, endHeardAt: null }

/** Says who gave it to whom and who ended it: what its people are told about follows from it. */
export const taskBehaviour = behaviour(task, {
  on: {
    create: passedOn,
    change: passedOn,
    finish: end,
    cancel: end,
    reopen: ({ actor, now }) => ({ ...ended, reopenedAt: now, reopenedBy: actor.id }),
  },
})

function passedOn({ row, before, actor, now }: Occasion) {
  const { assignedTo, assignedBy } = row as unknown as Task
  if (before?.assignedTo === assignedTo) return
  return { passedAt: now, passedBy: before ? actor.id : assignedBy }
}

async function end(occasion: Occasion) {
  const endedAt = await doneAt(occasion)
  return { endedAt, endedBy: occasion.actor.id, endHeardAt: endedAt < occasion.now ? occasion.now : null }
}
