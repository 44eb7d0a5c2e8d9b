import type { DecideInput } from '#contract/calls/stuck.ts'
import { supervises } from '#contract/grants.ts'
import { splitOp } from '#contract/intent.ts'
import { over } from '#contract/merge.ts'
import { migrated } from '#contract/migrate.ts'
import type { Module, Row } from '#contract/module.ts'
import { Problem, problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { visibleRow } from '#contract/seen.ts'
import type { Ask, Writer } from '#server/crud/behaviour.ts'
import { applyAsOfNow, begin, visibleRefusal } from '#server/crud/ledger.ts'
import type { Decision, Mutation, StuckIntent, Tx } from '#server/crud/store.ts'
import { isInReach, mayApply } from './supervise.ts'

type Supervisor = Pick<Ask, 'actor' | 'request' | 'confirmed'>

/** What became of it, and what is to be written down about it. */
export type Decided = {
  status: 'superseded' | 'cancelled'
  row: Row | null
  /** Null where this was decided by the same call before. */
  fresh: { module: string; record: number | null; author: number } | null
}

/**
 * Decides about somebody's stuck op in the supervisor's own name: what is applied is an intent of theirs, and takes its place
 * in one transaction. If it cannot be applied, everything stays as it was, and the supervisor is told why.
 */
export async function decideStuck(writer: Writer, tx: Tx, who: Supervisor, wish: DecideInput): Promise<Decided> {
  const { actor } = who
  // Locked until the end: the author's own correction or withdrawal comes before this or after it.
  const stuck = await tx.mutation(wish.stuck)
  const module = stuck && writer.register[splitOp(stuck.op).module]
  if (!stuck || !module || stuck.userId === actor.id || !supervises(module, actor)) throw notThere()
  if (stuck.decided?.mid === wish.mid && stuck.decided.by === actor.id) return again(tx, module, who, stuck)
  const intent = stuck.intent && migrated({ op: stuck.op, ...stuck.intent })
  if (!intent || (stuck.status !== 'conflict' && stuck.status !== 'rejected'))
    throw problem('not-now', 'Somebody has decided about this meanwhile.')
  if (!isInReach(module, actor, stuck.op, intent, await recordOf(tx, module, intent.id))) throw notThere()

  const decided: Decision = {
    by: actor.id,
    at: writer.now().toISOString(),
    how: wish.how,
    mid: wish.mid,
    ...(wish.reason && { reason: wish.reason }),
  }
  const fresh = { module: module.name, record: intent.id, author: stuck.userId }
  if (wish.how === 'drop') {
    if (!wish.reason) throw problem('invalid', 'Say why.', { fields: { reason: 'Say why.' } })
    // In the lane, what it followed stands in its place.
    await tx.settle(stuck.mid, { status: 'cancelled', result: null, supersededBy: intent.prevMid, decided })
    return { status: 'cancelled', row: null, fresh }
  }
  if (!mayApply(module, actor, intent))
    throw problem('not-now', 'Parts of this are not yours to do; only its author can send it.')
  const row = await apply(writer, tx, who, stuck, intent, wish)
  await tx.settle(stuck.mid, { status: 'superseded', result: null, supersededBy: wish.mid, decided })
  return { status: 'superseded', row: shown(module, row, who), fresh }
}

/** What is refused here is told at once and not written down, so what its reader may not see is taken out here. */
function visibleProblem(module: Module | undefined, told: Problem, who: Supervisor): Problem {
  const { code, message, ...details } = visibleRefusal(
    module,
    { ...told.details, code: told.code, message: told.message },
    who,
  )
  return problem(code, message, details)
}

async function apply(
  writer: Writer,
  tx: Tx,
  who: Supervisor,
  stuck: Mutation,
  intent: StuckIntent,
  wish: DecideInput,
): Promise<Row> {
  const { op, userId } = stuck
  const args = wish.how === 'edit' ? (wish.args ?? {}) : kept(writer, op, intent, wish.base?.fields ?? {})
  const ask: Ask = {
    ...who,
    wish: { mid: wish.mid, op, opV: intent.opV, id: intent.id, base: wish.base ?? null, args },
    device: null,
    offline: intent.offline,
    author: { user: userId, device: intent.device, saidAt: intent.queuedAt, args: intent.args },
    ...(intent.files && { files: intent.files }),
  }
  if (await begin(writer, tx, ask)) throw problem('key-reuse', 'This key was used for something else.')
  const { row } = await applyAsOfNow(writer, tx, ask).catch((error: unknown) => {
    throw error instanceof Problem ? visibleProblem(writer.register[splitOp(op).module], error, who) : error
  })
  await tx.settle(wish.mid, { status: 'applied', result: { row } })
  return row
}

/**
 * Its author's words of the record as its reader sees it: what others have added meanwhile stays, also where its author was
 * asked, if both go together by now.
 */
function kept({ register }: Writer, op: string, { base, args }: StuckIntent, seen: Record<string, unknown>) {
  const { module: name, action } = splitOp(op)
  const module = register[name]
  if (!module || !base || action !== 'change') return args
  return over(module, base.fields, { ...base.fields, ...seen }, args, [])
}

/** The answer got lost: the same is said again, of a record that is still within reach. */
async function again(tx: Tx, module: Module, who: Supervisor, { status, decided }: Mutation): Promise<Decided> {
  const applied = status === 'superseded' ? await tx.mutation(decided!.mid) : null
  const { row = null } = (applied?.result ?? {}) as { row?: Row | null }
  return { status: status as Decided['status'], row: row && shown(module, row, who), fresh: null }
}

const shown = (module: Module, row: Row, { actor }: Supervisor): Row | null =>
  inScope(module, row, actor) ? visibleRow(module, row, actor) : null

/** The record as it is, or as it was when somebody deleted it. */
async function recordOf(tx: Tx, module: Module, id: number | null): Promise<Row | null> {
  if (id === null) return null
  return (await tx.load(module, id)) ?? (await tx.deleted(module, id))?.row ?? null
}

const notThere = () => problem('not-found', 'There is no such change.')
