import { createHash } from 'node:crypto'
import { Problem, type ProblemCode, type ProblemDetails } from '#contract/problem.ts'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { reveals, visibleRow } from '#contract/seen.ts'
import { splitOp } from '#contract/intent.ts'
import { mayWait } from '#contract/may-wait.ts'
import { actorNow } from '#server/lib/people.ts'
import { applyIntent } from './apply.ts'
import type { Ask, Writer } from './behaviour.ts'
import type { Decision, Mutation, StuckIntent, Tx } from './store.ts'

export type Refusal = { code: ProblemCode; message: string } & Pick<
  ProblemDetails,
  'fields' | 'asks' | 'row' | 'theirs' | 'gone' | 'passed'
>

/** How an intent ended. Rows hold what the actor may see. */
export type Outcome =
  | { mid: string; status: 'applied'; row: Row; version: number }
  /** Applied earlier. The row is null where the ledger keeps it no longer. */
  | { mid: string; status: 'replayed'; row: Row | null; version: number | null }
  /** `isRepeated`: found out earlier, and the rows in it are as they were then. */
  | { mid: string; status: 'conflict' | 'rejected'; problem: Refusal; isRepeated?: true }
  | { mid: string; status: 'cancelled' | 'superseded'; decided?: Decision | null }

/** One intent from claim to outcome: the same mid has one effect, however often and from wherever it comes. */
export const execute = async (writer: Writer, tx: Tx, ask: Ask): Promise<Outcome> =>
  (await begin(writer, tx, ask)) ?? (await decide(writer, tx, ask))

/** Claims the intent's mid. Answers the outcome where that is known already, null where it is ours to decide. */
export async function begin(writer: Writer, tx: Tx, ask: Ask): Promise<Outcome | null> {
  const { place } = ask
  const twin = await tx.claim({
    mid: ask.wish.mid,
    userId: ask.actor.id,
    queueId: place?.queueId ?? null,
    queueSeq: place?.queueSeq ?? null,
    lane: place?.lane ?? null,
    op: ask.wish.op,
    opV: ask.wish.opV,
    reqHash: hashOf(ask),
    status: 'applied',
    supersededBy: null,
    result: null,
  })
  return twin && answerOf(writer, ask, twin)
}

/** Applies a claimed intent and writes down how it ended. What nobody foresaw is thrown and undoes everything. */
export async function decide(writer: Writer, tx: Tx, ask: Ask): Promise<Outcome> {
  const { mid } = ask.wish
  try {
    const { module, row, actor } = await applyAsOfNow(writer, tx, ask)
    await tx.settle(mid, { status: 'applied', result: { row } })
    return { mid, status: 'applied', row: visibleRow(module, row, actor), version: row.version }
  } catch (error) {
    if (!(error instanceof Problem) || !isVerdict(error.code)) throw error
    return refuse(writer, tx, ask, error)
  }
}

/**
 * Applies an intent by the rights that its author has when it is written. Where it had to wait for somebody else and they
 * were changed meanwhile, what it did is taken back, and it is judged once more.
 */
export async function applyAsOfNow(writer: Writer, tx: Tx, ask: Ask): Promise<Applied> {
  let { actor } = ask
  /** Is it this very intent that changes them, as when somebody gives up a role? */
  let isOwn = false
  for (;;) {
    const judged = actor
    const done = await tx
      .savepoint(async (): Promise<Applied | null> => {
        const applied = await applyIntent(writer, tx, { ...ask, actor: judged })
        if (!isOwn && (await actorNow(tx, writer.register, judged)) !== judged) throw CHANGED
        return { ...applied, actor: judged }
      })
      .catch(async (error: unknown) => {
        if (error !== CHANGED && !(error instanceof Problem)) throw error
        // What it did is taken back: what is different now, others have changed.
        actor = await actorNow(tx, writer.register, judged)
        if (actor === judged && error !== CHANGED) throw error
        isOwn = actor === judged
        return null
      })
    if (done) return done
  }
}

type Applied = { module: Module; row: Row; actor: Actor }
const CHANGED = new Error('What its author may do has changed meanwhile.')

/** Writes down that a claimed intent was refused for good, and why. */
export async function refuse(writer: Writer, tx: Tx, ask: Ask, problem: Problem): Promise<Outcome> {
  const { mid } = ask.wish
  const status = problem.code === 'changed-meanwhile' ? 'conflict' : 'rejected'
  const { fields, asks, row, theirs, gone, passed } = problem.details
  const refusal: Refusal = {
    code: problem.code,
    message: problem.message,
    ...(fields && { fields }),
    ...(asks && { asks }),
    ...(row && { row }),
    ...(theirs && { theirs }),
    ...(gone && { gone }),
    ...(passed && { passed }),
  }
  await tx.settle(mid, { status, result: { problem: refusal }, intent: stuckOf(writer, ask) })
  return { mid, status, problem: visibleRefusal(moduleOf(writer, ask), refusal, ask) }
}

/**
 * What is kept of a refused op, so that somebody else can decide about it. Whoever sends without a queue, or what may not wait
 * in one, has the answer before them and asks again themselves. Of what cannot be kept nothing is there to decide about.
 */
export function stuckOf(writer: Writer, ask: Ask): StuckIntent | null {
  const { wish, device, offline, place, files, unkeepable } = ask
  const module = moduleOf(writer, ask)
  if (!place || unkeepable || (module && !mayWait(module, splitOp(wish.op).action))) return null
  const { opV, id, base, args } = wish
  const { prevMid, queuedAt } = place
  return { opV, id, base, args, device, offline, prevMid, queuedAt, ...(files && { files }) }
}

const passing: readonly ProblemCode[] = [
  'broken',
  'busy',
  'unavailable',
  'time-out',
  'too-many',
  'base-missing',
  'confirm-needed',
]
/** Is this a judgement about the intent itself, which trying again would not change? */
const isVerdict = (code: ProblemCode) => !passing.includes(code)

/** What a mutation that was judged earlier answers to whoever sends it again. */
export function answerOf(writer: Writer, ask: Ask, stored: Mutation): Outcome {
  const { mid } = ask.wish
  // A cancel that came before its intent knew no content.
  if (stored.status === 'cancelled' || stored.status === 'superseded')
    return { mid, status: stored.status, ...(stored.userId === ask.actor.id && { decided: stored.decided ?? null }) }
  // A newer build says an older intent in words of its own.
  const isOther = stored.opV === ask.wish.opV && stored.reqHash !== hashOf(ask)
  if (stored.userId !== ask.actor.id || isOther)
    return { mid, status: 'rejected', problem: { code: 'key-reuse', message: 'This key was used for something else.' } }
  const module = moduleOf(writer, ask)
  const { row, problem } = (stored.result ?? {}) as { row?: Row; problem?: Refusal }
  if (stored.status === 'applied')
    return {
      mid,
      status: 'replayed',
      row: row && module ? visibleRow(module, row, ask.actor) : null,
      version: row?.version ?? null,
    }
  const refusal = problem ?? { code: 'not-found', message: 'Why this was refused is no longer kept.' }
  return { mid, status: stored.status, problem: visibleRefusal(module, refusal, ask), isRepeated: true }
}

function moduleOf({ register }: Writer, ask: Ask): Module | undefined {
  const { module } = splitOp(ask.wish.op)
  return Object.hasOwn(register, module) ? register[module] : undefined
}

/** A refusal as this person may see it: hidden fields are in none of its parts. */
export function visibleRefusal(module: Module | undefined, refusal: Refusal, { actor }: Pick<Ask, 'actor'>): Refusal {
  if (!module) return refusal
  const { row, asks, theirs, gone } = refusal
  const isSeen = (field: string) => reveals(module, field, actor)
  return {
    ...refusal,
    ...(row && { row: visibleRow(module, row as Row, actor) }),
    ...(asks && { asks: asks.filter(isSeen) }),
    ...(theirs && { theirs: Object.fromEntries(Object.entries(theirs).filter(([field]) => isSeen(field))) }),
    ...(gone && { gone: { ...gone, row: visibleRow(module, gone.row as Row, actor) } }),
  }
}

/** The content of a wish and its author, the same for equal content whatever the order of keys. */
export const hashOf = ({ wish, actor }: Pick<Ask, 'wish' | 'actor'>): string =>
  createHash('sha256')
    .update(ordered({ ...wish, by: actor.id }))
    .digest('hex')

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
