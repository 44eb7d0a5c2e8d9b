import type { Action } from '#contract/action.ts'
import { overIn } from '#contract/ahead.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { splitOp } from '#contract/intent.ts'
import { formRulesOf } from '#contract/modules/form-rules.ts'
import { same } from '#contract/merge.ts'
import { problem } from '#contract/problem.ts'
import { mayWrite } from '#contract/record-rules.ts'
import { actionsOf } from '#contract/rules.ts'
import { withStamps } from '#contract/stamps.ts'
import { bindFiles } from '#server/attached/bind.ts'
import { forbidden, invalid, parsed } from './invalid.ts'
import type { Ask, Occasion, Writer } from './behaviour.ts'
import { checkReferences } from './references.ts'
import { refuseWrongCodes } from '#server/lib/code-fields.ts'
import { withPhones } from '#server/lib/phone-fields.ts'
import { firstSaidAt, saidAt } from './said-at.ts'
import { axesFor, checkStatusRights, statusFor } from './status.ts'
import type { Tx, WriteContext } from './store.ts'

type Values = Record<string, unknown>

/** One action on one module: who, what, in which transaction. `trusted` is the server acting by itself. */
export type Act = {
  writer: Writer
  tx: Tx
  ask: Ask
  module: Module
  action: string
  trusted: boolean
  /** These values were asked when they were first written, and come from another record. */
  carried?: boolean
  /** When it is made: one time for all that it writes. */
  now?: string
  /** What this action and all that it brought about have written so far, by id: hooks may come back to a record. */
  written?: Map<number, Row>
}

/** The steps that every write ends with: references, status, the module's own check and act, the row. */
export async function write(act: Act, before: Row | null, values: Values, args: Values, id?: number): Promise<Row> {
  const { writer, tx, ask, module } = act
  const { register } = writer
  const now = nowOf(act)
  const written = (act.written ??= new Map<number, Row>())
  let changes = act.carried
    ? values
    : await checkReferences(module, values, {
        tx,
        register,
        before,
        offline: ask.offline,
        actor: act.trusted ? null : ask.actor,
      })
  if (!act.trusted && !act.carried) await refuseOver(act, before, changes)
  changes = await withPhones(tx, module, changes, now)
  changes = await bindFiles(tx, module, ask, before?.id ?? id!, before, changes, register)
  if (!act.trusted) checkStatusRights(module, register, ask.actor, before, changes)
  const draft = (): Row => ({ ...(before ?? freshRow(act, id!, now)), ...changes })
  if (!act.trusted) refuseOthersWork(act, [before ?? {}, draft()])
  if (!act.trusted && !act.carried) await refuseWrongCodes(tx, module, draft(), before, now)

  const occasion = (): Occasion => occasionOf(act, before, draft(), changes, args, now)
  const special = writer.behaviourOf(module)
  await special?.check?.(occasion())
  const more = await special?.on?.[act.action]?.(occasion())
  if (more) changes = { ...changes, ...more }
  // What only comes from another record was judged where it was written.
  const { check } = formRulesOf(module)
  if (check && !act.carried) refuseWrong(check(draft(), before, Date.parse(now)))
  // A hook may have come back to this record by way of others: what is worked out counts that in.
  if (module.derive) {
    const worked = module.derive({ ...draft(), ...(before && latest(before, written)), ...changes })
    refuseUncountable(worked)
    changes = { ...changes, ...worked }
  }
  if (module.stages)
    changes = { ...changes, ...(await statusFor({ tx, register, actor: statusActor(act) }, module, before, draft())) }
  if (module.axes) changes = { ...changes, ...(await axesFor({ tx, register }, module, before, draft())) }

  if (!before) {
    requireConfirmed(act)
    const made = await tx.insert(module, draft(), contextOf(act, act.action))
    written.set(made.id, made)
    await special?.after?.[act.action]?.({ ...occasion(), row: made })
    return written.get(made.id)!
  }
  const current = latest(before, written)
  const real = Object.fromEntries(Object.entries(changes).filter(([field, value]) => !same(current[field], value)))
  if (Object.keys(real).length === 0) return current
  requireConfirmed(act)
  const context = contextOf(act, actionOn(act, current.id, written))
  const changed = await tx.update(module, current, { ...real, updatedAt: now, updatedBy: ask.actor.id }, context)
  written.set(changed.id, changed)
  await special?.after?.[act.action]?.({ ...occasion(), row: changed })
  return written.get(changed.id)!
}

const OVER = 'This time is over; choose a later one.'

/** Whoever writes by a permission of another module writes only what is for a record of theirs, and leaves it that. */
function refuseOthersWork({ module, action, ask }: Act, rows: readonly Values[]) {
  const move = module.moves?.[action]
  const asked: Action[] = action === 'create' ? ['create'] : move ? actionsOf(move) : ['edit']
  if (!rows.every(row => mayWrite(module, row, ask.actor, asked))) throw forbidden()
}

/** A time that must lie ahead is judged by when it was said. What the record had before its last change comes back by an undo. */
async function refuseOver(act: Act, before: Row | null, changes: Values) {
  const { tx, ask, module } = act
  const overSince = (row: Values | null) =>
    overIn(module.fields, changes, Math.min(Date.parse(nowOf(act)), firstSaidAt(ask)), row)
  const over = overSince(before)
  if (over.length === 0) return
  const former = before && before.version > 1 ? await tx.fieldsAt(module, before.id, before.version - 1, over) : null
  refuseWrong(Object.fromEntries(overSince(former).flatMap(field => (over.includes(field) ? [[field, OVER]] : []))))
}

/** What follows by itself takes no right to set the status that it leads to. */
const statusActor = ({ ask, trusted }: Act) =>
  trusted ? { ...ask.actor, statusPermission: 'all' as const } : ask.actor

function refuseWrong(wrong: Record<string, string>) {
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** What many dear lines come to may be more than can be counted: it would be stored as another number, or not at all. */
function refuseUncountable(worked: Values) {
  if (Object.values(worked).some(value => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER))
    throw problem('invalid', 'Together the amounts come to more than can be counted.')
}

export const nowOf = (act: Act): string => (act.now ??= act.writer.now().toISOString())

/** The record as this action has made it by now, where a hook wrote it by way of others. */
function latest(row: Row, written: ReadonlyMap<number, Row>): Row {
  const now = written.get(row.id)
  return now && now.version > row.version ? now : row
}

/** Asked last, so that nobody types a password for what is refused anyway. */
function requireConfirmed({ module, action, ask, trusted }: Act) {
  const isAsked = module.confirm ?? module.moves?.[action]?.confirm
  if (isAsked && !ask.confirmed && !trusted) throw problem('confirm-needed', 'Please confirm your password first.')
}

/**
 * History names once what was wished of a record, with the first that is written of it: a hook may come to it by way of others
 * before the wish itself does.
 */
function actionOn({ ask, module, action }: Act, id: number, written: ReadonlyMap<number, Row>): string {
  if (written.has(id)) return 'change'
  if (action !== 'change' || ask.wish.id !== id) return action
  const wished = splitOp(ask.wish.op)
  return wished.module === module.name ? wished.action : action
}

const contextOf = ({ ask }: Act, action: string): WriteContext => ({
  actor: ask.actor.id,
  action,
  mid: ask.wish.mid,
  device: ask.device,
  request: ask.request,
  offline: ask.offline,
  saidAt: saidAt(ask),
  byName: ask.byName,
})

function freshRow({ ask, module }: Act, id: number, now: string): Row {
  const who = ask.actor.id
  const given = Object.fromEntries(Object.keys(allFields(module)).map(field => [field, null]))
  const stage = module.stages ? { stage: module.stages[0]! } : {}
  return {
    id,
    version: 1,
    createdAt: now,
    createdBy: who,
    updatedAt: now,
    updatedBy: who,
    archivedAt: null,
    ...given,
    ...stage,
  }
}

function occasionOf(act: Act, before: Row | null, row: Row, changes: Values, args: Values, now: string): Occasion {
  const { writer, tx, ask, module, action, trusted } = act
  return {
    tx,
    ask,
    actor: ask.actor,
    register: writer.register,
    now,
    module,
    action,
    before,
    row,
    changes,
    args,
    trusted,
    create: async (of, input) => serverCreates(act, of, input, await tx.nextId()),
    update: (of, current, wanted) => serverUpdates(act, of, current, wanted),
    carry: (of, current, wanted) => write({ ...other(act, of, 'change'), carried: true }, current, wanted, wanted),
  }
}

const other = (act: Act, of: Module, action: string): Act => ({
  ...act,
  module: of,
  action,
  trusted: true,
  carried: false,
})

/** Makes a record by all rules but permission; `given` fields and stage are allowed. */
export function serverCreates(act: Act, of: Module, wanted: Values, id: number): Promise<Row> {
  const { own, rest } = parted(of, wanted)
  const author = { id: act.ask.actor.id, now: nowOf(act) }
  const values = withStamps(of, null, { ...rest, ...(parsed(of.input, own) as Values) }, author)
  return write(other(act, of, 'create'), null, values, values, id)
}

/** Changes a record the same way. */
export function serverUpdates(act: Act, of: Module, current: Row, wanted: Values): Promise<Row> {
  const { own, rest } = parted(of, wanted)
  const values = { ...rest, ...(parsed(of.change, own) as Values) }
  return write(other(act, of, 'change'), current, values, values)
}

/** What people may write, and what only the server does. */
function parted(of: Module, wanted: Values): { own: Values; rest: Values } {
  const isGiven = (name: string) =>
    name in (of.given ?? {}) || name === 'archivedAt' || (name === 'stage' && of.stages !== undefined)
  const entries = Object.entries(wanted)
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isGiven(name))),
    rest: Object.fromEntries(entries.filter(([name]) => isGiven(name))),
  }
}
