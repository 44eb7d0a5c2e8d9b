import { pushCall, type PushInput, type PushResult } from '#contract/calls/sync.ts'
import { splitOp } from '#contract/intent.ts'
import { apiPath, type Register, type Row } from '#contract/module.ts'
import { Problem } from '#contract/problem.ts'
import { callApi, isUnreachable, noticeForbidden } from './api.ts'
import { ask } from './ask.ts'
import { applyAnswered } from './apply.ts'
import type { Written } from './channel.ts'
import { isNoIds, type Ids } from './ids.ts'
import { refused, type Outcome } from './outcome.ts'
import type { Queue, Ticket, Wish } from './queue.ts'
import { readCursor, type UserDb } from './user-db.ts'

export type Sender = {
  /** Null where this browser keeps nothing: the same door, online only. */
  db: UserDb | null
  register: Register
  deviceId: string
  queue: Queue
  ids: Ids
  /** This record was written. */
  onWritten: (record: Written) => void
  /** A record of this module was written. */
  onChanged: (modules: string[]) => void
}

const build = (import.meta.env.VITE_BUILD as string | undefined) ?? 'dev'

/** Sends one wish and says how it ended. Never throws for what a server or a network can do. */
export async function sendWish(sender: Sender, wish: Wish): Promise<Outcome> {
  let ticket: Ticket
  try {
    ticket = await sender.queue.open(wish, sender.ids.nextId)
  } catch (error) {
    if (isNoIds(error)) return refused('no-ids')
    return refusedByStore(error)
  }
  try {
    return await judge(sender, ticket)
  } catch (error) {
    if (isUnreachable(error)) return refused('unreachable')
    if (error instanceof Problem) return refused(envelopeCode(error), error.message, error.details.fields)
    return refusedByStore(error)
  }
}

/** The device's own store failed: closed for a newer build, full, or taken away by the browser. */
function refusedByStore(error: unknown): Outcome {
  console.error(error)
  return refused('no-storage')
}

/** Whatever the envelope met, the wish itself was not judged: it may be sent again as it is. */
const envelopeCode = (problem: Problem) => (problem.status === 503 || problem.status === 429 ? 'busy' : problem.code)

async function judge(sender: Sender, ticket: Ticket): Promise<Outcome> {
  const { queueId, seq, acknowledged, intent } = ticket
  const module = splitOp(intent.op).module
  const input: PushInput = {
    queueId,
    deviceId: sender.deviceId,
    epoch: sender.db ? ((await readCursor(sender.db))?.epoch ?? null) : null,
    build,
    acknowledged,
    ops: [{ ...intent, queueSeq: seq, lane: `${module}:${intent.id}`, prevMid: null, group: null, supersedes: null }],
  }
  const answer = await ask(pushCall, input)
  const result = answer.results.find(result => result.mid === intent.mid)
  if (!result || ['retry', 'blocked', 'out_of_order'].includes(result.status)) return refused('busy')
  const outcome = await outcomeOf(sender, result, module, intent.id)
  await sender.queue.settle(intent.mid)
  if (outcome.state === 'saved' || outcome.state === 'conflict') {
    // A device that cannot keep the row has still had its answer; the next pull tries again.
    if (sender.db)
      await applyAnswered(sender.db, sender.register, answer.epoch, [{ t: module, row: outcome.row }]).catch(
        (error: unknown) => console.error(error),
      )
    sender.onWritten({ t: module, id: intent.id, v: outcome.row.version })
    sender.onChanged([module])
  }
  return outcome
}

async function outcomeOf(sender: Sender, result: PushResult, module: string, id: number): Promise<Outcome> {
  const { status, code, message, fields, asks } = result
  if (status === 'applied' || status === 'replayed')
    return { state: 'saved', row: (result.row as Row | undefined) ?? (await fetchRow(sender, module, id)) }
  if (status === 'conflict')
    return {
      state: 'conflict',
      row: (result.row as Row | undefined) ?? (await fetchRow(sender, module, id)),
      asks: asks ?? [],
    }
  if (code === 'forbidden') noticeForbidden()
  return refused((code ?? status).replaceAll('_', '-'), message, fields)
}

/** An answer from long ago may have lost its row; the record is still there. */
const fetchRow = (sender: Sender, module: string, id: number) =>
  callApi<Row>('GET', `${apiPath(sender.register[module]!)}/${id}`)
