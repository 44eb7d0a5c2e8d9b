import type { Actor } from '#contract/actor.ts'
import type { PushAnswer, PushCancel, PushInput, PushOp, PushResult } from '#contract/calls/sync.ts'
import { OP_VERSION } from '#contract/intent.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask, Writer } from '#server/crud/behaviour.ts'
import type { Outcome } from '#server/crud/ledger.ts'
import type { Store, Tx } from '#server/crud/store.ts'
import { databaseProblem } from '#server/lib/outage.ts'
import type { Queues } from './queues.ts'
import { resultOf, resultOfTwin } from './results.ts'
import { cancel, claim, isUndone, remember, run, undo, type Refused, type Step } from './steps.ts'

export type Sync = {
  store: Store
  queues: Queues
  writer: Writer
  /** Hears of errors that nobody foresaw; their op is sent again. */
  report: (error: unknown, mid: string) => void
}

export type Sender = Pick<Ask, 'actor' | 'request' | 'confirmed'>

/** Takes in what waits on a device. Every op has its own outcome; nothing is stored of what is to be sent again. */
export async function push(sync: Sync, sender: Sender, input: PushInput): Promise<PushAnswer> {
  const { queueId, deviceId, build } = input
  const userId = sender.actor.id
  const known = await sync.queues.open({
    queueId,
    deviceId,
    userId,
    epoch: input.epoch,
    acknowledged: input.acknowledged,
    build,
  })
  const stepOf = (op: PushOp): Step => ({
    op,
    queueId,
    acknowledged: known.acknowledged,
    ask: {
      wish: { mid: op.mid, op: op.op, opV: op.opV, id: op.id, base: op.base, args: op.args },
      actor: sender.actor,
      device: deviceId,
      request: sender.request,
      offline: op.offline ?? false,
      confirmed: sender.confirmed,
    },
  })

  const results: PushResult[] = []
  const stopped = new Set<string>()
  for (const unit of unitsOf(input.ops)) {
    if ('cancel' in unit) {
      results.push(await withdraw(sync, sender, unit))
      continue
    }
    // A lane stops at its first op that is not done: what follows builds on it.
    const waits = unit.some(op => stopped.has(op.lane))
    const answers = waits ? unit.map(blocked) : await applyUnit(sync, sender, unit.map(stepOf))
    answers.forEach((answer, at) => {
      if (!isDone(answer)) stopped.add(unit[at]!.lane)
    })
    results.push(...answers)
  }
  return {
    epoch: known.epoch,
    serverTime: sync.writer.now().toISOString(),
    results: await withFeedSeqs(sync.queues, results),
  }
}

const blocked = ({ mid }: PushOp): PushResult => ({ mid, status: 'blocked' })

/** Need those behind it in its lane not wait for it (any longer)? */
const isDone = ({ status }: PushResult) =>
  status === 'applied' || status === 'replayed' || status === 'cancelled' || status === 'superseded'

/** Ops one by one, those of a group together where the first of them stands. */
function unitsOf(ops: PushInput['ops']): (PushOp[] | PushCancel)[] {
  const units: (PushOp[] | PushCancel)[] = []
  const groups = new Map<string, PushOp[]>()
  for (const op of ops) {
    const group = 'cancel' in op || op.group === null ? undefined : groups.get(op.group)
    if ('cancel' in op) units.push(op)
    else if (group) group.push(op)
    else {
      const unit = [op]
      units.push(unit)
      if (op.group !== null) groups.set(op.group, unit)
    }
  }
  return units
}

async function withdraw(sync: Sync, { actor }: Sender, op: PushCancel): Promise<PushResult> {
  try {
    const { status, twin } = await sync.store.transaction(tx => cancel(tx, op, actor.id))
    if (status === 'rejected')
      return { mid: op.cancel, status, code: 'key_reuse', message: 'This change is not yours.' }
    return resultOfTwin(sync.writer, actor, op.cancel, status, twin)
  } catch (error) {
    return again(sync, op.cancel, error)
  }
}

/** One op, or a group: all of it or nothing. */
async function applyUnit(sync: Sync, { actor }: Sender, steps: Step[]): Promise<PushResult[]> {
  const answers = (outcomes: (Outcome | null)[]) =>
    steps.map(({ op }, at) => {
      const outcome = outcomes[at]
      return outcome ? resultOf(sync.writer, actor, op.op, outcome) : blocked(op)
    })
  const onlyThis = (result: PushResult) => steps.map(({ op }) => (op.mid === result.mid ? result : blocked(op)))
  let current = steps[0]!
  const at = (step: Step) => void (current = step)
  try {
    return answers(await sync.store.transaction(tx => together(sync.writer, tx, steps, at)))
  } catch (error) {
    if (!isUndone(error)) return onlyThis(await noteFault(sync, actor, current, error))
    const { undone } = error
    if ('known' in undone) return answers(undone.known)
    if ('refused' in undone) return onlyThis(await note(sync, actor, current, undone.refused))
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
    const outcome = await run(writer, tx, step)
    if (steps.length > 1 && 'problem' in outcome) throw undo({ refused: outcome })
    outcomes[index] = outcome
  }
  return outcomes
}

/** Stores a refusal by itself: the transaction in which it was found is gone. */
async function note(sync: Sync, actor: Actor, step: Step, refused: Refused): Promise<PushResult> {
  const { mid, op } = step.op
  try {
    const outcome = await sync.store.transaction(tx => remember(sync.writer, tx, step, refused))
    return resultOf(sync.writer, actor, op, outcome)
  } catch (error) {
    return isUndone(error) ? { mid, status: 'blocked' } : again(sync, mid, error)
  }
}

/**
 * What the database cannot keep, and a change that does not say what it changes, will not get better by waiting. What
 * takes a password is asked anew, by the person and not by the device.
 */
async function noteFault(sync: Sync, actor: Actor, step: Step, error: unknown): Promise<PushResult> {
  const told = error instanceof Problem ? error : databaseProblem(error)
  const isConfirm = told?.code === 'confirm-needed'
  if (!isConfirm && told?.code !== 'invalid' && told?.code !== 'base-missing') return again(sync, step.op.mid, error)
  const refused: Refused = {
    mid: step.op.mid,
    status: 'rejected',
    problem: { code: isConfirm ? 'confirm-needed' : 'invalid', message: told.message },
  }
  return note(sync, actor, step, refused)
}

/** Nothing is stored: the op is sent again. A database that is away is said once, for all that was sent. */
function again(sync: Sync, mid: string, error: unknown): PushResult {
  const told = error instanceof Problem ? error : databaseProblem(error)
  if (told?.code === 'unavailable') throw told
  sync.report(error, mid)
  return { mid, status: 'retry' }
}

async function withFeedSeqs(queues: Queues, results: PushResult[]): Promise<PushResult[]> {
  const applied = results.filter(({ status }) => status === 'applied' || status === 'replayed')
  if (applied.length === 0) return results
  const seqs = await queues.feedSeqs(applied.map(({ mid }) => mid))
  return results.map(result => {
    const feedSeq = seqs.get(result.mid)
    return feedSeq === undefined ? result : { ...result, feedSeq }
  })
}
