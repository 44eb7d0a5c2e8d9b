import type { PushAnswer, PushCancel, PushInput, PushOp, PushResult } from '#contract/calls/push.ts'
import { problem } from '#contract/problem.ts'
import { withNames } from '#server/crud/names.ts'
import { whyNotKept } from '#server/lib/keepable.ts'
import type { Queues } from './queues.ts'
import { resultOfTwin } from './results.ts'
import { cancel, type Step } from './steps.ts'
import { again, applyPart, type Sender, type Sync } from './apply.ts'

/** Takes in what waits on a device. Every op has its own outcome; nothing is stored of what is to be sent again. */
export async function push(sync: Sync, sender: Sender, input: PushInput): Promise<PushAnswer> {
  const { queueId, deviceId, build } = input
  const userId = sender.actor.id
  if (input.ops.some(({ by }) => by !== undefined && by !== userId)) throw notYours()
  const known = await sync.queues.open({
    queueId,
    deviceId,
    userId,
    epoch: input.epoch,
    acknowledged: input.acknowledged,
    build,
  })
  if (!known) throw notYours()
  const answerWith = (results: PushResult[]): PushAnswer => ({
    epoch: known.epoch,
    seq: known.seq,
    serverTime: sync.writer.now().toISOString(),
    results,
  })
  // Said to a life of the server that was restored from: what it builds on may be gone, and the device sends that first as
  // soon as it hears of the restore. A verdict would be kept, and said again to what comes then.
  if (input.epoch !== null && input.epoch !== known.epoch) return answerWith([])
  const stepOf = (sent: PushOp): Step => {
    const { op, unkeepable } = keepable(sent)
    return {
      op,
      acknowledged: known.acknowledged,
      ask: {
        wish: { mid: op.mid, op: op.op, opV: op.opV, id: op.id, base: op.base, args: op.args },
        actor: sender.actor,
        device: deviceId,
        request: sender.request,
        offline: op.offline ?? false,
        confirmed: sender.confirmed,
        place: {
          queueId,
          queueSeq: op.queueSeq,
          lane: op.lane,
          prevMid: op.prevMid,
          queuedAt: op.queuedAt ?? null,
        },
        ...(op.files && { files: op.files }),
        ...(unkeepable && { unkeepable }),
      },
    }
  }

  const results: PushResult[] = []
  const stopped = new Set<string>()
  for (const part of partsOf(input.ops)) {
    if ('cancel' in part) results.push(await withdraw(sync, sender, part))
    else results.push(...(await applyPart(sync, sender, part.map(stepOf), stopped)))
  }
  return answerWith(
    await withNames(
      ids => sync.queues.names(ids),
      await withFeedSeqs(sync.queues, await noteTold(sync.queues, results)),
    ),
  )
}

/** An op without what of it cannot be kept: a verdict is written down of it, and not tried again for ever. */
function keepable(op: PushOp): { op: PushOp; unkeepable: string | null } {
  const { args, base, files, ...rest } = op
  const unkeepable = whyNotKept({ args, base, files })
  return unkeepable === null ? { op, unkeepable } : { op: { ...rest, args: {}, base: null }, unkeepable }
}

/** Refused whole, before anything of it is taken in: no part of somebody else's queue may become this person's. */
const notYours = () => problem('not-yours', 'These changes are not yours. Only the person who made them can send them.')

/** The device is answered who decided: from now on it need not be told to ask. */
async function noteTold(queues: Queues, results: PushResult[]): Promise<PushResult[]> {
  const decided = results.filter(({ decidedBy }) => decidedBy)
  if (decided.length > 0) await queues.told(decided.map(({ mid }) => mid))
  return results
}

/** So many ops share a transaction: it is paid for once, and still holds what it has locked for a moment only. */
const TOGETHER = 25

/** Ops that may share a transaction, and withdrawals, in their order. */
function partsOf(ops: PushInput['ops']): (PushOp[] | PushCancel)[] {
  const parts: (PushOp[] | PushCancel)[] = []
  for (const op of ops) {
    const last = parts.at(-1)
    if ('cancel' in op) parts.push(op)
    else if (Array.isArray(last) && last.length < TOGETHER) last.push(op)
    else parts.push([op])
  }
  return parts
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

/** Where what was written stands in the feed, be it long ago. */
async function withFeedSeqs(queues: Queues, results: PushResult[]): Promise<PushResult[]> {
  const applied = results.filter(({ status }) => status === 'applied' || status === 'replayed')
  if (applied.length === 0) return results
  const seqs = await queues.feedSeqs(applied.map(({ mid }) => mid))
  return results.map(result => {
    const feedSeq = seqs.get(result.mid)
    return feedSeq === undefined ? result : { ...result, feedSeq }
  })
}
