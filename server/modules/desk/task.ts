import { task, type Task } from '#contract/modules/desk/task.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { doneAt, doneBy } from '#server/crud/said-at.ts'

const ended = { endedAt: null, endedBy: null, endHeardAt: null }

/** Says who gave it to whom and who ended it: what its people are told about follows from it. */
export const taskBehaviour = behaviour(task, {
  on: {
    create: passedOn,
    change: passedOn,
    finish: end,
    cancel: end,
    reopen: ({ ask, now }) => ({ ...ended, reopenedAt: now, reopenedBy: doneBy(ask) }),
  },
})

async function passedOn({ ask, tx, row, before, now }: Occasion) {
  const { assignedTo, assignedBy } = row as unknown as Task
  if (!before) return { passedAt: now, passedBy: assignedBy }
  if (before.assignedTo === assignedTo) return
  const passedBy = doneBy(ask)
  const isTaken = assignedTo === passedBy && before.passedBy === passedBy
  return (isTaken && (await asBefore(tx, row.id, passedBy))) || { passedAt: now, passedBy }
}

/** Who takes back what they had passed on has it since when they had it, and from whom. Null: they were not the last to have it. */
async function asBefore(tx: Occasion['tx'], id: number, me: number) {
  const [had] = await tx.also<{ to: number; at: string; by: number | null }>(
    `select (before ->> 'assigned_to')::bigint as to, (before ->> 'passed_at')::timestamptz as at,
       (before ->> 'passed_by')::bigint as by
     from record_history where record_id = $1 and after ? 'assigned_to' order by version desc limit 1`,
    [id],
  )
  // History holds what has changed: from themselves they had it before as well.
  return had?.to === me ? { passedAt: new Date(had.at).toISOString(), passedBy: had.by ?? me } : null
}

async function end(occasion: Occasion) {
  const endedAt = await doneAt(occasion)
  return { endedAt, endedBy: doneBy(occasion.ask), endHeardAt: endedAt < occasion.now ? occasion.now : null }
}
