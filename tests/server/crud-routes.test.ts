import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { openRecords } from '#server/crud/records.ts'
import { moduleRoutes } from '#server/crud/routes.ts'
import type { Routes } from '#server/lib/http.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'
import { actorWith, addSample, sampleRegister, sampleWriter } from '../support/sample-module.ts'

let server: TestApp
type Headers = Record<string, string>
let headers: Headers

const routes: Routes = (api, services) => {
  const written = { store: openRecords(services.database), writer: sampleWriter() }
  for (const module of Object.values(services.register)) moduleRoutes(api, services, written, module)
  listRoutes(api, services, written)
}
const everything = [...actorWith().permissions]
const person = async (rights: Rights = {}): Promise<Headers & { id: string }> => {
  const { headers, userId } = await signedIn(server, { permissions: everything, approves: ['job'], ...rights })
  return { ...headers, id: String(userId) }
}
const call = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  more: Headers = {},
) => {
  const { id: _id, ...sent } = { ...headers, ...more }
  const answer = await server.app.inject({ method, url: `/api${path}`, headers: sent, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json<Row>(), headers: answer.headers }
}
const made = async (path: string, payload: object) => {
  const { status, body } = await call('POST', path, payload)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const branchId = async () => (await made('/dealer-branch', { name: 'Branch' })).id
const item: Record<string, Row> = {}

beforeAll(async () => {
  server = await startApp({ register: sampleRegister, routes })
  await addSample(server.database.pool)
  headers = await person()
  for (const stage of ['draft', 'open', 'done']) item[stage] = await made('/list/job-status', { label: stage, stage })
  item.red = await made('/list/job-tag', { label: 'Red' })
  item.blue = await made('/list/job-tag', { label: 'Blue' })
})
afterAll(() => server?.close())

describe('a record with stages, over HTTP', () => {
  it('walks its stages by one route per move', async () => {
    const job = await made('/job', { title: 'Walks', lines: [{ what: 'x', qty: 2 }] })
    expect(job).toMatchObject({ stage: 'draft', status: item.draft!.id, lines: [{ id: expect.any(Number), sent: 0 }] })
    const open = await call('POST', `/job/${job.id}/start`)
    expect(open).toMatchObject({ status: 200, body: { stage: 'open', version: 2 }, headers: { etag: '"2"' } })
    expect(await call('POST', `/job/${job.id}/finish`, {})).toMatchObject({
      status: 400,
      body: { fields: { weight: 'Fill this in.' } },
    })
    expect(await call('POST', `/job/${job.id}/finish`, { weight: 3 })).toMatchObject({
      status: 200,
      body: { stage: 'done' },
    })
    expect(await call('POST', `/job/${job.id}/finish`, { weight: 3 })).toMatchObject({
      status: 422,
      body: { code: 'not-now' },
    })
    const stale = await call('POST', `/job/${job.id}/finish`, { weight: 3 }, { 'if-match': '"2"' })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile', asks: ['stage'], row: { stage: 'done' } },
    })
    expect(await call('PATCH', `/job/${job.id}`, { title: 'x' }, { 'if-match': '"3"' })).toMatchObject({ status: 422 })
    expect(await call('POST', `/job/${job.id}/reopen`, { why: 'because' })).toMatchObject({
      status: 200,
      body: { stage: 'open' },
    })
  })

  it('takes the chosen status of the new stage with a move', async () => {
    const other = await made('/list/job-status', { label: 'Open, at the desk', stage: 'open' })
    const job = await made('/job', { title: 'Chooses' })
    expect(await call('POST', `/job/${job.id}/start`, { status: item.done!.id })).toMatchObject({ status: 400 })
    expect(await call('POST', `/job/${job.id}/start`, { status: other.id })).toMatchObject({
      body: { status: other.id },
    })
  })

  it('has the permission and the grant of each move', async () => {
    const job = await made('/job', { title: 'Guarded' })
    const editor = await person({ permissions: ['900-c'] })
    expect(await call('POST', `/job/${job.id}/start`, undefined, editor)).toMatchObject({ status: 200 })
    expect(await call('POST', `/job/${job.id}/finish`, { weight: 1 }, editor)).toMatchObject({ status: 403 })
    await call('POST', `/job/${job.id}/finish`, { weight: 1 })
    const unapproved = await person({ approves: [] })
    expect(await call('POST', `/job/${job.id}/reopen`, { why: 'x' }, unapproved)).toMatchObject({ status: 403 })
  })

  it('merges a change with what happened since, from the version in If-Match alone', async () => {
    const job = await made('/job', { title: 'Merges', lines: [{ what: 'a', qty: 1 }] })
    await call('PATCH', `/job/${job.id}`, { note: 'theirs' }, { 'if-match': '1' })
    const lines = [...(job.lines as object[]), { what: 'b', qty: 2 }]
    const mine = await call('PATCH', `/job/${job.id}`, { lines }, { 'if-match': '"1"' })
    expect(mine).toMatchObject({
      status: 200,
      body: { version: 3, note: 'theirs', lines: [{ what: 'a' }, { what: 'b' }] },
    })
    expect(await call('PATCH', `/job/${job.id}`, { note: 'mine' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { asks: ['note'], row: { note: 'theirs' }, requestId: expect.any(String) },
    })
    for (const match of ['x', '', '-1', '*']) {
      const answer = await call('PATCH', `/job/${job.id}`, { note: 'mine' }, { 'if-match': match })
      expect(answer.status, match).toBe(400)
    }
  })

  it('says 404 of somebody else’s row, whatever is asked of it', async () => {
    const job = await made('/job', { title: 'Not yours', person: 1 })
    const other = await person({ scopes: { job: 'own' } })
    const answers = [
      await call('GET', `/job/${job.id}`, undefined, other),
      await call('GET', `/job/${job.id}/history`, undefined, other),
      await call('PATCH', `/job/${job.id}`, { title: 'x' }, { ...other, 'if-match': '1' }),
      await call('DELETE', `/job/${job.id}`, undefined, other),
      await call('POST', `/job/${job.id}/start`, undefined, other),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    const { body } = await call('GET', '/job?q=yours', undefined, other)
    expect(body.rows).toEqual([])
    const own = await call('POST', '/job', { title: 'Mine' }, other)
    expect(own).toMatchObject({ status: 201, body: { person: Number(other.id) } })
  })

  it('keeps a guarded field from answers, lists and history, and its sorting and filtering at 400', async () => {
    const job = await made('/job', { title: 'Guards its cost', cost: 73_519_264 })
    const other = await person({ permissions: ['900-a', '900-b', '900-c', '900-d'] })
    const seen = [
      await call('GET', `/job/${job.id}`, undefined, other),
      await call('GET', '/job?q=guards', undefined, other),
      await call('GET', `/job/${job.id}/history`, undefined, other),
      await call('PATCH', `/job/${job.id}`, { note: 'x' }, { ...other, 'if-match': '1' }),
      await call('PATCH', `/job/${job.id}`, { note: 'y' }, { ...other, 'if-match': '1' }),
    ]
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409])
    expect(JSON.stringify(seen)).not.toContain('73519264')
    expect((await call('GET', '/job?sort=cost', undefined, other)).status).toBe(400)
    expect((await call('GET', '/job?filter[cost]=1..', undefined, other)).status).toBe(400)
    expect((await call('PATCH', `/job/${job.id}`, { cost: 1 }, { ...other, 'if-match': '2' })).status).toBe(403)
    expect((await call('GET', '/job?sort=cost&filter[cost]=73519264')).body.rows).toHaveLength(1)
  })

  it('has one effect for four equal calls of a move, and 201 for each of four equal creates', async () => {
    const job = await made('/job', { title: 'Once' })
    const key = { 'idempotency-key': randomUUID() }
    const moves = await Promise.all([1, 2, 3, 4].map(() => call('POST', `/job/${job.id}/start`, undefined, key)))
    for (const move of moves) expect(move).toMatchObject({ status: 200, body: { version: 2 } })
    const { body } = await call('GET', `/job/${job.id}/history`)
    expect(body.entries).toHaveLength(2)
  })

  it('does not tell again what was answered about a record that has left the asker’s reach', async () => {
    const own = await person({ scopes: { job: 'branch' }, branch: await branchId() })
    const key = { ...own, 'idempotency-key': randomUUID() }
    expect(await call('POST', '/job', { title: 'Mine once' }, key)).toMatchObject({ status: 201 })
    expect(await call('POST', '/job', { title: 'Mine once' }, key)).toMatchObject({ status: 201 })
    await server.database.pool.query('update app_user set branch = $2 where id = $1', [own.id, await branchId()])
    expect(await call('POST', '/job', { title: 'Mine once' }, key)).toMatchObject({ status: 404 })
  })

  it('answers a fault of its own code with 500, and the same call may be tried again', async () => {
    const key = { 'idempotency-key': randomUUID() }
    expect(await call('POST', '/job', { title: 'Refuse me' }, key)).toMatchObject({
      status: 500,
      body: { code: 'broken' },
    })
    expect(await call('POST', '/job', { title: 'Take me' }, key)).toMatchObject({ status: 201 })
  })
})

describe('a settings list, over HTTP', () => {
  it('says where an item is used, and how often each is', async () => {
    const line = { what: 'x', qty: 1, tag: item.blue!.id }
    await made('/job', { title: 'Uses', tag: item.red!.id, tags: [item.red!.id, item.blue!.id], lines: [line, line] })
    const uses = await call('GET', `/list/job-tag/${item.blue!.id}/uses`)
    expect(uses.body).toEqual({
      total: 2,
      uses: [
        { module: 'job', field: 'tags', count: 1 },
        { module: 'job', field: 'lines.tag', count: 1 },
      ],
    })
    const all = await call('GET', '/list/job-tag/uses')
    expect(all.body.uses).toEqual({ [item.red!.id]: 2, [item.blue!.id]: 2 })
    const city = await made('/list/city', { label: 'Used city' })
    await made('/dealer-branch', { name: 'Here', address: { line: 'x', city: city.id } })
    await made('/list/area', { label: 'Below', parent: city.id })
    expect((await call('GET', '/list/city/uses')).body.uses).toEqual({ [city.id]: 2 })
    expect((await call('GET', `/list/city/${city.id}/uses`)).body).toMatchObject({ total: 2 })
    expect(await call('DELETE', `/list/city/${city.id}`)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('2 times') },
    })
  })

  it('takes many lines at once and tells by line', async () => {
    const items = [{ label: 'Teal' }, { label: 'RED' }, { label: '' }]
    const key = { 'idempotency-key': randomUUID() }
    const first = await call('POST', '/list/job-tag/paste', { items }, key)
    expect(first).toMatchObject({
      status: 200,
      body: {
        rows: [{ label: 'Teal', code: 'teal' }],
        lines: [{ status: 'added' }, { status: 'skipped', id: item.red!.id }, { status: 'refused' }],
        problems: [{ index: 2, message: 'Fill this in.', fields: { label: 'Fill this in.' } }],
      },
    })
    expect((await call('POST', '/list/job-tag/paste', { items }, key)).body).toEqual(first.body)
    expect(await call('POST', '/list/job-tag/paste', { items: [] })).toMatchObject({ status: 400 })
    const tooMany = Array.from({ length: 1_001 }, (_, n) => ({ label: `t${n}` }))
    expect(await call('POST', '/list/job-tag/paste', { items: tooMany })).toMatchObject({ status: 400 })
    const reader = await person({ permissions: ['902-a', '902-c', '902-d'] })
    expect(await call('POST', '/list/job-tag/paste', { items }, reader)).toMatchObject({ status: 403 })
  })

  it('tells what happened in the whole list', async () => {
    const { body } = await call('GET', '/list/job-tag/history?limit=2')
    expect(body.entries).toHaveLength(2)
    expect(body).toMatchObject({
      entries: [{ action: 'create', after: { label: 'Teal' } }, {}],
      next: expect.any(Number),
    })
  })

  it('merges by its route and keeps the other lists out of it', async () => {
    const [from, into] = [
      await made('/list/job-tag', { label: 'From' }),
      await made('/list/job-tag', { label: 'Into' }),
    ]
    const wrong = await call('POST', `/list/job-status/${from.id}/merge`, { into: item.open!.id })
    expect(wrong).toMatchObject({ status: 404 })
    expect(await call('GET', `/list/job-status/${from.id}`)).toMatchObject({ status: 404 })
    expect(await call('POST', `/list/job-tag/${from.id}/merge`, { into: into.id })).toMatchObject({
      status: 200,
      body: { mergedInto: into.id },
    })
  })
})
