import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RowScope } from '#contract/actor.ts'
import { apiPath, ownFields, snake, tableOf, type Module, type Row } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { task } from '#contract/modules/desk/task.ts'
import { permission, permissions } from '#contract/rules.ts'
import { addressOf, NOBODYS_ID, routesOf } from '../support/authz.ts'
import { sampleOf, type Made } from '../support/builders.ts'
import { metaOf } from '#contract/fields.ts'
import { ways, type Known } from '../support/row-ways.ts'
import { actorWith, addSample, job, jobTag, sampleRegister } from '../support/sample-module.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

// Many requests each; on a busy machine that is a while.
vi.setConfig({ testTimeout: 180_000 })

const everything = [...actorWith().permissions]
/** How one of each is made; a module whose rows belong to somebody has to be here. */
const makers: Record<string, { module: Module; input(n: number): object }> = {
  job: { module: job, input: n => ({ title: `Job no ${n}x`, branch: anyBranch(n), person: anyPerson(n) }) },
  user: {
    module: user,
    input: n => ({
      name: `Person no ${n}x`,
      username: `p-${n}`,
      email: `p-${n}@caredesk.example`,
      branch: anyBranch(n),
    }),
  },
  dealerBranch: { module: dealerBranch, input: n => ({ name: `Branch no ${n}x` }) },
  customer: {
    module: customer,
    input: n => ({
      name: `Customer no ${n}x`,
      phones: [{ number: `+91982000012${n}` }],
      owner: anyPerson(n),
      branch: anyBranch(n),
    }),
  },
  task: { module: task, input: n => ({ title: `Task no ${n}x`, assignedTo: anyPerson(n) ?? admin.userId }) },
  role: { module: role, input: n => ({ name: `Role no ${n}x`, permissions: ['52-a'] }) },
  jobTag: { module: jobTag, input: n => ({ label: `Tag no ${n}x` }) },
}
const EACH = 7

let server: TestApp
let admin: SignedIn
let authors: SignedIn[]
const branches: number[] = []
const known = new Map<string, Known[]>()
const anyBranch = (n: number) => [...branches, null][n % (branches.length + 1)]
const anyPerson = (n: number) => [...authors.map(({ userId }) => userId), null][n % (authors.length + 1)]

const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, person = admin) => {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: person.headers,
    ...(payload && { payload }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<Row>()
}
const sql = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[]

beforeAll(async () => {
  server = await startApp({ register: sampleRegister })
  await addSample(server.database.pool)
  admin = await signedIn(server, { permissions: everything })
  for (const name of ['North', 'South']) branches.push((await send('POST', '/dealer-branch', { name })).id)
  const twoAuthors = () => Promise.all(branches.map(branch => signedIn(server, { permissions: everything, branch })))
  authors = await twoAuthors()
  for (const [name, { module, input }] of Object.entries(makers)) {
    const rows: Known[] = []
    // Two for each module: only the latest deeds of a person are told.
    const writers = await twoAuthors()
    for (let n = 0; n < EACH; n += 1) {
      const author = writers[n % writers.length]!
      const row = await send('POST', apiPath(module), input(n), author)
      rows.push({
        id: row.id,
        title: String(row[module.title]),
        author: author.userId,
        holders: ownFields(module).map(field => row[field] as number | null),
      })
      if (n % 3 === 2) await send('DELETE', `${apiPath(module)}/${row.id}`)
    }
    known.set(name, rows)
  }
})
afterAll(() => server?.close())

/** Of a table, said a second time and in another way than the server does: whom does a row belong to? */
type Holder = { id: number; branch: number | null; scopes: Record<string, RowScope> }
async function seenBy(holder: Holder, module: Module): Promise<Set<number>> {
  const own = [module.scope?.own ?? []].flat().map(field => snake(field))
  const { branch = null } = module.scope ?? {}
  const rows = await sql<{ id: number; own: (number | null)[]; branch: number | null }>(
    `select id, array[${own.join(', ')}]::int8[] as own, ${branch ?? 'null'} as branch from ${tableOf(module)}`,
  )
  const mine = {
    all: () => true,
    own: (row: (typeof rows)[number]) => row.own.includes(holder.id),
    branch: (row: (typeof rows)[number]) => branch !== null && row.branch !== null && row.branch === holder.branch,
  }
  const scope = module.scope ? (holder.scopes[module.name] ?? 'all') : 'all'
  return new Set(rows.filter(mine[scope]).map(({ id }) => id))
}

describe('for whoever asks', () => {
  const names = Object.keys(makers)
  const scopes = fc.constantFrom<RowScope>('own', 'branch', 'all')
  const actions = fc.subarray(['list', 'details', 'edit'] as const, { minLength: 1 })
  const somebody = fc.record({
    actions: fc.record(Object.fromEntries(names.map(name => [name, actions])) as Record<string, typeof actions>),
    scopes: fc.record({ job: scopes, user: scopes, dealerBranch: scopes, customer: scopes, task: scopes }),
    branch: fc.constantFrom(0, 1, null),
    /** What changes hands while their device looks on: the how manieth row, to which branch, and whose it becomes. */
    moves: fc.array(fc.record({ row: fc.nat(EACH - 1), branch: fc.constantFrom(0, 1, null), toMe: fc.boolean() }), {
      maxLength: 5,
    }),
  })

  test('every way to hear of records tells of the same ones: those that are theirs to see', async () => {
    await fc.assert(
      fc.asyncProperty(somebody, async who => {
        const branch = who.branch === null ? null : branches[who.branch]!
        const held = names.flatMap(name => who.actions[name]!.map(action => permission(makers[name]!.module, action)))
        const person = await signedIn(server, { permissions: held, scopes: who.scopes, branch })
        const device = httpDevice(server.app, person)
        await device.load()
        for (const move of who.moves) {
          const to = move.branch === null ? null : branches[move.branch]!
          const mine = move.toMe ? person.userId : authors[0]!.userId
          await sql('update job set branch = $2, person = $3 where id = $1', [
            known.get('job')![move.row]!.id,
            to,
            mine,
          ])
          const handed = known.get('task')![move.row]!
          await sql('update task set assigned_to = $2 where id = $1', [handed.id, mine])
          handed.holders = [mine, handed.author]
          await sql('update app_user set branch = $2 where id = $1', [known.get('user')![move.row]!.id, to])
        }
        const holder = { id: person.userId, branch, scopes: who.scopes }
        const people = await seenBy(holder, user)
        const actor = { permissions: new Set(held) }
        const seesPerson = (id: number) => people.has(id)
        for (const { module } of Object.values(makers)) {
          const rows = known.get(module.name)!
          const asking = { server, module, person, actor, device, all: rows, seesPerson }
          const seen = await seenBy(holder, module)
          const expected = rows.filter(({ id }) => seen.has(id))
          for (const way of ways) {
            if (way.isFor && !way.isFor(module)) continue
            if (way.also && !held.includes(way.also)) continue
            if (way.needs && !permissions(module, way.needs).some(code => held.includes(code))) continue
            // Devices hold what their person may list, and the items of lists, which every form needs.
            const isClosed = !way.needs && !module.list && !held.includes(permission(module, 'list'))
            const open = way.tellsAll?.(asking) ? rows : expected
            const told = isClosed ? [] : open.filter(row => way.tellsOf?.(asking, row) ?? true)
            const found = new Set(await way.ids(asking))
            expect(
              rows.filter(({ id }) => found.has(id)).map(row => row.title),
              `${way.name} of ${module.name}`,
            ).toEqual(told.map(row => row.title))
          }
        }
      }),
      { numRuns: 10 },
    )
  })

  test('no module whose rows belong to somebody is left out', () => {
    const scoped = Object.values(sampleRegister).filter(({ scope }) => scope)
    expect(names).toEqual(expect.arrayContaining(scoped.map(({ name }) => name)))
  })
})

describe('a record that is out of reach', () => {
  const newcomer = { name: 'Of this branch', username: 'near', email: 'near@caredesk.example' }
  const made: Made = { item: () => null, record: () => branches[0]! }
  const attached: Record<string, object> = {
    notes: { mid: randomUUID(), text: 'Hello' },
    files: { mid: randomUUID(), name: 'a.pdf', size: 1, hash: '0'.repeat(64) },
  }
  const bodyOf = (module: Module, action: string) => {
    if (action in attached) return attached[action]!
    const args = module.moves?.[action]?.args
    if (!args) return {}
    return Object.fromEntries(
      Object.entries(args).map(([name, field]) => [name, sampleOf[metaOf(field).kind](metaOf(field), made)]),
    )
  }
  let outsider: SignedIn
  const theirs = new Map<Module, number>()
  beforeAll(async () => {
    outsider = await signedIn(server, {
      permissions: everything,
      approves: ['job'],
      branch: branches[0]!,
      scopes: { job: 'branch', user: 'branch' },
    })
    // Of their own: those above have changed hands.
    const branch = branches[1]!
    theirs.set(job, (await send('POST', apiPath(job), { title: 'Of the other branch', branch })).id)
    const person = { name: 'Of the other branch', username: 'other', email: 'other@caredesk.example', branch }
    theirs.set(user, (await send('POST', apiPath(user), person)).id)
  })
  const answerOf = async (request: object) => {
    const { statusCode, body } = await server.app.inject({ headers: outsider.headers, ...request })
    const { requestId: _, ...said } = JSON.parse(body) as Record<string, unknown>
    return { statusCode, said }
  }

  test('does not exist: every route that takes its number says what it says of a number that nobody has', async () => {
    let asked = 0
    for (const [module, id] of theirs) {
      const before = await sql(`select * from ${tableOf(module)} where id = $1`, [id])
      const about = routesOf(server).filter(
        ({ url, method }) => url.startsWith(`/api${apiPath(module)}/:id`) && method !== 'HEAD',
      )
      for (const route of about) {
        const action = route.url.split('/:id/')[1] ?? ''
        const payload = route.method === 'GET' ? {} : { payload: bodyOf(module, action) }
        const headers = { ...outsider.headers, 'if-match': '"1"' }
        const answer = (of: number) =>
          answerOf({ method: route.method, url: addressOf(route, of), headers, ...payload })
        const said = await answer(id)
        expect(said.statusCode, route.name).toBe(404)
        expect(said, route.name).toEqual(await answer(NOBODYS_ID))
        asked += 1
      }
      expect(await sql(`select * from ${tableOf(module)} where id = $1`, [id])).toEqual(before)
    }
    expect(asked).toBeGreaterThan(12)
  })

  test('does not exist either for calls that name a person', async () => {
    const shapeOf = (schema: unknown) => (schema as { shape?: object } | undefined)?.shape ?? {}
    const naming = server.app.served.filter(
      ({ schema, method }) =>
        method !== 'HEAD' && ('user' in shapeOf(schema.body) || 'user' in shapeOf(schema.querystring)),
    )
    expect(naming.length).toBeGreaterThanOrEqual(5)
    const id = theirs.get(user)!
    for (const { method, url } of naming) {
      const answer = (of: number) =>
        answerOf(method === 'GET' ? { url: `${url}?user=${of}` } : { method, url, payload: { user: of } })
      const said = await answer(id)
      expect(said.statusCode, url).toBe(404)
      expect(said, url).toEqual(await answer(NOBODYS_ID))
    }
  })

  test('cannot be made somebody else’s, nor fetched into one’s own branch', async () => {
    const id = theirs.get(job)!
    const device = httpDevice(server.app, outsider)
    const [result] = await device.push(
      device.op('job.change', id, { branch: branches[0]! }, { base: { version: 1, fields: { branch: branches[1]! } } }),
    )
    expect(result).toMatchObject({ status: 'rejected', code: 'no_access' })
    expect(result).not.toHaveProperty('row')
    expect(await sql('select branch from job where id = $1', [id])).toEqual([{ branch: branches[1]! }])
  })

  test('is not made of one that is within reach: nobody moves a row of theirs away', async () => {
    const message = 'You may only keep records in your own area.'
    const branch = branches[0]!
    const mine = new Map<Module, number>([
      [job, (await send('POST', apiPath(job), { title: 'Of this branch', branch })).id],
      [user, (await send('POST', apiPath(user), { ...newcomer, branch })).id],
    ])
    const device = httpDevice(server.app, outsider)
    for (const [module, id] of mine)
      for (const to of [branches[1]!, null]) {
        const url = `/api${apiPath(module)}/${id}`
        const headers = { ...outsider.headers, 'if-match': '"1"' }
        const answer = await server.app.inject({ method: 'PATCH', url, headers, payload: { branch: to } })
        expect(answer.statusCode, answer.body).toBe(403)
        expect(answer.json()).toMatchObject({ code: 'forbidden', message, fields: { branch: message } })
        const base = { version: 1, fields: { branch } }
        const [pushed] = await device.push(device.op(`${module.name}.change`, id, { branch: to }, { base }))
        expect(pushed).toMatchObject({ status: 'rejected', code: 'forbidden', fields: { branch: message } })
        expect(await sql(`select branch from ${tableOf(module)} where id = $1`, [id])).toEqual([{ branch }])
      }
  })

  test('is another person’s session as well: its number ends nothing, and is answered like any other', async () => {
    const other = await signedIn(server)
    const [session] = await sql<{ id: string }>('select id from user_session where user_id = $1', [other.userId])
    const end = (id: string) => answerOf({ method: 'POST', url: '/api/auth/end-sessions', payload: { id } })
    const said = await end(session!.id)
    expect(said).toEqual(await end('00000000-0000-4000-8000-000000000000'))
    expect((await server.app.inject({ url: '/api/auth/me', headers: other.headers })).statusCode).toBe(200)
  })
})
