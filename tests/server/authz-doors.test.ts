import { request as httpRequest, Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiPath, tableOf, type Module, type Row } from '#contract/module.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { can, permission } from '#contract/rules.ts'
import { admits } from '#server/plugins/permission.ts'
import {
  addressOf,
  crowd,
  forEachOf,
  isGuarded,
  NOBODYS_ID,
  routesOf,
  sumOfEverything,
  type Route,
} from '../support/authz.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

// Thousands of requests each; on a busy machine that is a while.
vi.setConfig({ testTimeout: 180_000 })

let server: TestApp
let routes: Route[]
let personWith: ReturnType<typeof crowd>
const log: string[] = []

beforeAll(async () => {
  server = await startApp({ env: { logLevel: 'info' }, log: line => void log.push(line) })
  routes = routesOf(server)
  personWith = crowd(server)
})
afterAll(() => server.close())

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[]
const modules = Object.values(register)

describe('an address', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const

  test('answers the methods that it is served by, and no other', async () => {
    const { headers } = await personWith(allPermissions)
    const served = new Set(routes.map(({ name }) => name))
    const before = await sumOfEverything(server.database.pool)
    // The same letters mean another route where an address has a word in the place of a number.
    const urls = [...new Set(routes.map(({ url }) => url))]
    const matching = (method: string, url: string) =>
      urls.some(other => served.has(`${method} ${other}`) && pattern(other).test(addressOf({ url })))
    await forEachOf(urls, async url => {
      for (const method of METHODS) {
        if (matching(method, url)) continue
        const answer = await server.app.inject({ method: method as 'GET', url: addressOf({ url }), headers })
        expect([404, 405], `${method} ${url}: ${answer.statusCode}`).toContain(answer.statusCode)
      }
    })
    expect(await sumOfEverything(server.database.pool)).toEqual(before)
  })
  const pattern = (url: string) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)

  test('takes its method from nowhere else', async () => {
    const reader = await personWith([permission(dealerBranch, 'list'), permission(dealerBranch, 'details')])
    const [branch] = await sql<{ id: number }>(
      `insert into dealer_branch (id, created_by, updated_by, name) values (7001, 1, 1, 'Stays') returning id`,
    )
    const before = await sumOfEverything(server.database.pool)
    const url = `/api${apiPath(dealerBranch)}/${branch!.id}`
    for (const method of ['DELETE', 'PATCH', 'PUT', 'POST']) {
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
        const answer = await server.app.inject({ url, headers: { ...reader.headers, [name]: method } })
        expect(answer.json(), name).toMatchObject({ name: 'Stays', archivedAt: null })
      }
      const list = await server.app.inject({
        url: `/api${apiPath(dealerBranch)}?_method=${method}`,
        headers: reader.headers,
      })
      expect(list.statusCode).toBe(400)
    }
    expect(await sumOfEverything(server.database.pool)).toEqual(before)
  })
})

describe('an address in another spelling', () => {
  /** What routers and what stands before them have been known to read differently. */
  const spellings: ((path: string) => string)[] = [
    path => `/${path}`,
    path => path.replace('/api/', '//api//'),
    path => path.replace('/api/', '/api//'),
    path => `${path}/`,
    path => `${path}//`,
    path => `${path}/.`,
    path => `${path}/..`,
    path => `/.${path}`,
    path => `/x/..${path}`,
    path => `/%2e${path}`,
    path => `/x/%2e%2e${path}`,
    path => path.replace('/api/', '/api/./'),
    path => path.replace('/api/', '/api/%2e/'),
    path => path.replace('/api/', '/api/x/../'),
    path => path.replace('/api/', '/api/x/%2e%2e/'),
    path => path.replace('/api/', '/api%2f'),
    path => path.replace('/api/', '/api%2F'),
    path => path.replace('/api/', '/api%5c'),
    path => path.replace('/api/', '/api\\'),
    path => path.toUpperCase(),
    path => path.replace('/api', '/API'),
    path => path.replace('/api', '/Api'),
    path => `${path};a=b`,
    path => path.replace('/api', '/api;a=b'),
    path => `${path}%00`,
    path => `${path}%20`,
    path => `${path}%09`,
    path => `${path}%0a`,
    path => `${path}.json`,
    path => `${path}%23`,
    path => `${path}%3f`,
    path => path.replace('/api', '/%61pi'),
    path => path.replace('/api', '/%2561pi'),
    path => path.replace('/api', '/%EF%BD%81pi'),
    path => path.replace('/api', '/api%E2%80%8B'),
  ]
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  afterAll(() => agent.destroy())

  /** As it stands, without a client that tidies it up. */
  const raw = (base: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(base)
      httpRequest({ agent, hostname, port, path, headers }, answer => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', part => (body += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      })
        .on('error', reject)
        .end()
    })

  test('never comes to a handler past the rule', async () => {
    const base = await server.url()
    const none = await personWith([])
    expect(spellings.length).toBeGreaterThan(30)
    const closed = routes.filter(({ method, may }) => method === 'GET' && may !== 'public')
    const wrong: string[] = []
    await forEachOf(closed, async (route, at) => {
      // Every route in a third of the spellings, every spelling on many routes.
      for (const [index, spell] of spellings.entries()) {
        if ((index + at) % 3 !== 0) continue
        const path = spell(addressOf(route))
        const nobody = await raw(base, path, {})
        if (![400, 401, 404].includes(nobody.status)) wrong.push(`nobody ${path}: ${nobody.status}`)
        if (!isGuarded(route)) continue
        const signed = await raw(base, path, none.headers)
        if (![400, 403, 404].includes(signed.status)) wrong.push(`${path}: ${signed.status}`)
      }
    })
    expect(wrong).toEqual([])
  })
})

describe('what is written', () => {
  const CLASSICS = [
    'id',
    'version',
    'createdAt',
    'createdBy',
    'updatedAt',
    'updatedBy',
    'archivedAt',
    'stage',
    'list',
    'role_ids',
    'role',
    'is_admin',
    'isAdmin',
    'admin',
    'permissions',
    'password',
    'password_hash',
    'passwordHash',
    'tenant',
    'tenant_id',
    'status',
    'state',
    'price',
    'paid_at',
    'invitedAt',
    'avatar',
    'home',
    'scopes',
  ]
  const camel = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

  /** Every column of its table that is no field of its form, in both spellings, and what others have fallen for. */
  async function strangersTo(module: Module, shape: object): Promise<string[]> {
    const columns = await sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
      [tableOf(module)],
    )
    const names = columns.flatMap(({ name }) => [name, camel(name)])
    return [...new Set([...names, ...CLASSICS])].filter(name => !(name in shape))
  }

  test('holds nothing that its form does not have: each such field is refused by name, and nothing happens', async () => {
    const { headers } = await personWith(allPermissions)
    const before = await sumOfEverything(server.database.pool)
    let asked = 0
    for (const module of modules) {
      const doors = [
        ...(module.single || module.madeByServer
          ? []
          : [{ method: 'POST' as const, url: `/api${apiPath(module)}`, shape: module.input.shape }]),
        ...(module.appendOnly
          ? []
          : [{ method: 'PATCH' as const, url: `/api${apiPath(module)}/${NOBODYS_ID}`, shape: module.change.shape }]),
      ]
      for (const { method, url, shape } of doors) {
        const strangers = await strangersTo(module, shape)
        // All at once are told one by one; that each alone is refused is then the schema's own strictness.
        const payload = Object.fromEntries(strangers.map(name => [name, 1]))
        const answer = await server.app.inject({
          method,
          url,
          payload,
          headers: { ...headers, 'if-match': '"1"' },
        })
        expect(answer.statusCode, `${method} ${url}`).toBe(400)
        const { fields } = answer.json<{ fields: Record<string, string> }>()
        expect(Object.keys(fields), `${method} ${url}`).toEqual(expect.arrayContaining(strangers))
        for (const name of strangers.slice(0, 3)) {
          const alone = await server.app.inject({ method, url, payload: { [name]: 1 }, headers })
          expect(alone.statusCode, `${method} ${url} ${name}`).toBe(400)
        }
        asked += strangers.length
      }
    }
    expect(asked).toBeGreaterThan(1_500)
    expect(await sumOfEverything(server.database.pool)).toEqual(before)
  })

  test('by somebody who is not signed in holds no rights either', async () => {
    const person = {
      name: 'Mallory',
      username: 'mallory',
      email: 'm@caredesk.example',
      password: 'a long enough one 42',
    }
    const before = await sumOfEverything(server.database.pool)
    for (const more of [
      { roles: [1] },
      { permissions: ['60-c'] },
      { stage: 'active' },
      { status: 'active' },
      { is_admin: true },
      { anyStatus: true },
      { branch: 1 },
    ]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-up',
        payload: { ...person, ...more },
      })
      expect(answer.statusCode, JSON.stringify(more)).toBe(400)
    }
    expect(await sumOfEverything(server.database.pool)).toEqual(before)
  })
})

describe('rights that change while somebody is signed in', () => {
  const guarded = () => routes.filter(isGuarded).filter(({ method }) => method === 'GET')
  const opened = async (person: SignedIn) => {
    const names = new Set<string>()
    await forEachOf(guarded(), async route => {
      const { statusCode } = await server.app.inject({ url: addressOf(route), headers: person.headers })
      if (statusCode !== 403) names.add(route.name)
    })
    return guarded()
      .map(({ name }) => name)
      .filter(name => names.has(name))
  }
  const openTo = (codes: readonly string[]) =>
    guarded()
      .filter(({ may }) => may.some(code => codes.includes(code)))
      .map(({ name }) => name)

  test('hold at the next request, on every route, by the token that is there already', async () => {
    const person = await signedIn(server, { permissions: ['52-a', '100-a'] })
    expect(await opened(person)).toEqual(openTo(['52-a', '100-a']))
    await sql(`update role set permissions = '{60-d,101-a}' where id = $1`, [person.roleId])
    expect(await opened(person)).toEqual(openTo(['60-d', '101-a']))
    await sql('update role set archived_at = now() where id = $1', [person.roleId])
    expect(await opened(person)).toEqual([])
    await sql(`update role set archived_at = null where id = $1`, [person.roleId])
    await sql(`update app_user set roles = '{}' where id = $1`, [person.userId])
    expect(await opened(person)).toEqual([])
    await sql(`update app_user set stage = 'off' where id = $1`, [person.userId])
    const answer = await server.app.inject({ url: '/api/auth/me', headers: person.headers })
    expect(answer.statusCode).toBe(401)
  })

  test('hold for what waits on a device as well: each change is judged when it arrives', async () => {
    const person = await signedIn(server, { permissions: ['52-a', '52-b', '52-c'] })
    const device = httpDevice(server.app, person)
    const ids = [await device.newId(), await device.newId()]
    const [first, second] = ids.map(id => device.op('dealerBranch.create', id, { name: `Waits ${id}` }))
    expect(await device.push(first!)).toMatchObject([{ status: 'applied' }])
    await sql(`update role set permissions = '{52-a}' where id = $1`, [person.roleId])
    expect(await device.push(second!)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    await sql(`update app_user set stage = 'off' where id = $1`, [person.userId])
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      payload: device.envelope([second!]),
      headers: person.headers,
    })
    expect(answer.statusCode).toBe(401)
    expect(await sql('select id from dealer_branch where id = any($1)', [ids])).toEqual([{ id: ids[0] }])
  })
})

describe('a permission', () => {
  const odd = fc.oneof(
    fc.constantFrom(
      '',
      '*',
      '52',
      '-a',
      '52-',
      '52-A',
      '52_a',
      ' 52-a',
      '52-a ',
      '052-a',
      '52-aa',
      '152-a',
      '5２-a',
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'hasOwnProperty',
      'valueOf',
      'length',
      '0',
      'true',
      'anyone',
      'public',
    ),
    fc.string(),
  )
  const held = fc.array(fc.oneof(odd, fc.constantFrom(...allPermissions)), { maxLength: 6 })

  test('opens exactly what is asked for by its own name, whatever else somebody holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allPermissions), held, (asked, codes) => {
        expect(admits([asked], new Set(codes))).toBe(codes.some(code => code === asked))
        const [number, letter] = asked.split('-')
        if (letter !== 'a') return
        const module = { code: Number(number), wide: undefined }
        expect(can({ permissions: new Set(codes) }, module, 'list')).toBe(codes.some(code => code === asked))
      }),
      { numRuns: 2_000 },
    )
  })

  test('that more is added to never closes what was open', () => {
    const some = fc.subarray(allPermissions)
    fc.assert(
      fc.property(some, held, fc.subarray(allPermissions, { minLength: 1 }), (codes, more, may) => {
        const before = admits(may, new Set(codes))
        expect(admits(may, new Set([...codes, ...more]))).toBe(before || admits(may, new Set(more)))
      }),
    )
  })
})

describe('who is refused', () => {
  test('is written down with person, route and what was missing, and without what they sent', async () => {
    const person = await signedIn(server, { permissions: [] })
    const planted = 'planted-body-5d1c'
    log.length = 0
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api${apiPath(dealerBranch)}?secret=${planted}`,
      headers: { ...person.headers, 'user-agent': 'test' },
      payload: { name: planted },
    })
    expect(answer.statusCode).toBe(403)
    const events = await sql<Row>(`select * from audit_event where actor = $1 and kind = 'denied'`, [person.userId])
    expect(events).toMatchObject([
      {
        subject: `POST /api${apiPath(dealerBranch)}`,
        details: { may: [permission(dealerBranch, 'create')] },
        address: '127.0.0.1',
        request_id: answer.headers['x-request-id'],
      },
    ])
    expect(JSON.stringify(events)).not.toContain(planted)
    expect(log.join('')).not.toContain(planted)
  })

  test('is written down for every route that asks for a permission', async () => {
    const person = await signedIn(server, { permissions: [] })
    const guarded = routes.filter(isGuarded).filter(({ method }) => method !== 'HEAD')
    for (const route of guarded)
      await server.app.inject({ method: route.method as 'GET', url: addressOf(route), headers: person.headers })
    const events = await sql<{ subject: string }>(
      `select subject from audit_event where actor = $1 and kind = 'denied' order by id`,
      [person.userId],
    )
    expect(events.map(({ subject }) => subject)).toEqual(guarded.map(({ name }) => name))
  })
})
