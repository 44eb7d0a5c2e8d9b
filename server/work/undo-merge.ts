import type { Actor } from '#contract/actor.ts'
import type { UndoMergePreview } from '#contract/calls/work.ts'
import { same } from '#contract/merge.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { can, inScope } from '#contract/rules.ts'
import { returnAttached, type MovedAttached } from '#server/attached/merge.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { fromHistory, layoutOf } from '#server/crud/columns.ts'
import type { Tx } from '#server/crud/store.ts'
import { takenBack } from './taken-back.ts'
import { titleOf } from './wishes.ts'

type Values = Record<string, unknown>

/** How long a merge can be undone. */
const DAYS = 30
const untilOf = (at: string) => new Date(Date.parse(at) + DAYS * 86_400_000).toISOString()

type Merge = {
  mid: string
  kept: number
  at: string
  attached: MovedAttached
  undoneAt: string | null
  remains: Remains[] | null
}
type Remains = { module: string; id: number; field: string }
type Plan = { changes: { module: Module; row: Row; values: Values }[]; remains: Remains[] }
type Load = (module: Module, id: number) => Promise<Row | null>

const mergeOf = async (tx: Pick<Tx, 'also'>, record: number): Promise<Merge | undefined> => {
  const [merge] = await tx.also<Merge>(
    `select mid, kept, at, attached, undone_at as "undoneAt", remains from record_merge
     where merged = $1 order by at desc, mid desc limit 1 for update`,
    [record],
  )
  return merge
}

/** Takes a merge apart again: every place that it wrote is put back where nobody has changed it since. */
export async function undoMerge(occasion: Occasion): Promise<Values> {
  const { tx, ask, register, module, row, now } = occasion
  const merge = await mergeOf(tx, row.id)
  if (!merge || merge.undoneAt || row.mergedInto === null) throw problem('not-now', 'This record was not merged.')
  await refuseLate(module, tx.load, ask.actor, merge, now)
  const { changes, remains } = await planOf(tx, tx.load, register, merge)
  for (const { module: of, row: found, values } of changes) await occasion.carry(of, found, values)
  await returnAttached(tx, merge.attached)
  await tx.also('update record_merge set undone_at = $2, remains = $3 where mid = $1', [
    merge.mid,
    now,
    JSON.stringify(remains),
  ])
  return { mergedInto: null, archivedAt: null }
}

async function refuseLate(module: Module, load: Load, actor: Actor, merge: Merge, now: string) {
  if (untilOf(merge.at) < now) throw problem('not-now', `This was merged more than ${DAYS} days ago.`)
  const kept = await load(module, merge.kept)
  if (!kept || !inScope(module, kept, actor))
    throw problem('not-now', 'You have no access to the record that this was merged into.')
  if (kept.mergedInto)
    throw problem('not-now', 'The record that this was merged into has itself been merged since. Undo that first.')
}

/** What undoing would put back, and what it would leave; after the undoing, how it went. */
export async function undoPreview(
  tx: Tx,
  register: Register,
  module: Module,
  actor: Actor,
  id: number,
  now: string,
): Promise<UndoMergePreview> {
  const load: Load = async (of, record) => (await tx.find(of, [record]))[0] ?? null
  const row = await load(module, id)
  if (!row || !inScope(module, row, actor)) throw problem('not-found', 'This record does not exist.')
  const merge = await mergeOf(tx, id)
  if (!merge) throw problem('not-found', 'This record was not merged.')
  if (!merge.undoneAt) await refuseLate(module, load, actor, merge, now)
  const plan = merge.undoneAt ? null : await planOf(tx, load, register, merge)
  const remains: UndoMergePreview['remains'] = []
  for (const { module: name, id: record, field } of plan?.remains ?? merge.remains ?? []) {
    const of = register[name]
    const found = of && can(actor, of, 'list') ? await load(of, record) : null
    const title = of && found && inScope(of, found, actor) ? titleOf(of, actor, found) : null
    remains.push({ module: name, id: record, title, field })
  }
  return {
    into: merge.kept,
    at: merge.at,
    until: untilOf(merge.at),
    undoneAt: merge.undoneAt,
    back: plan?.changes.length ?? 0,
    remains,
  }
}

/** For each place that the merge wrote: what to write there now. Later writes of the merge are taken back first. */
async function planOf(tx: Pick<Tx, 'also'>, load: Load, register: Register, merge: Merge): Promise<Plan> {
  const plan: Plan = { changes: [], remains: [] }
  const places = await tx.also<{ entity: string; record: number; before: Values; after: Values }>(
    `select place.entity, place.record, before, after
     from record_merge_place as place
     join record_history as history on history.record_id = place.record and history.version = place.version
       and history.entity = place.entity
     where place.mid = $1 order by place.record, place.version desc`,
    [merge.mid],
  )
  for (const { entity, record, before, after } of places) {
    const module = register[entity]
    if (!module) continue
    const earlier = plan.changes.find(change => change.row.id === record)
    const row = earlier?.row ?? (await load(module, record))
    if (!row) continue
    const values: Values = earlier?.values ?? {}
    for (const { name, field } of layoutOf(module).columns) {
      if (!(name in after)) continue
      const was = fromHistory(module, field, before[name])
      const became = fromHistory(module, field, after[name])
      const now = field in values ? values[field] : row[field]
      const { value, isWhole } = takenBack(module, field, { was, became, now })
      if (!same(value, now)) values[field] = value
      if (!isWhole) plan.remains.push({ module: entity, id: record, field })
    }
    if (!earlier && Object.keys(values).length > 0) plan.changes.push({ module, row, values })
  }
  return plan
}
