import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { v7 } from 'uuid'
import type { PushAnswer, PushOp } from '#contract/calls/push.ts'
import { PUSH_LIMIT } from '#contract/calls/push.ts'
import type { Line } from './report.ts'

const RECORDS = 1_000

/** The same rows into a table that nothing watches, one after the other: what the machine's commits cost at least. */
async function bareWrites(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table if not exists bare_push (id int primary key, name text)')
  await client.query('truncate bare_push')
  const began = performance.now()
  for (let n = 0; n < RECORDS; n += 1) {
    await client.query({ name: 'make', text: 'insert into bare_push values ($1, $2)', values: [n, `Customer ${n}`] })
    await client.query({
      name: 'change',
      text: 'update bare_push set name = $2 where id = $1',
      values: [n, `Changed ${n}`],
    })
  }
  await client.end()
  return (performance.now() - began) / 1_000
}

/** A device that comes back with 2,000 changes: a thousand customers made and renamed, as its queue sends them. */
export async function push(url: string, token: string, databaseUrl: string): Promise<Line[]> {
  const deviceId = randomUUID()
  const call = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${url}/api/sync/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const ids: number[] = []
  while (ids.length < 2 * RECORDS) {
    const { first, last } = await call<{ first: number; last: number }>('lease', { deviceId })
    for (let id = first; id <= last; id += 1) ids.push(id)
  }
  const ops: PushOp[] = []
  const add = (op: string, id: number, args: PushOp['args'], base: PushOp['base'], prevMid: string | null) => {
    const mid = v7()
    const place = { queueSeq: ops.length + 1, lane: `customer:${id}`, prevMid, group: null, supersedes: null }
    ops.push({ mid, op, opV: 1, id, args, base, ...place, offline: true })
    return mid
  }
  for (let n = 0; n < RECORDS; n += 1) {
    const [id, line] = [ids[2 * n]!, ids[2 * n + 1]!]
    const phones = [{ id: line, number: `+9197${String(n).padStart(8, '0')}`, kind: 'mobile' }]
    const made = add('customer.create', id, { name: `Customer ${n}`, phones }, null, null)
    add('customer.change', id, { name: `Changed ${n}` }, { version: 1, fields: { name: `Customer ${n}` } }, made)
  }
  const queue = { queueId: randomUUID(), deviceId, epoch: null, build: 'bench', acknowledged: 0 }
  const began = performance.now()
  for (let at = 0; at < ops.length; at += PUSH_LIMIT) {
    const { results } = await call<PushAnswer>('push', { ...queue, ops: ops.slice(at, at + PUSH_LIMIT) })
    const other = results.find(({ status }) => status !== 'applied')
    if (other) throw new Error(`an op ended otherwise: ${JSON.stringify(other)}`)
  }
  const seconds = (performance.now() - began) / 1_000
  const bare = await bareWrites(databaseUrl)
  const goal = { of: 'ours', atMost: 15 } as const
  return [{ name: 'push of 2,000 waiting changes, server alone', ours: seconds, limit: bare, unit: 's', goal }]
}
