import type { PushCancel, PushOp } from '#contract/calls/push.ts'
import { splitOp } from '#contract/intent.ts'
import { problem, type PassedOn } from '#contract/problem.ts'
import type { Ask, Writer } from '#server/crud/behaviour.ts'
import { begin, decide, refuse, stuckOf, type Outcome } from '#server/crud/ledger.ts'
import { passedOn } from '#server/crud/passed-on.ts'
import type { Mutation, Tx } from '#server/crud/store.ts'

/** One op as the steps need it. */
export type Step = { op: PushOp; ask: Ask; acknowledged: number }

export type Refused = Extract<Outcome, { problem: unknown }>

/** Undoes a transaction of which nothing may stay, and says what to answer instead. */
type Undone = Error & {
  undone: { status: 'out_of_order' | 'blocked' | 'too_late'; twin?: Mutation }
}

const undo = (undone: Undone['undone']): Undone => Object.assign(new Error('undone'), { undone })
export const isUndone = (error: unknown): error is Undone => error instanceof Error && 'undone' in error

export const claim = (writer: Writer, tx: Tx, { ask }: Step): Promise<Outcome | null> => begin(writer, tx, ask)

/** Runs an op whose mid has just been claimed. */
export async function run(writer: Writer, tx: Tx, step: Step): Promise<Outcome> {
  const { op, ask } = step
  const replaced = await retire(tx, step)
  if (replaced === 'foreign') return refuse(writer, tx, ask, notYours())
  // A place may be called final before a correction in it is: one that was written on another device, or sent again late.
  if (op.queueSeq <= step.acknowledged && replaced !== 'stood') return refuse(writer, tx, ask, tooOld())
  await requirePrevious(tx, op)
  const outcome = await decide(writer, tx, ask)
  if (outcome.status !== 'rejected' || outcome.problem.code !== 'not-found') return outcome
  const module = writer.register[splitOp(op.op).module]
  const [row] = module ? await tx.find(module, [op.id]) : []
  const passed = module && row ? await passedOn(tx, module, row, ask.actor) : null
  return refuse(writer, tx, ask, passed ? passedFrom(passed) : unreached())
}

const tooOld = () =>
  problem('expired-unknown', 'This change is too old to be recognised. Please look at the record before you repeat it.')
const notYours = () => problem('key-reuse', 'The change that this replaces is not yours.')
/** The same of a record that nobody has as of one that is out of reach: what is hidden is not told to be there. */
const unreached = () => problem('not-found', 'This record does not exist, or is not among those you may work on.')
/** Whoever had it knows that it is there. */
const passedFrom = (passed: PassedOn) =>
  problem('no-access', 'This record is no longer among those you may work on.', { passed })

/** Writes down a refusal that was found in a transaction which had to be undone. */
export async function remember(writer: Writer, tx: Tx, step: Step, refusal: Refused): Promise<Outcome> {
  const known = await claim(writer, tx, step)
  if (known) return known
  await retire(tx, step)
  await tx.settle(step.op.mid, {
    status: refusal.status,
    result: { problem: refusal.problem },
    intent: stuckOf(writer, step.ask),
  })
  return refusal
}

/**
 * Takes what this op replaces out of service, or finds that it had been applied after all. `stood`: something of it was
 * known here and not yet replaced by this op, which therefore was never done before.
 */
async function retire(tx: Tx, { op, ask }: Step): Promise<'foreign' | 'stood' | 'unknown'> {
  const as = { status: 'superseded', supersededBy: op.mid } as const
  let found: 'stood' | 'unknown' = 'unknown'
  for (const old of op.supersedes ? [op.supersedes, ...(op.alsoSupersedes ?? [])] : []) {
    const twin = await tx.claim({ ...blank(old, ask.actor.id, op.lane), ...as })
    if (twin && twin.userId !== ask.actor.id) return 'foreign'
    // What it replaces may have been replaced already: then the last of them counts.
    const last = twin && (await lastOf(tx, twin))
    if (last?.mid === op.mid) continue
    // Nor does it count any more where somebody else has decided meanwhile.
    if (last && (last.status === 'applied' || last.decided)) throw undo({ status: 'too_late', twin: last })
    if (last) found = 'stood'
    await tx.settle(last?.mid ?? old, { ...as, result: last?.result ?? null })
  }
  return found
}

/** The op that stands in for a superseded one today. */
async function lastOf(tx: Tx, mutation: Mutation): Promise<Mutation> {
  let last = mutation
  for (let hops = 0; last.status === 'superseded' && last.supersededBy && hops < MOST_HOPS; hops++)
    last = (await tx.mutation(last.supersededBy)) ?? last
  return last
}

/** A chain of corrections has no end of its own if a device made it a circle. */
const MOST_HOPS = 100

/** A lane goes on only behind an op that was applied, or that will never be. */
async function requirePrevious(tx: Tx, { prevMid }: PushOp): Promise<void> {
  if (!prevMid) return
  const previous = await previousOf(tx, prevMid)
  if (!previous) throw undo({ status: 'out_of_order' })
  if (previous.status === 'rejected' || previous.status === 'conflict') throw undo({ status: 'blocked' })
}

/** What an op follows; where that was withdrawn after the op had left its device, what that one followed. */
async function previousOf(tx: Tx, prevMid: string): Promise<Mutation | null> {
  let at = await tx.mutation(prevMid)
  for (let hops = 0; at && hops < MOST_HOPS; hops++) {
    const last: Mutation = await lastOf(tx, at)
    if (last.status !== 'cancelled' || !last.supersededBy) return last
    at = await tx.mutation(last.supersededBy)
  }
  return at
}

export type Withdrawn = {
  status: 'cancelled' | 'too_late' | 'applied' | 'superseded' | 'rejected'
  twin: Mutation | null
}

/**
 * Withdraws an op with what it was to replace: what was applied stays applied, what somebody else decided stays decided,
 * everything else will never be.
 */
export async function cancel(tx: Tx, wish: PushCancel, userId: number): Promise<Withdrawn> {
  const own = await withdraw(tx, wish.cancel, wish, userId)
  if (own.status !== 'cancelled' || own.twin?.decided) return own
  // The oldest first: where it is too late for that, those after it stay as they are, for their device to ask about.
  for (const old of wish.alsoSupersedes.toReversed()) {
    const { status, twin } = await withdraw(tx, old, wish, userId)
    const last = twin && status !== 'rejected' && (await lastOf(tx, twin))
    if (last && (last.status === 'applied' || last.decided)) return { status: 'too_late', twin: last }
  }
  return own
}

async function withdraw(tx: Tx, mid: string, { lane, prevMid }: PushCancel, userId: number): Promise<Withdrawn> {
  // In the lane, what it followed stands in its place.
  const as = { status: 'cancelled', supersededBy: prevMid ?? null } as const
  const twin = await tx.claim({ ...blank(mid, userId, lane), ...as })
  if (!twin) return { status: 'cancelled', twin }
  if (twin.userId !== userId) return { status: 'rejected', twin }
  if (twin.status === 'cancelled' && twin.decided) return { status: 'cancelled', twin }
  if (twin.status === 'applied' || twin.status === 'superseded') return { status: twin.status, twin }
  if (twin.status !== 'cancelled' || twin.supersededBy !== as.supersededBy)
    await tx.settle(mid, { ...as, result: null })
  return { status: 'cancelled', twin }
}

/** A mid that is settled before its op was ever seen here: a late delivery finds it and dies. */
const blank = (mid: string, userId: number, lane: string): Omit<Mutation, 'status'> => ({
  mid,
  userId,
  queueId: null,
  queueSeq: null,
  lane,
  op: '',
  opV: 0,
  reqHash: '',
  supersededBy: null,
  result: null,
})
