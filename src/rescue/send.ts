import type { AnswerOf, Call } from '#contract/call.ts'
import { PUSH_LIMIT, pushCall, type PushInput } from '#contract/calls/push.ts'
import { meCall } from '#contract/calls/session.ts'
import { migrated } from '#contract/migrate.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { withFilesOf } from '#src/offline/manifests.ts'
import { isOfApi } from '#src/offline/of-api.ts'
import { build } from '#src/offline/outbox/build.ts'
import {
  adopt,
  claimBatch,
  giveUp,
  hurry,
  LONGEST_PAUSE,
  openBooks,
  refuse,
  takeAnswer,
  wireOf,
} from '#src/offline/outbox/machine.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import type { Unsent } from './unsent.ts'

const API = (import.meta.env.VITE_API_BASE as string | undefined) ?? '/api'

/** Why nothing (more) could be sent. */
export type Stopped = 'signedOut' | 'otherPerson' | 'tooOld' | 'unreachable' | 'refused'

/** The server could not read something of what was sent. */
type Unread = { unread: { code: string; message: string } }

async function ask<C extends Call>(call: C, token: string, json?: unknown): Promise<AnswerOf<C> | Unread | Stopped> {
  const answer = await fetch(API + call.path, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Build': build,
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    cache: 'no-store',
    credentials: 'omit',
  }).catch(() => null)
  const prefix = `${new URL(API, location.href).href}/`
  // Somebody between may answer in the server's place, with whatever status.
  if (!answer || answer.status >= 500 || answer.status === 429 || !isOfApi(answer, prefix)) return 'unreachable'
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) {
    const read = call.output.safeParse(body)
    return read.success ? (read.data as AnswerOf<C>) : 'unreachable'
  }
  if (answer.status === 426) return 'tooOld'
  const { code, message = '' } = (body ?? {}) as Partial<ProblemBody>
  // A gateway can say what is too large, and nothing else of the session or of what was sent.
  if (!code && answer.status !== 413) return 'unreachable'
  if (answer.status === 401) return 'signedOut'
  return [400, 413, 422].includes(answer.status) ? { unread: { code: code ?? 'too-large', message } } : 'refused'
}

/**
 * Sends what waits as the app would, by the app's own rules, on a copy: the database stays as it is, and the app finds out by
 * itself that the server knows each of them already. Tells after each batch what became of its ops.
 */
export async function sendUnsent(
  { userId, ops, over, blobs, queue }: Unsent,
  token: string | null,
  onTaken: (ops: readonly OutboxOp[]) => void,
): Promise<Stopped | null> {
  if (token === null) return 'signedOut'
  const me = await ask(meCall, token)
  if (typeof me === 'string') return me
  if ('unread' in me) return 'refused'
  // Nothing leaves with the token of somebody else.
  if (me.userId !== userId) return 'otherPerson'
  const books = openBooks({ ...queue }, structuredClone([...over, ...ops]))
  giveUp(books, () => true)
  // Whoever presses means now, however often the app has tried before.
  hurry(books)
  // All of it is one moment: what the server puts off waits beyond it, with all that waits for that, and is left to the app,
  // which knows what was done before.
  const now = Date.now()
  let most = PUSH_LIMIT
  const blocked = new Set<string>()
  for (let round = 0; ; round += 1) {
    const claim = `rescue/${round}`
    const batch = claimBatch(books, { most, now, claim, not: blocked })
    if (batch.length === 0) return null
    const { queueId, deviceId } = batch[0]!
    const { epoch } = books.queue
    const input: PushInput = {
      queueId,
      deviceId,
      epoch,
      build,
      acknowledged: 0,
      // The photos themselves are left to the app.
      ops: batch.map(op => withFilesOf(wireOf(migrated(op), true), blobs, deviceId)),
    }
    const answer = await ask(pushCall, token, input)
    if (typeof answer === 'string') return answer
    if ('unread' in answer) {
      // In ever smaller parts all others come through, as with the app.
      giveUp(books, () => true)
      const isOne = batch.length === 1
      if (isOne) {
        refuse(books, batch[0]!, { ...answer.unread, at: now })
        onTaken(batch)
      }
      most = isOne ? PUSH_LIMIT : Math.ceil(batch.length / 2)
      continue
    }
    // The server was restored: what it may have forgotten comes before what waits, as with the app.
    if (adopt(books, answer.epoch, { at: now, clockOffset: Date.parse(answer.serverTime) - now })) continue
    const taken = takeAnswer(books, { claim, epoch }, answer, { now, pause: () => LONGEST_PAUSE })
    onTaken(taken.map(({ op }) => op))
    for (const { op, result } of taken) if (result.status === 'blocked') blocked.add(op.mid)
  }
}
