import type { Actor } from '#contract/actor.ts'
import type { Fields } from '#contract/fields.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import { isPlanned } from '#contract/permissions.ts'
import { inScope, isRetired, mayReferToAny } from '#contract/rules.ts'
import { isOff } from '#contract/switched-off.ts'
import { invalid } from './invalid.ts'
import { idsAt, pointersIn, pointersOf, repointed, type Pointer } from './pointers.ts'
import type { Tx } from './store.ts'

type Values = Record<string, unknown>
type Question = {
  tx: Tx
  register: Register
  before: Values | null
  offline: boolean
  /** Who says so; null is the server itself, which nothing is out of reach of. */
  actor: Actor | null
}

/**
 * Does everything that these values newly point at exist and belong there? Answers the values, with merged items
 * replaced by what they were merged into: nobody offline could know. What was there before is not questioned: not even
 * whether it is retired by now.
 */
export const checkReferences = (module: Module, values: Values, question: Question) =>
  check(pointersOf(module), values, question)

/** The same for what a move was asked with. */
export const checkArgs = (args: Fields | undefined, values: Values, question: Question) =>
  check(pointersIn(args ?? {}), values, question)

async function check(pointers: Pointer[], values: Values, question: Question): Promise<Values> {
  let result = values
  const refused: Record<string, string> = {}
  for (const pointer of pointers) {
    const held = new Set(idsAt(pointer, question.before?.[pointer.field]).map(({ id }) => id))
    const fresh = idsAt(pointer, values[pointer.field]).filter(({ id }) => !held.has(id))
    if (isPending(pointer, question.register)) continue
    const of = targetOf(pointer, question.register)
    if (of && (await takesFromOthers(pointer, of, values, question))) refused[pointer.path] = OUT_OF_REACH
    if (fresh.length === 0) continue
    const found = await look(pointer, [...new Set(fresh.map(({ id }) => id))], question)
    for (const { id, place } of fresh) {
      const row = found.get(id)
      const merged = row?.mergedInto as number | null | undefined
      if (!row || !(await isWithinReach(of!, row, question))) refused[place] = notThere(pointer)
      else if (merged) result = { ...result, [pointer.field]: repointed(pointer, result[pointer.field], id, merged) }
      else if (pointer.past === true) continue
      else if (row.archivedAt) refused[place] = ARCHIVED
      else if (of?.retired && isRetired(of, row) && !pointer.stamped) refused[place] = of.retired.refused
      else if (of && isOff(of, row) && isChosenNow(pointer, question)) refused[place] = OFF
    }
  }
  if (Object.keys(refused).length > 0) throw invalid(refused)
  return result
}

export const ARCHIVED = 'This is archived; choose another.'
export const OFF = 'This is switched off; choose another.'
const OUT_OF_REACH = 'This refers to a record that you have no access to.'

/**
 * Online nobody is offered what is switched off; offline it may have been on when it was chosen. The server itself chooses
 * no record: it carries over what was chosen before.
 */
const isChosenNow = (pointer: Pointer, { offline, actor }: Question) =>
  !offline && pointer.past !== 'off' && (actor !== null || 'list' in pointer.target)

/** May this person refer to the record? Where they see their own ones only, to those; also of what it was merged into. */
async function isWithinReach(of: Module, row: Row, { tx, actor }: Question): Promise<boolean> {
  if (!actor || mayReferToAny(of, actor)) return true
  if (!inScope(of, row, actor)) return false
  const { mergedInto } = row
  if (typeof mergedInto !== 'number') return true
  const [into] = await tx.find(of, [mergedInto])
  return into !== undefined && inScope(of, into, actor)
}

/** Would this take a reference away from a record that this person does not see? Whose it is they cannot judge. */
async function takesFromOthers(pointer: Pointer, of: Module, values: Values, question: Question): Promise<boolean> {
  const { actor, before } = question
  if (!actor || !before || !(pointer.field in values) || mayReferToAny(of, actor)) return false
  const stays = new Set(idsAt(pointer, values[pointer.field]).map(({ id }) => id))
  const left = idsAt(pointer, before[pointer.field]).flatMap(({ id }) => (stays.has(id) ? [] : [id]))
  if (left.length === 0) return false
  const found = await look(pointer, [...new Set(left)], question)
  return [...found.values()].some(row => !inScope(of, row, actor))
}

/** A module that is planned and not there yet: what points at it is kept as it was said, and asked once it is there. */
const isPending = ({ target }: Pointer, register: Register) =>
  'module' in target && !Object.hasOwn(register, target.module) && isPlanned(target.module)

const notThere = ({ target }: Pointer) => {
  if (!('list' in target)) return 'This does not exist.'
  return target.list === '' ? 'Items of this list have no parent.' : 'This is no item of the right list.'
}

const targetOf = ({ target }: Pointer, register: Register): Module | undefined =>
  register['list' in target ? target.list : target.module]

async function look(pointer: Pointer, ids: number[], { tx, register }: Question): Promise<Map<number, Row>> {
  const { target } = pointer
  const module = targetOf(pointer, register)
  if (!module) return new Map()
  if ('line' in target && target.line) {
    const found = new Map<number, Row>()
    for (const id of ids) {
      const [owner] = await ownerOf(tx, module, id)
      if (owner) found.set(id, owner)
    }
    return found
  }
  return new Map((await tx.find(module, ids)).map(row => [row.id, row]))
}

async function ownerOf(tx: Tx, module: Module, line: number): Promise<Row[]> {
  for (const [field, schema] of Object.entries(allFields(module))) {
    if (metaOf(schema).kind !== 'lines') continue
    const rows = await tx.where(module, `${field}.id`, line)
    if (rows.length > 0) return rows
  }
  return []
}
