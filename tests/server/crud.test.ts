import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRequired, isText, metaOf } from '#contract/fields.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { isArchivable } from '#contract/record-rules.ts'
import { permission } from '#contract/rules.ts'
import type { Action } from '#contract/action.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { filtersOf } from '#contract/filters.ts'
import { sortsOf } from '#contract/sorts.ts'
import { withStamps } from '#contract/stamps.ts'
import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { replacement } from '#contract/modules/service/replacement.ts'
import { sampleInput, type Made } from '../support/builders.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

let server: TestApp
let headers: Record<string, string>
const made = new Map<string, number>()
const lines = new Map<string, number>()
const ids: Made = {
  item: name => made.get(name) ?? null,
  record: name => made.get(name) ?? null,
  line: name => lines.get(name) ?? null,
}
const modules = Object.values(register)
/** Of these people make as many as they like. */
const many = modules.filter(module => !module.single && !module.madeByServer)
/** What a person changes of one: its title, or what else they write. */
const changedField = (module: Module) =>
  module.title in module.fields
    ? module.title
    : Object.keys(module.fields).find(name => isText(metaOf(module.fields[name]!).kind) && name !== 'phone')!
const letters: Action[] = ['list', 'create', 'edit', 'details', 'dispatch', 'all']
const everything = modules.flatMap(module => letters.map(action => permission(module, action)))

type Options = { headers?: Record<string, string>; payload?: object }
const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options: Options = {}) => {
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...headers, ...options.headers },
    ...(options.payload ? { payload: options.payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json<Row & Record<string, never>>(), headers: answer.headers }
}

/** An item that other lists and modules of the test can point at. */
const plainInput = (module: Module) => ({
  label: `First ${module.name}`,
  ...(module.list?.stages.length ? { stage: module.list.stages[0] } : {}),
})
/** What a list finds by the record's title. What has no number yet is found by its other words, which others may have. */
async function found(module: Module, row: Row, more = ''): Promise<Row[]> {
  const said = [module.title, ...module.search].map(name => row[name]).find(value => typeof value === 'string')
  const { body } = await call('GET', `${apiPath(module)}?q=${encodeURIComponent(said ?? '')}${more}`)
  return (body as unknown as { rows: Row[] }).rows.filter(({ id }) => row[module.title] !== null || id === row.id)
}
/** What the server says in lines that somebody entered is its own. */
const withoutGiven = (module: Module, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = module.fields[name]
      // What is stamped is no field that somebody writes.
      const given = (field && metaOf(field).givenInLine) ?? []
      if (given.length === 0 || !Array.isArray(value)) return [name, value]
      const kept = (line: object) =>
        Object.fromEntries(Object.entries(line).filter(([column]) => !given.includes(column)))
      return [name, (value as object[]).map(kept)]
    }),
  )
/** More than are asked for. */
const DEVICES = 40
const devices: number[] = []
let count = 0
const inputOf = (module: Module) => ({
  ...sampleInput(module, ids, ++count),
  // No device is replaced twice at a time.
  ...(module.name === replacement.name && { oldUnit: devices.shift() }),
  ...(module.name === maintenanceInvoice.name && repaired.shift()),
})
/** Jobs that can be invoiced, each once; more than are asked for. */
const JOBS = 100
type ForInvoice = { maintenance: number; lines: { line: number; qty: number }[] }
const repaired: ForInvoice[] = []
async function repairedJob(): Promise<ForInvoice> {
  const costs = { parts: [], labour: [], charges: [{ label: 'Cleaning', amount: 50_000 }] }
  const job = { ...inputOf(register.maintenance!), ...costs, serviceMode: 'onSite', assignedTo: made.get('user') }
  const { id, charges } = (await call('POST', '/maintenance', { payload: job })).body as unknown as Row & {
    charges: Row[]
  }
  const steps = { assign: { assignedTo: made.get('user') }, repair: {}, finish: { workDone: 'Cleaned' } }
  for (const [move, payload] of Object.entries(steps))
    expect((await call('POST', `/maintenance/${id}/${move}`, { payload })).status, move).toBe(200)
  return { maintenance: id, lines: charges.map(line => ({ line: line.id, qty: 1 })) }
}

beforeAll(async () => {
  server = await startApp()
  ;({ headers } = await signedIn(server, {
    permissions: [...everything, ...allPermissions],
    approves: recordModuleNames,
  }))
  const lists = modules.filter(module => module.list)
  for (const list of lists) {
    const { status, body } = await call('POST', apiPath(list), { payload: plainInput(list) })
    expect(status, JSON.stringify(body)).toBe(201)
    made.set(list.name, body.id)
  }
  // Each may point at those before it.
  for (const name of ['dealerBranch', 'role', 'user', 'customer', 'product', 'part', 'unit', 'stockCount']) {
    const { status, body } = await call('POST', apiPath(register[name]!), { payload: inputOf(register[name]!) })
    expect(status, JSON.stringify(body)).toBe(201)
    made.set(name, body.id)
  }
  const unit = register.unit!
  for (const payload of Array.from({ length: DEVICES }, () => inputOf(unit)))
    devices.push((await call('POST', apiPath(unit), { payload })).body.id)
  // One that is confirmed, of which much can be cancelled.
  const { order } = register
  const input = inputOf(order!) as { lines: object[] }
  const { body } = await call('POST', '/order', { payload: { ...input, lines: [{ ...input.lines[0], qty: 10_000 }] } })
  expect((await call('POST', `/order/${body.id}/confirmShort`, { payload: {} })).status).toBe(200)
  made.set('order', body.id)
  lines.set('order', (body as unknown as { lines: Row[] }).lines[0]!.id)
  repaired.push(...(await Promise.all(Array.from({ length: JOBS }, repairedJob))))
})
afterAll(() => server?.close())

describe.each(many.map(module => [module.name, module] as const))('%s', (_name, module) => {
  const path = apiPath(module)
  const changing = changedField(module)
  const create = async () => (await call('POST', path, { payload: inputOf(module) })).body

  it('comes back exactly as it was entered', async () => {
    const input = inputOf(module)
    const { status, body } = await call('POST', path, { payload: input })
    expect(status).toBe(201)
    // What nobody types is the writer's own, whatever was said.
    const author = { id: (body as Row).createdBy, now: (body as Row).createdAt }
    const entered = withoutGiven(module, withStamps(module, null, input, author))
    expect(body).toMatchObject({ ...entered, version: 1, archivedAt: null })
    expect(module.row.safeParse(body)).toMatchObject({ success: true })
    const again = await call('GET', `${path}/${body.id}`)
    expect(again).toMatchObject({ status: 200, body })
    expect(again.headers.etag).toBe('"1"')
    expect(await found(module, body)).toEqual([body])
  })

  it('can be made with its title alone, or says which fields are missing', async () => {
    const { status, body } = await call('POST', path, { payload: {} })
    const [first] = Object.entries(module.fields).flatMap(([name, field]) => (isRequired(field) ? [name] : []))
    expect(status).toBe(first ? 400 : 201)
    if (!first) return
    expect(body.code).toBe('invalid')
    expect(body.fields).toHaveProperty(first)
  })

  it.each(['id', 'version', 'createdAt', 'archivedAt', 'nonsense', '__proto__x'])(
    'refuses a written %s',
    async field => {
      const { status, body } = await call('POST', path, { payload: { ...inputOf(module), [field]: 1 } })
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid' })
      expect(body.fields).toHaveProperty([field])
    },
  )

  it('refuses to write what only the server gives', async () => {
    for (const field of Object.keys(module.given ?? {})) {
      const { status, body } = await call('POST', path, { payload: { ...inputOf(module), [field]: 1 } })
      expect(status).toBe(400)
      expect(body.fields).toHaveProperty(field)
    }
  })

  if (module.appendOnly)
    it('is neither changed nor archived: what was wrong is corrected by another', async () => {
      const row = await create()
      for (const [method, address] of [
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/restore'],
      ] as const)
        expect((await call(method, `${path}/${row.id}${address}`, { payload: {} })).status).toBe(404)
      const { body } = await call('GET', `${path}/${row.id}/history`)
      expect(body.entries).toMatchObject([{ action: 'create', version: 1, recordId: row.id }])
    })
  else {
    it('changes with If-Match, merges, and shows the current row where both changed the same', async () => {
      const row = await create()
      const title = `${String(row[changing])} changed`
      const without = await call('PATCH', `${path}/${row.id}`, { payload: { [changing]: title } })
      expect(without).toMatchObject({ status: 428, body: { code: 'base-missing' } })
      const first = await call('PATCH', `${path}/${row.id}`, {
        headers: { 'if-match': '"1"' },
        payload: { [changing]: title },
      })
      expect(first).toMatchObject({
        status: 200,
        body: { ...row, [changing]: title, version: 2, updatedAt: expect.any(String) },
      })
      const second = await call('PATCH', `${path}/${row.id}`, {
        headers: { 'if-match': '1' },
        payload: { [changing]: `${title} too` },
      })
      expect(second).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile', asks: [changing], row: { version: 2 } },
      })
    })

    it('is archived where it may be and restored, and out of the list meanwhile', async () => {
      const row = await create()
      const gone = await call('DELETE', `${path}/${row.id}`)
      if (!isArchivable(module, row)) {
        expect(gone).toMatchObject({ status: 422, body: { code: 'not-now' } })
        expect(await found(module, row)).toMatchObject([{ id: row.id }])
        return
      }
      expect(gone).toMatchObject({ status: 200, body: { version: 2, archivedAt: expect.any(String) } })
      expect(await found(module, row)).toEqual([])
      expect(await found(module, row, '&archived=true')).toEqual([gone.body])
      const back = await call('POST', `${path}/${row.id}/restore`)
      expect(back).toMatchObject({ status: 200, body: { version: 3, archivedAt: null } })
    })

    it('tells its history, the newest first, with who and what', async () => {
      const row = await create()
      const was = row[changing]
      await call('PATCH', `${path}/${row.id}`, {
        headers: { 'if-match': '1' },
        payload: { [changing]: 'Renamed by hand' },
      })
      await call('DELETE', `${path}/${row.id}`)
      const { status, body } = await call('GET', `${path}/${row.id}/history`)
      expect(status).toBe(200)
      const archived = {
        action: 'archive',
        version: 3,
        before: { archivedAt: null },
        after: { archivedAt: expect.stringMatching(/Z$/) },
      }
      expect(body.entries).toMatchObject([
        ...(isArchivable(module, row) ? [archived] : []),
        { action: 'change', version: 2, before: { [changing]: was }, after: { [changing]: 'Renamed by hand' } },
        { action: 'create', version: 1, recordId: row.id, after: { [changing]: was } },
      ])
      expect(body.entries?.[0]).toMatchObject({ actorName: expect.any(String) })
    })
  }

  it('answers 404 for what is not there, and 400 for what is no id', async () => {
    expect((await call('GET', `${path}/987654321`)).status).toBe(404)
    expect((await call('GET', `${path}/0`)).status).toBe(400)
    expect((await call('GET', `${path}/1e3x`)).status).toBe(400)
  })

  it('has one effect for one key, and refuses the key for anything else', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const payload = inputOf(module)
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', path, { headers: key, payload })))
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]!.body })
    const other = await call('POST', path, { headers: key, payload: inputOf(module) })
    expect(other).toMatchObject({ status: 422, body: { code: 'key-reuse' } })
    const bad = await call('POST', path, { headers: { 'idempotency-key': 'soon' }, payload })
    expect(bad.status).toBe(400)
  })

  it('can be sorted and narrowed by all that it offers, and by nothing else', async () => {
    for (const address of [
      '?sort=nonsense',
      '?filter[nonsense]=1',
      '?filter[id]=none',
      '?limit=101',
      '?limit=0',
      '?after=x',
      '?x=1',
    ])
      expect((await call('GET', `${path}${address}`)).status, address).toBe(400)
    for (const { field } of sortsOf(module))
      for (const sort of [field, `-${field}`])
        expect((await call('GET', `${path}?sort=${sort}`)).status, sort).toBe(200)
    for (const { name, ways } of filtersOf(module)) {
      expect((await call('GET', `${path}?filter[${name}]=none`)).status, name).toBe(ways.none ? 200 : 400)
      expect((await call('GET', `${path}?filter[${name}]=any`)).status, name).toBe(ways.any ? 200 : 400)
      const nonsense = ways.words ? '~' : ways.value && name !== 'tags' ? 'no-such-thing' : ''
      expect((await call('GET', `${path}?filter[${name}]=${nonsense}`)).status, name).toBe(400)
    }
    const { body } = await call('GET', `${path}?limit=1&total=true`)
    expect(body.rows, JSON.stringify(body)).toHaveLength(1)
    expect(body.total).toBeGreaterThan(1)
  })
})

describe('permissions', () => {
  const outsider = async () => (await signedIn(server, { permissions: ['999-a'] })).headers

  it.each(many.map(module => [module.name, module] as const))(
    'of %s are asked before anything else',
    async (_name, module) => {
      const path = apiPath(module)
      const nobody = await outsider()
      const nonsense = { payload: { nonsense: 1 }, headers: nobody }
      const answers = [
        await call('GET', `${path}?nonsense=1`, { headers: nobody }),
        await call('GET', `${path}/1`, { headers: nobody }),
        await call('GET', `${path}/1/history`, { headers: nobody }),
        await call('POST', path, nonsense),
        ...(module.appendOnly
          ? []
          : [
              await call('PATCH', `${path}/1`, nonsense),
              await call('DELETE', `${path}/1`, { headers: nobody }),
              await call('POST', `${path}/1/restore`, nonsense),
            ]),
        ...(await Promise.all(
          Object.keys(module.moves ?? {}).map(move => call('POST', `${path}/1/${move}`, nonsense)),
        )),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    },
  )

  it.each([
    ['GET', '', 'list'],
    ['GET', '/1', 'details'],
    ['POST', '', 'create'],
    ['PATCH', '/1', 'edit'],
    ['DELETE', '/1', 'edit'],
  ] as const)('open %s %s to holders of exactly %s', async (method, rest, action) => {
    const module = register.dealerBranch!
    for (const letter of letters.filter(letter => letter !== 'all')) {
      const { headers } = await signedIn(server, { permissions: [permission(module, letter)] })
      const { status } = await call(method, `${apiPath(module)}${rest}`, {
        headers,
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
      })
      expect(status === 403, `${method} with ${letter}`).toBe(letter !== action)
    }
  })
})
