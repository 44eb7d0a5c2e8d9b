import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { StuckWork } from '#contract/calls/stuck.ts'
import type { PushOp } from '#contract/calls/push.ts'
import type { PullAnswer } from '#contract/calls/sync.ts'
import { actorWith, addSample, sampleRegister, sampleWriter } from '../support/sample-module.ts'
import { signedIn, startApp, type Rights, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'
import { moduleRoutes } from '#server/crud/routes.ts'
import { openRecords } from '#server/crud/records.ts'
import { syncRoutes } from '#server/sync/routes.ts'
import { tidy } from '#server/sync/upkeep.ts'
import { job } from '../support/sample-module.ts'

let server: TestApp
let author: SignedIn
let boss: SignedIn
let desk: SignedIn
let device: HttpDevice
/** But for managing access: of what no role can name, as of this module, that person would be the supervisor. */
const everything = [...actorWith().permissions].filter(code => code !== '61-c')

beforeAll(async () => {
  const writer = sampleWriter()
  server = await startApp({
    register: sampleRegister,
    routes: (api, services) => {
      const written = { store: openRecords(services.database), writer }
      syncRoutes(api, services, written)
      moduleRoutes(api, services, written, job)
    },
  })
  await addSample(server.database.pool)
  desk = await signedIn(server, { permissions: everything })
})
beforeEach(async () => {
  await server.database.pool.query('delete from sync_mutation')
  author = await signedIn(server, { permissions: everything })
  boss = await signedIn(server, { permissions: everything, approves: ['job'] })
  device = httpDevice(server.app, author)
})
afterAll(() => server?.close())

const sql = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
const supervisor = (rights: Rights) => signedIn(server, { permissions: everything, approves: ['job'], ...rights })
const list = async (person = boss, after?: string) => {
  const query = after === undefined ? {} : { after }
  const reply = await server.app.inject({ url: '/api/sync/stuck', query, headers: person.headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ stuck: StuckWork[]; next: string | null }>()
}
const decide = async (of: PushOp, wish: object, person = boss) => {
  const payload = { stuck: of.mid, mid: v7(), ...wish }
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/sync/stuck/decide',
    payload,
    headers: person.headers,
  })
  return { status: reply.statusCode, body: reply.json(), payload }
}
const pull = async (person: SignedIn, deviceId: string = randomUUID()) =>
  (
    await server.app.inject({ url: '/api/sync/pull', query: { device: deviceId }, headers: person.headers })
  ).json<PullAnswer>()
const rowOf = async (op: PushOp) => (await sql('select * from job where id = $1', [op.id]))[0]
const nameOf = (person: SignedIn) => person.username

const newJob = async (args: object = {}) => {
  const op = device.op('job.create', await device.newId(), { title: 'Job', ...args })
  expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
  return op
}
const changeAt = (of: PushOp, args: object, more: Partial<PushOp> = {}) =>
  device.op('job.change', of.id, { ...args }, { base: { version: 1, fields: { title: 'Job', note: null } }, ...more })
const deskWrites = async (of: PushOp, values: object, version = 1) => {
  const reply = await server.app.inject({
    method: 'PATCH',
    url: `/api/job/${of.id}`,
    payload: values,
    headers: { ...desk.headers, 'if-match': `"${version}"`, 'idempotency-key': randomUUID() },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}
/** A change by the author that the desk was faster with. */
const stuckTitle = async (args: object = { title: 'Mine' }) => {
  const made = await newJob()
  await deskWrites(made, { title: 'Theirs' })
  const stuck = changeAt(made, args)
  expect(await device.push(stuck)).toMatchObject([{ status: 'conflict' }])
  return stuck
}
const theirs = { version: 2, fields: { title: 'Theirs' } }

describe('a conflict says who was faster', () => {
  it('for every asked field, with the time, and says the same again', async () => {
    const made = await newJob()
    await deskWrites(made, { title: 'Theirs', note: 'Theirs' })
    await sql(`update job set note = 'By hand' where id = $1`, [made.id])
    const mine = changeAt(made, { title: 'Mine', note: 'Mine', weight: 3 })
    const [answer] = await device.push(mine)
    expect(answer).toMatchObject({
      status: 'conflict',
      asks: ['title', 'note'],
      row: { title: 'Theirs', note: 'By hand', weight: null },
      theirs: {
        title: { by: desk.userId, byName: nameOf(desk), at: expect.any(String) },
        note: { by: null, byName: null, at: expect.any(String) },
      },
    })
    const history = await sql('select version, at from record_history where record_id = $1 order by version', [made.id])
    expect(answer!.theirs!.title!.at).toBe(history[1]!.at)
    expect(answer!.theirs!.note!.at).toBe(history[2]!.at)
    // Whatever happens to the record, the picture of it stays whole: its row and who wrote that.
    await sql(`update job set title = 'Later' where id = $1`, [made.id])
    // Said again it is a picture of then, and no news of the record.
    expect(await device.push(mine)).toEqual([{ ...answer, feedSeq: 0 }])
  })

  it('over REST too, in the 409', async () => {
    const made = await newJob()
    await deskWrites(made, { title: 'Theirs' })
    const reply = await server.app.inject({
      method: 'PATCH',
      url: `/api/job/${made.id}`,
      payload: { title: 'Mine' },
      headers: { ...author.headers, 'if-match': '"1"' },
    })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({
      code: 'changed-meanwhile',
      asks: ['title'],
      row: { title: 'Theirs' },
      theirs: { title: { by: desk.userId, byName: nameOf(desk), at: expect.any(String) } },
    })
  })

  it('of what may not wait on a device is its author’s alone: they have the answer before them', async () => {
    const made = await newJob()
    await device.push(device.op('job.start', made.id, {}))
    const finish = device.op('job.finish', made.id, { weight: -1 })
    expect(await device.push(finish)).toMatchObject([{ status: 'rejected' }])
    expect((await list()).stuck).toEqual([])
  })

  it('of an archived record: who archived it, and it can be restored and changed in one push', async () => {
    const made = await newJob()
    const archived = await server.app.inject({ method: 'DELETE', url: `/api/job/${made.id}`, headers: desk.headers })
    expect(archived.statusCode).toBe(200)
    const mine = changeAt(made, { title: 'Mine' })
    expect(await device.push(mine)).toMatchObject([
      {
        status: 'conflict',
        asks: ['archivedAt'],
        row: { archivedAt: expect.any(String) },
        theirs: { archivedAt: { by: desk.userId, byName: nameOf(desk), at: expect.any(String) } },
      },
    ])
    const restore = device.op('job.restore', made.id, {}, { supersedes: mine.mid })
    const again = device.op('job.change', made.id, mine.args, {
      base: { version: 2, fields: { title: 'Job' } },
      prevMid: restore.mid,
    })
    expect(await device.push(restore, again)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect(await rowOf(made)).toMatchObject({ title: 'Mine', archived_at: null })
  })

  it('of a deleted record: who deleted it, and how it was, within what its author may see', async () => {
    const made = await newJob({ cost: 700, tags: [], days: ['mon'] })
    await sql('delete from job where id = $1', [made.id])
    const mine = changeAt(made, { title: 'Mine' })
    const [answer] = await device.push(mine)
    expect(answer).toMatchObject({
      status: 'conflict',
      asks: [],
      gone: {
        by: null,
        byName: null,
        at: expect.any(String),
        row: { id: made.id, title: 'Job', cost: 700, days: ['mon'] },
      },
    })
    expect(answer).not.toHaveProperty('row')
    expect(await device.push(mine)).toEqual([answer])
    // A copy is a record of its own; the change that found nothing is replaced by it.
    const copy = device.op('job.create', await device.newId(), { title: 'Mine' }, { supersedes: mine.mid })
    expect(await device.push(copy)).toMatchObject([{ status: 'applied' }])

    await sql('update role set permissions = $2 where id = $1', [
      author.roleId,
      everything.filter(code => code !== '900-f'),
    ])
    const other = await newJob()
    await sql('delete from job where id = $1', [other.id])
    const [blind] = await device.push(changeAt(other, { title: 'Mine' }))
    expect(blind!.gone!.row).toHaveProperty('title')
    expect(blind!.gone!.row).not.toHaveProperty('cost')
  })

  it('of a move: nothing to do where it stands there already, a question with the stage and who where it cannot be done', async () => {
    const made = await newJob()
    const start = () => device.op('job.start', made.id, {}, { base: { version: 1, fields: {} } })
    await server.app.inject({ method: 'POST', url: `/api/job/${made.id}/start`, payload: {}, headers: desk.headers })
    expect(await device.push(start())).toMatchObject([{ status: 'applied', row: { stage: 'open', version: 2 } }])
    await server.app.inject({
      method: 'POST',
      url: `/api/job/${made.id}/finish`,
      payload: { weight: 1 },
      headers: desk.headers,
    })
    expect(await device.push(start())).toMatchObject([
      {
        status: 'conflict',
        asks: ['stage'],
        row: { stage: 'done' },
        theirs: { stage: { by: desk.userId, byName: nameOf(desk), at: expect.any(String) } },
      },
    ])
  })

  it('and says nothing of a field that its author may not see any more', async () => {
    const made = await newJob({ cost: 1 })
    await sql('update job set cost = 2 where id = $1', [made.id])
    const mine = changeAt(made, { cost: 3 }, { base: { version: 1, fields: { cost: 1 } } })
    expect((await device.push(mine))[0]).toMatchObject({ asks: ['cost'], theirs: { cost: { by: null } } })
    await sql('update role set permissions = $2 where id = $1', [
      author.roleId,
      everything.filter(code => code !== '900-f'),
    ])
    const [answer] = await device.push(mine)
    expect(answer).toMatchObject({ status: 'conflict', asks: [], theirs: {} })
    expect(answer!.row).not.toHaveProperty('cost')
  })
})

describe('stuck work is listed', () => {
  it('for a supervisor: whose, which record, when, why, mine and theirs', async () => {
    const stuck = await stuckTitle()
    expect((await list()).stuck).toEqual([
      {
        mid: stuck.mid,
        module: 'job',
        action: 'change',
        id: stuck.id,
        title: 'Theirs',
        author: { id: author.userId, name: nameOf(author) },
        at: expect.any(String),
        receivedAt: expect.any(String),
        status: 'conflict',
        message: 'Somebody changed this record meanwhile.',
        asks: ['title'],
        mine: { title: 'Mine' },
        base: { version: 1, fields: { title: 'Job', note: null } },
        row: expect.objectContaining({ title: 'Theirs', version: 2 }),
        theirs: { title: { by: desk.userId, byName: nameOf(desk), at: expect.any(String) } },
        mayApply: true,
      },
    ])
  })

  it('as its device said when, and with what was refused, a create included', async () => {
    const queuedAt = '2026-01-02T03:04:05.000Z'
    const bad = device.op('job.create', await device.newId(), { title: '' }, { queuedAt })
    await device.push(bad)
    expect((await list()).stuck).toMatchObject([
      {
        action: 'create',
        at: queuedAt,
        status: 'rejected',
        code: 'invalid',
        fields: { title: expect.any(String) },
        row: null,
        theirs: {},
      },
    ])
  })

  it('not for others: it takes edit and the approve grant of that module, and one does not decide about oneself', async () => {
    await stuckTitle()
    expect((await list(desk)).stuck).toEqual([])
    expect(
      (await list(await supervisor({ permissions: everything.filter(code => code !== '900-c' && code !== '900-f') })))
        .stuck,
    ).toEqual([])
    expect((await list(await supervisor({ approves: ['dealerBranch'] }))).stuck).toEqual([])
    await sql(`update role set approves = '{job}' where id = $1`, [author.roleId])
    expect((await list(author)).stuck).toEqual([])
  })

  it('within row scope, also of what is deleted or not there yet, and without hidden fields', async () => {
    const [here, there] = [11, 12]
    await sql(
      `insert into dealer_branch (id, created_by, updated_by, name) values ($1, 1, 1, 'Here'), ($2, 1, 1, 'There')`,
      [here, there],
    )
    const nearby = await supervisor({ scopes: { job: 'branch' }, branch: here })
    const made = [await newJob({ branch: here }), await newJob({ branch: there }), await newJob({ branch: here })]
    await sql('update job set title = $1 where id = any($2)', ['Theirs', made.map(({ id }) => id)])
    const ops = made.map(of => changeAt(of, { title: 'Mine' }))
    await device.push(...ops)
    await sql('delete from job where id = $1', [made[2]!.id])
    const bad = [here, there].map(async branch => device.op('job.create', await device.newId(), { title: '', branch }))
    const [mine, foreign] = await Promise.all(bad)
    await device.push(mine!, foreign!)
    const mids = (await list(nearby)).stuck.map(({ mid }) => mid)
    expect(mids.sort()).toEqual([ops[0]!.mid, ops[2]!.mid, mine!.mid].sort())
    expect((await pull(nearby)).stuck).toBe(3)
    expect((await decide(ops[1]!, { how: 'drop', reason: 'No' }, nearby)).status).toBe(404)

    const blind = await supervisor({ permissions: everything.filter(code => code !== '900-f') })
    const costly = await newJob({ cost: 5 })
    await sql(`update job set cost = 6 where id = $1`, [costly.id])
    const op = changeAt(costly, { cost: 7 }, { base: { version: 1, fields: { cost: 5 } } })
    await device.push(op)
    const found = (await list(blind)).stuck.find(({ mid }) => mid === op.mid)!
    expect(found).toMatchObject({ asks: [], mine: {}, base: { fields: {} }, theirs: {}, mayApply: false })
    expect(found.row).not.toHaveProperty('cost')
    expect((await decide(op, { how: 'keep', base: { version: 2, fields: {} } }, blind)).status).toBe(422)
  })

  it('page by page, and nobody else may make up a place', async () => {
    const made = await newJob()
    const ops = Array.from({ length: 60 }, () => changeAt(made, { title: '' }))
    for (const op of ops) await device.push(op)
    const first = await list()
    expect(first.stuck).toHaveLength(50)
    const second = await list(boss, first.next!)
    expect(second).toMatchObject({ next: null })
    expect([...first.stuck, ...second.stuck].map(({ mid }) => mid)).toEqual(ops.map(({ mid }) => mid))
    const reply = await server.app.inject({ url: '/api/sync/stuck?after=x', headers: boss.headers })
    expect(reply.statusCode).toBe(400)
  })

  it('as long as it is stuck: superseded or withdrawn, nothing of it is kept', async () => {
    const [one, two] = [await stuckTitle(), await stuckTitle()]
    const better = changeAt(one, { title: 'Mine' }, { supersedes: one.mid, base: theirs })
    expect(await device.push(better)).toMatchObject([{ status: 'applied' }])
    await device.push({ cancel: two.mid, lane: two.lane, alsoSupersedes: [] })
    expect((await list()).stuck).toEqual([])
    expect(await sql('select mid from sync_mutation where intent is not null')).toEqual([])
    // And it goes with its row of the ledger.
    await stuckTitle()
    await tidy(server.database.db, new Date(Date.now() + 401 * 86_400_000))
    expect((await list()).stuck).toEqual([])
  })

  it('and announced to those who decide, with every pull of a device; nobody else is told', async () => {
    expect((await pull(boss)).stuck).toBe(0)
    await stuckTitle()
    expect((await pull(boss)).stuck).toBe(1)
    expect(await pull(desk)).not.toHaveProperty('stuck')
    expect(await pull(author)).not.toHaveProperty('stuck')
  })
})

describe('a supervisor decides', () => {
  it('to keep it: in their own name, and what follows it goes on', async () => {
    const stuck = await stuckTitle()
    const follower = changeAt(stuck, { note: 'Follows' }, { prevMid: stuck.mid })
    expect(await device.push(follower)).toMatchObject([{ status: 'blocked' }])
    const { status, body } = await decide(stuck, { how: 'keep', base: theirs })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'superseded', row: { title: 'Mine', version: 3 } },
    })
    expect(
      await sql('select actor, action from record_history where record_id = $1 and version = 3', [stuck.id]),
    ).toEqual([{ actor: boss.userId, action: 'change' }])
    expect(
      await sql(`select actor, details from audit_event where kind = 'stuck-decided' order by id desc limit 1`),
    ).toEqual([
      {
        actor: boss.userId,
        details: { how: 'keep', module: 'job', record: stuck.id, author: author.userId, stuck: stuck.mid },
      },
    ])
    expect(await device.push(follower)).toMatchObject([{ status: 'applied', row: { title: 'Mine', note: 'Follows' } }])
    expect((await list()).stuck).toEqual([])
  })

  it('to keep it, and what others have added meanwhile stays', async () => {
    const made = await newJob({ days: ['mon'] })
    await deskWrites(made, { title: 'Theirs', days: ['mon', 'tue'] })
    const seen = { version: 1, fields: { title: 'Job', days: ['mon'] } }
    const stuck = changeAt(made, { title: 'Mine', days: ['mon', 'wed'] }, { base: seen })
    expect(await device.push(stuck)).toMatchObject([{ status: 'conflict', asks: ['title'] }])
    const now = { version: 2, fields: { title: 'Theirs', days: ['mon', 'tue'] } }
    expect((await decide(stuck, { how: 'keep', base: now })).body).toMatchObject({
      row: { title: 'Mine', days: ['mon', 'tue', 'wed'] },
    })
  })

  it('to keep it, and a line that others have added since it was asked about stays too, where both go together by now', async () => {
    const line = { id: await device.newId(), what: 'First', qty: 1, tag: null, sent: 0 }
    const made = await newJob({ lines: [line] })
    await deskWrites(made, { lines: [{ ...line, qty: 2 }] })
    const stuck = changeAt(made, { lines: [] }, { base: { version: 1, fields: { lines: [line] } } })
    expect(await device.push(stuck)).toMatchObject([{ status: 'conflict', asks: ['lines'] }])
    await deskWrites(made, { lines: [line, { what: 'Second', qty: 1 }] }, 2)
    const [{ lines }] = (await sql('select lines from job where id = $1', [made.id])) as [{ lines: object[] }]
    expect(lines).toMatchObject([line, { what: 'Second' }])
    expect((await decide(stuck, { how: 'keep', base: { version: 3, fields: { lines } } })).body).toMatchObject({
      row: { lines: [lines[1]] },
    })
  })

  it('to keep it, and lines that others have added stay, also where a line of both does not go together', async () => {
    const line = (id: number, qty: number) => ({ id, what: `Line ${id}`, qty, tag: null, sent: 0 })
    const first = await device.newId()
    const made = await newJob({ lines: [line(first, 1)] })
    await deskWrites(made, { lines: [line(first, 2), { what: 'Theirs', qty: 1 }] })
    const [{ lines: theirs }] = (await sql('select lines from job where id = $1', [made.id])) as [{ lines: object[] }]
    const stuck = changeAt(
      made,
      { lines: [line(first, 3)] },
      { base: { version: 1, fields: { lines: [line(first, 1)] } } },
    )
    expect(await device.push(stuck)).toMatchObject([{ status: 'conflict', asks: ['lines'] }])
    const base = { version: 2, fields: { lines: theirs } }
    expect((await decide(stuck, { how: 'keep', base })).body).toMatchObject({
      row: { lines: [line(first, 3), theirs[1]] },
    })
  })

  it('to do something else instead', async () => {
    const stuck = await stuckTitle()
    expect((await decide(stuck, { how: 'edit', base: theirs, args: { title: 'Both' } })).body).toMatchObject({
      row: { title: 'Both' },
    })
  })

  it('to do more: a line is added that has its number from the server, or from a device of whoever decides', async () => {
    const line = async (by: HttpDevice, what: string) => ({ id: await by.newId(), what, qty: 1, tag: null, sent: 0 })
    const made = await newJob({ lines: [await line(device, 'First')] })
    await deskWrites(made, { title: 'Theirs' })
    const [first] = made.args.lines as [object]
    const mine = [first, await line(device, 'Mine')]
    const stuck = changeAt(
      made,
      { title: 'Mine', lines: mine },
      { base: { version: 1, fields: { title: 'Job', lines: [first] } } },
    )
    expect(await device.push(stuck)).toMatchObject([{ status: 'conflict' }])
    const added = [await line(httpDevice(server.app, boss), 'From the device of the boss'), { what: 'New', qty: 1 }]
    const foreign = await line(httpDevice(server.app, desk), 'From somewhere else')
    const base = { version: 2, fields: { title: 'Theirs', lines: [first] } }
    const wish = (lines: object[]) => ({ how: 'edit', base, args: { title: 'Both', lines } })
    expect((await decide(stuck, wish([...mine, foreign]))).body).toMatchObject({ code: 'id-not-leased' })
    expect((await decide(stuck, wish([...mine, ...added]))).body).toMatchObject({
      row: { lines: [...mine, added[0], { id: expect.any(Number), what: 'New' }] },
    })
  })

  it('to drop it, with a reason, and what follows it goes on', async () => {
    const stuck = await stuckTitle()
    const follower = changeAt(stuck, { note: 'Follows' }, { prevMid: stuck.mid })
    expect((await decide(stuck, { how: 'drop' })).status).toBe(400)
    expect((await decide(stuck, { how: 'drop', reason: '   ' })).status).toBe(400)
    const { body } = await decide(stuck, { how: 'drop', reason: 'They are right.' })
    expect(body).toEqual({ status: 'cancelled', row: null })
    expect(await device.push(follower)).toMatchObject([
      { status: 'applied', row: { title: 'Theirs', note: 'Follows' } },
    ])
  })

  it('about a record that was never made: with the number that its author was given, and their photo', async () => {
    const photo = await device.newId()
    await sql(
      `insert into record_file (id, mid, module, name, size, sent_hash, made_by) values ($1, $2, 'job', 'a.jpg', 1, 'x', $3)`,
      [photo, randomUUID(), author.userId],
    )
    const bad = device.op('job.create', await device.newId(), { title: '', photos: [photo] })
    const follower = device.op('job.start', bad.id, {}, { prevMid: bad.mid })
    await device.push(bad, follower)
    const { status, body } = await decide(bad, { how: 'edit', args: { ...bad.args, title: 'Named by the boss' } })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { row: { id: bad.id, createdBy: boss.userId, photos: [photo] } },
    })
    expect(await device.push(follower)).toMatchObject([{ status: 'applied', row: { stage: 'open' } }])
  })

  it('and the author’s device learns it: told to ask, answered who and how, then told no more', async () => {
    const stuck = await stuckTitle()
    await decide(stuck, { how: 'drop', reason: 'They are right.' })
    expect((await pull(author)).decided).toEqual([stuck.mid])
    expect((await pull(author)).decided).toEqual([stuck.mid])
    expect(await pull(boss)).not.toHaveProperty('decided')
    const answer = {
      mid: stuck.mid,
      status: 'cancelled',
      decidedBy: {
        id: boss.userId,
        name: nameOf(boss),
        at: expect.any(String),
        how: 'drop',
        reason: 'They are right.',
      },
    }
    expect(await device.push(stuck)).toEqual([answer])
    expect(await pull(author)).not.toHaveProperty('decided')
    // An answer that got lost is answered again; so is the withdrawal of what had been dropped already.
    expect(await device.push(stuck)).toEqual([answer])
    expect(await device.push({ cancel: stuck.mid, lane: stuck.lane, alsoSupersedes: [] })).toEqual([answer])
    expect(await device.push(stuck)).toEqual([answer])
  })

  it('once, however often the decision is sent', async () => {
    const stuck = await stuckTitle()
    const { payload, body } = await decide(stuck, { how: 'keep', base: theirs })
    expect(await decide(stuck, payload)).toMatchObject({ status: 200, body })
    const events = `select count(*)::int as n from audit_event where details ->> 'stuck' = $1`
    expect(await sql(events, [stuck.mid])).toEqual([{ n: 1 }])
    expect((await decide(stuck, { how: 'drop', reason: 'No' })).body).toMatchObject({ code: 'not-now' })
    const dropped = await stuckTitle()
    const drop = await decide(dropped, { how: 'drop', reason: 'No' })
    expect(await decide(dropped, drop.payload)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  })

  it('and nothing has happened where it cannot be done: the record changed again, or it is refused', async () => {
    const stuck = await stuckTitle()
    await sql(`update job set title = 'Newer' where id = $1`, [stuck.id])
    expect(await decide(stuck, { how: 'keep', base: theirs })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile', asks: ['title'], row: { title: 'Newer' }, theirs: { title: { by: null } } },
    })
    expect((await decide(stuck, { how: 'edit', base: theirs, args: { title: '' } })).status).toBe(400)
    expect(await rowOf(stuck)).toMatchObject({ title: 'Newer' })
    expect((await list()).stuck).toHaveLength(1)
    expect(await device.push(stuck)).toMatchObject([{ status: 'conflict' }])
    expect((await decide(stuck, { how: 'keep', base: { version: 3, fields: { title: 'Newer' } } })).status).toBe(200)
  })

  it('not about what is not there, or not theirs', async () => {
    const stuck = await stuckTitle()
    const drop = { how: 'drop', reason: 'No' }
    expect((await decide(stuck, drop, desk)).status).toBe(404)
    expect((await decide({ ...stuck, mid: v7() }, drop)).status).toBe(404)
  })

  it('after the author: then the decision is refused; before the author: then the correction comes too late', async () => {
    const corrected = await stuckTitle()
    await device.push(changeAt(corrected, { title: 'Better' }, { supersedes: corrected.mid, base: theirs }))
    expect((await decide(corrected, { how: 'keep', base: theirs })).body).toMatchObject({ code: 'not-now' })

    for (const wish of [
      { how: 'keep', base: theirs },
      { how: 'drop', reason: 'No' },
    ]) {
      const decided = await stuckTitle()
      expect((await decide(decided, wish)).status).toBe(200)
      const late = changeAt(decided, { title: 'Better' }, { supersedes: decided.mid, base: theirs })
      expect(await device.push(late)).toMatchObject([{ mid: late.mid, status: 'too_late' }])
      expect(await rowOf(decided)).toMatchObject({ title: wish.how === 'keep' ? 'Mine' : 'Theirs' })
      expect(await device.push(decided)).toMatchObject([{ decidedBy: { how: wish.how } }])
    }
  })

  it('before the author took a correction back that had not come yet: that is too late as well, and they hear who and how', async () => {
    for (const wish of [
      { how: 'keep', base: theirs },
      { how: 'drop', reason: 'No' },
    ]) {
      const decided = await stuckTitle()
      expect((await decide(decided, wish)).status).toBe(200)
      const better = changeAt(decided, { title: 'Better' }, { supersedes: decided.mid, base: theirs })
      // One may have left after the other, and neither has come.
      const best = { cancel: v7(), lane: better.lane, alsoSupersedes: [better.mid, decided.mid] }
      for (const late of [{ cancel: v7(), lane: better.lane, alsoSupersedes: [decided.mid] }, best, best])
        expect(await device.push(late)).toEqual([{ mid: late.cancel, status: 'too_late' }])
      // Their device asks about the one in between next, and that leads on to the first.
      expect(await device.push(better)).toMatchObject([{ mid: better.mid, status: 'too_late' }])
      expect(await device.push(decided)).toMatchObject([{ decidedBy: { id: boss.userId, how: wish.how } }])
      expect(await pull(author)).not.toHaveProperty('decided')
    }
    // What was decided about the correction itself is said of that.
    const first = await stuckTitle()
    const second = changeAt(first, { title: '' }, { supersedes: first.mid, base: theirs })
    expect(await device.push(second)).toMatchObject([{ status: 'rejected' }])
    expect((await decide(second, { how: 'drop', reason: 'No' })).status).toBe(200)
    const withdrawal = { cancel: second.mid, lane: second.lane, alsoSupersedes: [first.mid] }
    expect(await device.push(withdrawal)).toMatchObject([{ status: 'cancelled', decidedBy: { how: 'drop' } }])
  })

  it('at the same moment as the author: exactly one of them wins, whatever each wants', async () => {
    let authors = 0
    for (let round = 0; round < 24; round++) {
      const stuck = await stuckTitle()
      const correction = changeAt(stuck, { title: 'By the author' }, { supersedes: stuck.mid, base: theirs })
      const withdrawal = { cancel: stuck.mid, lane: stuck.lane, alsoSupersedes: [] }
      const wish =
        round % 2 ? { how: 'drop', reason: 'No' } : { how: 'edit', base: theirs, args: { title: 'By the boss' } }
      const [[mine], theirsToo] = await Promise.all([
        device.push(round % 3 ? correction : withdrawal),
        decide(stuck, wish),
      ])
      const authorWon = mine!.status === 'applied' || (mine!.status === 'cancelled' && !mine!.decidedBy)
      const bossWon = theirsToo.status === 200
      expect([authorWon, bossWon].filter(Boolean), `${round}: ${mine!.status} and ${theirsToo.status}`).toHaveLength(1)
      if (!bossWon) expect(theirsToo.body).toMatchObject({ code: 'not-now' })
      const { title } = (await rowOf(stuck))!
      const written = authorWon ? mine!.status === 'applied' && 'By the author' : wish.how === 'edit' && 'By the boss'
      expect(title).toBe(written || 'Theirs')
      authors += Number(authorWon)
    }
    expect(authors).toBeLessThanOrEqual(24)
  })
})
