import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import type { Routes } from '#server/lib/http.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

const body = z.strictObject({ name: z.string().min(1), qty: z.int().optional() })
const handled: unknown[] = []

const sample: Routes = api => {
  api.post('/sample', { config: { may: ['30-b'] }, schema: { body } }, async request => {
    handled.push(request.body)
    return { got: request.body, by: request.actor.id, id: request.id }
  })
  api.get('/sample', { config: { may: ['30-a', '30-f'] } }, async () => ({ rows: [] }))
  api.get('/anyone', { config: { may: 'anyone' } }, async () => ({ ok: true }))
  api.get('/open', { config: { public: true } }, async () => ({ ok: true }))
  api.get(
    '/numbers',
    { config: { public: true }, schema: { querystring: z.strictObject({ limit: z.coerce.number().max(100) }) } },
    async request => request.query,
  )
  api.get('/broken', { config: { public: true } }, async () => {
    throw new Error('relation "secret_table" does not exist at 10.0.0.7')
  })
  api.get('/conflict', { config: { public: true } }, async () => {
    throw problem('changed-meanwhile', 'Somebody was faster', { row: { id: 1, version: 4 }, asks: ['name'] })
  })
}

describe('the API', () => {
  let server: TestApp
  let clerk: SignedIn
  let outsider: SignedIn

  beforeAll(async () => {
    server = await startApp({ routes: sample })
    clerk = await signedIn(server, { permissions: ['30-a', '30-b'] })
    outsider = await signedIn(server, { permissions: ['31-a', '30-B', '30'] })
  })
  afterAll(() => server.close())

  test('a route without a rule stops the start, and so does one whose rule is empty', async () => {
    const forgetful: Routes = api => void api.get('/forgotten', async () => ({ everything: true }))
    await expect(startApp({ routes: forgetful })).rejects.toThrow('GET /api/forgotten says nobody who may call it')
    const empty: Routes = api => void api.get('/empty', { config: { may: [] } }, async () => ({}))
    await expect(startApp({ routes: empty })).rejects.toThrow('GET /api/empty says nobody who may call it')
  })

  test('permission is judged before the body is looked at', async () => {
    const nonsense = { method: 'POST', url: '/api/sample', payload: { hack: true } } as const
    const nobody = await server.app.inject(nonsense)
    expect(nobody.statusCode).toBe(401)
    expect(nobody.json()).toMatchObject({ code: 'signed-out' })
    const denied = await server.app.inject({ ...nonsense, headers: outsider.headers })
    expect(denied.statusCode).toBe(403)
    expect(denied.json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('30-b') })
    expect(denied.json()).not.toHaveProperty('fields')
    const unreadable = await server.app.inject({
      method: 'POST',
      url: '/api/sample',
      payload: '{"broken',
      headers: { ...outsider.headers, 'content-type': 'application/json' },
    })
    expect(unreadable.statusCode).toBe(403)
  })

  test('who is denied is written into the audit, without the body', async () => {
    const { rows } = await server.database.pool.query(
      `select actor, subject, details::text as details from audit_event where kind = 'denied' and actor = $1`,
      [outsider.userId],
    )
    expect(rows[0]).toMatchObject({ actor: outsider.userId, subject: 'POST /api/sample' })
    expect(rows[0].details).not.toContain('hack')
  })

  test('a route asks for its own permission: any one of those it names, exactly', async () => {
    const status = async (permissions: string[]) =>
      (await server.app.inject({ url: '/api/sample', headers: (await signedIn(server, { permissions })).headers }))
        .statusCode
    expect(await status(['30-a'])).toBe(200)
    expect(await status(['30-f'])).toBe(200)
    for (const none of [[], ['30-b'], ['30-A'], ['30'], ['*'], [''], ['constructor'], ['130-a']])
      expect(await status(none), none.join()).toBe(403)
  })

  test('HEAD has the rule of GET, and there are no other twins', async () => {
    const ask = (method: 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE', headers = {}) =>
      server.app.inject({ method, url: '/api/sample', headers })
    expect((await ask('HEAD')).statusCode).toBe(401)
    expect((await ask('HEAD', outsider.headers)).statusCode).toBe(403)
    expect((await ask('HEAD', clerk.headers)).statusCode).toBe(200)
    for (const method of ['OPTIONS', 'PUT', 'DELETE'] as const)
      expect((await ask(method, clerk.headers)).statusCode).toBe(404)
    const overridden = await server.app.inject({
      url: '/api/sample',
      headers: { ...clerk.headers, 'x-http-method-override': 'DELETE' },
    })
    expect(overridden.json()).toEqual({ rows: [] })
  })

  test('an unknown field is refused by name, and nothing is filled in or taken away silently', async () => {
    handled.length = 0
    const post = (payload: object) =>
      server.app.inject({ method: 'POST', url: '/api/sample', headers: clerk.headers, payload })
    const extra = await post({ name: 'Ada', isAdmin: true })
    expect(extra.statusCode).toBe(400)
    expect(extra.json()).toMatchObject({
      code: 'invalid',
      fields: { isAdmin: expect.any(String) },
      requestId: expect.any(String),
    })
    const wrong = await post({ name: 5 })
    expect(wrong.json()).toMatchObject({ code: 'invalid', fields: { name: expect.any(String) } })
    expect((await post({})).json()).toMatchObject({ code: 'invalid', fields: { name: 'Fill this in.' } })
    expect(handled).toEqual([])
    expect((await post({ name: 'Ada' })).json()).toMatchObject({ got: { name: 'Ada' }, by: clerk.userId })
  })

  test('prototype pollution is a mistake of the caller', async () => {
    const headers = { ...clerk.headers, 'content-type': 'application/json' }
    for (const payload of ['{"name":"a","__proto__":{"x":1}}', '{"name":"a","constructor":{"prototype":{"x":1}}}']) {
      const answer = await server.app.inject({ method: 'POST', url: '/api/sample', headers, payload })
      expect(answer.statusCode).toBe(400)
    }
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('query strings are checked as well', async () => {
    expect((await server.app.inject('/api/numbers?limit=5')).json()).toEqual({ limit: 5 })
    for (const query of ['limit=500', 'limit=x', 'limit=5&other=1']) {
      const answer = await server.app.inject(`/api/numbers?${query}`)
      expect(answer.statusCode, query).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid' })
    }
  })

  test('only JSON, of bounded size, is understood', async () => {
    const send = (payload: string, type: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/sample',
        payload,
        headers: { ...clerk.headers, 'content-type': type },
      })
    expect((await send('name=a', 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 'not-json' })
    expect((await send('{"name":"a"}', 'text/plain')).statusCode).toBe(415)
    expect((await send('{"name', 'application/json')).json()).toMatchObject({
      code: 'invalid',
      message: 'The body is not valid JSON',
    })
    const big = await send(JSON.stringify({ name: 'x'.repeat(300_000) }), 'application/json')
    expect(big.statusCode).toBe(413)
    expect(big.json()).toMatchObject({ code: 'too-large' })
  })

  test('what broke inside is not told outside', async () => {
    const answer = await server.app.inject('/api/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'broken', requestId: answer.headers['x-request-id'] })
    expect(answer.body).not.toMatch(/secret_table|10\.0\.0\.7|\.ts|Error/)
  })

  test('a conflict carries the row as it is now', async () => {
    const answer = await server.app.inject('/api/conflict')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'changed-meanwhile', row: { id: 1, version: 4 }, asks: ['name'] })
  })

  test('what is not there is not found, in the same shape, whoever asks and however it is spelled', async () => {
    for (const url of [
      '/api/nothing',
      '/api',
      '/api/',
      '/api/open/',
      '/nothing',
      '//api//sample',
      '/api/sample;a=b',
      '/api/%2e%2e/sample',
      '/api/%zz',
      `/api/${'x'.repeat(500)}`,
    ]) {
      const answer = await server.app.inject({ url, headers: clerk.headers })
      expect(answer.statusCode, url).toBe(404)
      expect(answer.json(), url).toMatchObject({ code: 'not-found', requestId: expect.any(String) })
    }
    for (const url of ['/API/sample', '/api/SAMPLE'])
      expect((await server.app.inject({ url })).statusCode, url).toBe(404)
  })

  test('every answer has its own request id, which the caller cannot choose', async () => {
    const [a, b] = await Promise.all([
      server.app.inject({ url: '/api/open', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }),
      server.app.inject('/api/open'),
    ])
    expect(a.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(a.headers['x-request-id']).not.toBe(b.headers['x-request-id'])
  })
})
