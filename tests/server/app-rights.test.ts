import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

type Route = { method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; url: string; may: string[] | 'anyone' | 'public' }

let server: TestApp
const routes: Route[] = []
const everything: string[] = []
/** One person per set of rights; a session each. */
const people = new Map<string, SignedIn>()

const personWith = async (permissions: string[]) => {
  const key = permissions.join()
  const known = people.get(key)
  if (known) return known
  const person = await signedIn(server, { permissions })
  people.set(key, person)
  return person
}
// A body that no route understands: whoever may not pass must not learn that.
const ask = async ({ method, url }: Route, headers: Record<string, string> = {}) => {
  const body = method === 'GET' ? {} : { payload: { thisFieldDoesNotExist: true } }
  const answer = await server.app.inject({ method, url: url.replaceAll(/\{\w+\}/g, '999999999'), headers, ...body })
  return answer.statusCode
}
const named = (route: Route) => `${route.method} ${route.url}`

beforeAll(async () => {
  server = await startApp()
  const { headers } = await signedIn(server)
  type Operation = { 'x-may'?: string[] | 'anyone' }
  const document: { paths: Record<string, Record<string, Operation>> } = (
    await server.app.inject({ url: '/api/openapi.json', headers })
  ).json()
  for (const [url, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      routes.push({ method: method.toUpperCase() as Route['method'], url, may: operation['x-may'] ?? 'public' })
  everything.push(...new Set(routes.flatMap(({ may }) => (typeof may === 'string' ? [] : may))))
})
afterAll(() => server.close())

const guarded = () => routes.filter((route): route is Route & { may: string[] } => typeof route.may !== 'string')
const rows = async () => {
  const { rows: counts } = await server.database.pool.query(
    `select (select count(*) from list_item) + (select count(*) from dealer_branch) + (select count(*) from record_history where action <> 'sql')
       + (select count(*) from sync_mutation) as n`,
  )
  return counts[0] as unknown
}

describe('every route that there is', () => {
  test('is one of many, each with a right of its own or for everybody who is signed in', () => {
    expect(guarded().length).toBeGreaterThan(150)
    expect(everything.length).toBeGreaterThan(100)
  })

  test('is closed to nobody, to a dead session and to a person who was switched off', async () => {
    const off = await signedIn(server, { permissions: everything, stage: 'off' })
    const dead = { authorization: `Bearer ${'x'.repeat(43)}` }
    for (const route of routes.filter(({ may }) => may !== 'public'))
      expect([await ask(route), await ask(route, dead), await ask(route, off.headers)], named(route)).toEqual([
        401, 401, 401,
      ])
  })

  test('is closed to whoever has no right, and to a person who waits for approval with all of them', async () => {
    const none = await personWith([])
    const pending = await signedIn(server, { permissions: everything, stage: 'pending' })
    for (const route of guarded())
      expect([await ask(route, none.headers), await ask(route, pending.headers)], named(route)).toEqual([403, 403])
  })

  test('is closed to whoever has every right but the one it asks for, and nothing happens', async () => {
    const before = await rows()
    for (const route of guarded()) {
      const person = await personWith(everything.filter(code => !route.may.includes(code)))
      expect(await ask(route, person.headers), named(route)).toBe(403)
    }
    expect(await rows()).toEqual(before)
  })

  test('is open with only the right that it asks for', async () => {
    for (const route of guarded())
      for (const code of route.may) {
        const status = await ask(route, (await personWith([code])).headers)
        expect([401, 403], `${named(route)} with ${code}: ${status}`).not.toContain(status)
        expect(status, named(route)).toBeLessThan(500)
      }
  })

  test('refuses a body with a field that it does not know', async () => {
    const all = await personWith(everything)
    const writing = guarded().filter(
      ({ method, url }) => method !== 'GET' && method !== 'DELETE' && !url.endsWith('restore'),
    )
    expect(writing.length).toBeGreaterThan(70)
    for (const route of writing) expect(await ask(route, all.headers), named(route)).toBe(400)
  })
})
