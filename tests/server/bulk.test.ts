import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkInput, BulkPreview, WorkState } from '#contract/calls/work.ts'
import type { Row } from '#contract/module.ts'
import { openRecords } from '#server/crud/records.ts'
import { moduleRoutes } from '#server/crud/routes.ts'
import type { Routes } from '#server/lib/http.ts'
import { workRoutes } from '#server/work/routes.ts'
import { midOf } from '#server/work/steps.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'
import { actorWith, addSample, job, jobStatus, jobTag, sampleRegister, sampleWriter } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

type Headers = Record<string, string>
let server: TestApp
let headers: Headers
let write: ReturnType<typeof writing>
const status: Record<string, Row> = {}

const routes: Routes = (api, services) => {
  const written = { store: openRecords(services.database), writer: sampleWriter() }
  for (const module of [job, jobStatus, jobTag, services.register.user!]) moduleRoutes(api, services, written, module)
  workRoutes(api, services, written)
}
const startServer = (database?: TestApp['database']) =>
  startApp({ register: sampleRegister, routes, ...(database ? { database } : {}) })
const person = async (rights: Rights = {}) => {
  const signed = await signedIn(server, {
    permissions: [...actorWith().permissions],
    approves: ['job'],
    branch: null,
    ...rights,
  })
  return { ...signed.headers, id: String(signed.userId) }
}

beforeAll(async () => {
  server = await startServer()
  await addSample(server.database.pool)
  write = writing(server.database)
  for (const stage of ['draft', 'open', 'done']) status[stage] = await write.create(jobStatus, { label: stage, stage })
  headers = await person()
})
afterAll(() => server?.close())

// oxlint-disable-next-line no-unnecessary-type-parameters -- what is expected of the answer
const call = async <T = WorkState>(method: 'GET' | 'POST', path: string, payload?: object, more: Headers = {}) => {
  const { id: _id, ...sent } = { ...headers, ...more }
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: sent,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json<T>(), text: answer.body }
}
const bulk = (input: BulkInput, more?: Headers) => call<{ job: string }>('POST', '/job/bulk', input, more)
const preview = async (input: BulkInput, more?: Headers) =>
  (await call<BulkPreview>('POST', '/job/bulk', { ...input, try: true }, more)).body
const ended = async (id: string, more?: Headers): Promise<WorkState> => {
  await expect
    .poll(async () => (await call('GET', `/work/${id}`, undefined, more)).body.state, { timeout: 20_000 })
    .not.toBe('running')
  return (await call('GET', `/work/${id}`, undefined, more)).body
}
/** Does it and waits for the end. */
const done = async (input: BulkInput, more?: Headers): Promise<WorkState> => {
  const { status: code, body } = await bulk(input, more)
  expect(code, JSON.stringify(body)).toBe(200)
  return ended(body.job, more)
}
const undo = async (id: string) => ended((await call<{ job: string }>('POST', `/work/${id}/undo`)).body.job)
const jobsNamed = async (name: string, count: number, more: object = {}) => {
  const rows: Row[] = []
  for (let n = 0; n < count; n++) rows.push(await write.create(job, { title: `${name} ${n}`, ...more }))
  return rows
}
const rowsOf = async (rows: readonly Row[]): Promise<Row[]> => {
  const { rows: found } = await server.database.pool.query<Row>(
    `select *, archived_at as "archivedAt" from job where id = any($1) order by id`,
    [rows.map(({ id }) => id)],
  )
  return found
}
/** Somebody holds a record, so that a work stands still at it. */
const holding = async ({ id }: Row) => {
  const holder = await server.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from job where id = $1 for update', [id])
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}
const ids = (rows: readonly Row[]) => ({ ids: rows.map(({ id }) => id) })

describe('changing many records', () => {
  it('says beforehand what would become of it, and writes nothing', async () => {
    const rows = await jobsNamed('Preview', 4)
    await write.change(job, rows[0]!, { size: 'large' })
    await write.done(job, 'archive', {}, { id: rows[1]!.id })
    const before = await server.database.pool.query('select seq from sync_clock')
    const told = await preview({ target: ids(rows), action: 'change', args: { size: 'large' } })
    expect(told).toEqual({
      module: 'job',
      count: 4,
      judged: 4,
      changes: 2,
      unchanged: 1,
      refusedCount: 1,
      refused: [{ id: rows[1]!.id, title: 'Preview 1', message: 'This record is archived.' }],
      turns: [{ field: 'size', before: rows[2]!.size ?? null, after: 'large', count: 2 }],
    })
    expect((await server.database.pool.query('select seq from sync_clock')).rows).toEqual(before.rows)
  })

  it('changes each by all rules, with a history entry and a place in the feed of its own', async () => {
    const rows = await jobsNamed('Each', 60)
    const work = await done({ target: ids(rows), action: 'change', args: { urgent: true, weight: 3 } })
    expect(work).toMatchObject({ state: 'done', total: 60, done: 60, changed: 60, failedCount: 0, undoable: true })
    for (const row of await rowsOf(rows)) expect(row).toMatchObject({ version: 2, urgent: true, weight: 3 })
    const told = await server.database.pool.query(
      `select count(distinct mid) as n, count(distinct actor) as people from record_history
       where version = 2 and action = 'change' and record_id = any($1)`,
      [ids(rows).ids],
    )
    expect(told.rows).toEqual([{ n: 60, people: 1 }])
    const feed = await server.database.pool.query(
      'select count(*) as n from sync_change where version = 2 and id = any($1)',
      [ids(rows).ids],
    )
    expect(feed.rows).toEqual([{ n: 60 }])
  })

  it('takes everything that a list’s question answers, but what was left out', async () => {
    const rows = await jobsNamed('Question quokka', 30, { weight: 1 })
    await jobsNamed('Question other', 2)
    const [left] = rows
    const target = { question: { q: 'quokka', sort: '-title' }, except: [left!.id] }
    expect(await preview({ target, action: 'archive' })).toMatchObject({ count: 29, changes: 29 })
    expect(await done({ target, action: 'archive' })).toMatchObject({ total: 29, changed: 29 })
    expect((await rowsOf(rows)).filter(({ archivedAt }) => archivedAt === null)).toHaveLength(1)
    const away = { target: { question: { q: 'quokka', archived: 'true' } }, action: 'restore' }
    expect(await done(away)).toMatchObject({ changed: 29 })
    expect(await bulk({ target: { question: { nonsense: '1' } }, action: 'archive' })).toMatchObject({ status: 400 })
  })

  it('adds to sets and takes from them, and leaves what else is in them', async () => {
    const rows = [
      await write.create(job, { title: 'Sets', days: ['mon', 'tue'] }),
      await write.create(job, { title: 'Sets', days: ['wed'] }),
    ]
    const change = { target: ids(rows), action: 'change', add: { days: ['wed'] }, remove: { days: ['mon'] } }
    expect(await preview(change)).toMatchObject({ changes: 1, unchanged: 1 })
    expect(await done(change)).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await rowsOf(rows)).map(({ days }) => days)).toEqual([['tue', 'wed'], ['wed']])
  })

  it('makes a move with each, where it can be made', async () => {
    const rows = await jobsNamed('Moves', 3)
    await write.move(job, rows[0]!, 'start')
    await write.move(job, await write.move(job, rows[1]!, 'start'), 'finish', { weight: 1 })
    const move = { target: ids(rows), action: 'finish', args: { weight: 9 } }
    const refused = [
      { id: rows[1]!.id, title: 'Moves 1', message: 'This cannot be done where the record stands now.' },
      { id: rows[2]!.id, title: 'Moves 2', message: 'This cannot be done where the record stands now.' },
    ].slice(1)
    expect(await preview(move)).toMatchObject({
      changes: 1,
      refusedCount: 2,
      turns: expect.arrayContaining([{ field: 'stage', before: 'open', after: 'done', count: 1 }]) as unknown,
    })
    const work = await done(move)
    expect(work).toMatchObject({ changed: 1, failedCount: 2, undoable: false })
    expect(work.failed).toEqual(expect.arrayContaining(refused))
    expect(await call('POST', `/work/${work.id}/undo`)).toMatchObject({ status: 422 })
  })

  it('reports each that failed by its reason, and goes on with the others; they can be tried again', async () => {
    const rows = await jobsNamed('Report', 5)
    await write.done(job, 'archive', {}, { id: rows[3]!.id })
    const target = { ids: [...ids(rows).ids, 999_999_999] }
    const work = await done({ target, action: 'change', args: { title: 'Refuse me' } })
    expect(work).toMatchObject({ state: 'done', done: 6, changed: 0, failedCount: 6 })
    expect(work.failed.at(-1)).toEqual({ id: 999_999_999, title: null, message: 'This record does not exist.' })
    expect(work.failed[3]).toMatchObject({ title: 'Report 3', message: 'This record is archived.' })
    const other = await done({ target, action: 'change', args: { weight: 5 } })
    expect(other).toMatchObject({ changed: 4, failedCount: 2 })
    await write.done(job, 'restore', {}, { id: rows[3]!.id })
    const { body } = await call<{ job: string }>('POST', `/work/${other.id}/retry`)
    expect(await ended(body.job)).toMatchObject({ total: 2, changed: 1, failedCount: 1 })
  })

  it('refuses at once what no record could do', async () => {
    const target = ids(await jobsNamed('Refused', 1))
    const refusals: [string, Partial<BulkInput>, number][] = [
      ['create', {}, 400],
      ['explode', {}, 400],
      ['constructor', {}, 400],
      ['change', {}, 400],
      ['change', { args: { weight: 'much' } }, 400],
      ['change', { args: { number: 'mine' } }, 400],
      ['change', { add: { title: ['x'] } }, 400],
      ['change', { args: { days: [] }, add: { days: ['mon'] } }, 400],
      ['archive', { args: { weight: 1 } }, 400],
      ['archive', { add: { days: ['mon'] } }, 400],
    ]
    for (const [action, rest, code] of refusals)
      expect((await bulk({ target, action, ...rest })).status, action).toBe(code)
    const reader = await person({ permissions: ['900-a', '900-d'] })
    expect(await bulk({ target, action: 'archive' }, reader)).toMatchObject({ status: 403 })
    const packer = await person({ permissions: ['900-e'] })
    expect(await bulk({ target, action: 'archive' }, packer)).toMatchObject({ status: 403 })
    expect(await bulk({ target, action: 'finish', args: { weight: 1 } }, packer)).toMatchObject({ status: 200 })
    // Whoever may not list may not ask the list.
    expect(await bulk({ target: { question: {} }, action: 'finish', args: { weight: 1 } }, packer)).toMatchObject({
      status: 403,
    })
    expect((await bulk({ target: { ids: [] }, action: 'archive' })).status).toBe(400)
  })

  it('keeps people to their own records and to the fields and statuses that they may write', async () => {
    const own = await person({ scopes: { job: 'own' }, permissions: ['900-a', '900-b', '900-c'] })
    const mine = await write.create(job, { title: 'Mine', person: Number(own.id) })
    const other = await write.create(job, { title: 'Not mine', person: 1 })
    const work = await done({ target: ids([mine, other]), action: 'change', args: { weight: 2 } }, own)
    expect(work).toMatchObject({
      changed: 1,
      failed: [{ id: other.id, title: null, message: 'This record does not exist.' }],
    })
    const told = await preview({ target: ids([mine, other]), action: 'change', args: { weight: 3 } }, own)
    expect(told).toMatchObject({ changes: 1, refused: [{ title: null, message: 'This record does not exist.' }] })
    expect(await bulk({ target: ids([mine]), action: 'change', args: { cost: 1 } }, own)).toMatchObject({ status: 400 })
    const all = { target: { question: { q: 'mine' } }, action: 'change', args: { weight: 4 } }
    expect(await preview(all, own)).toMatchObject({ count: 1 })

    const few = await person({ statusPermission: [] })
    const row = await write.create(job, { title: 'Statuses' })
    const second = await write.create(jobStatus, { label: 'Draft, again', stage: 'draft' })
    const set = await done({ target: ids([row]), action: 'change', args: { status: second.id } }, few)
    expect(set.failed).toMatchObject([{ message: 'You may not set this status.' }])
  })
})

describe('a work', () => {
  it('is its author’s: nobody else sees, stops or undoes it', async () => {
    const work = await done({ target: ids(await jobsNamed('Whose', 1)), action: 'change', args: { weight: 1 } })
    const other = await person()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/undo'],
      ['POST', '/retry'],
    ] as const)
      expect(await call(method, `/work/${work.id}${path}`, undefined, other)).toMatchObject({ status: 404 })
    const { body } = await call<{ rows: WorkState[] }>('GET', '/work', undefined, other)
    expect(body.rows).toEqual([])
    const own = await call<{ rows: WorkState[] }>('GET', '/work')
    expect(own.body.rows[0]).toMatchObject({ id: work.id, module: 'job', action: 'change', args: { weight: 1 } })
  })

  it('goes no further for somebody who loses the right to it', async () => {
    const rows = await jobsNamed('Loses', 3)
    const soon = await person()
    await server.database.pool.query(
      `update role set permissions = '{}' where id = any((select roles from app_user where id = $1)::bigint[])`,
      [soon.id],
    )
    const started = await server.database.pool.query<{ id: string }>(
      `insert into work_job (id, author, module, action, wish, confirmed, total)
       values (gen_random_uuid(), $1, 'job', 'archive', '{"args": {}}', false, 3) returning id`,
      [soon.id],
    )
    const { id } = started.rows[0]!
    await server.database.pool.query(
      'insert into work_item (job, nr, record) select $1, place, record from unnest($2::int8[]) with ordinality as meant (record, place)',
      [id, ids(rows).ids],
    )
    // Any other work wakes it.
    await done({ target: ids(await jobsNamed('Wakes', 1)), action: 'archive' })
    const state = async () =>
      (await server.database.pool.query('select state, done, message from work_job where id = $1', [id])).rows[0]
    await expect.poll(state).toMatchObject({ state: 'stopped', done: 0, message: expect.stringContaining('right') })
    expect((await rowsOf(rows)).every(({ archivedAt }) => archivedAt === null)).toBe(true)
  })

  it('stops when it is cancelled, and what was done stays done and can be undone', async () => {
    const rows = await jobsNamed('Cancel', 120)
    const letGo = await holding(rows[60]!)
    const { body } = await bulk({ target: ids(rows), action: 'change', args: { weight: 7 } })
    await expect.poll(async () => (await call('GET', `/work/${body.job}`)).body.done).toBeGreaterThan(0)
    const cancelling = call('POST', `/work/${body.job}/cancel`)
    await letGo()
    await cancelling
    const work = await ended(body.job)
    expect(work).toMatchObject({ state: 'cancelled', undoable: true })
    expect(work.done).toBeLessThan(120)
    expect((await rowsOf(rows)).filter(({ weight }) => weight === 7)).toHaveLength(work.changed)
    expect(await undo(work.id)).toMatchObject({ state: 'done', changed: work.changed })
    expect((await rowsOf(rows)).every(({ weight }) => weight === null)).toBe(true)
  })

  it('is taken up again where it stood, by a server that starts after one that ended in the middle', async () => {
    const rows = await jobsNamed('Survives', 80)
    const letGo = await holding(rows[60]!)
    const { body } = await bulk({ target: ids(rows), action: 'change', args: { weight: 8 } })
    await expect.poll(async () => (await call('GET', `/work/${body.job}`)).body.done).toBe(50)
    const { database } = server
    const closing = server.app.close()
    await letGo()
    await closing
    // As a process leaves it that was killed: it had said that it was at work, and what it wrote last is not noted.
    await database.pool.query(
      `update work_job set state = 'running', done = 30, worker = gen_random_uuid(), worker_until = now() - interval '1 second',
         changed = 30 where id = $1`,
      [body.job],
    )
    server = { ...(await startServer(database)), database }
    await call('POST', '/job/bulk', { target: ids(rows.slice(0, 1)), action: 'change', args: { note: 'wakes it' } })
    expect(await ended(body.job)).toMatchObject({ state: 'done', done: 80, changed: 80, failedCount: 0 })
    const written = await database.pool.query(
      `select count(*) as n from record_history where record_id = any($1) and after ? 'weight' and version > 1`,
      [ids(rows).ids],
    )
    expect(written.rows).toEqual([{ n: 80 }])
  })

  it('has one key for each record, so that a restart repeats nothing', () => {
    const id = randomUUID()
    expect(midOf(id, 1)).toBe(midOf(id, 1))
    expect(new Set([midOf(id, 1), midOf(id, 2), midOf(randomUUID(), 1)]).size).toBe(3)
  })
})

describe('undoing a work', () => {
  it('puts back each field as it was, and says what somebody has changed since', async () => {
    const rows = await jobsNamed('Undo', 4, { weight: 1, note: 'was' })
    const work = await done({ target: ids(rows), action: 'change', args: { weight: 2, note: null, urgent: true } })
    const [first, second] = await Promise.all(
      rows.map(row => write.change(job, row, { seenAt: '2026-01-01T00:00:00.000Z' })),
    )
    await write.change(job, first!, { weight: 5 })
    await write.change(job, second!, { weight: 6, note: 'x', urgent: false })
    const undone = await undo(work.id)
    expect(undone).toMatchObject({ action: 'undo', undoOf: work.id, total: 4, changed: 3, failedCount: 1 })
    expect(undone.failed).toEqual([
      { id: first!.id, title: 'Undo 0', message: 'Changed since, and left as it is: weight.' },
      { id: second!.id, title: 'Undo 1', message: 'Changed since, and left as it is: note, weight.' },
    ])
    expect((await rowsOf(rows)).map(({ weight, note, urgent }) => ({ weight, note, urgent }))).toEqual([
      { weight: 5, note: 'was', urgent: false },
      { weight: 6, note: 'x', urgent: false },
      { weight: 1, note: 'was', urgent: false },
      { weight: 1, note: 'was', urgent: false },
    ])
    expect((await call('GET', `/work/${work.id}`)).body).toMatchObject({ undoable: false, undoneBy: undone.id })
    // Asked twice, it is done once.
    expect((await call<{ job: string }>('POST', `/work/${work.id}/undo`)).body.job).toBe(undone.id)
  })

  it('brings back what was archived, puts away what was restored, and can itself be undone', async () => {
    const rows = await jobsNamed('There and back', 2)
    const isAway = async () => (await rowsOf(rows)).map(({ archivedAt }) => archivedAt !== null)
    const work = await done({ target: ids(rows), action: 'archive' })
    expect(await isAway()).toEqual([true, true])
    const undone = await undo(work.id)
    expect(await isAway()).toEqual([false, false])
    await undo(undone.id)
    expect(await isAway()).toEqual([true, true])
  })
})
