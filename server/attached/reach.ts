import type { Action } from '#contract/action.ts'
import type { Actor } from '#contract/actor.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { can, inScope } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { layoutOf, rowFrom } from '#server/crud/columns.ts'
import type { Tx } from '#server/crud/store.ts'
import type { Run } from '#server/lib/transaction.ts'

export const notThere = () => problem('not-found', 'This record does not exist.')

/** The record, if it is within this person's reach; else it does not exist. */
export async function recordInReach(run: Run, module: Module, actor: Actor, id: number): Promise<Row> {
  const { table, select } = layoutOf(module)
  const [raw] = await run<Record<string, unknown>>(`select ${select} from ${table} where id = $1`, [id])
  const row = raw && rowFrom(module, raw)
  if (!row || !inScope(module, row, actor)) throw notThere()
  return row
}

/**
 * Where that which is said of a record hangs: on it, or on the one that it was merged into, however late it comes. Held
 * until the transaction ends, so that a merge takes it along or is over.
 */
export async function holderInReach(
  tx: Pick<Tx, 'also' | 'lock'>,
  module: Module,
  actor: Actor,
  id: number,
): Promise<number> {
  await lockAttached(tx, id)
  const { mergedInto } = await recordInReach(tx.also, module, actor, id)
  return typeof mergedInto === 'number' ? holderInReach(tx, module, actor, mergedInto) : id
}

/** Nobody else adds to what hangs on this record, or takes it elsewhere, until the transaction ends. */
export const lockAttached = (tx: Pick<Tx, 'lock'>, record: number): Promise<void> => tx.lock(`attached to ${record}`)

/** A file as its rules need it. */
export type FileFacts = {
  id: number
  module: string
  record: number | null
  field: string | null
  madeBy: number
  name: string
  size: number
  sentHash: string
  hash: string | null
  removedAt: string | null
}

const facts = `id, module, record, field, made_by as "madeBy", name, size, sent_hash as "sentHash", hash, removed_at as "removedAt"`

/**
 * The file, if this person may do that with it. It goes by its record: details read, edit changes. What stands in a
 * field is seen wherever the field is; what hangs on no record yet is its author's alone.
 */
export async function fileInReach(
  { run, register }: { run: Run; register: Register },
  actor: Actor,
  id: number,
  wanted: 'read' | 'edit',
): Promise<FileFacts> {
  const [file] = await run<FileFacts>(`select ${facts} from record_file where id = $1`, [id])
  if (!file || !(await isInReach({ run, register }, actor, file, wanted))) throw notThere()
  return file
}

export async function isInReach(
  { run, register }: { run: Run; register: Register },
  actor: Actor,
  file: Pick<FileFacts, 'module' | 'record' | 'field' | 'madeBy'>,
  wanted: 'read' | 'edit',
): Promise<boolean> {
  const module = register[file.module]
  if (!module) return false
  if (file.record === null) return file.madeBy === actor.id
  if (!actionsFor(file, wanted).some(action => can(actor, module, action))) return false
  if (file.field && !reveals(module, file.field.split('.')[0]!, actor)) return false
  return recordInReach(run, module, actor, file.record).then(
    () => true,
    () => false,
  )
}

const actionsFor = ({ field }: Pick<FileFacts, 'field'>, wanted: 'read' | 'edit'): Action[] =>
  wanted === 'edit' ? ['edit'] : field ? ['details', 'list'] : ['details']
