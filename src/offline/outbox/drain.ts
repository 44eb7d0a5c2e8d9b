import { v7 as uuidv7 } from 'uuid'
import { PUSH_BYTES, PUSH_LIMIT, type PushAnswer, type PushInput } from '#contract/calls/push.ts'
import { migrated } from '#contract/migrate.ts'
import { Problem } from '#contract/problem.ts'
import { noteServerTime, serverNow } from '#src/lib/clock.ts'
import { codeOf, isUnanswered } from '../unreachable.ts'
import {
  acknowledgedIn,
  adopt,
  claimBatch,
  giveUp,
  inOrder,
  refuse,
  takeAnswer,
  wireOf,
  type Taken,
} from './machine.ts'
import type { OutboxOp } from './op.ts'
import type { OutboxStore } from './store.ts'

export type DrainPorts = {
  store: OutboxStore
  push: (input: PushInput) => Promise<PushAnswer>
  /** Names who sends: answers are taken for one's own claims alone. */
  drainer: string
  build: string
  now: () => number
  /** How long an op that the server could not take now waits after so many times, in ms. */
  pause: (attempts: number) => number
  /** Hears what became of the ops of each batch, after it was stored. */
  onTaken: (taken: readonly Taken[]) => void
  isOver: () => boolean
}

/** One way to the server and back: what is to be sent, and what to remember until the answer is there. */
export type Sending = {
  claim: string
  epoch: string | null
  input: PushInput
  ops: readonly OutboxOp[]
  /** Those that leave for the first time, each with what it is called should it have to be said once more. */
  firsts: ReadonlyMap<string, string>
}

/** What waited longer than this before it left was written offline, in ms. What comes from the future did: the clock was set back. */
const OFFLINE_AFTER = 5_000
/** So much of the queue is looked at first: enough for several batches, and little to read. */
const FIRST = 4 * PUSH_LIMIT

/** Far below what the server reads: a batch has to come through a weak line in one piece. In bytes, or letters. */
const MOST_BYTES = PUSH_BYTES / 8
/** What failed after so long was too much for the line, in ms; where there is no line, it fails at once. */
const TOO_SLOW = 5_000

/** How many ops the line takes at once, by what it took last. */
const paces = new WeakMap<OutboxStore, number>()
const paceOf = (store: OutboxStore): number => paces.get(store) ?? PUSH_LIMIT

let claims = 0

/** Claims the next batch; null where nothing may go now. What is claimed is kept as sent before this answers. */
export async function nextSending(
  { store, drainer, build, now }: Pick<DrainPorts, 'store' | 'drainer' | 'build' | 'now'>,
  most = PUSH_LIMIT,
  not: ReadonlySet<string> = new Set(),
): Promise<Sending | null> {
  const hasWaited = ({ sentOnce, waited = sentOnce, at }: OutboxOp) => waited || Math.abs(now() - at) > OFFLINE_AFTER
  const lacks = (await store.whatLacks?.()) ?? (() => false)
  for (let first = FIRST; ; first *= 8) {
    const claim = `${drainer}/${++claims}`
    const found = await store.change({ first }, books => {
      const waited = new Set(books.ops.filter(hasWaited))
      const unsent = new Set(books.ops.filter(({ sentOnce }) => !sentOnce))
      // What is taken back needs nothing.
      const lacking = books.ops.filter(op => op.state === 'pending' && lacks(op)).map(({ mid }) => mid)
      const held = new Set([...not, ...lacking])
      const batch = claimBatch(books, { most, bytes: MOST_BYTES, now: now(), claim, not: held })
      const isAll = books.ops.length < first
      if (batch.length === 0) return { sending: null, isAll }
      for (const op of batch) op.waited = waited.has(op)
      const { epoch } = books.queue
      const { queueId, deviceId } = batch[0]!
      // Beyond what was looked at, nothing is final.
      const known = isAll ? Infinity : Math.floor(inOrder(books.ops)[first - 1]!.ord) - 1
      const acknowledged = Math.min(acknowledgedIn(books, queueId), known)
      const ops = batch.map(op => wireOf(migrated(op), waited.has(op)))
      const sending: Sending = {
        claim,
        epoch,
        input: { queueId, deviceId, epoch, build, acknowledged, ops },
        ops: batch,
        firsts: new Map(batch.filter(op => unsent.has(op)).map(({ mid }) => [mid, uuidv7()])),
      }
      return { sending, isAll }
    })
    if (found.sending || found.isAll) return found.sending
  }
}

/** Stores what the server answered. False: it was another life of the server, whose ops are to be sent again. */
export async function storeAnswer(
  { store, now, pause }: Pick<DrainPorts, 'store' | 'now' | 'pause'>,
  { claim, epoch, ops, firsts }: Sending,
  answer: PushAnswer,
): Promise<Taken[] | 'otherEpoch'> {
  let taken: Taken[] = []
  // Then all that has not left yet is concerned.
  const isOfCopy = answer.results.some(({ mid, code }) => code === 'expired_unknown' && firsts.has(mid))
  const known = await store.change(
    isOfCopy ? 'all' : { mids: ops.map(({ mid }) => mid) },
    books => {
      taken = takeAnswer(books, { claim, epoch, firsts }, answer, { now: now(), pause })
      return books.queue.epoch
    },
    { answer: { epoch: answer.epoch, seq: answer.seq, taken: () => taken } },
  )
  if (known === answer.epoch) return taken
  if (known === epoch) await adoptEpoch(store, answer.epoch, now())
  return 'otherEpoch'
}

/** The server lives a life of its own since: what it may have forgotten is sent again. */
export const adoptEpoch = (store: OutboxStore, epoch: string, at = Date.now()): Promise<boolean> =>
  store.change('all', books => adopt(books, epoch, { at, clockOffset: serverNow() - at }))

/** Sends until nothing may go any more. Throws what the envelope met; then nothing of the batch is claimed any longer. */
export async function drain(ports: DrainPorts): Promise<void> {
  const { store, drainer, push, onTaken, isOver, now } = ports
  // Whoever claimed before us is gone, or frozen, and will find that its claim is.
  await store.change('claimed', books => giveUp(books, claim => !claim.startsWith(`${drainer}/`)))
  let most = PUSH_LIMIT
  const blocked = new Set<string>()
  while (!isOver()) {
    const sending = await nextSending(ports, Math.min(most, paceOf(store)), blocked)
    if (!sending) return
    const began = performance.now()
    try {
      const answer = await push(sending.input)
      if (performance.now() - began < TOO_SLOW) paces.set(store, Math.min(PUSH_LIMIT, paceOf(store) * 2))
      noteServerTime(answer.serverTime)
      const taken = await storeAnswer(ports, sending, answer)
      if (taken === 'otherEpoch') continue
      onTaken(taken)
      // What is said again at once may be all that the others waited for.
      if (taken.some(({ again }) => again)) continue
      // It waits for something that is not here: asked again at once, the server would say the same.
      for (const { op, result } of taken) if (result.status === 'blocked') blocked.add(op.mid)
    } catch (error) {
      const { claim, ops } = sending
      const isTheirs = (other: string) => other === claim
      if (!isAboutContent(error)) {
        // It would not come through the next time either: less is sent then.
        if (isTooSlow(error, performance.now() - began)) paces.set(store, Math.ceil(ops.length / 2))
        await store.change({ mids: ops.map(({ mid }) => mid) }, books => giveUp(books, isTheirs))
        throw error
      }
      // The server could not read something in it. Sent in ever smaller parts, the others come through.
      const isOne = ops.length === 1
      await store.change({ mids: ops.map(({ mid }) => mid) }, books => {
        giveUp(books, isTheirs)
        const refused = isOne && books.ops.find(({ mid }) => mid === ops[0]!.mid)
        if (refused) refuse(books, refused, { code: error.code, message: error.message, at: now() })
      })
      most = isOne ? PUSH_LIMIT : Math.ceil(ops.length / 2)
    }
  }
}

const isTooSlow = (error: unknown, took: number) =>
  codeOf(error) === 'time-out' || (isUnanswered(error) && took > TOO_SLOW)

const isAboutContent = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 400 || error.status === 413 || error.status === 422)
