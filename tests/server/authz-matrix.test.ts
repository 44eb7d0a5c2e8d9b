import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PUSH_LIMIT, type PushAnswer, type PushResult } from '#contract/calls/push.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { can, mayMove } from '#contract/rules.ts'
import type { Actor } from '#contract/actor.ts'
import { admits } from '#server/plugins/permission.ts'
import {
  addressOf,
  crowd,
  forEachOf,
  isGuarded,
  matrixText,
  NOBODYS_ID,
  nonsenseWish,
  routesOf,
  sumOfEverything,
  wishesOf,
  type Route,
  type Wish,
} from '../support/authz.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

// Thousands of requests each; on a busy machine that is a while.
vi.setConfig({ testTimeout: 180_000 })

const FILE = 'tests/spec/authz.matrix.json'
const REWRITE = 'CAREDESK_WRITE_MATRIX=1 npx vitest run --project server tests/server/authz-matrix.test.ts'

let server: TestApp
let routes: Route[]
let wishes: Wish[]
let personWith: ReturnType<typeof crowd>

beforeAll(async () => {
  server = await startApp()
  routes = routesOf(server)
  wishes = wishesOf(register)
  personWith = crowd(server)
})
afterAll(() => server.close())

// A body that no route understands: whoever may not pass must not learn that.
const NONSENSE = { thisFieldDoesNotExist: true }
const call = (route: Route, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: route.method as 'GET',
    url: addressOf(route),
    headers,
    ...(route.method === 'GET' || route.method === 'HEAD' ? {} : { payload: NONSENSE }),
  })
const ask = async (route: Route, headers?: Record<string, string>) => (await call(route, headers)).statusCode

/** The routes that did not answer as expected, by name. */
async function strays(of: readonly Route[], expected: (route: Route) => number, headers?: Record<string, string>) {
  const wrong: string[] = []
  await forEachOf(of, async route => {
    const status = await ask(route, headers)
    if (status !== expected(route)) wrong.push(`${route.name}: ${status}`)
  })
  return wrong
}
/** Does it, and expects that no table has changed by it. */
async function withoutEffect(work: () => Promise<void>) {
  const before = await sumOfEverything(server.database.pool)
  await work()
  expect(await sumOfEverything(server.database.pool)).toEqual(before)
}
const closed = () => routes.filter(({ may }) => may !== 'public')
const guarded = () => routes.filter(isGuarded)
/** HEAD has the rule of GET, which is looked at once for all. */
const withoutHeads = <R extends Route>(of: readonly R[]) => of.filter(({ method }) => method !== 'HEAD')
const but = (may: readonly string[]) => allPermissions.filter(code => !may.includes(code))
const actorOf = (codes: readonly string[]): Actor => ({
  id: 1,
  permissions: new Set(codes),
  branch: null,
  scopes: {},
  approves: new Set(Object.keys(register)),
  statusPermission: 'all',
})

describe('the table of rights', () => {
  test(`is the one that was agreed on (${FILE})`, () => {
    const now = matrixText(routes, wishes)
    if (process.env.CAREDESK_WRITE_MATRIX) writeFileSync(FILE, now)
    const lines = (text: string) => new Set(text.split('\n').map(line => line.replace(/,$/, '')))
    const [agreed, served] = [lines(readFileSync(FILE, 'utf8')), lines(now)]
    expect(
      {
        'served, but not agreed on': [...served].filter(line => !agreed.has(line)),
        'agreed on, but not served': [...agreed].filter(line => !served.has(line)),
      },
      `Who may do what has changed. If that is meant: ${REWRITE}, and look at the difference.`,
    ).toEqual({ 'served, but not agreed on': [], 'agreed on, but not served': [] })
  })

  test('knows every route and every wish once, and every permission that a rule asks for', () => {
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
    expect(new Set(wishes.map(({ name }) => name)).size).toBe(wishes.length)
    expect(guarded().length).toBeGreaterThan(200)
    expect(wishes.length).toBeGreaterThan(130)
    const asked = new Set([...guarded(), ...wishes].flatMap(({ may }) => may))
    expect([...asked].filter(code => !allPermissions.includes(code))).toEqual([])
  })

  test('leaves open to everybody only how people come in, whether the server lives, and the page of a customer', () => {
    const open = routes.filter(({ may, method }) => may === 'public' && method !== 'HEAD').map(({ name }) => name)
    expect(open.sort()).toEqual([
      'GET /api/auth/door',
      // A browser sends no token with a socket: it is opened with a ticket that works once.
      'GET /api/live',
      // The secret in the address is the right to it.
      'GET /c/:token',
      'GET /c/style.css',
      'GET /live',
      'GET /ready',
      'POST /api/auth/forgot-password',
      'POST /api/auth/link',
      'POST /api/auth/reset-password',
      'POST /api/auth/revoke',
      'POST /api/auth/sign-in',
      'POST /api/auth/sign-out',
      'POST /api/auth/sign-up',
      'POST /c/:token',
    ])
  })

  test('says of HEAD what it says of GET', () => {
    const heads = routes.filter(({ method }) => method === 'HEAD')
    expect(heads.length).toBeGreaterThan(80)
    for (const { url, may, pending, confirm } of heads)
      expect(routes.find(route => route.method === 'GET' && route.url === url)).toMatchObject({ may, pending, confirm })
  })

  // One request for each would be a hundred thousand: here the rule itself is asked, and its edges below by request.
  test('lets in by exactly the permissions that it names, each taken alone', () => {
    const wrong: string[] = []
    for (const code of allPermissions) {
      const actor = actorOf([code])
      for (const { name, may } of guarded())
        if (admits(may, actor.permissions) !== may.includes(code)) wrong.push(`${name} ${code}`)
      for (const { name, module, action, may } of wishes) {
        const move = module.moves?.[action]
        const plain = action === 'create' ? 'create' : 'edit'
        const allowed = move ? mayMove(module, move, actor) : can(actor, module, plain)
        if (allowed !== may.includes(code)) wrong.push(`${name} ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('every route', () => {
  const sql = (text: string, values: unknown[]) => server.database.pool.query(text, values)
  const everything = { permissions: allPermissions }

  test('is closed to nobody, and to tokens that open nothing (any more)', async () => {
    const [expired, revoked, off, archived] = await Promise.all([1, 2, 3, 4].map(() => signedIn(server, everything)))
    await sql(`update user_session set created_at = now() - interval '91 days', seen_at = now() where user_id = $1`, [
      expired!.userId,
    ])
    await sql(`update user_session set ended_at = now(), ended_because = 'ended' where user_id = $1`, [revoked!.userId])
    await sql(`update app_user set stage = 'off' where id = $1`, [off!.userId])
    await sql(`update app_user set archived_at = now() where id = $1`, [archived!.userId])
    const invited = await signedIn(server, { ...everything, stage: 'invited' })
    await withoutEffect(async () => {
      expect(await strays(closed(), () => 401)).toEqual([])
      for (const token of [
        { authorization: `Bearer ${'x'.repeat(43)}` },
        ...[expired, revoked, off, archived, invited].map(person => person!.headers),
      ])
        expect(await strays(withoutHeads(closed()), () => 401, token)).toEqual([])
    })
  })

  test('is closed to a person who waits for approval with all permissions, but for a few of their own', async () => {
    const pending = await signedIn(server, { ...everything, stage: 'pending' })
    const waiting = closed().filter(route => route.pending)
    expect(waiting.map(({ name }) => name).filter(name => !/^\w+ \/api\/auth\//.test(name))).toEqual([])
    await withoutEffect(async () => {
      await forEachOf(
        closed().filter(route => !route.pending),
        async route => {
          const answer = await call(route, pending.headers)
          expect(answer.statusCode, route.name).toBe(403)
          if (route.method !== 'HEAD') expect(answer.json(), route.name).toMatchObject({ code: 'pending' })
        },
      )
      for (const route of waiting) expect([401, 403], route.name).not.toContain(await ask(route, pending.headers))
    })
  })

  test('is closed to whoever has no permission, though they are signed in', async () => {
    const { headers } = await personWith([])
    await withoutEffect(async () => expect(await strays(guarded(), () => 403, headers)).toEqual([]))
    const free = routes.filter(({ may }) => may === 'anyone')
    for (const route of free.filter(route => !route.confirm))
      expect([401, 403], route.name).not.toContain(await ask(route, headers))
  })

  test('is closed to whoever has every permission but those that it names, and nothing happens', async () => {
    const people = new Map<Route, SignedIn>()
    await forEachOf(guarded(), async route => people.set(route, await personWith(but(route.may))))
    await withoutEffect(() =>
      forEachOf(guarded(), async route => {
        const answer = await call(route, people.get(route)!.headers)
        expect(answer.statusCode, route.name).toBe(403)
        if (route.method === 'HEAD') return
        expect(answer.json(), route.name).toMatchObject({ code: 'forbidden' })
        expect(answer.json(), route.name).not.toHaveProperty('fields')
      }),
    )
  })

  test('is closed to another permission of the same number', async () => {
    await forEachOf(withoutHeads(guarded()), async (route, at) => {
      const near = allPermissions.filter(
        code => !route.may.includes(code) && route.may.some(own => own.split('-')[0] === code.split('-')[0]),
      )
      const code = near[at % near.length]!
      expect(await ask(route, (await personWith([code])).headers), `${route.name} with ${code}`).toBe(403)
    })
  })

  test('is open with nothing but one permission that it names', async () => {
    await forEachOf(withoutHeads(guarded()), async route => {
      for (const code of route.may) {
        const status = await ask(route, (await personWith([code])).headers)
        expect([401, 403], `${route.name} with ${code}: ${status}`).not.toContain(status)
        expect(status, route.name).toBeLessThan(500)
      }
    })
  })

  test('that is risky wants a password that was typed a moment ago', async () => {
    const { headers } = await personWith(allPermissions, { confirmed: false })
    const risky = routes.filter(({ confirm }) => confirm)
    expect(risky.length).toBeGreaterThan(3)
    for (const route of risky) {
      const answer = await call(route, headers)
      expect(answer.statusCode, route.name).toBe(403)
      expect(answer.json(), route.name).toMatchObject({ code: 'confirm-needed' })
    }
  })

  test('refuses a body with a field that it does not know, and nothing happens', async () => {
    const { headers } = await personWith(allPermissions)
    const taking = routes.filter(({ body, url }) => body && !url.endsWith('/sign-out'))
    expect(taking.length).toBeGreaterThan(80)
    await withoutEffect(async () => expect(await strays(taking, () => 400, headers)).toEqual([]))
  })

  test('that writes takes a body of a known shape, or none', () => {
    const writing = routes.filter(({ method }) => !['GET', 'HEAD', 'DELETE'].includes(method))
    expect(writing.filter(({ body }) => !body).map(({ name }) => name)).toEqual([])
  })
})

describe('every wish that arrives by sync', () => {
  let seq = 0
  const wish = async (person: SignedIn, of: readonly Wish[]): Promise<PushResult[]> => {
    const results: PushResult[] = []
    for (let from = 0; from < of.length; from += PUSH_LIMIT) {
      const ops = of.slice(from, from + PUSH_LIMIT).map(one => nonsenseWish(one, NOBODYS_ID - ++seq, seq))
      const queue = { queueId: randomUUID(), deviceId: randomUUID(), epoch: null, build: 'test', acknowledged: 0 }
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/sync/push',
        headers: person.headers,
        payload: { ...queue, ops },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      results.push(...answer.json<PushAnswer>().results)
    }
    return results
  }
  const named = (of: readonly Wish[], results: PushResult[]) =>
    results.map(({ status, code }, at) => `${of[at]!.name}: ${status} ${code}`)
  const refused = (of: readonly Wish[]) => of.map(({ name }) => `${name}: rejected forbidden`)
  /** Wishes that ask for the same permissions, so that one person can send them together. */
  const alike = () => {
    const sets = new Map<string, Wish[]>()
    for (const one of wishes) sets.set(one.may.join(), [...(sets.get(one.may.join()) ?? []), one])
    return [...sets.values()]
  }

  test('is refused to whoever has no permission', async () => {
    await withoutEffect(async () => {
      expect(named(wishes, await wish(await personWith([]), wishes))).toEqual(refused(wishes))
    })
  })

  test('is refused to whoever has every permission but those that it asks for', async () => {
    const people = new Map<Wish[], SignedIn>()
    const approves = Object.keys(register)
    for (const group of alike()) people.set(group, await personWith(but(group[0]!.may), { approves }))
    await withoutEffect(async () => {
      for (const [group, person] of people) expect(named(group, await wish(person, group))).toEqual(refused(group))
    })
  })

  test('is judged by what it asks for, and by nothing else, with one permission that opens it', async () => {
    const approves = Object.keys(register)
    for (const group of alike())
      for (const code of group[0]!.may) {
        const person = await personWith([code], { approves })
        const results = await wish(person, group)
        for (const [at, { code: why, status }] of results.entries()) {
          expect([why, status], `${group[at]!.name} with ${code}`).toEqual([
            expect.stringMatching(/^(invalid|not_found|id_not_leased)$/),
            'rejected',
          ])
        }
        // The same person wishing for everything else.
        const others = wishes.filter(one => !one.may.includes(code) && one.module.code === group[0]!.module.code)
        expect(named(others, await wish(person, others))).toEqual(refused(others))
      }
  })

  test('of a kind that nobody declared is unknown, whatever its name', async () => {
    const [any] = wishes
    const names = ['dealerBranch.delete', 'dealerBranch.toString', 'constructor.create', 'nothing.create', 'role.merge']
    const strange = names.map(name => ({ ...any!, name }))
    const results = await wish(await personWith(allPermissions), strange)
    expect(named(strange, results)).toEqual(strange.map(({ name }) => `${name}: rejected unknown_op`))
  })
})
