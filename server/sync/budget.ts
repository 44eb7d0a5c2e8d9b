import { sql, type Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { KEEP_BUDGET } from '#contract/keep.ts'
import { isList } from '#contract/list.ts'
import { tableOf, type Register } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import type { Tables } from '#server/db/tables.ts'
import { holdingsOf } from './holdings.ts'
import { keptBy } from './snapshot.ts'

/** The modules of which a device of this person would hold more than is good for it: their policy is too wide. */
export async function overBudget(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  now: Date,
  budget = KEEP_BUDGET,
): Promise<string[]> {
  const { names } = holdingsOf(register, actor)
  const over: string[] = []
  for (const module of Object.values(register)) {
    if (isList(module) || !holds(names, module)) continue
    const kept = keptBy(module, actor, now)
    if (kept === null) continue
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select 1 from ${sql.table(tableOf(module))} where true ${kept} limit ${budget + 1}) as counted
    `.execute(db)
    if (rows[0]!.n > budget) over.push(module.name)
  }
  return over
}
