import type pg from 'pg'
import { tableOf, type Module, type Row } from '#contract/module.ts'
import { user } from '#contract/modules/access/user.ts'
import { isLate, type ClockRules } from '#contract/promise-clock.ts'
import type { Hook, Occasion } from '#server/crud/behaviour.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { followWithTask } from './following-task.ts'

type Values = Record<string, unknown>

/** All that is done with records of a module. */
export const actionsWith = <A extends string>(moves: Readonly<Record<A, unknown>> | undefined) =>
  ['create', 'change', 'archive', 'restore', ...Object.keys(moves ?? {})] as (
    | 'create'
    | 'change'
    | 'archive'
    | 'restore'
    | A
  )[]

/** What each action does, and what the clock of the record says after it. */
export function withClock<A extends string>(
  actions: readonly A[],
  tick: (occasion: Occasion, more: Values) => Promise<Values>,
  hooks: Partial<Record<A, Hook>>,
): Partial<Record<A, Hook>> {
  const timed = (hook: Hook | undefined): Hook => {
    return async occasion => {
      const more = (await hook?.(occasion)) ?? {}
      return { ...more, ...(await tick(occasion, more)) }
    }
  }
  return Object.fromEntries(actions.map(action => [action, timed(hooks[action])])) as Partial<Record<A, Hook>>
}

type Late = Row & { number: string; name: string; assignedTo: number | null; lateSince: string | null }

/** Whoever has a record that is late, or made it, has a task until it goes on: one for each stage. */
export async function tellLate(occasion: Occasion): Promise<void> {
  const row = occasion.row as Late
  const before = occasion.before as Late | null
  const isPassedOn = row.lateSince !== null && before?.assignedTo !== row.assignedTo
  if ((before?.lateSince ?? null) === row.lateSince && !isPassedOn) return
  const to = await whoWorks(occasion, [row.assignedTo, row.createdBy])
  // A task of nobody who is still here would be refused, and with it what became late.
  if (to === null && row.lateSince !== null) return
  await followWithTask(occasion, {
    field: 'lateSince',
    title: `Late: ${row.number}, ${row.name}`,
    to: to ?? row.createdBy,
    isDone: row.lateSince === null,
  })
}

/** The first of these people who is not switched off. */
async function whoWorks({ tx }: Occasion, people: readonly (number | null)[]): Promise<number | null> {
  for (const id of people) {
    const person = id === null ? null : await tx.load(user, id)
    if (person && !person.archivedAt && !user.retired?.stages.some(stage => stage === person.stage)) return id
  }
  return null
}

type Means = { pool: pg.Pool; written: Written }
type Timed = Row & { stage: string; dueAt: string | null }

/** Notes what of a module has become late since the last look; the task follows from that. Once for a record and its stage. */
export async function noteLate({ pool, written }: Means, module: Module, rules: ClockRules): Promise<void> {
  const now = written.writer.now()
  const { rows } = await pool.query<{ id: number; author: number }>(
    `select id, created_by as author from "${tableOf(module)}"
     where due_at < $1 and late_since is null and archived_at is null order by due_at limit 50`,
    [now],
  )
  const failed: unknown[] = []
  for (const { id, author } of rows)
    await byServer(written, { actor: author, request: null }, async ({ load, update }) => {
      const row = (await load(module, id)) as Timed | null
      // It may have gone on meanwhile.
      if (row && row.lateSince === null && row.archivedAt === null && isLate(rules, row, now))
        await update(module, row, { lateSince: now.toISOString() })
    }).catch((error: unknown) => failed.push(error))
  // One that cannot be noted keeps none of the others from it.
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} late records of ${module.name} not noted`)
}
