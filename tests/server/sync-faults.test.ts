import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PushInput, PushOp } from '#contract/calls/push.ts'
import { openSession } from '#server/lib/sessions.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import { tidy } from '#server/sync/upkeep.ts'
import { actorWith, addSample, sampleRegister } from '../support/sample-module.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** What the network, the server and other people do to a queue, where the server has to answer for it: see docs/offline-faults.md. */
let server: TestApp
const everything = [...actorWith().permissions]

beforeAll(async () => {
  server = await startApp({ register: sampleRegister })
  await addSample(server.database.pool)
})
afterAll(() => server?.close())

const sql = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
const person = () => signedIn(server, { permissions: everything, approves: ['job'] })
const newJobs = async (device: HttpDevice, count: number) => {
  const ops: PushOp[] = []
  for (let n = 0; n < count; n += 1) ops.push(device.op('job.create', await device.newId(), { title: `Job ${n}` }))
  return ops
}
const change = (
  device: HttpDevice,
  of: PushOp,
  args: object,
  seen: object,
  version: number,
  more: Partial<PushOp> = {},
) => device.op('job.change', of.id, { ...args }, { base: { version, fields: { ...seen } }, ...more })
const effects = (ops: readonly PushOp[]) =>
  sql('select mid from record_history where mid = any($1::uuid[]) order by id', [ops.map(({ mid }) => mid)])
const send = async (who: SignedIn, payload: PushInput, at: Pick<TestApp, 'app'> = server) => {
  const reply = await at.app.inject({ method: 'POST', url: '/api/sync/push', payload, headers: who.headers })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}

it('a request that was on its way for ten minutes, while the retry and later work went through, changes nothing', async () => {
  const device = httpDevice(server.app, await person())
  const [made] = await newJobs(device, 1)
  await device.push(made!)
  const first = change(device, made!, { title: 'First' }, { title: 'Job 0' }, 1, { prevMid: made!.mid })
  const late = device.envelope([first])
  await device.push(first)
  const second = change(device, made!, { title: 'Second' }, { title: 'First' }, 2, { prevMid: first.mid })
  await device.push(second)
  expect((await device.pushAll(late.ops)).results).toMatchObject([{ mid: first.mid, status: 'replayed' }])
  expect(await sql('select title, version from job where id = $1', [made!.id])).toEqual([
    { title: 'Second', version: 3 },
  ])
})

it('twenty devices that come back at the same moment are all served, and each change is made once', async () => {
  const queues = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const who = await person()
      const device = httpDevice(server.app, who)
      return { who, device, ops: await newJobs(device, 6) }
    }),
  )
  // A machine with much else to do says so; the device sends again, and may be answered twice for what had been done.
  const sendOn = async ({ who, device, ops }: (typeof queues)[number]) => {
    for (;;) {
      const { status, body } = await send(who, device.envelope(ops))
      if (status === 200) return body.results as { status: string }[]
      expect({ status, body }).toMatchObject({ status: 503, body: { retryAfter: expect.any(Number) } })
      await sleep(200)
    }
  }
  const answers = await Promise.all([...queues, ...queues].map(sendOn))
  for (const results of answers)
    expect(results.every(({ status }) => status === 'applied' || status === 'replayed')).toBe(true)
  for (const { ops } of queues) expect((await effects(ops)).map(({ mid }) => mid)).toEqual(ops.map(({ mid }) => mid))
})

it('too many requests: it says how long to wait, nothing of the queue is stored, and afterwards it is taken in', async () => {
  const limited = await startApp({ register: sampleRegister, database: server.database, env: { requestsPerMinute: 5 } })
  const who = await person()
  const device = httpDevice(server.app, who)
  const ops = await newJobs(device, 3)
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  try {
    for (let n = 0; n < 5; n += 1) await send(who, device.envelope([]), limited)
    const refused = await send(who, device.envelope(ops), limited)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many', retryAfter: 60 } })
    expect(refused.headers['retry-after']).toBe('60')
    expect(await effects(ops)).toEqual([])
    vi.setSystemTime(1_800_000_060_000)
    expect((await send(who, device.envelope(ops), limited)).body.results).toMatchObject(
      ops.map(() => ({ status: 'applied' })),
    )
  } finally {
    vi.useRealTimers()
    await limited.app.close()
  }
})

it('a session that ends between two batches: the second is refused whole, and goes in after signing in, in order', async () => {
  const who = await person()
  const device = httpDevice(server.app, who)
  const [made] = await newJobs(device, 1)
  const next = change(device, made!, { title: 'Next' }, { title: 'Job 0' }, 1, { prevMid: made!.mid })
  const start = device.op('job.start', made!.id, {}, { prevMid: next.mid })
  await device.push(made!)
  await sql('update user_session set ended_at = now() where user_id = $1', [who.userId])
  expect(await send(who, device.envelope([next, start]))).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect(await effects([next, start])).toEqual([])
  const { token } = await inTransaction(server.database.pool, client =>
    openSession(client, who.userId, { userAgent: 'test', address: '127.0.0.1' }),
  )
  who.headers.authorization = `Bearer ${token}`
  expect(await device.push(next, start)).toMatchObject([
    { status: 'applied' },
    { status: 'applied', row: { stage: 'open' } },
  ])
})

it('a decided conflict that conflicts again is a second question about the newer record, and ends when decided again', async () => {
  const [device, other] = [httpDevice(server.app, await person()), httpDevice(server.app, await person())]
  const [made] = await newJobs(device, 1)
  await device.push(made!)
  const theirs = (title: string, seen: string, version: number) =>
    other.push(change(other, made!, { title }, { title: seen }, version))
  await theirs('Theirs', 'Job 0', 1)
  const mine = change(device, made!, { title: 'Mine' }, { title: 'Job 0' }, 1)
  expect(await device.push(mine)).toMatchObject([{ status: 'conflict', row: { title: 'Theirs', version: 2 } }])
  await theirs('Theirs again', 'Theirs', 2)
  const decided = change(device, made!, { title: 'Mine' }, { title: 'Theirs' }, 2, { supersedes: mine.mid })
  expect(await device.push(decided)).toMatchObject([
    { status: 'conflict', asks: ['title'], row: { title: 'Theirs again', version: 3 } },
  ])
  expect(await device.push(mine)).toMatchObject([{ status: 'superseded' }])
  const last = change(device, made!, { title: 'Mine' }, { title: 'Theirs again' }, 3, {
    supersedes: decided.mid,
    alsoSupersedes: [mine.mid],
  })
  expect(await device.push(last)).toMatchObject([{ status: 'applied', row: { title: 'Mine' } }])
  expect((await effects([mine, decided, last])).map(({ mid }) => mid)).toEqual([last.mid])
})

it('a refused create with three that follow: they wait; corrected, all go; or all are withdrawn', async () => {
  const device = httpDevice(server.app, await person())
  const chain = async () => {
    const bad = device.op('job.create', await device.newId(), { title: '' })
    const one = change(device, bad, { note: 'One' }, { note: null }, 1, { prevMid: bad.mid })
    const two = change(device, bad, { note: 'Two' }, { note: 'One' }, 2, { prevMid: one.mid })
    return [bad, one, two, device.op('job.start', bad.id, {}, { prevMid: two.mid })] as const
  }
  const waiting = ['rejected', 'blocked', 'blocked', 'blocked']
  const corrected = await chain()
  expect((await device.push(...corrected)).map(({ status }) => status)).toEqual(waiting)
  const better = device.op('job.create', corrected[0].id, { title: 'Better' }, { supersedes: corrected[0].mid })
  const all = await device.push(better, ...corrected.slice(1))
  expect(all.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied', 'applied'])
  expect(all.at(-1)!.row).toMatchObject({ title: 'Better', note: 'Two', stage: 'open' })

  const discarded = await chain()
  expect((await device.push(...discarded)).map(({ status }) => status)).toEqual(waiting)
  const cancels = discarded
    .toReversed()
    .map(({ mid, lane, prevMid }) => ({ cancel: mid, lane, prevMid, alsoSupersedes: [] }))
  expect((await device.push(...cancels)).every(({ status }) => status === 'cancelled')).toBe(true)
  expect((await device.push(...discarded)).every(({ status }) => status === 'cancelled')).toBe(true)
  expect(await effects(discarded)).toEqual([])
})

it('a device that was offline for sixty days: its cursor goes on, its ops are taken in, what it had sent is known', async () => {
  const device = httpDevice(server.app, await person())
  await device.load()
  const [sent, waiting, later] = await newJobs(device, 3)
  const { epoch } = await device.pushAll([sent!])
  await tidy(server.database.db, new Date(Date.now() + 60 * 86_400_000))
  await httpDevice(server.app, await person()).push(later!)
  await device.catchUp()
  expect(device.resets).toEqual([])
  expect(device.row(sent!.id)).toBeDefined()
  expect((await device.pushAll([sent!, waiting!], { epoch })).results).toMatchObject([
    { status: 'replayed', row: { id: sent!.id } },
    { status: 'applied' },
  ])
})

it('a device that must load everything anew while twenty ops wait on it: they are taken in as if nothing had been', async () => {
  const device = httpDevice(server.app, await person())
  const made = await newJobs(device, 20)
  await device.push(...made)
  await device.load()
  const waiting = made.map((op, n) => change(device, op, { note: 'Waits' }, { note: null }, 1, { queueSeq: 100 + n }))
  await sql(`update job set weight = 7 where id = any($1)`, [made.map(({ id }) => id)])
  await tidy(server.database.db, new Date(Date.now() + 121 * 86_400_000))
  await device.catchUp()
  expect(device.resets).toEqual(['too_old'])
  expect(device.row(made[0]!.id)).toMatchObject({ weight: 7, note: null })
  const results = await device.push(...waiting)
  for (const result of results) expect(result).toMatchObject({ status: 'applied', row: { weight: 7, note: 'Waits' } })
})

it('a batch that breaks off with the connection to the database leaves nothing by halves', async () => {
  const device = httpDevice(server.app, await person())
  const ops = await newJobs(device, 10)
  const { pool } = server.database
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from sync_clock for update')
  const sending = device.pushAll(ops).catch((error: unknown) => error)
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount,
    )
    .toBe(1)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  await holder.query('rollback')
  holder.release()
  await sending
  const before = (await effects(ops)).length
  expect([0, 10]).toContain(before)
  expect((await device.push(...ops)).every(({ status }) => /applied|replayed/.test(status))).toBe(true)
  expect((await effects(ops)).map(({ mid }) => mid)).toEqual(ops.map(({ mid }) => mid))
})
