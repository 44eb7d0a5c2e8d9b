import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import type { PullAnswer } from '#contract/calls/sync.ts'
import { register } from '#contract/register.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { permission } from '#contract/rules.ts'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { noticeMove } from '#server/db/home.ts'
import { afterRestore } from '#server/db/restore.ts'
import { readEnv } from '#server/env.ts'
import type { App } from '#server/lib/http.ts'
import { openSession } from '#server/lib/sessions.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import { routes } from '#server/routes.ts'
import { dropDatabase, onServer, withDatabase } from '../support/cluster.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { httpDevice, stated } from '../support/simulation/http-device.ts'

const permissions = (['list', 'create', 'edit'] as const).map(action => permission(dealerBranch, action))
const { url: cluster, template } = inject('databaseServer')
const databases: string[] = []
let app: App
let close: () => Promise<void>
let person: SignedIn

/** A copy of a database, and the app on it. What the copy does not have has never happened there. */
async function copy(from: string): Promise<string> {
  const name = `caredesk_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await onServer(cluster, `create database ${name} template ${from}`)
  databases.push(name)
  return name
}

async function open(name: string) {
  const database = connect(withDatabase(cluster, name), { max: 4 })
  const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' })
  app = await buildApp({ database, register, routes, pressure: false, env })
  close = async () => {
    await app.close()
    await database.close()
  }
  return database
}

/** Puts a copy of the backup in the place of what runs, as a restore does. */
async function restore(backup: string) {
  await close()
  const database = await open(await copy(backup))
  await inTransaction(database.pool, client => afterRestore(client))
  await signInAgain(database)
  return database
}

const signInAgain = async (database: ReturnType<typeof connect>) => {
  const { token } = await inTransaction(database.pool, client =>
    openSession(client, person.userId, { userAgent: 'test', address: '127.0.0.1' }),
  )
  person.headers.authorization = `Bearer ${token}`
}

beforeAll(async () => {
  const database = await open(await copy(template))
  person = await signedIn({ database }, { permissions })
})
afterAll(async () => {
  await close()
  for (const name of databases) await dropDatabase(cluster, name)
})

it('after a restore devices bring back what the backup had not, once, and no number is given out twice', async () => {
  const reach = { inject: ((...args: Parameters<App['inject']>) => app.inject(...args)) as App['inject'] }
  const device = httpDevice(reach, person)
  const other = httpDevice(reach, person)
  const create = (id: number, name: string) => device.op('dealerBranch.create', id, { name })
  const first = create(await device.newId(), 'Before the backup')
  expect(await device.push(first)).toMatchObject([{ status: 'applied' }])
  await device.load()
  const { epoch } = await device.pushAll([])

  const running = databases.at(-1)!
  await close()
  const backup = await copy(running)
  await open(running)

  // All this is lost: also the block of numbers that the other device leases now.
  const changed = device.op(
    'dealerBranch.change',
    first.id,
    { name: 'After the backup' },
    {
      prevMid: first.mid,
      base: { version: 1, fields: { name: 'Before the backup' } },
    },
  )
  const lostId = await other.newId()
  const lost = other.op('dealerBranch.create', lostId, { name: 'Made after the backup' })
  const withdrawn = create(await device.newId(), 'Never mind')
  expect(await device.push(changed, { cancel: withdrawn.mid, lane: withdrawn.lane, alsoSupersedes: [] })).toMatchObject(
    [{ status: 'applied' }, { status: 'cancelled' }],
  )
  expect(await other.push(lost)).toMatchObject([{ status: 'applied' }])
  await device.catchUp()
  expect(device.row(first.id)).toMatchObject({ name: 'After the backup' })

  const restored = await restore(backup)
  // Said before the device has heard of the restore: nobody judges it, because what it builds on comes again only then.
  const base = { version: 1, fields: { name: 'Made after the backup' } }
  const further = device.op('dealerBranch.change', lostId, { name: 'Changed after the restore' }, { base })
  const early = await device.pushAll([further, { cancel: changed.mid, lane: changed.lane, alsoSupersedes: [] }])
  expect(early.results).toEqual([])
  expect(early.epoch).not.toBe(epoch)
  await device.catchUp()
  expect(device.resets).toEqual(['epoch'])
  expect([...device.rows.values()].map(({ row }) => row.name)).toEqual(['Before the backup'])

  // The device adopts the new epoch: everything it had called done goes again, in order, and every withdrawal.
  const answer = await device.pushAll([
    first,
    changed,
    { cancel: withdrawn.mid, lane: withdrawn.lane, alsoSupersedes: [] },
  ])
  expect(answer.epoch).not.toBe(epoch)
  expect(answer.results).toMatchObject([{ status: 'replayed' }, { status: 'applied' }, { status: 'cancelled' }])
  expect(await device.push(withdrawn)).toMatchObject([{ status: 'cancelled' }])
  expect(await other.push(lost)).toMatchObject([{ status: 'applied', row: { id: lostId } }])
  expect(await device.push(further)).toMatchObject([{ status: 'applied' }])
  expect(await device.push(first, changed)).toMatchObject([{ status: 'replayed' }, { status: 'replayed' }])
  await device.catchUp()
  const { rows } = await restored.pool.query('select id, name, version from dealer_branch order by id')
  expect(rows).toEqual([
    { id: first.id, name: 'After the backup', version: 2 },
    { id: lostId, name: 'Changed after the restore', version: 2 },
  ])
  expect([...device.rows.keys()].sort((a, b) => a - b)).toEqual([first.id, lostId].sort((a, b) => a - b))

  // Blocks: before the backup, lost with the restore, after it, and after the same backup is restored once more.
  const lease = async () => httpDevice(reach, person).newId()
  const blocks = [first.id, lostId, await lease(), await lease()]
  await restore(backup)
  blocks.push(await lease(), await lease())
  expect(new Set(blocks.map(id => Math.floor((id - 1) / 1_000))).size).toBe(blocks.length)
})

/** A device that has seen what the database, which went back to a copy of before without a word, knows nothing of. */
async function wentBack({ isHomeNoted, hasLeased }: { isHomeNoted: boolean; hasLeased: boolean }) {
  await close()
  const first = await open(await copy(template))
  person = await signedIn({ database: first }, { permissions })
  if (isHomeNoted) expect(await noticeMove({ ...first, place: null })).toBe(false)
  const reach = { inject: ((...args: Parameters<App['inject']>) => app.inject(...args)) as App['inject'] }
  const device = httpDevice(reach, person)
  const create = async (name: string) => device.op('dealerBranch.create', await device.newId(), { name })
  expect(await device.push(await create('Before'))).toMatchObject([{ status: 'applied' }])
  await device.load()
  const running = databases.at(-1)!
  await close()
  const before = await copy(running)
  await open(running)
  const lost = [await create('Lost'), await create('Lost too')]
  if (hasLeased) {
    // That this block of numbers was leased will be forgotten too.
    const payload = { deviceId: device.deviceId }
    const leased = await app.inject({ method: 'POST', url: '/api/sync/lease', payload, headers: person.headers })
    const { first: id } = leased.json<{ first: number }>()
    lost[1] = { ...lost[1]!, id, lane: `dealerBranch:${id}` }
  }
  expect(await device.push(...lost)).toMatchObject(applied(2))
  await device.catchUp()
  const { epoch, seq, groups } = device.cursor()
  await close()
  const database = await open(await copy(before))
  const tryAsking = (more: { seq?: number } = {}) => {
    const query = stated({ epoch, seq, groups, device: device.deviceId, ...more })
    return app.inject({ method: 'GET', url: '/api/sync/pull', query, headers: person.headers })
  }
  const ask = async (more: { seq?: number } = {}) => {
    const reply = await tryAsking(more)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<PullAnswer>()
  }
  return { device, reach, create, lost, epoch: epoch!, seq, ask, tryAsking, database }
}
const applied = (count: number) => Array.from({ length: count }, () => ({ status: 'applied' }))

it('a standby that takes the place of the server under the running app is noticed by whoever has seen more than it has', async () => {
  const { device, lost, epoch, ask, tryAsking, database } = await wentBack({ isHomeNoted: true, hasLeased: true })
  expect(await ask({ seq: 1 })).toMatchObject({ epoch })
  // Where it cannot be asked just then, the device is told to come again, and keeps its place.
  await database.pool.query('alter table audit_event rename to audit_event_away')
  const failed = await tryAsking()
  expect([failed.statusCode, failed.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
  await database.pool.query('alter table audit_event_away rename to audit_event')
  const { epoch: now, reset } = await ask()
  expect([reset, now === epoch]).toEqual(['epoch', false])
  const { rows } = await database.pool.query<{ said: number; left: number }>(
    `select (select count(*) from audit_event where kind = 'moved') as said,
      (select count(*) from user_session where ended_at is null) as left`,
  )
  expect(rows).toEqual([{ said: 1, left: 0 }])
  await signInAgain(database)
  expect((await device.pushAll(lost, { epoch: now })).results).toMatchObject(applied(2))
})

it('where nobody can tell that the database went back, what a device had called final is done when it is sent again', async () => {
  const { device, create, lost, epoch, ask, database } = await wentBack({ isHomeNoted: false, hasLeased: false })
  const questions = vi.spyOn(database.pool, 'query')
  const asked = () => questions.mock.calls.filter(([text]) => JSON.stringify(text).includes('pg_control_system')).length
  const next = await create('Next')
  const mark = { epoch, acknowledged: next.queueSeq - 1 }
  expect((await device.pushAll([next], mark)).results).toMatchObject([{ status: 'applied' }])
  await ask({ seq: 1 })
  expect(asked()).toBe(0)
  for (const times of [1, 1, 1]) {
    expect(await ask()).toMatchObject({ epoch, reset: 'epoch', changes: [] })
    expect(asked()).toBe(times)
  }
  expect((await device.pushAll(lost, { epoch })).results).toMatchObject(applied(2))
})

it('where nobody can tell, what was made under numbers that were leased in the lost time comes again, and nobody else gets them', async () => {
  const { device, reach, lost, epoch, seq, ask, database } = await wentBack({ isHomeNoted: false, hasLeased: true })
  const leased = async () => (await httpDevice(reach, person).newId()) - 1
  const said = async () => {
    const { rows } = await database.pool.query<{ actor: number; seq: number }>(
      `select actor, (details ->> 'seq')::int as seq from audit_event where kind = 'blocks-left-out'`,
    )
    return rows
  }
  expect(await ask({ seq: 1 })).toMatchObject({ epoch })
  expect(await said()).toEqual([])
  expect(await ask()).toMatchObject({ epoch, reset: 'epoch' })
  expect(await said()).toEqual([{ actor: person.userId, seq }])
  expect(await leased()).toBeGreaterThan(lost.at(-1)!.id)
  expect((await device.pushAll(lost, { epoch })).results).toMatchObject(applied(2))
  const next = await leased()
  // Whoever says so again and again moves nothing: not by another process either, nor after a start.
  for (const again of [1, 2]) {
    expect(await noticeMove({ ...database, place: null }, { actor: null, address: '', requestId: `${again}` })).toBe(
      false,
    )
    expect(await leased()).toBe(next + again * 1_000)
  }
  expect(await said()).toHaveLength(1)
  await database.pool.query(`update sync_lease set leased_at = leased_at - interval '61 minutes'`)
  await noticeMove({ ...database, place: null }, { actor: person.userId, address: '', requestId: '3' })
  expect(await leased()).toBeGreaterThan(next + 10_000)
  expect(await said()).toHaveLength(2)
})
