import { clockAfter, promiseFrom, type StageHours } from '#contract/modules/service/job-clock.ts'
import type { MoveOf } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Hook, Occasion } from '#server/crud/behaviour.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { followWithTask } from '#server/flows/following-task.ts'

type Values = Record<string, unknown>

/** What the house says now. What was due before it says otherwise stays due. */
async function stageHours({ tx }: Occasion): Promise<StageHours> {
  const [found] = await tx.also<{ hours: StageHours }>('select stage_hours as hours from general_setting limit 1', [])
  return found?.hours ?? []
}

type Action = 'create' | 'change' | 'archive' | 'restore' | MoveOf<typeof maintenance>
export const jobActions = [
  'create',
  'change',
  'archive',
  'restore',
  ...Object.keys(maintenance.moves ?? {}),
] as readonly Action[]

/** What each step does, and what the clock of the job says after it. */
export function withClock(hooks: Partial<Record<Action, Hook>>): Partial<Record<Action, Hook>> {
  const timed = (hook: Hook | undefined): Hook => {
    return async occasion => {
      const more = (await hook?.(occasion)) ?? {}
      return { ...more, ...(await tick(occasion, more)) }
    }
  }
  return Object.fromEntries(jobActions.map(action => [action, timed(hooks[action])]))
}

async function tick(occasion: Occasion, more: Values): Promise<Values> {
  const before = occasion.before as unknown as Maintenance | null
  const row = { ...occasion.row, ...more } as unknown as Maintenance
  if (before && before.stage === row.stage && before.promisedAt === row.promisedAt) return {}
  const hours = await stageHours(occasion)
  const at = await doneAt(occasion)
  const promisedAt = row.promisedAt ?? (before ? null : promiseFrom(at, row.serviceMode, hours))
  return { promisedAt, ...clockAfter(before, { ...row, promisedAt }, at, hours) }
}

/** Whoever has a job that is late, or took it in, has a task until it goes on: one for each stage. */
export async function tellLate(occasion: Occasion): Promise<void> {
  const row = occasion.row as unknown as Maintenance
  const before = occasion.before as unknown as Maintenance | null
  const isPassedOn = row.lateSince !== null && before?.assignedTo !== row.assignedTo
  if ((before?.lateSince ?? null) === row.lateSince && !isPassedOn) return
  await followWithTask(occasion, {
    field: 'lateSince',
    title: `Late: ${row.number}, ${row.name}`,
    to: row.assignedTo ?? row.createdBy,
    isDone: row.lateSince === null,
  })
}
