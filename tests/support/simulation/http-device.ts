import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import type { PushAnswer, PushInput, PushOp, PushResult } from '#contract/calls/push.ts'
import type { App } from '#server/lib/http.ts'
import type { SignedIn } from '../server.ts'
import { follower } from './follower.ts'

type Reply = { statusCode: number; json(): unknown }

/** A device that speaks to the real API: it leases, pushes, pulls and loads. */
export function httpDevice(app: Pick<App, 'inject'>, person: Pick<SignedIn, 'headers'>) {
  const deviceId = randomUUID()
  const queueId = randomUUID()
  let queueSeq = 0
  let nextId = 0
  let lastId = -1

  const ok = (reply: Reply): unknown => {
    expect(reply.statusCode, JSON.stringify(reply.json())).toBe(200)
    return reply.json()
  }
  const get = async (url: string, query: Record<string, unknown>) =>
    ok(await app.inject({ method: 'GET', url: `/api/sync/${url}`, query: stated(query), headers: person.headers }))
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/sync/${url}`, payload, headers: person.headers })

  const reads = follower({
    pull: query => get('pull', { ...query, device: deviceId }) as never,
    snapshot: after => get('snapshot', { after }) as never,
  })

  const envelope = (ops: PushInput['ops'], more: Partial<PushInput> = {}): PushInput => ({
    queueId,
    deviceId,
    epoch: reads.cursor().epoch ?? null,
    build: 'test',
    acknowledged: 0,
    ops,
    ...more,
  })

  const pushAll = async (ops: PushInput['ops'], more?: Partial<PushInput>): Promise<PushAnswer> =>
    ok(await post('push', envelope(ops, more))) as PushAnswer

  return {
    ...reads,
    deviceId,
    envelope,
    pushAll,
    /** Pushes and answers what became of each. */
    async push(...ops: PushInput['ops']): Promise<PushResult[]> {
      return (await pushAll(ops)).results
    },
    async newId(): Promise<number> {
      if (nextId > lastId) {
        const block = ok(await post('lease', { deviceId })) as { first: number; last: number }
        nextId = block.first
        lastId = block.last
      }
      return nextId++
    },
    op: (op: string, id: number, args: PushOp['args'], more: Partial<PushOp> = {}): PushOp => ({
      mid: v7(),
      op,
      opV: 1,
      id,
      base: null,
      args,
      queueSeq: ++queueSeq,
      lane: `${op.split('.')[0]}:${id}`,
      prevMid: null,
      supersedes: null,
      ...more,
    }),
  }
}

export type HttpDevice = ReturnType<typeof httpDevice>

export const stated = (query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
