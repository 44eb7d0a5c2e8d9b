import { rejectionCodes, type DecidedBy, type PushResult, type RejectionCode } from '#contract/calls/push.ts'
import { splitOp } from '#contract/intent.ts'
import type { Row } from '#contract/module.ts'
import type { ProblemCode, Touch } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { visibleRow } from '#contract/seen.ts'
import type { Actor } from '#contract/actor.ts'
import type { Writer } from '#server/crud/behaviour.ts'
import type { Outcome } from '#server/crud/ledger.ts'
import type { Decision, Mutation } from '#server/crud/store.ts'

/** An outcome in the words of the wire. */
export function resultOf(writer: Writer, actor: Actor, op: string, outcome: Outcome): PushResult {
  const { mid } = outcome
  const shown = (row: unknown) => rowFor(writer, actor, op, row)
  if (outcome.status === 'applied' || outcome.status === 'replayed')
    return {
      mid,
      status: outcome.status,
      ...shown(outcome.row),
      ...(outcome.status === 'replayed' && ofLedger(outcome.row)),
      ...(outcome.version !== null && { version: outcome.version }),
    }
  if (!('problem' in outcome)) return { mid, status: outcome.status, ...deciderOf(outcome.decided) }
  const { code, message, fields, asks, row, theirs, gone, passed } = outcome.problem
  const told = {
    mid,
    message,
    ...(fields && { fields }),
    ...(asks && { asks }),
    ...shown(row),
    ...(outcome.isRepeated && ofLedger(row)),
    // Who wrote it is said of what is shown alone.
    ...(theirs && 'row' in shown(row) && { theirs: named(theirs) }),
    ...(gone && goneFor(writer, actor, op, gone)),
    ...(passed && { passed: { title: passed.title, ...unnamed(passed) } }),
  }
  return outcome.status === 'conflict'
    ? { ...told, status: 'conflict' }
    : { ...told, status: 'rejected', code: rejectionCode(code) }
}

/** The same for an op that another one was to replace or withdraw. */
export function resultOfTwin(
  writer: Writer,
  actor: Actor,
  mid: string,
  status: PushResult['status'],
  twin: Mutation | null | undefined,
): PushResult {
  const { row } = (twin?.result ?? {}) as { row?: Row }
  const isOwn = twin?.userId === actor.id && (status === 'applied' || status === 'too_late')
  const isTheirOwn = twin?.userId === actor.id && (status === 'cancelled' || status === 'superseded')
  if (!isOwn || !row) return { mid, status, ...(isTheirOwn && deciderOf(twin.decided)) }
  return { mid, status, version: row.version, ...rowFor(writer, actor, twin.op, row), ...ofLedger(row) }
}

/** A row that comes out of the ledger is as old as the answer that it came with first, which may be older than any load. */
const ofLedger = (row: unknown): { feedSeq?: number } => (row ? { feedSeq: 0 } : {})

/** The row as its author may see it today; nothing, if it has left their reach. */
function rowFor(writer: Writer, actor: Actor, op: string, row: unknown): { row?: Row } {
  const module = writer.register[splitOp(op).module]
  if (!row || !module || !inScope(module, row as Row, actor)) return {}
  return { row: visibleRow(module, row as Row, actor) }
}

function goneFor(writer: Writer, actor: Actor, op: string, gone: Touch & { row: unknown }): Pick<PushResult, 'gone'> {
  const { row } = rowFor(writer, actor, op, gone.row)
  return row ? { gone: { ...unnamed(gone), row } } : {}
}

/** Names are looked up for all answers at once. */
const unnamed = ({ by, at }: Touch) => ({ by, byName: null, at })

const named = (theirs: Record<string, Touch>) =>
  Object.fromEntries(Object.entries(theirs).map(([field, touch]) => [field, unnamed(touch)]))

const deciderOf = (decided: Decision | null | undefined): { decidedBy?: DecidedBy } =>
  decided
    ? {
        decidedBy: {
          id: decided.by,
          name: null,
          at: decided.at,
          how: decided.how,
          ...(decided.reason && { reason: decided.reason }),
        },
      }
    : {}

export const rejectionCode = (code: ProblemCode): RejectionCode =>
  rejectionCodes.find(known => known === code.replaceAll('-', '_')) ?? 'invalid'
