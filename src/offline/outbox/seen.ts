import type { Actor } from '#contract/actor.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { hiddenFields, inScope, maySee } from '#contract/rules.ts'
import type { UserDb } from '../user-db.ts'
import { moduleOf, type OpProblem, type OutboxOp } from './op.ts'
import { withoutTheirs } from './problem.ts'

/** An op with what its person may see by now of what others wrote; the same one where that is all of it. */
export function asSeen(module: Module, op: OutboxOp, actor: Actor): OutboxOp {
  const problem = op.problem && seenOf(module, op.problem, actor)
  return problem === op.problem ? op : { ...op, problem }
}

function seenOf(module: Module, problem: OpProblem, actor: Actor): OpProblem {
  const rows = [problem.row, problem.gone?.row].filter(row => row !== undefined)
  if (rows.length === 0) return problem
  if (!maySee(module, actor) || !rows.every(row => inScope(module, row as Row, actor))) return withoutTheirs(problem)
  const hidden = hiddenFields(module, actor)
  if (!rows.some(row => hidden.some(name => name in row))) return problem
  const shown = <T extends object>(of: T) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !hidden.includes(name))) as T
  const { row, theirs, gone } = problem
  return {
    ...problem,
    ...(row && { row: shown(row) }),
    ...(theirs && { theirs: shown(theirs) }),
    ...(gone?.row && { gone: { ...gone, row: shown(gone.row) } }),
  }
}

/** What waits, or waited lately, keeps its person's words, and of what others wrote what they may see. */
export async function forgetUnseen(db: Pick<UserDb, 'outbox'>, register: Register, actor: Actor): Promise<void> {
  const seen = (op: OutboxOp) => {
    const module = register[moduleOf(op)]
    return module ? asSeen(module, op, actor) : op
  }
  // Of what is sealed nothing can be read, by nobody.
  const found = await db.outbox.filter(op => Boolean(op.problem) && seen(op) !== op).primaryKeys()
  if (found.length === 0) return
  await db.outbox
    .where('seq')
    .anyOf(found)
    .modify(op => {
      op.problem = seen(op).problem
    })
}
