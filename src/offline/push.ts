import { pushCall, type PushInput, type PushResult } from '#contract/calls/push.ts'
import { rowAnswer } from '#contract/calls/records.ts'
import { splitOp } from '#contract/intent.ts'
import { mayWait } from '#contract/may-wait.ts'
import { apiPath, type Register, type Row } from '#contract/module.ts'
import { Problem } from '#contract/problem.ts'
import { callApi, isUnreachable, noticeForbidden } from './api.ts'
import { ask } from './ask.ts'
import { applyAnswered } from './answered.ts'
import type { Written } from './channel.ts'
import { withManifests } from './kept-files.ts'
import { isQuotaError } from './guarded-open.ts'
import { isNoIds, type Ids } from './ids.ts'
import type { KeepMeta } from './keep-meta.ts'
import { build } from './outbox/build.ts'
import type { IsThere, Outbox } from './outbox/outbox.ts'
import { refused, type Outcome } from './outcome.ts'
import { sendQueue, type Ticket, type Wish } from './queue.ts'
import { readCursor, type Handed, type UserDb } from './user-db.ts'

export type Sender = {
  /** Null where this browser keeps nothing: the same door, online only. */
  db: UserDb | null
  register: Register
  deviceId: string
  /** What waits for the server on this device; null where it keeps nothing. */
  outbox: () => Promise<Outbox | null>
  /** Where it remembers what it asked for. */
  meta: KeepMeta
  ids: Ids
  /** This record was written. */
  onWritten: (record: Written) => void
  /** A record of this module was written. */
  onChanged: (modules: string[]) => void
}

/**
 * Sends one wish and says how it ended. Never throws for what a server or a network can do. What may wait is kept on this
 * device first. `seen`: the record as the person saw it. `draft`: the one that is over with it. `isThere`: can
 * whoever asked still say how it ended?
 */
export async function sendWish(
  sender: Sender,
  wish: Wish,
  seen?: Row,
  draft?: Handed,
  isThere?: IsThere,
): Promise<Outcome> {
  const { register } = sender
  const { module: name, action } = splitOp(wish.op)
  try {
    const outbox = await sender.outbox()
    if (!outbox) return await sendAtOnce(sender, wish)
    if (mayWait(register[name]!, action)) return await outbox.wish(wish, seen, draft, isThere)
    // What was said of a record first has to be there first, and so has a record that is named.
    if (await outbox.isWaiting(wish)) return refused('unsent-first')
  } catch (error) {
    if (isUnreachable(error)) return refused('unreachable', error.said)
    return isNoIds(error) ? refused('no-ids') : refusedByStore(error)
  }
  return sendAtOnce(sender, wish)
}

/** For what needs the server's word on the spot, and for a browser that keeps nothing. */
async function sendAtOnce(sender: Sender, wish: Wish): Promise<Outcome> {
  let ticket: Ticket
  try {
    ticket = await sendQueue(sender.meta).open(wish, sender.ids.nextId)
  } catch (error) {
    if (isNoIds(error)) return refused('no-ids')
    return refusedByStore(error)
  }
  try {
    return await judge(sender, ticket)
  } catch (error) {
    if (isUnreachable(error)) return refused('unreachable', error.said)
    if (error instanceof Problem) return refused(envelopeCode(error), error.message, error.details.fields)
    return refusedByStore(error)
  }
}

/** The device's own store failed: closed for a newer build, full, or taken away by the browser. */
function refusedByStore(error: unknown): Outcome {
  if (isQuotaError(error)) return refused('storage-full')
  console.error(error)
  return refused('no-storage')
}

/** Whatever the envelope met, the wish itself was not judged: it may be sent again as it is. */
const envelopeCode = (problem: Problem) => (problem.status === 503 || problem.status === 429 ? 'busy' : problem.code)

async function judge(sender: Sender, ticket: Ticket): Promise<Outcome> {
  const { queueId, seq, acknowledged, intent } = ticket
  const module = splitOp(intent.op).module
  const lane = `${module}:${intent.id}`
  const input: Omit<PushInput, 'epoch'> = {
    queueId,
    deviceId: sender.deviceId,
    build,
    acknowledged,
    ops: [{ ...intent, queueSeq: seq, lane, prevMid: null, group: null, supersedes: null }],
  }
  const push = async (epoch: string | null) => ask(pushCall, await withManifests(sender.db, { ...input, epoch }))
  const known = sender.db ? ((await readCursor(sender.db))?.epoch ?? null) : null
  let answer = await push(known)
  // Nobody judges what was said to a life of the server that a restore has ended. What it may have forgotten comes first.
  if (answer.results.length === 0 && answer.epoch !== known) {
    const outbox = await sender.outbox()
    if (outbox) {
      const { adoptEpoch } = await import('./outbox/drain.ts')
      await adoptEpoch(outbox.store, answer.epoch)
      // All of it goes out again; this waits for what it builds on, and for nothing else.
      void outbox.sendNow()
      if (await outbox.isWaiting(intent)) return refused('unsent-first')
    }
    answer = await push(answer.epoch)
  }
  const result = answer.results.find(result => result.mid === intent.mid)
  if (!result || ['retry', 'blocked', 'out_of_order'].includes(result.status)) return refused('busy')
  const outcome = await outcomeOf(sender, result, module, intent.id)
  // It has been judged, whether or not this device can still note so.
  await sendQueue(sender.meta)
    .settle(intent.mid)
    .catch((error: unknown) => console.error(error))
  if (outcome.state === 'saved' || outcome.state === 'conflict') {
    // A device that cannot keep the row has still had its answer; the next pull tries again.
    if (sender.db)
      await applyAnswered(sender.db, sender.register, answer.epoch, [
        { t: module, id: intent.id, v: outcome.row.version, row: outcome.row, seq: result.feedSeq ?? answer.seq },
      ]).catch((error: unknown) => console.error(error))
    sender.onWritten({ t: module, id: intent.id, v: outcome.row.version })
    sender.onChanged([module])
  }
  return outcome
}

async function outcomeOf(sender: Sender, result: PushResult, module: string, id: number): Promise<Outcome> {
  const { status, code, message, fields, asks, theirs } = result
  if (status === 'applied' || status === 'replayed')
    return { state: 'saved', row: (result.row as Row | undefined) ?? (await fetchRow(sender, module, id)) }
  if (status === 'conflict')
    return {
      state: 'conflict',
      row: (result.row as Row | undefined) ?? (await fetchRow(sender, module, id)),
      asks: asks ?? [],
      ...(theirs && { theirs }),
    }
  if (code === 'forbidden') noticeForbidden()
  return refused((code ?? status).replaceAll('_', '-'), message, fields)
}

/** An answer from long ago may have lost its row; the record is still there. */
const fetchRow = (sender: Sender, module: string, id: number) =>
  callApi('GET', `${apiPath(sender.register[module]!)}/${id}`, { as: rowAnswer })
