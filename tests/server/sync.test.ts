import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushOp } from '#contract/calls/push.ts'
import { SNAPSHOT_LIMIT, type SnapshotAnswer } from '#contract/calls/sync.ts'
import { overBudget } from '#server/sync/budget.ts'
import { actorWith, addSample, sampleRegister } from '../support/sample-module.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let server: TestApp
let admin: SignedIn
const everything = [...actorWith().permissions]

beforeAll(async () => {
  server = await startApp({ register: sampleRegister })
  await addSample(server.database.pool)
  admin = await signedIn(server, { permissions: everything })
})
afterAll(() => server?.close())

const device = (person: SignedIn = admin) => httpDevice(server.app, person)
const call = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}, headers: object = {}) => {
  const reply = await server.app.inject({
    method,
    url: `/api${url}`,
    payload,
    headers: { ...admin.headers, 'idempotency-key': randomUUID(), ...headers },
  })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json()
}
const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
const grant = (person: SignedIn, change: string, value: unknown) =>
  sql(`update role set ${change} = $2 where id = $1`, [person.roleId, value])

describe('whatever changes a record, another device hears of it', () => {
  it('from the desk: created, changed, moved, archived', async () => {
    const other = device()
    await other.load()
    const made = await call('POST', '/job', { title: 'Made at the desk' })
    await other.catchUp()
    expect(other.row(made.id)).toEqual(made)
    const changed = await call('PATCH', `/job/${made.id}`, { title: 'Changed' }, { 'if-match': '"1"' })
    await other.catchUp()
    expect(other.row(made.id)).toEqual(changed)
    const moved = await call('POST', `/job/${made.id}/start`, {}, { 'if-match': '"2"' })
    expect(moved.stage).toBe('open')
    const archived = await call('DELETE', `/job/${made.id}`)
    await other.catchUp()
    expect(other.row(made.id)).toEqual(archived)
    expect(archived.archivedAt).not.toBeNull()
  })

  it('from another device', async () => {
    const [one, other] = [device(), device()]
    await other.load()
    const id = await one.newId()
    const [made] = await one.push(one.op('jobTag.create', id, { label: 'From a tablet' }))
    await other.catchUp()
    expect(other.row(id)).toEqual(made!.row)
    expect(other.cursor().seq).toBeGreaterThanOrEqual(made!.feedSeq!)
  })

  it('when two settings items are merged: the items and every record that pointed at the one that is gone', async () => {
    const other = device()
    const [from, into] = [
      await call('POST', '/list/job-tag', { label: 'Crimson' }),
      await call('POST', '/list/job-tag', { label: 'Scarlet' }),
    ]
    const using = await call('POST', '/job', { title: 'Uses it', tag: from.id, tags: [from.id] })
    await other.load()
    await call('POST', `/list/job-tag/${from.id}/merge`, { into: into.id })
    await other.catchUp()
    expect(other.row(from.id)).toMatchObject({ mergedInto: into.id })
    expect(other.row(using.id)).toMatchObject({ tag: into.id, tags: [into.id] })
  })

  it('when many lines are pasted into a list', async () => {
    const other = device()
    await other.load()
    const items = Array.from({ length: 600 }, (_, at) => ({ label: `Pasted ${at}` }))
    const { rows } = await call('POST', '/list/job-tag/paste', { items })
    await other.catchUp()
    expect(rows).toHaveLength(600)
    for (const row of rows) expect(other.row(row.id)).toEqual(row)
  })

  it('from the SQL console, deletes included', async () => {
    const other = device()
    const made = await call('POST', '/dealer-branch', { name: 'By hand' })
    await other.load()
    await sql(`update dealer_branch set name = 'By SQL' where id = $1`, [made.id])
    await other.catchUp()
    expect(other.row(made.id)).toMatchObject({ name: 'By SQL', version: 2 })
    await sql('delete from dealer_branch where id = $1', [made.id])
    await other.catchUp()
    expect(other.row(made.id)).toBeUndefined()
  })
})

describe('a device holds what its person may see, and no more', () => {
  const inBranch = (branch: number, more: object = {}) =>
    signedIn(server, { permissions: everything, scopes: { job: 'branch' }, branch, ...more })
  const branchOf = async () => (await call('POST', '/dealer-branch', { name: `Branch ${randomUUID()}` })).id as number

  it('a record that moves to another branch is gone, and comes back whole', async () => {
    const [here, there] = [await branchOf(), await branchOf()]
    const mine = device(await inBranch(here))
    const job = await call('POST', '/job', { title: 'Ours', branch: here })
    const foreign = await call('POST', '/job', { title: 'Theirs', branch: there })
    await mine.load()
    expect(mine.row(job.id)).toEqual(job)
    expect(mine.row(foreign.id)).toBeUndefined()

    await call('PATCH', `/job/${job.id}`, { branch: there }, { 'if-match': '"1"' })
    await call('PATCH', `/job/${foreign.id}`, { title: 'Still theirs' }, { 'if-match': '"1"' })
    await mine.catchUp()
    expect(mine.row(job.id)).toBeUndefined()
    expect(mine.row(foreign.id)).toBeUndefined()

    const back = await call('PATCH', `/job/${job.id}`, { branch: here }, { 'if-match': '"2"' })
    await mine.catchUp()
    expect(mine.row(job.id)).toEqual(back)
  })

  it('a role that is narrowed takes its records off the device, and what was still to be sent is refused with a reason', async () => {
    const [here, there] = [await branchOf(), await branchOf()]
    const person = await inBranch(here, { scopes: {} })
    const mine = device(person)
    const theirs = await call('POST', '/job', { title: 'Elsewhere', branch: there })
    await mine.load()
    expect(mine.row(theirs.id)).toEqual(theirs)
    const waiting = mine.op(
      'job.change',
      theirs.id,
      { title: 'Typed offline' },
      { base: { version: 1, fields: { title: 'Elsewhere' } } },
    )

    await grant(person, 'branch_only', ['job'])
    await mine.catchUp()
    expect(mine.resets).toEqual(['groups'])
    expect(mine.row(theirs.id)).toBeUndefined()
    expect(await mine.push(waiting)).toMatchObject([{ status: 'rejected', code: 'not_found' }])
    expect((await mine.push(waiting))[0]).not.toHaveProperty('row')
  })

  /** Sends the words of an op again in its place, as "Try again" does on the device. */
  const again = (on: ReturnType<typeof device>, { op, id, args, base, mid, prevMid }: PushOp) =>
    on.op(op, id, args, { base, prevMid, supersedes: mid })

  it('scope that is lost while work waits refuses it in words, with what follows it held; when it is back, trying again sends all', async () => {
    const [here, there] = [await branchOf(), await branchOf()]
    const person = await inBranch(here, { scopes: {} })
    const mine = device(person)
    const theirs = await call('POST', '/job', { title: 'Elsewhere', branch: there })
    await mine.load()
    const base = (version: number, title: string) => ({ base: { version, fields: { title } } })
    const first = mine.op('job.change', theirs.id, { title: 'First' }, base(1, 'Elsewhere'))
    const second = mine.op('job.change', theirs.id, { title: 'Second' }, { ...base(1, 'First'), prevMid: first.mid })

    await grant(person, 'branch_only', ['job'])
    await mine.catchUp()
    expect(mine.row(theirs.id)).toBeUndefined()
    expect(await mine.push(first, second)).toMatchObject([
      { mid: first.mid, status: 'rejected', code: 'not_found', message: expect.stringContaining('you may work on') },
      { mid: second.mid, status: 'blocked' },
    ])
    // Tried too early it is the same answer, and nothing of the record comes with it.
    const early = again(mine, first)
    const [refused] = await mine.push(early)
    expect(refused).toMatchObject({ status: 'rejected', code: 'not_found' })
    expect(JSON.stringify(refused)).not.toContain('Elsewhere')

    await grant(person, 'branch_only', [])
    await mine.catchUp()
    expect(mine.row(theirs.id)).toEqual(theirs)
    expect(await mine.push(again(mine, early), second)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    await mine.catchUp()
    expect(mine.row(theirs.id)).toMatchObject({ title: 'Second', version: 3 })
  })

  it('a field that may no longer be written refuses the change in words; what else it says is not half done, and goes with it later', async () => {
    const person = await signedIn(server, { permissions: everything })
    const mine = device(person)
    const job = await call('POST', '/job', { title: 'Costly', cost: 73_519_264 })
    await mine.load()
    const waiting = mine.op(
      'job.change',
      job.id,
      { title: 'Typed offline', cost: 800 },
      { base: { version: 1, fields: { title: 'Costly', cost: 73_519_264 } } },
    )
    await grant(
      person,
      'permissions',
      everything.filter(code => code !== '900-f'),
    )
    await mine.catchUp()
    expect(mine.row(job.id)).not.toHaveProperty('cost')
    const [refused] = await mine.push(waiting)
    expect(refused).toMatchObject({
      status: 'rejected',
      code: 'forbidden',
      message: 'You may not write these fields.',
      fields: { cost: 'You may not write this field.' },
    })
    expect(JSON.stringify(refused)).not.toContain('73519264')
    expect((await sql('select title, cost from job where id = $1', [job.id])).rows).toMatchObject([{ title: 'Costly' }])

    await grant(person, 'permissions', everything)
    await mine.catchUp()
    expect(await mine.push(again(mine, waiting))).toMatchObject([{ status: 'applied' }])
    await mine.catchUp()
    expect(mine.row(job.id)).toMatchObject({ title: 'Typed offline', cost: 800 })
  })

  it('a module that a role no longer opens leaves the device; settings lists stay with everybody', async () => {
    const person = await signedIn(server, { permissions: everything })
    const mine = device(person)
    const job = await call('POST', '/job', { title: 'Seen for a while' })
    const tag = await call('POST', '/list/job-tag', { label: `Kept ${randomUUID()}` })
    await mine.load()
    expect(mine.row(job.id)).toBeDefined()
    await grant(person, 'permissions', [])
    await mine.catchUp()
    expect([...mine.rows.values()].every(({ t }) => sampleRegister[t]!.list)).toBe(true)
    expect(mine.row(tag.id)).toEqual(tag)
  })

  it('a field that a right reveals is in neither pull nor snapshot nor the answer to a push without it', async () => {
    // The sample's cost is shown to holders of its whole-module right alone.
    const person = await signedIn(server, { permissions: everything.filter(code => code !== '900-f') })
    const [seeing, blind] = [device(), device(person)]
    await blind.load()
    const job = await call('POST', '/job', { title: 'Costly', cost: 700 })
    await blind.catchUp()
    await seeing.load()
    expect(seeing.row(job.id)).toMatchObject({ cost: 700 })
    expect(blind.row(job.id)).not.toHaveProperty('cost')
    const [pushed] = await blind.push(
      blind.op('job.change', job.id, { title: 'Renamed' }, { base: { version: 1, fields: { title: 'Costly' } } }),
    )
    expect(pushed).toMatchObject({ status: 'applied', row: { title: 'Renamed' } })
    expect(pushed!.row).not.toHaveProperty('cost')
    await blind.load()
    expect(blind.row(job.id)).not.toHaveProperty('cost')

    await grant(person, 'permissions', everything)
    await blind.catchUp()
    expect(blind.resets).toEqual(['groups'])
    expect(blind.row(job.id)).toMatchObject({ cost: 700 })
  })
})

describe('a first load', () => {
  it('starts with the lists, goes on after any page, and meets the feed whatever happens meanwhile', async () => {
    const many = SNAPSHOT_LIMIT + 500
    await sql(
      `insert into list_item (id, created_by, updated_by, list, label, code, position)
       select 5000000 + n, 1, 1, 'city', 'City ' || n, 'city-' || n, n from generate_series(1, $1::int) as n`,
      [many],
    )
    const job = await call('POST', '/job', { title: 'Before' })
    const fresh = device()
    const query = (after?: string) =>
      server.app.inject({ url: '/api/sync/snapshot', query: after ? { after } : {}, headers: admin.headers })
    const first = (await query()).json()
    expect(first.rows).toHaveLength(SNAPSHOT_LIMIT)
    expect(first.rows.every(({ t }: { t: string }) => sampleRegister[t]!.list)).toBe(true)
    // While it loads: one row that has passed changes, one goes, one comes.
    const [passed, going] = first.rows.map(({ id }: { id: number }) => id).filter((id: number) => id > 5_000_000)
    const again = (await query(first.next)).json()
    expect((await query(first.next)).json()).toEqual(again)

    const loading = fresh.load()
    await Promise.all([
      sql(`update list_item set label = 'Changed meanwhile' where id = $1`, [passed]),
      sql('delete from list_item where id = $1', [going]),
      call('POST', '/job', { title: 'Came meanwhile' }),
      call('PATCH', `/job/${job.id}`, { title: 'After' }, { 'if-match': '"1"' }),
    ])
    await loading
    await fresh.catchUp()
    const { rows } = await sql(
      ['list_item', 'job', 'dealer_branch', 'app_user', 'role', 'general_setting']
        .map(table => `select id, version from ${table}`)
        .join(' union all ') + ' order by id',
    )
    const held = [...fresh.rows].map(([id, { v }]) => ({ id, version: v }))
    expect(held.sort((a, b) => a.id - b.id)).toEqual(rows)
    expect(fresh.row(passed)).toMatchObject({ label: 'Changed meanwhile' })
  })

  it('says with each page what may be held, so that rights which went and came back are seen', async () => {
    const person = await signedIn(server, { permissions: everything })
    const page = async (after?: string): Promise<SnapshotAnswer> =>
      (
        await server.app.inject({ url: '/api/sync/snapshot', query: after ? { after } : {}, headers: person.headers })
      ).json()
    const first = await page()
    expect(first.next).not.toBeNull()
    await grant(person, 'permissions', [])
    expect((await page(first.next!)).groups.hash).not.toBe(first.groups.hash)
    await grant(person, 'permissions', everything)
    expect((await page(first.next!)).groups).toEqual(first.groups)
  })

  it('goes on from a place that a server before this one gave out', async () => {
    const first = await server.app.inject({ url: '/api/sync/snapshot', headers: admin.headers })
    const { next } = first.json<SnapshotAnswer>()
    const before = next!.replace(/^([^~]+~[^~]+)~/, '$1~abcdefghijklmnop~')
    const pages = await Promise.all(
      [next!, before].map(after =>
        server.app.inject({ url: '/api/sync/snapshot', query: { after }, headers: admin.headers }),
      ),
    )
    expect(pages[1]!.json().rows).toEqual(pages[0]!.json().rows)
    expect(pages[1]!.statusCode).toBe(200)
  })

  it('refuses a place that it never gave out', async () => {
    const reply = await server.app.inject({ url: '/api/sync/snapshot?after=made-up', headers: admin.headers })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid', fields: { after: expect.any(String) } })
  })
})

describe('the protocol keeps to itself', () => {
  it('answers nobody who is not signed in, and refuses what it does not know', async () => {
    expect((await server.app.inject('/api/sync/pull')).statusCode).toBe(401)
    const mine = device()
    const input = { ...mine.envelope([]), surprise: 1 }
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      payload: input,
      headers: admin.headers,
    })
    expect(reply.statusCode).toBe(400)
  })

  it('remembers how many changes wait on each device, for each person of a shared tablet', async () => {
    const other = await signedIn(server, { permissions: everything })
    const deviceId = randomUUID()
    const report = (person: SignedIn, unsent: number) =>
      server.app.inject({ url: `/api/sync/pull?device=${deviceId}&unsent=${unsent}`, headers: person.headers })
    await report(admin, 3)
    await report(other, 1)
    await report(admin, 2)
    const { rows } = await sql('select user_id, unsent from sync_device where device_id = $1 order by unsent', [
      deviceId,
    ])
    expect(rows).toEqual([
      { user_id: other.userId, unsent: 1 },
      { user_id: admin.userId, unsent: 2 },
    ])
  })

  it('leases blocks of ids that never overlap, however many ask at once', async () => {
    const lease = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/sync/lease',
        payload: { deviceId: randomUUID() },
        headers: admin.headers,
      })
    const blocks = (await Promise.all(Array.from({ length: 20 }, lease))).map(reply =>
      reply.json<{ first: number; last: number }>(),
    )
    expect(blocks.every(({ first, last }) => last - first === 999)).toBe(true)
    expect(new Set(blocks.map(({ first }) => Math.floor(first / 1_000))).size).toBe(20)
    const { rows } = await sql(
      'select count(*)::int as overlaps from sync_lease a join sync_lease b on a.first < b.first and a.last >= b.first',
    )
    expect(rows).toEqual([{ overlaps: 0 }])
  })
})

describe('a pull tells when it is time to ask who one is', () => {
  const pull = async (person: SignedIn, me?: string) => {
    const reply = await server.app.inject({ url: '/api/sync/pull', headers: person.headers, query: me ? { me } : {} })
    return reply.json<{ me?: string }>().me
  }

  it('once for what the device does not know, and again when rights or the person change', async () => {
    const person = await signedIn(server, { permissions: ['900-a'] })
    const first = await pull(person)
    expect(first).toMatch(/^[\w-]{22}$/)
    expect(await pull(person, first)).toBeUndefined()
    expect(await pull(person, first)).toBeUndefined()

    await grant(person, 'permissions', ['900-a', '900-b'])
    const second = await pull(person, first)
    expect(second).toMatch(/^[\w-]{22}$/)
    expect(second).not.toBe(first)
    expect(await pull(person, second)).toBeUndefined()

    await sql('update app_user set name = $2 where id = $1', [person.userId, 'Another Name'])
    const third = await pull(person, second)
    expect(third).toMatch(/^[\w-]{22}$/)
    expect(third).not.toBe(second)
  })
})

describe('of a module whose recent records are kept', () => {
  const old = (id: number, stage: string, more = '') =>
    sql(
      `insert into job (id, created_by, updated_by, title, size, days, tags, photos, lines, stage, updated_at, created_at ${more && ', archived_at'})
       values ($1::int8, 1, 1, 'Job ' || $1::int8, 'small', '{}', '{}', '{}', '[]', $2, now() - interval '40 days', now() - interval '40 days' ${more})`,
      [id, stage],
    )

  it('a load brings what is open or was touched within thirty days, and the others by their numbers alone', async () => {
    await old(8_000_001, 'open')
    await old(8_000_002, 'done')
    await old(8_000_003, 'open', `, now() - interval '40 days'`)
    const fresh = await call('POST', '/job', { title: 'Just now' })
    const mine = device()
    await mine.load()
    expect([8_000_001, 8_000_002, 8_000_003, fresh.id].map(id => mine.row(id) !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ])
    const wanted = [8_000_001, 8_000_002, 999_999_999].map(id => ({ t: 'job', id }))
    const ask = async (person: SignedIn) =>
      (
        await server.app.inject({ method: 'POST', url: '/api/sync/rows', payload: { wanted }, headers: person.headers })
      ).json().changes as { id: number; row?: { title: string }; gone?: true }[]
    expect((await ask(admin)).map(({ row, gone }) => row?.title ?? gone)).toEqual(['Job 8000001', 'Job 8000002', true])
    // Whoever may not see them is told no more than that.
    expect((await ask(await signedIn(server, { permissions: ['900-d'] }))).map(({ gone }) => gone)).toEqual([
      true,
      true,
      true,
    ])
  })

  it('a touched one comes by the feed, and with every record come those that it refers to', async () => {
    const customer = 8_100_001
    await sql(
      `insert into customer (id, created_by, updated_by, name, type, phones, emails, addresses, consent, risk, tags, updated_at)
       values ($1, 1, 1, 'Long ago', 'person', '[]', '[]', '[]', '{}', false, '{}', now() - interval '400 days')`,
      [customer],
    )
    const product = await call('POST', '/product', { sku: 'P-8', name: 'Trimmer', price: 100 })
    const [early, later] = [device(), device()]
    await early.load()
    expect(early.row(customer)).toBeUndefined()
    await sql(
      `insert into unit (id, created_by, updated_by, serial, product, customer, stage, tags)
       values (8100002, 1, 1, 'S-8100002', $2, $1, 'withCustomer', '{}')`,
      [customer, product.id],
    )
    await early.catchUp()
    await later.load()
    for (const one of [early, later]) expect(one.row(customer)).toMatchObject({ name: 'Long ago' })
  })

  it('says in the log where a device would keep more than is good for it', async () => {
    for (const id of [8_200_001, 8_200_002]) await old(id, 'open')
    const over = await overBudget(server.database.kysely, sampleRegister, actorWith(), new Date(), 1)
    expect(over).toContain('job')
    expect(await overBudget(server.database.kysely, sampleRegister, actorWith(), new Date())).toEqual([])
  })
})
