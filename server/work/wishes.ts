import type { Actor } from '#contract/actor.ts'
import { isSet, type BulkInput } from '#contract/calls/work.ts'
import { opOf, OP_VERSION } from '#contract/intent.ts'
import { same } from '#contract/merge.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import type { Problem } from '#contract/problem.ts'
import { can, mayMove } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import type { Wish } from '#server/crud/behaviour.ts'
import { forbidden, invalid, parsed } from '#server/crud/invalid.ts'
import { z } from 'zod'

type Values = Record<string, unknown>

/** What is wished for every record of a work. */
export type Deed = Pick<BulkInput, 'add' | 'remove'> & { action: string; args: Values }

/** Refuses what no record could do, before any is touched: no right, no such action, values of the wrong kind. */
export function checkDeed(module: Module, actor: Actor, { action, args, add = {}, remove = {} }: Deed): void {
  const move = Object.hasOwn(module.moves ?? {}, action) ? module.moves![action]! : undefined
  const isPlain = ['change', 'archive', 'restore'].includes(action)
  if (move ? move.alone : !isPlain) throw invalid({ action: 'This cannot be done to many records.' })
  if (move ? !mayMove(module, move, actor) : !can(actor, module, 'edit')) throw forbidden()
  const sets = { ...add, ...remove }
  if (action !== 'change' && Object.keys(sets).length > 0)
    throw invalid({ add: 'Only a change adds to sets or takes from them.' })
  if (action === 'change') checkChange(module, actor, args, sets)
  else if (!move) parsed(z.strictObject({}), args)
}

function checkChange(module: Module, actor: Actor, args: Values, sets: Values) {
  const refused: Record<string, string> = {}
  for (const field of Object.keys(sets)) {
    if (!isSet(module, field) || !(field in module.fields)) refused[field] = 'Nothing can be added to this field.'
    if (field in args) refused[field] = 'A field is either set or added to.'
  }
  for (const field of [...Object.keys(args), ...Object.keys(sets)])
    if (field in module.fields && !reveals(module, field, actor)) refused[field] = 'You may not write this field.'
  if (Object.keys(refused).length > 0) throw invalid(refused)
  parsed(module.change, { ...args, ...sets })
  if (Object.keys(args).length + Object.keys(sets).length === 0) throw invalid({ args: 'Say what to change.' })
}

/** The wish for one record as it is now, with the fields as they are: who reads them holds the record. */
export function wishFor(module: Module, { action, args, add = {}, remove = {} }: Deed, row: Row, mid: string): Wish {
  const wish = { mid, op: opOf(module, action), opV: OP_VERSION, id: row.id, base: null }
  if (action !== 'change') return { ...wish, args }
  const sets = Object.fromEntries(
    [...new Set([...Object.keys(add), ...Object.keys(remove)])].map(field => [
      field,
      changedSet(row[field], add[field], remove[field]),
    ]),
  )
  const wanted = { ...args, ...sets }
  const fields = Object.fromEntries(Object.keys(wanted).map(field => [field, row[field] ?? null]))
  return { ...wish, args: wanted, base: { version: row.version, fields } }
}

function changedSet(now: unknown, add: unknown[] = [], remove: unknown[] = []): unknown[] {
  const kept = (Array.isArray(now) ? (now as unknown[]) : []).filter(value => !remove.some(gone => same(gone, value)))
  return [...kept, ...add.filter(value => !kept.some(held => same(held, value)))]
}

/** A refusal in one sentence: what is wrong with fields is said field by field. */
export function sentenceOf({ message, details }: Pick<Problem, 'message' | 'details'>): string {
  const said = [...new Set(Object.values(details.fields ?? {}))]
  return said.length > 0 ? said.join(' ') : message
}

/** The title of a record as a report names it; nothing of one that its author may not see. */
export const titleOf = (module: Module, actor: Actor, row: Row | undefined): string | null => {
  const title = row && module.title in allFields(module) && reveals(module, module.title, actor) && row[module.title]
  return typeof title === 'string' ? title : null
}
