import type { Actor } from '#contract/actor.ts'
import type { PushResult } from '#contract/calls/push.ts'
import { OP_VERSION } from '#contract/intent.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask, Writer } from '#server/crud/behaviour.ts'
import type { Outcome } from '#server/crud/ledger.ts'
import type { Store, Tx } from '#server/crud/store.ts'
import { databaseProblem } from '#server/lib/outage.ts'
import type { Queues } from './queues.ts'
import { resultOf, resultOfTwin } from './results.ts'
import { claim, isUndone, remember, run as runStep, undo, type Refused, type Step } from './steps.ts'

export type Sync = {
  store: Store
  queues: Queues
  writer: Writer
  /** Hears of errors that nobody foresaw; their op is sent again. */
  report: (error: unknown, mid: string) => void
}

export type Sender = Pick<Ask, 'actor' | 'request' | 'confirmed'>

/** Where a unit is done or undone as one: a transaction of its own, or a savepoint in one that it shares. */
type Run = {
  in<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Is it the transaction that went wrong, so that nothing can be said of one unit alone? */
  isOfAll(error: unknown): boolean
}

/**
 * Some units in one transaction, each as by itself: what ends badly is taken back alone and said of it alone. What goes wrong
 * with the transaction is nobody's fault: then each has its own. `stopped` are the lanes that wait; it grows.
 */
export async function applyPart(
  sync: Sync,
  sender: Sender,
  units: Step[][],
  stopped: Set<string>,
): Promise<PushResult[]> {
  const one = (run: Run, held: Set<string>) => applyInOrder(sync, run, sender, units, held)
  if (units.length > 1)
    try {
      const done = await sync.store.transaction(async tx => {
        const held = new Set(stopped)
        return { results: await one({ in: work => tx.savepoint(() => work(tx)), isOfAll: isPassing }, held), held }
      })
      for (const lane of done.held) stopped.add(lane)
      return done.results
    } catch {
      // Said by whichever of them meets it again.
    }
  return one({ in: work => sync.store.transaction(work), isOfAll: () => false }, stopped)
}

/** Somebody else was in the way, or the database went away. */
function isPassing(error: unknown): boolean {
  const told = databaseProblem(error)
  return told?.code === 'busy' || told?.code === 'unavailable'
}

async function applyInOrder(sync: Sync, run: Run, sender: Sender, units: Step[][], held: Set<string>) {
  const results: PushResult[] = []
  for (const unit of units) {
    // A lane stops at its first op that is not done: what follows builds on it.
    const waits = unit.some(({ op }) => held.has(op.lane))
    const answers = waits ? unit.map(({ op }) => blocked(op)) : await applyUnit(sync, run, sender, unit)
    answers.forEach((answer, at) => {
      if (!isDone(answer)) held.add(unit[at]!.op.lane)
    })
    results.push(...answers)
  }
  return results
}

const blocked = ({ mid }: Step['op']): PushResult => ({ mid, status: 'blocked' })

/** Need those behind it in its lane not wait for it (any longer)? */
const isDone = ({ status }: PushResult) =>
  status === 'applied' || status === 'replayed' || status === 'cancelled' || status === 'superseded'

/** One op, or a group: all of it or nothing. */
async function applyUnit(sync: Sync, run: Run, { actor }: Sender, steps: Step[]): Promise<PushResult[]> {
  const answers = (outcomes: (Outcome | null)[]) =>
    steps.map(({ op }, at) => {
      const outcome = outcomes[at]
      return outcome ? resultOf(sync.writer, actor, op.op, outcome) : blocked(op)
    })
  const onlyThis = (result: PushResult) => steps.map(({ op }) => (op.mid === result.mid ? result : blocked(op)))
  let current = steps[0]!
  const at = (step: Step) => void (current = step)
  try {
    return answers(await run.in(tx => together(sync.writer, tx, steps, at)))
  } catch (error) {
    if (run.isOfAll(error)) throw error
    if (!isUndone(error)) return onlyThis(await noteFault(sync, run, actor, current, error))
    const { undone } = error
    if ('known' in undone) return answers(undone.known)
    if ('refused' in undone) return onlyThis(await note(sync, run, actor, current, undone.refused))
    return onlyThis(resultOfTwin(sync.writer, actor, undone.mid, undone.status, undone.twin))
  }
}

async function together(writer: Writer, tx: Tx, steps: Step[], at: (step: Step) => void): Promise<(Outcome | null)[]> {
  const outcomes: (Outcome | null)[] = []
  for (const step of steps) {
    at(step)
    // A newer app than this server: the server will learn, the change must not be lost over it.
    if (step.op.opV > OP_VERSION) throw undo({ mid: step.op.mid, status: 'retry' })
    outcomes.push(await claim(writer, tx, step))
  }
  if (outcomes.every(known => known !== null)) return outcomes
  // One of the group is refused or withdrawn already, so none of it is applied.
  if (outcomes.some(known => known && known.status !== 'replayed')) throw undo({ known: outcomes })
  for (const [index, step] of steps.entries()) {
    if (outcomes[index]) continue
    at(step)
    const outcome = await runStep(writer, tx, step)
    if (steps.length > 1 && 'problem' in outcome) throw undo({ refused: outcome })
    outcomes[index] = outcome
  }
  return outcomes
}

/** Stores a refusal by itself: what was written when it was found is undone. */
async function note(sync: Sync, run: Run, actor: Actor, step: Step, refused: Refused): Promise<PushResult> {
  const { mid, op } = step.op
  try {
    const outcome = await run.in(tx => remember(sync.writer, tx, step, refused))
    return resultOf(sync.writer, actor, op, outcome)
  } catch (error) {
    if (run.isOfAll(error)) throw error
    return isUndone(error) ? { mid, status: 'blocked' } : again(sync, mid, error)
  }
}

/**
 * What the database cannot keep, and a change that does not say what it changes, will not get better by waiting. What
 * takes a password is asked anew, by the person and not by the device.
 */
async function noteFault(sync: Sync, run: Run, actor: Actor, step: Step, error: unknown): Promise<PushResult> {
  const told = error instanceof Problem ? error : databaseProblem(error)
  const isConfirm = told?.code === 'confirm-needed'
  if (!isConfirm && told?.code !== 'invalid' && told?.code !== 'base-missing') return again(sync, step.op.mid, error)
  const refused: Refused = {
    mid: step.op.mid,
    status: 'rejected',
    problem: { code: isConfirm ? 'confirm-needed' : 'invalid', message: told.message },
  }
  return note(sync, run, actor, step, refused)
}

/** Nothing is stored: the op is sent again. A database that is away is said once, for all that was sent. */
export function again(sync: Sync, mid: string, error: unknown): PushResult {
  const told = error instanceof Problem ? error : databaseProblem(error)
  if (told?.code === 'unavailable') throw told
  sync.report(error, mid)
  return { mid, status: 'retry' }
}
