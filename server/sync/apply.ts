import type { Actor } from '#contract/actor.ts'
import type { PushResult } from '#contract/calls/push.ts'
import { OP_VERSION } from '#contract/intent.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask, Writer } from '#server/crud/behaviour.ts'
import type { Store, Tx } from '#server/crud/store.ts'
import { databaseProblem } from '#server/lib/outage.ts'
import type { Queues } from './queues.ts'
import { resultOf, resultOfTwin } from './results.ts'
import { claim, isUndone, remember, run as runStep, type Refused, type Step } from './steps.ts'

export type Sync = {
  store: Store
  queues: Queues
  writer: Writer
  /** Hears of errors that nobody foresaw; their op is sent again. */
  report: (error: unknown, mid: string) => void
}

export type Sender = Pick<Ask, 'actor' | 'request' | 'confirmed'>

/** Where an op is done or undone as a whole: a transaction of its own, or a savepoint in one that it shares. */
type Run = {
  in<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Is it the transaction that went wrong, so that nothing can be said of one op alone? */
  isOfAll(error: unknown): boolean
}

/**
 * Applies some ops in one transaction, each as by itself: one that ends badly is taken back alone, and alone answered so. A
 * failure of the transaction is no op's fault: then each op has a transaction of its own. `stopped` are the lanes that wait;
 * it grows.
 */
export async function applyPart(
  sync: Sync,
  sender: Sender,
  steps: Step[],
  stopped: Set<string>,
): Promise<PushResult[]> {
  const all = (run: Run, held: Set<string>) => applyInOrder(sync, run, sender, steps, held)
  if (steps.length > 1)
    try {
      const done = await sync.store.transaction(async tx => {
        const held = new Set(stopped)
        return { results: await all({ in: work => tx.savepoint(() => work(tx)), isOfAll: isPassing }, held), held }
      })
      for (const lane of done.held) stopped.add(lane)
      return done.results
    } catch {
      // Said by whichever op meets it again.
    }
  return all({ in: work => sync.store.transaction(work), isOfAll: () => false }, stopped)
}

/** Somebody else was in the way, or the database went away. */
function isPassing(error: unknown): boolean {
  const told = databaseProblem(error)
  return told?.code === 'busy' || told?.code === 'unavailable'
}

async function applyInOrder(sync: Sync, run: Run, sender: Sender, steps: Step[], held: Set<string>) {
  const results: PushResult[] = []
  for (const step of steps) {
    const { mid, lane } = step.op
    // A lane stops at its first op that is not done: what follows builds on it.
    const result: PushResult = held.has(lane) ? { mid, status: 'blocked' } : await applyOne(sync, run, sender, step)
    if (!isDone(result)) held.add(lane)
    results.push(result)
  }
  return results
}

/** Need those behind it in its lane not wait for it (any longer)? */
const isDone = ({ status }: PushResult) =>
  status === 'applied' || status === 'replayed' || status === 'cancelled' || status === 'superseded'

async function applyOne(sync: Sync, run: Run, { actor }: Sender, step: Step): Promise<PushResult> {
  const { mid, op, opV } = step.op
  // A newer app than this server: the server will learn, the change must not be lost over it.
  if (opV > OP_VERSION) return { mid, status: 'retry' }
  try {
    const outcome = await run.in(
      async tx => (await claim(sync.writer, tx, step)) ?? (await runStep(sync.writer, tx, step)),
    )
    return resultOf(sync.writer, actor, op, outcome)
  } catch (error) {
    if (run.isOfAll(error)) throw error
    if (!isUndone(error)) return noteFault(sync, run, actor, step, error)
    const { status, twin } = error.undone
    return resultOfTwin(sync.writer, actor, mid, status, twin)
  }
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
