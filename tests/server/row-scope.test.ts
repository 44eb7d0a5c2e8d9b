import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RowScope } from '#contract/actor.ts'
import { apiPath, ownFields, snake, tableOf, type Module, type Row } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { dealer } from '#contract/modules/people/dealer.ts'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { replacement } from '#contract/modules/service/replacement.ts'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { task } from '#contract/modules/desk/task.ts'
import { NOTE, opOf, SCAN } from '#contract/intent.ts'
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
type Maker = {
  module: Module
  input(n: number): object
  /** Where it is made on the way of another record. */
  make?(n: number, author: SignedIn): Promise<Row>
  /** What has a name by which it could be found is not put away. */
  stays?: true
}
/** How one of each is made; a module whose rows belong to somebody has to be here. */
const makers: Record<string, Maker> = {
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
  dealer: { module: dealer, input: n => ({ name: `Dealer no ${n}x`, type, manager: anyPerson(n) }) },
  customer: {
    module: customer,
    input: n => ({
      name: `Customer no ${n}x`,
      phones: [{ number: `+91982000012${n}` }],
      owner: anyPerson(n),
      branch: anyBranch(n),
    }),
  },
  inquiry: {
    module: inquiry,
    input: n => ({
      name: `Inquiry no ${n}x`,
      phone: `+91982000022${n}`,
      source,
      assignedTo: anyPerson(n) ?? admin.userId,
      dealerBranch: anyBranch(n),
    }),
  },
  order: { module: order, input: n => sale(n) },
  cashOrder: {
    module: cashOrder,
    input: () => ({}),
    async make(n, author) {
      const { id } = await confirmed(n, author)
      const found = await sql<{ id: number }>('select id from cash_order where "order" = $1', [id])
      // Only where no money is to come any more is it put away.
      if (isPutAway(n)) await sql(`update cash_order set stage = 'cancelled' where id = $1`, [found[0]!.id])
      return read(cashOrder, found[0]!.id)
    },
  },
  maintenance: {
    module: maintenance,
    input: n => ({
      name: `Job no ${n}x`,
      phone: `+91982000033${n}`,
      product,
      assignedTo: anyPerson(n),
      dealerBranch: anyBranch(n),
    }),
    async make(n, author) {
      const made = await send('POST', '/maintenance', makers.maintenance!.input(n), author)
      return isPutAway(n) ? send('POST', `/maintenance/${made.id}/cancel`, { cancelReason: 'x' }, author) : made
    },
  },
  replacement: {
    module: replacement,
    input: () => ({}),
    // Nothing is replaced twice: each has a device of its own.
    async make(n, author) {
      const owner = await send('POST', '/customer', { name: `Owner ${n}`, phones: [{ number: `+91982000044${n}` }] })
      const device = { serial: `OLD-${(oldDevices += 1)}`, product, customer: owner.id }
      const { id: oldUnit } = await send('POST', '/unit', device)
      const input = { oldUnit, product, reason, mode: 'noReturn', name: `Swap no ${n}x`, phone: `+91982000033${n}` }
      const whose = { assignedTo: anyPerson(n), dealerBranch: anyBranch(n) }
      const made = await send('POST', '/replacement', { ...input, ...whose }, author)
      return isPutAway(n) ? send('POST', `/replacement/${made.id}/cancel`, { cancelReason: 'x' }, author) : made
    },
  },
  payment: {
    module: payment,
    input: () => ({}),
    make: async (n, author) => send('POST', '/payment', { order: (await confirmed(n)).id, amount: 100 + n }, author),
  },
  orderCancel: {
    module: orderCancel,
    input: () => ({}),
    async make(n, author) {
      const { id, lines } = await confirmed(n)
      const [line] = lines as { id: number }[]
      return send(
        'POST',
        '/order-cancel',
        { order: id, reason: `Reason ${n}x`, lines: [{ line: line!.id, qty: 1 }] },
        author,
      )
    },
  },
  dispatch: {
    module: dispatch,
    input: () => ({}),
    async make(n, author) {
      const { id, lines } = await confirmed(n)
      const [line] = lines as { id: number }[]
      const items = [{ line: line!.id, product, qty: 1 }]
      const made = await send('POST', '/dispatch', { order: id, items }, author)
      // Only what is cancelled is put away.
      return isPutAway(n) ? send('POST', `/dispatch/${made.id}/cancel`, {}, author) : made
    },
  },
  heldPart: {
    module: heldPart,
    input: () => ({}),
    async make(n, author) {
      const { id: part } = await send('POST', '/part', { code: `PART-${n}`, name: `Part no ${n}x` })
      const goods = { part, qty: 1, cause: 'move' }
      await send('POST', '/stock-move', { ...goods, from: 'supplier', to: 'stock' })
      const person = anyPerson(n) ?? admin.userId
      await send('POST', '/stock-move', { ...goods, from: 'stock', to: 'technician', person }, author)
      const found = await sql<{ id: number }>('select id from held_part where part = $1', [part])
      return read(heldPart, found[0]!.id)
    },
    stays: true,
  },
  orderInvoice: {
    module: orderInvoice,
    input: () => ({}),
    async make(n, author) {
      const { id } = await send('POST', '/order-invoice', { order: (await confirmed(n)).id }, author)
      return send('POST', `/order-invoice/${id}/issue`, {}, author)
    },
    stays: true,
  },
  maintenanceInvoice: {
    module: maintenanceInvoice,
    input: () => ({}),
    async make(n, author) {
      const charges = [{ label: 'Visit', amount: 10_000 + n }]
      const { id } = await send('POST', '/maintenance', { ...makers.maintenance!.input(n), charges }, author)
      await sql(`update maintenance set stage = 'repaired' where id = $1`, [id])
      const made = await send('POST', '/maintenance-invoice', { maintenance: id }, author)
      return send('POST', `/maintenance-invoice/${made.id}/issue`, {}, author)
    },
    stays: true,
  },
  task: { module: task, input: n => ({ title: `Task no ${n}x`, assignedTo: anyPerson(n) ?? admin.userId }) },
  role: { module: role, input: n => ({ name: `Role no ${n}x`, permissions: ['52-a'] }) },
  jobTag: { module: jobTag, input: n => ({ label: `Tag no ${n}x` }) },
}
const EACH = 7
const isPutAway = (n: number) => n % 3 === 2

const sale = (n: number) => ({
  name: `Buyer no ${n}x`,
  phone: `+91982000033${n}`,
  lines: [{ product, qty: 2, unitPrice: 1_000 }],
  paymentMode: 'cash',
  assignedTo: anyPerson(n),
  dealerBranch: anyBranch(n),
})
/** By somebody else than the author of what follows from it: of their deeds only the latest are told. */
const confirmed = async (n: number, author = admin) => {
  const { id } = await send('POST', '/order', sale(n), author)
  return send('POST', `/order/${id}/confirmShort`, {}, author)
}

let server: TestApp
let admin: SignedIn
let authors: SignedIn[]
/** Every inquiry came from somewhere, every order is of something, and every dealer of some type. */
let source: number
let product: number
let reason: number
let type: number
let oldDevices = 0
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
const read = async (module: Module, id: number) => {
  const url = `/api${apiPath(module)}/${id}`
  return (await server.app.inject({ method: 'GET', url, headers: admin.headers })).json<Row>()
}
const sql = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[]

beforeAll(async () => {
  server = await startApp({ register: sampleRegister })
  await addSample(server.database.pool)
  admin = await signedIn(server, { permissions: everything })
  source = (await send('POST', '/list/source', { label: 'Phone' })).id
  product = (await send('POST', '/product', { sku: 'P', name: 'Cap', price: 1_000, serialised: false })).id
  reason = (await send('POST', '/list/return-reason', { label: 'Defective' })).id
  type = (await send('POST', '/list/dealer-type', { label: 'Distributor' })).id
  for (const name of ['North', 'South']) branches.push((await send('POST', '/dealer-branch', { name })).id)
  const twoAuthors = () => Promise.all(branches.map(branch => signedIn(server, { permissions: everything, branch })))
  authors = await twoAuthors()
  for (const [name, { module, input, make, stays }] of Object.entries(makers)) {
    const rows: Known[] = []
    // Two for each module: only the latest deeds of a person are told.
    const writers = await twoAuthors()
    for (let n = 0; n < EACH; n += 1) {
      const author = writers[n % writers.length]!
      const row = await (make ? make(n, author) : send('POST', apiPath(module), input(n), author))
      rows.push({
        id: row.id,
        title: String(row[module.title]),
        author: author.userId,
        holders: ownFields(module).map(field => row[field] as number | null),
      })
      if (isPutAway(n) && !module.appendOnly && !stays) await send('DELETE', `${apiPath(module)}/${row.id}`)
    }
    known.set(name, rows)
  }
})
afterAll(() => server?.close())

/** Of a table, said a second time and in another way than the server does: whom does a row belong to? */
type Holder = { id: number; branch: number | null; scopes: Record<string, RowScope>; held: readonly string[] }
/** Of several modules whose permissions open a module, the one that shows the most of it counts. */
function scopeOf({ scopes, held }: Holder, module: Module): RowScope {
  const others = Object.values(module.also ?? {}).flat()
  const isOpenedBy = (other: Module) =>
    other === module || others.some(code => code.startsWith(`${other.code}-`) && held.includes(code))
  const opening = Object.values(sampleRegister).filter(isOpenedBy)
  const found = opening.map(other => scopes[other.name] ?? 'all')
  return (['all', 'branch', 'own'] as const).find(scope => found.includes(scope))!
}
async function seenBy(holder: Holder, module: Module): Promise<Set<number>> {
  const own = [module.scope?.own ?? []].flat().map(field => snake(field))
  const { branch = null } = module.scope ?? {}
  const rows = await sql<{ id: number; own: (number | null)[]; branch: number | null }>(
    `select id, array[${own.join(', ')}]::int8[] as own, ${branch === null ? 'null' : snake(branch)} as branch from ${tableOf(module)}`,
  )
  const mine = {
    all: () => true,
    own: (row: (typeof rows)[number]) => row.own.includes(holder.id),
    branch: (row: (typeof rows)[number]) => branch !== null && row.branch !== null && row.branch === holder.branch,
  }
  const scope = module.scope ? scopeOf(holder, module) : 'all'
  return new Set(rows.filter(mine[scope]).map(({ id }) => id))
}

describe('for whoever asks', () => {
  const names = Object.keys(makers)
  const scopes = fc.constantFrom<RowScope>('own', 'branch', 'all')
  const actions = fc.subarray(['list', 'details', 'edit'] as const, { minLength: 1 })
  const somebody = fc.record({
    actions: fc.record(Object.fromEntries(names.map(name => [name, actions])) as Record<string, typeof actions>),
    scopes: fc.record({
      job: scopes,
      user: scopes,
      dealerBranch: scopes,
      dealer: scopes,
      customer: scopes,
      task: scopes,
      inquiry: scopes,
      order: scopes,
      orderCancel: scopes,
      cashOrder: scopes,
      payment: scopes,
      dispatch: scopes,
      orderInvoice: scopes,
      maintenanceInvoice: scopes,
      replacement: scopes,
    }),
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
        const holder = { id: person.userId, branch, scopes: who.scopes, held }
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
            const isClosed =
              !way.needs && !module.list && !permissions(module, 'list').some(code => held.includes(code))
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
      // Each asks for thousands of records; the deep tier and whoever runs this file take more people.
      { numRuns: process.env.TIER === 'fast' ? 4 : 10 },
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

  test('does not exist either for what is pushed: every action says of it what it says of a number that nobody has', async () => {
    const device = httpDevice(server.app, outsider)
    let asked = 0
    for (const [module, id] of theirs)
      for (const action of ['change', 'archive', 'restore', NOTE, SCAN, ...Object.keys(module.moves ?? {})]) {
        const args =
          action === NOTE
            ? { id: await device.newId(), text: 'Hello' }
            : action === SCAN
              ? { mode: 'lookUp' }
              : bodyOf(module, action)
        const answer = async (of: number) => {
          const op = device.op(opOf(module, action), of, { ...args }, { base: { version: 1, fields: {} } })
          const [{ mid: _, ...said } = { mid: '' }] = await device.push(op)
          return said
        }
        const said = await answer(id)
        expect(said, `${module.name}.${action}`).toMatchObject({ status: 'rejected', code: 'not_found' })
        expect(said, `${module.name}.${action}`).toEqual(await answer(NOBODYS_ID))
        asked += 1
      }
    expect(asked).toBeGreaterThan(10)
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
    expect(result).toMatchObject({ status: 'rejected', code: 'not_found' })
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
