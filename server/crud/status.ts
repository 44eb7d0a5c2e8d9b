import type { Actor } from '#contract/actor.ts'
import { isList, type List } from '#contract/list.ts'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import { maySetStatus } from '#contract/rules.ts'
import { metaOf } from '#contract/fields.ts'
import { problem } from '#contract/problem.ts'
import { invalid } from './invalid.ts'
import type { Tx } from './store.ts'

type Values = Record<string, unknown>

/** The list of the module's main status: its field `status`, where that list has stages. */
export function statusList(module: Module, register: Register): List | null {
  const field = allFields(module).status
  const meta = field && metaOf(field)
  const list = meta?.kind === 'listItem' ? register[meta.list ?? ''] : undefined
  return module.stages && list && isList(list) && list.list.stages.length > 0 ? list : null
}

/** What may be chosen of a stage, in its order. */
const itemsOf = async (tx: Tx, list: Module, stage: string): Promise<Row[]> =>
  (await tx.where(list, 'stage', stage))
    .filter(item => item.active === true && !item.archivedAt)
    .sort((a, b) => (a.position as number) - (b.position as number) || a.id - b.id)

/** People may only set the statuses that they were given, in every field that takes one. */
export function checkStatusRights(
  module: Module,
  register: Register,
  actor: Actor,
  before: Row | null,
  changes: Values,
) {
  for (const [name, value] of Object.entries(changes)) {
    const field = allFields(module)[name]
    const list = field && metaOf(field).kind === 'listItem' ? register[metaOf(field).list ?? ''] : undefined
    if (!list?.list?.stages.length || typeof value !== 'number' || before?.[name] === value || module.list) continue
    if (!maySetStatus(actor, value))
      throw problem('forbidden', 'You may not set this status.', { fields: { [name]: 'You may not set this status.' } })
  }
}

/**
 * The status of the record after a write: one of its stage. A status that the person chose must be of that stage;
 * without a choice, a new stage brings the first active item that this person may set.
 */
export async function statusFor(
  { tx, register, actor }: { tx: Tx; register: Register; actor: Actor },
  module: Module,
  before: Row | null,
  after: Values,
): Promise<Values> {
  const list = statusList(module, register)
  const stage = after.stage as string
  if (!list || !list.list.stages.includes(stage)) return {}
  const status = after.status as number | null
  if (before && before.stage === stage && before.status === status) return {}
  if (status && status !== before?.status) {
    const [item] = await tx.find(list, [status])
    if (item?.stage !== stage) throw invalid({ status: 'This status belongs to another stage.' })
    return {}
  }
  if (before && before.stage === stage && status) return {}
  const items = await itemsOf(tx, list, stage)
  const first = items.find(item => maySetStatus(actor, item.id))
  if (items.length > 0 && !first) throw problem('forbidden', 'You may not set the status that this leads to.')
  return { status: first?.id ?? null }
}

/**
 * The statuses beside the main one after a write, each of the stage that the row says (`axes`). What follows by itself takes no
 * right; a status that somebody chose must be of that stage.
 */
export async function axesFor(
  { tx, register }: { tx: Tx; register: Register },
  module: Module,
  before: Row | null,
  after: Values,
): Promise<Values> {
  const become: Values = {}
  for (const [field, stageOf] of Object.entries(module.axes ?? {})) {
    const stage = stageOf!(after)
    const status = after[field] as number | null
    const isOther = status !== (before?.[field] ?? null)
    if (before && status !== null && !isOther && stageOf!(before) === stage) continue
    const list = register[metaOf(allFields(module)[field]!).list!]!
    const [item] = status === null ? [] : await tx.find(list, [status])
    if (item?.stage === stage) continue
    if (item && isOther) throw invalid({ [field]: 'This status belongs to another stage.' })
    const [first] = await itemsOf(tx, list, stage)
    become[field] = first?.id ?? null
  }
  return become
}
