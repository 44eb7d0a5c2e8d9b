import type { Actor } from '#contract/actor.ts'
import { ownFields, type Module, type Row } from '#contract/module.ts'
import type { PassedOn } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { mayRead, reveals } from '#contract/seen.ts'
import type { Tx } from './store.ts'

/** Whoever had it longer ago than this is a stranger to it, in days: no device is offline for as long. */
const FORMER_DAYS = 90
const DAY = 86_400_000

/**
 * What somebody is told of a record that was theirs and is with somebody else by now: what it was called when they had it,
 * who has it, and since when. Nothing of a record that never was theirs, or that they would not see if it still were.
 */
export async function passedOn(tx: Tx, module: Module, row: Row, actor: Actor): Promise<PassedOn | null> {
  if (inScope(module, row, actor) || actor.scopes[module.name] !== 'own' || !mayRead(module, actor)) return null
  for (const field of ownFields(module)) {
    const writes = await tx.writesTo(module, row.id, field)
    const went = writes.find(({ before }) => before === actor.id)
    // The last write says whose it is now.
    const { at = '' } = writes[0] ?? {}
    if (!went || Date.parse(at) < Date.now() - FORMER_DAYS * DAY) continue
    const then = await tx.fieldsAt(module, row.id, went.version - 1, [module.title])
    const title = reveals(module, module.title, actor) ? then?.[module.title] : null
    return {
      title: typeof title === 'string' || typeof title === 'number' ? String(title) : '',
      by: typeof row[field] === 'number' ? row[field] : null,
      at,
    }
  }
  return null
}

/** As whom somebody leaves a note on a record that was theirs: what they tried to do to it is told to whoever has it. */
export async function asFormer(tx: Tx, module: Module, id: number, actor: Actor): Promise<Actor> {
  if (actor.scopes[module.name] !== 'own') return actor
  const [row] = await tx.find(module, [id])
  // What it was merged into was never theirs.
  const isFormer = row && !row.mergedInto && (await passedOn(tx, module, row, actor)) !== null
  return isFormer ? { ...actor, scopes: { ...actor.scopes, [module.name]: 'all' } } : actor
}
