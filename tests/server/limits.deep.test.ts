import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { answer } from '#server/lib/answer.ts'
import type { Routes } from '#server/lib/http.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

const patientCall = defineCall({
  method: 'POST',
  path: '/patient',
  may: 'anyone',
  input: z.strictObject({ name: z.string() }),
  output: z.object({ ok: z.boolean() }),
})

let reached = 0
const sample: Routes = api => {
  api.post(
    '/sample',
    { config: { public: true }, schema: { body: z.strictObject({ name: z.string() }) } },
    async () => {
      reached += 1
      return { ok: true }
    },
  )
  answer(api, patientCall, async () => ({ ok: true }), { slowBody: true })
  api.get('/mine', { config: { may: 'anyone' } }, async () => ({ ok: true }))
  api.get('/slow', { config: { public: true }, handlerTimeout: 300 }, async () => {
    await sleep(5_000)
    return { ok: true }
  })
  // Stands for any work that keeps the one thread busy.
  api.get('/heavy', { config: { public: true, essential: true } }, async () => {
    const until = performance.now() + 400
    while (performance.now() < until);
    return { ok: true }
  })
  api.get('/report', { config: { public: true } }, async () => ({ ok: true }))
  api.post('/sync', { config: { public: true, essential: true } }, async () => ({ ok: true }))
}

/** A client that says what it is told to, and everything it was answered. */
async function client(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', data => (heard += String(data)))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  return { socket, closed, heard: () => heard }
}

/** Sends one byte after the other for as long as somebody listens. */
async function drip(socket: ReturnType<typeof connect>, text: string) {
  for (const byte of text) {
    if (socket.destroyed || !socket.writable) return
    socket.write(byte)
    await sleep(500)
  }
}

describe('slow clients', () => {
  let server: TestApp
  let url: string
  beforeAll(async () => {
    server = await startApp({ routes: sample })
    url = await server.url()
  })
  afterAll(() => server.close())

  test('that drip headers or a body are cut off, and meanwhile everybody else is served', async () => {
    const [headers, body, silent] = await Promise.all([client(url), client(url), client(url)])
    reached = 0
    const long = 'x'.repeat(200)
    void drip(headers.socket, `GET /live HTTP/1.1\r\nHost: x\r\nX-Long: ${long}`)
    body.socket.write(
      `POST /api/sample HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`,
    )
    void drip(body.socket, `{"name":"${long}`)
    silent.socket.write('GET /live HTTP/1.1\r\n')
    for (let n = 0; n < 5; n += 1) expect((await fetch(`${url}/live`)).status).toBe(200)
    await Promise.all([headers.closed, body.closed, silent.closed])
    for (const each of [headers, body, silent]) {
      expect(each.heard()).toMatch(/^HTTP\/1\.1 408 /)
      expect(each.heard()).toContain('"code":"time-out"')
      expect(each.heard()).toContain('Connection: close')
    }
    expect(reached).toBe(0)
    expect((await fetch(`${url}/live`)).status).toBe(200)
  }, 60_000)

  test('have more time where a route says so, and only those who are signed in', async () => {
    const person = await signedIn(server, { permissions: [] })
    const body = `{"name":"${'x'.repeat(30)}"}`
    const head = (authorization: string) =>
      `POST /api/patient HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const [known, stranger] = await Promise.all([client(url), client(url)])
    const began = performance.now()
    known.socket.write(head(person.headers.authorization))
    stranger.socket.write(head('Bearer nobody'))
    void drip(known.socket, body)
    void drip(stranger.socket, body)
    await stranger.closed
    expect(stranger.heard()).toMatch(/^HTTP\/1\.1 401 /)
    expect(performance.now() - began).toBeLessThan(19_000)
    await vi.waitFor(() => expect(known.heard()).toMatch(/^HTTP\/1\.1 200 /), 30_000)
    expect(performance.now() - began).toBeGreaterThan(15_500)
    known.socket.destroy()
  }, 60_000)

  test('the limits are set on the server itself', () => {
    const { server: http } = server.app
    expect(http).toMatchObject({
      // Of what takes its time; the others are cut off by us.
      requestTimeout: 45_000,
      headersTimeout: 10_000,
      maxHeadersCount: 64,
      maxConnections: 2_000,
    })
  })

  test('whoever speaks no HTTP, or in too long words, is answered and cut', async () => {
    const nonsense = await client(url)
    nonsense.socket.write('HELLO caredesk\r\n\r\n')
    await nonsense.closed
    expect(nonsense.heard()).toMatch(/^HTTP\/1\.1 400 /)
    const wordy = await client(url)
    wordy.socket.write(`GET /live HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
    await wordy.closed
    expect(wordy.heard()).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('a body that grows beyond the limit without saying its length is cut off', async () => {
    reached = 0
    const endless = await client(url)
    endless.socket.write(
      'POST /api/sample HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
    for (let n = 0; n < 12 && endless.socket.writable; n += 1) endless.socket.write(chunk)
    await vi.waitFor(() => expect(endless.heard()).toMatch(/^HTTP\/1\.1 413 /), 10_000)
    endless.socket.destroy()
    expect(reached).toBe(0)
  })

  test('work that takes too long is given up', async () => {
    const answer = await server.app.inject('/api/slow')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'unavailable', retryAfter: 5 })
    expect(answer.headers['retry-after']).toBe('5')
  })
})

describe('how often', () => {
  test('a session may ask is limited; others, health and the page are not', async () => {
    const server = await startApp({ routes: sample, env: { requestsPerMinute: 5 } })
    const [asha, ravi] = [await signedIn(server), await signedIn(server)]
    const ask = (headers: Record<string, string>) => server.app.inject({ url: '/api/mine', headers })
    // A window that ends in the middle would forgive what was counted.
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const statuses = []
    for (let n = 0; n < 7; n += 1) statuses.push((await ask(asha.headers)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const refused = await ask(asha.headers)
    expect(refused.json()).toMatchObject({ code: 'too-many', retryAfter: 60 })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await ask(ravi.headers)).statusCode).toBe(200)
    for (let n = 0; n < 20; n += 1) expect((await server.app.inject('/live')).statusCode).toBe(200)
    vi.setSystemTime(1_800_000_060_000)
    expect((await ask(asha.headers)).statusCode).toBe(200)
    await server.close()
  })

  test('is counted over a restart and over several processes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const env = { requestsPerMinute: 5 }
    const first = await startApp({ routes: sample, env })
    const asha = await signedIn(first)
    const ask = (server: TestApp) => server.app.inject({ url: '/api/mine', headers: asha.headers })
    for (let n = 0; n < 4; n += 1) expect((await ask(first)).statusCode).toBe(200)
    await first.app.close()
    const second = await startApp({ routes: sample, env, database: first.database })
    expect((await ask(second)).statusCode).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await first.database.pool.query(
        `select count from rate_limit where key like 'requests:session:%'`,
      )
      expect(rows).toEqual([{ count: 5 }])
    }, 10_000)
    expect((await ask(second)).statusCode).toBe(429)
    await second.app.close()
    await first.database.close()
  })

  test('guessed tokens are counted by address', async () => {
    const server = await startApp({ routes: sample, env: { requestsPerMinute: 2 } })
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const guess = (n: number) =>
      server.app.inject({ url: '/api/mine', headers: { authorization: `Bearer ${String(n).padStart(43, 'A')}` } })
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push((await guess(n)).statusCode)
    expect(statuses.slice(0, 20).every(status => status === 401)).toBe(true)
    expect(statuses[20]).toBe(429)
    await server.close()
  })
})

describe('under more load than it can carry', () => {
  test('reports wait, but sending work in and the health go on; afterwards all is as before', async () => {
    const server = await startApp({ routes: sample, pressure: { maxEventLoopDelay: 60, sampleInterval: 200 } })
    const url = await server.url()
    const status = async (path: string, method = 'GET') => (await fetch(url + path, { method })).status
    const stop = new AbortController()
    const load = (async () => {
      while (!stop.signal.aborted) await status('/api/heavy')
    })()
    await vi.waitFor(async () => {
      const refused = await fetch(`${url}/api/report`)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('2')
      expect(await refused.json()).toMatchObject({ code: 'busy' })
    }, 20_000)
    expect(await status('/api/sync', 'POST')).toBe(200)
    expect(await status('/live')).toBe(200)
    expect(await status('/ready')).toBe(200)
    stop.abort()
    await load
    await vi.waitFor(async () => expect(await status('/api/report')).toBe(200), 20_000)
    await server.close()
  }, 60_000)
})
