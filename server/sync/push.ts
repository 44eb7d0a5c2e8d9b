import type { PushAnswer, PushCancel, PushInput, PushOp, PushResult } from '#contract/calls/push.ts'
import { problem } from '#contract/problem.ts'
import { withNames } from '#server/crud/names.ts'
import type { Queues } from './queues.ts'
import { resultOfTwin } from './results.ts'
import { cancel, type Step } from './steps.ts'
import { again, applyPart, type Sender, type Sync } from './units.ts'

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
  const stepOf = (op: PushOp): Step => ({
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
        group: op.group,
        queuedAt: op.queuedAt ?? null,
      },
      ...(op.files && { files: op.files }),
    },
  })

  const results: PushResult[] = []
  const stopped = new Set<string>()
  for (const part of partsOf(unitsOf(input.ops))) {
    if ('cancel' in part) results.push(await withdraw(sync, sender, part))
    else
      results.push(
        ...(await applyPart(
          sync,
          sender,
          part.map(unit => unit.map(stepOf)),
          stopped,
        )),
      )
  }
  return answerWith(
    await withNames(
      ids => sync.queues.names(ids),
      await withFeedSeqs(sync.queues, await noteTold(sync.queues, results)),
    ),
  )
}

/** Refused whole, before anything of it is taken in: no part of somebody else's queue may become this person's. */
const notYours = () => problem('not-yours', 'These changes are not yours. Only the person who made them can send them.')

/** The device is answered who decided: from now on it need not be told to ask. */
async function noteTold(queues: Queues, results: PushResult[]): Promise<PushResult[]> {
  const decided = results.filter(({ decidedBy }) => decidedBy)
  if (decided.length > 0) await queues.told(decided.map(({ mid }) => mid))
  return results
}

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

/** So many ops share a transaction: it is paid for once, and still holds what it has locked for a moment only. */
const TOGETHER = 25

/** Units that may share a transaction, and withdrawals, in their order. */
function partsOf(units: (PushOp[] | PushCancel)[]): (PushOp[][] | PushCancel)[] {
  const parts: (PushOp[][] | PushCancel)[] = []
  let open: PushOp[][] | null = null
  let size = 0
  for (const unit of units) {
    if ('cancel' in unit) {
      parts.push(unit)
      open = null
      continue
    }
    if (!open || size + unit.length > TOGETHER) {
      open = []
      size = 0
      parts.push(open)
    }
    open.push(unit)
    size += unit.length
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
