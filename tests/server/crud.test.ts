import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRequired } from '#contract/fields.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { permission } from '#contract/rules.ts'
import type { Action } from '#contract/action.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { filtersOf } from '#contract/filters.ts'
import { sortsOf } from '#contract/sorts.ts'
import { withStamps } from '#contract/stamps.ts'
import { sampleInput, type Made } from '../support/builders.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

let server: TestApp
let headers: Record<string, string>
const made = new Map<string, number>()
const ids: Made = { item: name => made.get(name) ?? null, record: name => made.get(name) ?? null }
const modules = Object.values(register)
/** Of these people make as many as they like. */
const many = modules.filter(module => !module.single)
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
let count = 0
const inputOf = (module: Module) => sampleInput(module, ids, ++count)

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
  for (const name of ['dealerBranch', 'role', 'user', 'customer', 'product', 'part', 'unit']) {
    const { status, body } = await call('POST', apiPath(register[name]!), { payload: inputOf(register[name]!) })
    expect(status, JSON.stringify(body)).toBe(201)
    made.set(name, body.id)
  }
})
afterAll(() => server?.close())

describe.each(many.map(module => [module.name, module] as const))('%s', (_name, module) => {
  const path = apiPath(module)
  const create = async () => (await call('POST', path, { payload: inputOf(module) })).body

  it('comes back exactly as it was entered', async () => {
    const input = inputOf(module)
    const { status, body } = await call('POST', path, { payload: input })
    expect(status).toBe(201)
    // What nobody types is the writer's own, whatever was said.
    const author = { id: (body as Row).createdBy, now: (body as Row).createdAt }
    expect(body).toMatchObject({ ...withStamps(module, null, input, author), version: 1, archivedAt: null })
    expect(module.row.safeParse(body)).toMatchObject({ success: true })
    const again = await call('GET', `${path}/${body.id}`)
    expect(again).toMatchObject({ status: 200, body })
    expect(again.headers.etag).toBe('"1"')
    const list = await call('GET', `${path}?q=${encodeURIComponent(String((body as Row)[module.title]))}`)
    expect(list.body.rows).toEqual([body])
  })

  it('can be made with its title alone, or says which fields are missing', async () => {
    const { status, body } = await call('POST', path, { payload: {} })
    expect(status).toBe(400)
    expect(body.code).toBe('invalid')
    const [first] = Object.entries(module.fields).flatMap(([name, field]) => (isRequired(field) ? [name] : []))
    expect(body.fields).toHaveProperty(first!)
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
      const title = `${String(row[module.title])} changed`
      const without = await call('PATCH', `${path}/${row.id}`, { payload: { [module.title]: title } })
      expect(without).toMatchObject({ status: 428, body: { code: 'base-missing' } })
      const first = await call('PATCH', `${path}/${row.id}`, {
        headers: { 'if-match': '"1"' },
        payload: { [module.title]: title },
      })
      expect(first).toMatchObject({
        status: 200,
        body: { ...row, [module.title]: title, version: 2, updatedAt: expect.any(String) },
      })
      const second = await call('PATCH', `${path}/${row.id}`, {
        headers: { 'if-match': '1' },
        payload: { [module.title]: `${title} too` },
      })
      expect(second).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile', asks: [module.title], row: { version: 2 } },
      })
    })

    it('is archived and restored, and out of the list meanwhile', async () => {
      const row = await create()
      const gone = await call('DELETE', `${path}/${row.id}`)
      expect(gone).toMatchObject({ status: 200, body: { version: 2, archivedAt: expect.any(String) } })
      const q = encodeURIComponent(String(row[module.title]))
      expect((await call('GET', `${path}?q=${q}`)).body.rows).toEqual([])
      expect((await call('GET', `${path}?q=${q}&archived=true`)).body.rows).toEqual([gone.body])
      const back = await call('POST', `${path}/${row.id}/restore`)
      expect(back).toMatchObject({ status: 200, body: { version: 3, archivedAt: null } })
    })

    it('tells its history, the newest first, with who and what', async () => {
      const row = await create()
      const was = row[module.title]
      await call('PATCH', `${path}/${row.id}`, {
        headers: { 'if-match': '1' },
        payload: { [module.title]: 'Renamed by hand' },
      })
      await call('DELETE', `${path}/${row.id}`)
      const { status, body } = await call('GET', `${path}/${row.id}/history`)
      expect(status).toBe(200)
      expect(body.entries).toMatchObject([
        {
          action: 'archive',
          version: 3,
          before: { archivedAt: null },
          after: { archivedAt: expect.stringMatching(/Z$/) },
        },
        { action: 'change', version: 2, before: { [module.title]: was }, after: { [module.title]: 'Renamed by hand' } },
        { action: 'create', version: 1, recordId: row.id, after: { [module.title]: was } },
      ])
      expect(body).toMatchObject({ entries: [{ actorName: expect.any(String) }, {}, {}] })
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
