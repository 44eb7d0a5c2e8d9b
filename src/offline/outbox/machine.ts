import {
  PUSH_LIMIT,
  type DecidedBy,
  type PushAnswer,
  type PushCancel,
  type PushOp,
  type PushResult,
} from '#contract/calls/push.ts'
import { opOf, splitOp } from '#contract/intent.ts'
import { same } from '#contract/merge.ts'
import { migrated } from '#contract/migrate.ts'
import { freshOp } from './fresh-op.ts'
import {
  DONE_ANYWAY,
  isOpen,
  isRevived,
  moduleOf,
  needsDecision,
  newQueue,
  saidAt,
  type OpProblem,
  type OutboxOp,
  type QueueState,
} from './op.ts'
import { numbersIn } from './numbers-in.ts'
import { isAskedAgain, withoutTheirs } from './problem.ts'

/** What one step works on: the ops concerned, changed in place, and which of them were. */
export type Books = {
  queue: QueueState
  ops: OutboxOp[]
  touched: Set<OutboxOp>
}

export const openBooks = (queue: QueueState, ops: OutboxOp[]): Books => ({ queue, ops, touched: new Set() })

export const inOrder = (ops: Iterable<OutboxOp>): OutboxOp[] => [...ops].sort(byPlace)
const byPlace = (a: OutboxOp, b: OutboxOp) => a.ord - b.ord || a.seq - b.seq

const byMid = ({ ops }: Books, mid: string | null) => ops.find(op => op.mid === mid)

function change(books: Books, op: OutboxOp, changes: Partial<OutboxOp>): void {
  Object.assign(op, changes)
  op.open = isOpen(op) ? 1 : 0
  books.touched.add(op)
}

const ended = (state: 'done' | 'discarded' | 'superseded', at: number) => ({ state, claim: null, endedAt: at })

/** What a new op is made of; its place in the queue is given to it. */
export type NewOp = Pick<OutboxOp, 'mid' | 'op' | 'opV' | 'id' | 'args' | 'base' | 'userId' | 'deviceId' | 'lane'> &
  Pick<OutboxOp, 'at' | 'clockOffset' | 'build'> &
  Partial<Pick<OutboxOp, 'deps'>>

/** Puts a new op at the end. The books hold its lane. */
export function enqueue(books: Books, wish: NewOp, place: Partial<OutboxOp> = {}): OutboxOp {
  const seq = books.queue.last + 1
  books.queue.last = seq
  const made: OutboxOp = {
    ...freshOp,
    ...wish,
    seq,
    ord: seq,
    queueId: books.queue.id,
    queueSeq: seq,
    prevMid: lastKept(books, wish.lane)?.mid ?? null,
    ...place,
  }
  books.ops.push(made)
  books.touched.add(made)
  return made
}

const lastKept = ({ ops }: Books, lane: string) =>
  inOrder(ops.filter(op => op.lane === lane && op.state !== 'discarded' && op.state !== 'superseded')).at(-1)

// -- what the drainer does

/** The longest that an op is put off, in ms. */
export const LONGEST_PAUSE = 5 * 60_000

/** What is to wait longer than anything ever waits was put off by a clock that has been put back since. */
const isPutOff = ({ nextAt }: OutboxOp, now: number) => nextAt > now && nextAt - now <= LONGEST_PAUSE

/** `not`: those of which the server has just said that they wait for something that is not here. */
export type Limits = { most?: number; bytes?: number; now: number; claim: string; not?: ReadonlySet<string> }

/** Below the megabyte at which the server stops reading, with room for the envelope. */
const MOST_BYTES = 512 * 1024

/** The next batch of a queue, in order. It is claimed and marked as sent, which has to be kept before the first byte leaves. */
export function claimBatch(
  books: Books,
  { most = PUSH_LIMIT, bytes = MOST_BYTES, now, claim, not = new Set() }: Limits,
): OutboxOp[] {
  const open = inOrder(books.ops.filter(isOpen))
  const creating = new Set(open.filter(({ op }) => splitOp(op).action === 'create').map(({ lane }) => lane))
  const batch: OutboxOp[] = []
  const closed = new Set<string>()
  let size = 0

  const isHeldOff = (op: OutboxOp) => not.has(op.mid) || isPutOff(op, now)
  const needsAnother = (op: OutboxOp) => op.deps.some(lane => lane !== op.lane && creating.has(lane))
  const mayGo = (op: OutboxOp) =>
    op.state === 'cancelling'
      ? op.claim === null && !isHeldOff(op)
      : op.state === 'pending' && !closed.has(op.lane) && !isHeldOff(op) && !needsAnother(op)

  for (const op of open) {
    const goes = mayGo(op)
    if (goes) {
      const [first] = batch
      const weight = weightOf(op)
      // One envelope speaks for one queue of one device. An op that finds no room keeps its place before all that follow.
      const isOther = first && (first.queueId !== op.queueId || first.deviceId !== op.deviceId)
      if (first && (isOther || batch.length === most || size + weight > bytes)) break
      size += weight
      batch.push(op)
    }
    if (!goes || op.state === 'cancelling') closed.add(op.lane)
  }
  for (const op of batch)
    change(books, op, { ...(op.state === 'pending' ? { state: 'sending' } : {}), claim, sentOnce: true })
  return batch
}

const weights = new WeakMap<object, number>()
function weightOf({ args, base }: OutboxOp): number {
  let weight = weights.get(args)
  if (weight === undefined) {
    weight = JSON.stringify([args, base]).length + 500
    weights.set(args, weight)
  }
  return weight
}

/** An op as the server reads it; one that is being withdrawn is a withdrawal. */
export function wireOf(op: OutboxOp, isOffline: boolean): PushOp | PushCancel {
  const { mid, lane, prevMid, supersedes, alsoSupersedes } = op
  if (op.state === 'cancelling')
    return { cancel: mid, lane, prevMid, alsoSupersedes: alsoReplaced({ supersedes, alsoSupersedes }), by: op.userId }
  const { op: name, opV, id, args, base, queueSeq } = op
  return {
    mid,
    op: name,
    opV,
    id,
    args,
    base,
    queueSeq,
    lane,
    prevMid,
    group: null,
    supersedes,
    ...(alsoSupersedes.length > 0 && { alsoSupersedes }),
    ...(isOffline && { offline: true }),
    by: op.userId,
    queuedAt: new Date(saidAt(op)).toISOString(),
  }
}

/** So many the wire may name: the last ones, should an op be corrected more often. */
const MOST_REPLACED = 50

const alsoReplaced = ({ supersedes, alsoSupersedes }: Pick<OutboxOp, 'supersedes' | 'alsoSupersedes'>): string[] =>
  supersedes ? [supersedes, ...alsoSupersedes].slice(0, MOST_REPLACED) : []

/** Up to where this device's queue is final; what was imported counts for itself. */
export function acknowledgedIn({ queue, ops }: Books, queueId: string): number {
  if (queueId !== queue.id) return 0
  const open = ops.filter(op => isOpen(op) && op.queueId === queue.id)
  return Math.min(queue.last + 1, ...open.map(op => op.queueSeq)) - 1
}

/** The envelope did not come through, or the page that waited for it is gone: all of it is to be sent again. */
export function giveUp(books: Books, isTheirs: (claim: string) => boolean): void {
  for (const op of books.ops) {
    if (op.claim === null || !isTheirs(op.claim)) continue
    change(books, op, { ...(op.state === 'sending' ? { state: 'pending' } : {}), claim: null })
  }
}

/** The server cannot even read it. */
export function refuse(books: Books, op: OutboxOp, problem: OpProblem): void {
  if (op.state === 'cancelling') drop(books, op, op.prevMid, problem.at)
  else change(books, op, { state: 'rejected', claim: null, problem })
}

/** `again`: what it is called by now, where it had to be said once more. */
export type Taken = { op: OutboxOp; result: PushResult; again?: string }

/**
 * Takes what the server answered to a claim. Answers of another life of the server are nobody's; results for ops that
 * somebody else has claimed meanwhile are left to them. `firsts`: of ops that left for the first time, what each is called
 * should it have to be said once more. `pause` says how long an op waits after so many failures, in ms.
 */
export function takeAnswer(
  books: Books,
  sent: { claim: string; epoch: string | null; firsts?: ReadonlyMap<string, string> },
  answer: PushAnswer,
  clock: { now: number; pause: (attempts: number) => number },
): Taken[] {
  // Asked before the queue knew of any life, and meanwhile it has been told of this one elsewhere: still its answer.
  if (sent.epoch !== null && sent.epoch !== books.queue.epoch) return []
  if (books.queue.epoch === null) books.queue.epoch = answer.epoch
  if (answer.epoch !== books.queue.epoch) return []
  const taken: Taken[] = []
  /** Withdrawn at the server, and not from here. */
  const gone = new Set<OutboxOp>()
  const { id: queueId } = books.queue
  for (const result of answer.results) {
    const op = byMid(books, result.mid)
    if (op?.claim !== sent.claim) continue
    if (result.status === 'cancelled' && op.state !== 'cancelling') gone.add(op)
    takeOne(books, op, result, clock)
    const again = sent.firsts?.get(op.mid)
    const isSaidAgain = again !== undefined && op.queueId === queueId && isFinalElsewhere(op)
    if (isSaidAgain) sayAgain(books, op, again, clock.now)
    taken.push({ op, result, ...(isSaidAgain && { again }) })
  }
  if (books.queue.id !== queueId) takeAlong(books, queueId, op => !op.sentOnce || sent.firsts?.has(op.mid) === true)
  // Not before all of it is taken: what builds on a change may have left with it, and been refused for want of it.
  for (const { op, result } of taken)
    if (result.status === 'cancelled' && result.decidedBy) withdrawWhatGoesWith(books, op, gone)
  return taken
}

/**
 * The server was told that this place of the queue is final, and not by this device: a copy of it goes on with the same queue,
 * or it was itself put back to what it was once.
 */
const isFinalElsewhere = ({ state, problem }: OutboxOp): boolean =>
  state === 'rejected' && problem?.code === 'expired_unknown'

/** What had never left cannot have been done: it is said in its own place, and the queue is another one from here on. */
function sayAgain(books: Books, op: OutboxOp, mid: string, now: number): void {
  if (books.queue.id === op.queueId) books.queue.id = newQueue().id
  const { args, base, at, clockOffset, build } = op
  correct(books, op, { mid, args, base, at, clockOffset, build }, now)
}

/** What waits in the queue that was left, and is not known to anybody, goes with the rest. */
function takeAlong(books: Books, from: string, isUnknown: (op: OutboxOp) => boolean): void {
  for (const op of books.ops)
    if (op.queueId === from && op.state === 'pending' && isUnknown(op)) change(books, op, { queueId: books.queue.id })
}

function takeOne(
  books: Books,
  op: OutboxOp,
  result: PushResult,
  { now, pause }: { now: number; pause: (attempts: number) => number },
): void {
  const isWithdrawn = op.state === 'cancelling'
  switch (result.status) {
    case 'applied':
    case 'replayed':
      delete op.decidedBy
      return change(books, op, {
        ...ended('done', now),
        problem: isWithdrawn || op.problem?.code === DONE_ANYWAY ? problemOf(result, DONE_ANYWAY, now) : null,
      })
    case 'conflict':
    case 'rejected':
      return isWithdrawn
        ? drop(books, op, op.prevMid, now)
        : change(books, op, {
            state: result.status,
            claim: null,
            problem: problemOf(result, result.code ?? 'changed_meanwhile', now),
          })
    case 'cancelled':
      drop(books, op, op.prevMid, now)
      return change(books, op, decision(result))
    case 'superseded':
      return change(books, op, { ...ended('superseded', now), ...decision(result) })
    case 'too_late': {
      const stands = revive(books, op, now)
      // A person decides about the last thing that they said, once; what came before is in that.
      if (!isWithdrawn && op.was !== 'superseded') return askAgain(books, op, stands, result, now)
      drop(books, op, stands ?? op.prevMid, now)
      // What it was to replace is done, and not what its person said last: they hear so with its answer.
      const original = byMid(books, stands)
      if (original?.state === 'pending')
        change(books, original, { problem: { code: DONE_ANYWAY, message: '', at: now } })
      return change(books, op, { supersedes: null, alsoSupersedes: [] })
    }
    case 'out_of_order':
    case 'retry': {
      const attempts = op.attempts + 1
      return change(books, op, {
        ...(result.status === 'out_of_order' && isLost(books, op, attempts) && { prevMid: null }),
        state: isWithdrawn ? 'cancelling' : 'pending',
        claim: null,
        attempts,
        nextAt: now + pause(attempts),
      })
    }
    case 'blocked':
      return change(books, op, { state: isWithdrawn ? 'cancelling' : 'pending', claim: null })
  }
}

/** How often what was imported waits for what it followed, which may still come from where it was written. */
const MOST_WAITS = 5

/**
 * The server does not know what an op follows, and nor does this device any more: it was done, forgotten here, and lost with a
 * restore. Nobody will ever send it.
 */
const isLost = (books: Books, { prevMid, queueId }: OutboxOp, attempts: number): boolean =>
  byMid(books, prevMid) === undefined && (queueId === books.queue.id || attempts >= MOST_WAITS)

const problemOf = (
  { message = '', fields, asks, row, theirs, gone, passed }: PushResult,
  code: string,
  at: number,
): OpProblem => ({
  code,
  message,
  at,
  ...(fields && { fields }),
  ...(asks && { asks }),
  ...(row && { row }),
  ...(theirs && { theirs }),
  ...(gone && { gone }),
  ...(passed && { passed }),
})

const decision = ({ decidedBy }: { decidedBy?: DecidedBy | undefined }) => (decidedBy ? { decidedBy } : {})

/**
 * Somebody else withdrew an op. Where it would have made a record, nothing said of that record can be done any more: it is
 * withdrawn too. All of it names who decided: its author learns why, and a restored server that lost the decision is asked
 * again. Nobody has decided about other records that name this one. They are sent, refused with the field that says so, and
 * stay their author's to correct.
 */
function withdrawWhatGoesWith(books: Books, op: OutboxOp, gone: ReadonlySet<OutboxOp>): void {
  for (const one of allWith(books, op, isOfLane))
    if (isStanding(one)) withdraw(books, one, decision(op))
    // Another of the person's devices has told the server for the same reason.
    else if (gone.has(one) && !one.decidedBy) change(books, one, decision(op))
}

/** Tells the server, whether or not it knows of the op: on another device it may be on its way. */
const withdraw = (books: Books, op: OutboxOp, why: Partial<OutboxOp>) =>
  change(books, op, { state: 'cancelling', claim: null, nextAt: 0, sentOnce: true, ...why })

const isStanding = (op: OutboxOp) => isOpen(op) && op.state !== 'cancelling'

/** Somebody else has decided about these: asked again, the server says who and how. */
export function askWhoDecided(books: Books, mids: readonly string[]): void {
  for (const op of books.ops)
    if (mids.includes(op.mid) && needsDecision(op)) change(books, op, { state: 'pending', nextAt: 0 })
}

/** It will never be: what follows it follows what it followed. What it replaced stays named, for a server that forgets. */
function drop(books: Books, op: OutboxOp, instead: string | null, now: number): void {
  // Nobody compares anything with it any more.
  change(books, op, { ...ended('discarded', now), problem: op.problem && withoutTheirs(op.problem) })
  forgetWordsOf(books, op)
  for (const other of books.ops) if (other.prevMid === op.mid) change(books, other, { prevMid: instead })
}

/**
 * Whoever followed it had its words before them. What never left the device is said over what stood there before those. Of
 * what has many values, as tags and lines, only what is new and what is gone between base and words is meant: that stays so.
 */
function forgetWordsOf(books: Books, { lane, args, base, ord }: OutboxOp): void {
  for (const [name, value] of Object.entries(base?.fields ?? {})) {
    const followers = inOrder(books.ops).filter(
      one => one.lane === lane && one.ord > ord && isOpen(one) && name in (one.base?.fields ?? {}),
    )
    const [next] = followers
    if (Array.isArray(value) || Array.isArray(args[name])) forgetInLines(books, followers, name, value, args[name])
    else if (next && name in args && same(next.base!.fields[name], args[name])) sayOver(books, next, name, value)
  }
}

/** The same for each column of each line: of the first one that says something else there, or takes the line away. */
function forgetInLines(books: Books, followers: OutboxOp[], name: string, before: unknown, said: unknown): void {
  for (const was of linesOf(before)) {
    const line = lineIn(said, was.id)
    for (const column of Object.keys({ ...was, ...line })) {
      const wordIn = (value: unknown) => lineIn(value, was.id)?.[column]
      const next = followers.find(({ base, args }) => !same(wordIn(base!.fields[name]), wordIn(args[name])))
      const seen = next?.base!.fields[name]
      if (!line || !next || same(line[column], was[column]) || !same(wordIn(seen), line[column])) continue
      const lines = linesOf(seen).map(one => (one.id === was.id ? { ...one, [column]: was[column] ?? null } : one))
      sayOver(books, next, name, lines)
    }
  }
}

function sayOver(books: Books, op: OutboxOp, name: string, value: unknown): void {
  const { base, sentOnce } = op
  if (base && !sentOnce) change(books, op, { base: { ...base, fields: { ...base.fields, [name]: value } } })
}

type Line = { id: number; [column: string]: unknown }
const linesOf = (value: unknown): Line[] =>
  Array.isArray(value) ? value.filter((one): one is Line => typeof one === 'object' && one !== null && 'id' in one) : []
const lineIn = (value: unknown, id: number) => linesOf(value).find(line => line.id === id)

/**
 * What an op was to replace had been done after all, or somebody else decided about it; asked again, the server says so.
 * What never left the device in between cannot be meant: it is gone.
 */
function revive(books: Books, op: OutboxOp, now: number): string | null {
  const replaced = byMid(books, op.supersedes)
  if (replaced?.state !== 'superseded') return replaced?.mid ?? null
  if (replaced.sentOnce || replaced.supersedes === null) {
    change(books, replaced, { state: 'pending', was: 'superseded', claim: null, nextAt: 0, endedAt: null })
    return replaced.mid
  }
  const stands = revive(books, replaced, now)
  drop(books, replaced, stands ?? replaced.prevMid, now)
  return stands
}

/** What a correction was to replace stands. What the person corrected becomes a change of that, for them to decide. */
function askAgain(books: Books, op: OutboxOp, stands: string | null, result: PushResult, now: number): void {
  const { module, action } = splitOp(op.op)
  const row = result.row ?? {}
  const { opV, args, base } = migrated(op)
  const fields = Object.keys(args)
  change(books, op, {
    opV,
    args,
    base: base && { ...base, fields: { ...base.fields, ...otherWords(byMid(books, stands), args) } },
    state: 'conflict',
    claim: null,
    ...(action === 'create' && {
      op: opOf({ name: module }, 'change'),
      base: { version: result.version ?? 1, fields: Object.fromEntries(fields.map(name => [name, row[name] ?? null])) },
    }),
    // What stands may be corrected once more, and whatever takes its place still comes before this.
    ord: behind(books, op),
    prevMid: stands ?? op.prevMid,
    supersedes: null,
    alsoSupersedes: [],
    problem: { ...problemOf({ ...result, asks: fields }, 'changed_meanwhile', now), own: true },
  })
}

/** What stands of these fields, where the person says otherwise since. */
const otherWords = (stands: OutboxOp | undefined, args: OutboxOp['args']) =>
  Object.fromEntries(
    Object.entries(stands ? migrated(stands).args : {}).filter(
      ([name, value]) => name in args && !same(value, args[name]),
    ),
  )

/** A place behind that of an op, and before whatever else comes after it in its lane. */
function behind({ ops }: Books, { lane, ord }: OutboxOp): number {
  const later = ops.filter(op => op.lane === lane && op.ord > ord).map(op => op.ord)
  return (ord + Math.min(Math.floor(ord) + 1, ...later)) / 2
}

/**
 * The server was restored: what it may have forgotten is sent again, in order; `said`: at which time. The books hold every op
 * there is.
 */
export function adopt(books: Books, epoch: string, said: Pick<OutboxOp, 'at' | 'clockOffset'>): boolean {
  const before = books.queue.epoch
  if (before === epoch) return false
  books.queue.epoch = epoch
  if (before === null) return false
  for (const op of books.ops) {
    // What somebody else decided may be forgotten too: asked again, the server says so or judges it anew.
    if (op.state === 'sending' || op.state === 'done' || op.decidedBy) {
      delete op.decidedBy
      change(books, op, { state: 'pending', claim: null, nextAt: 0, endedAt: null })
      // So may a refusal, and then no supervisor finds what is stuck, and its person reads what others wrote in a lost time.
    } else if (isAskedAgain(op))
      change(books, op, { state: 'pending', nextAt: 0, problem: null, ...(isRefusedOnTheSpot(op) && said) })
    else if (op.state === 'discarded' && op.sentOnce)
      change(books, op, { state: 'cancelling', claim: null, nextAt: 0, endedAt: null })
    else if (op.claim !== null) change(books, op, { claim: null })
  }
  return true
}

/** Then what it says has not been done, and is not done before it is said again. */
const isRefusedOnTheSpot = (op: OutboxOp) => op.waited === false && needsDecision(op)

// -- what the person does

/** All that goes with an op when its author discards it: what builds on a record that it would have made. */
export const chainOf = (books: Books, op: OutboxOp): OutboxOp[] =>
  inOrder(allWith(books, op, buildsOn)).filter(isStanding)

/** A note has a number and a lane of its own, a print a lane, and each names its record as what it is about. */
const isOfLane = (op: OutboxOp, lane: string) => op.lane === lane || `${moduleOf(op)}:${op.id}` === lane
const buildsOn = (op: OutboxOp, lane: string) => isOfLane(op, lane) || op.deps.includes(lane)

/** An op with all ops for which `isWith` holds of the lane of a record that would not be made. Superseded ops are left out. */
function allWith({ ops }: Books, op: OutboxOp, isWith: (op: OutboxOp, lane: string) => boolean): Set<OutboxOp> {
  const live = ops.filter(({ state }) => state !== 'superseded')
  const found = new Set([op])
  for (const one of found)
    if (splitOp(one.op).action === 'create') for (const other of live) if (isWith(other, one.lane)) found.add(other)
  return found
}

/** Takes an op back, with all that goes with it. False while one of them is on its way: its answer comes first. */
export function discard(books: Books, op: OutboxOp, now: number): boolean {
  const chain = chainOf(books, op)
  if (chain.some(({ state }) => state === 'sending')) return false
  for (const one of chain.toSorted((a, b) => b.seq - a.seq)) discardOne(books, one, now)
  return true
}

/** Takes back everything. False while something is on its way. */
export function discardAll(books: Books, now: number): boolean {
  const open = books.ops.filter(isStanding)
  if (open.some(({ state }) => state === 'sending')) return false
  for (const op of open.toSorted((a, b) => b.seq - a.seq)) if (isStanding(op)) discardOne(books, op, now)
  // What a correction stood for waits for the person again, who has just said that they want none of it.
  return books.ops.some(isStanding) ? discardAll(books, now) : true
}

function discardOne(books: Books, op: OutboxOp, now: number): void {
  if (op.sentOnce) return change(books, op, { state: 'cancelling', claim: null, nextAt: 0 })
  const replaced = byMid(books, op.supersedes)
  drop(books, op, op.prevMid, now)
  // The correction never left: what it was to correct waits for the person again.
  if (replaced?.state !== 'superseded') return
  change(books, replaced, { state: replaced.was, endedAt: null })
  if (replaced.was === 'pending') discardOne(books, replaced, now)
}

/**
 * Was said to the person on the spot, who has what they typed before them: nothing of it is to be done any more, and the
 * server hears so, or a supervisor would be asked to decide about it. Unless something builds on it: that could not be done
 * without it, so it stays, for the person to decide about all of it.
 */
export function release(books: Books, op: OutboxOp, now: number): void {
  if (needsDecision(op) && chainOf(books, op).length === 1) discardOne(books, op, now)
}

/** What takes the place of an op that was refused, or that the person changed while it waited. */
export type Correction = Pick<OutboxOp, 'mid' | 'args' | 'base' | 'at' | 'clockOffset' | 'build'> &
  Partial<Pick<OutboxOp, 'op' | 'opV' | 'deps'>>

/**
 * Puts a correction in the place of an op, in one step for the server: the old op will never be done. An op that waited
 * without a connection keeps the time at which it was said first, whatever its words are now. One that was refused on the
 * spot was not done then.
 */
export function correct(books: Books, op: OutboxOp, correction: Correction, now: number): OutboxOp {
  const { op: name, opV, id, userId, deviceId, lane, deps, at, clockOffset, ord, prevMid, state: was } = op
  const said = isRefusedOnTheSpot(op) ? {} : { at, clockOffset }
  change(books, op, { ...ended('superseded', now), was })
  return enqueue(
    books,
    { op: name, opV, id, userId, deviceId, lane, deps, ...correction, ...said },
    { ord, prevMid, supersedes: op.mid, alsoSupersedes: alsoReplaced(op) },
  )
}

const openOf = ({ ops }: Books, mids: readonly string[]) => ops.filter(op => mids.includes(op.mid) && isOpen(op))

const isOnItsWay = (op: OutboxOp) => op.state === 'sending' || op.state === 'cancelling' || isRevived(op)

/**
 * The same for a change with those that follow it in its lane: what they said is in the correction, and they go. Null where
 * one of them is on its way: its answer comes first.
 */
export function correctWith(
  books: Books,
  op: OutboxOp,
  followers: readonly string[],
  correction: Correction,
  now: number,
): OutboxOp | null {
  const folded = openOf(books, followers)
  if ([op, ...folded].some(isOnItsWay)) return null
  for (const one of folded.toSorted((a, b) => b.seq - a.seq)) discardOne(books, one, now)
  return correct(books, op, { ...correction, deps: depsOf(op, folded, correction) }, now)
}

/** A correction depends on the records it names, plus what the changes folded into it still wait for, where it names that. */
function depsOf(op: OutboxOp, folded: readonly OutboxOp[], { args, deps = [] }: Correction): string[] {
  // A note is sent after its record.
  const named = new Set(numbersIn([args, op.id]))
  const still = [op, ...folded].flatMap(({ deps }) => deps).filter(lane => named.has(numberOf(lane)))
  return [...new Set([...still, ...deps])].filter(lane => lane !== op.lane)
}

const numberOf = (lane: string) => Number(lane.slice(lane.indexOf(':') + 1))

/**
 * The same for a change of a record that somebody archived, or led to where it cannot be made. What brings it back (`by`)
 * takes the place of the change; the change follows it, with the words of its followers.
 */
export function bringBack(
  books: Books,
  op: OutboxOp,
  followers: readonly string[],
  { restoring, change: better }: { restoring: Omit<Correction, 'args' | 'base' | 'op'>; change: Correction },
  now: number,
  by = 'restore',
): OutboxOp | null {
  const restore = opOf({ name: splitOp(op.op).module }, by)
  const deps = depsOf(op, openOf(books, followers), better)
  const made = correctWith(books, op, followers, { ...restoring, op: restore, args: {}, base: null }, now)
  if (!made) return null
  const { op: name, opV, id, userId, deviceId, lane } = op
  const { at, clockOffset } = made
  const place = { ord: behind(books, made), prevMid: made.mid }
  const wish = { op: name, opV, id, userId, deviceId, lane, ...better, deps, at, clockOffset }
  const again = enqueue(books, wish, place)
  for (const other of books.ops) if (other.prevMid === op.mid) change(books, other, { prevMid: again.mid })
  return again
}

/**
 * What was wanted of a record is wanted in another way: of a new one, where it is gone, or as a note to whoever has it now.
 * That comes, and the change goes in the same step, with those of its lane whose words are in it. It does not stand in the
 * place of the change: its lane is another one, and what else was wanted there is not wanted here. Null where one of them is
 * on its way.
 */
export function copyInstead(
  books: Books,
  op: OutboxOp,
  followers: readonly string[],
  copy: NewOp,
  now: number,
): OutboxOp | null {
  const gone = [op, ...openOf(books, followers)]
  if (gone.some(one => isOnItsWay(one) || chainOf(books, one).some(isOnItsWay))) return null
  for (const one of gone.toSorted((a, b) => b.seq - a.seq)) discard(books, one, now)
  return enqueue(books, copy)
}

/** What was put off is to be tried now. */
export function hurry(books: Books): void {
  for (const op of books.ops) if (isOpen(op) && op.nextAt > 0) change(books, op, { nextAt: 0 })
}
