import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { privateCluster } from '../support/private-cluster.ts'
import { newDataDir, serverProcess, type ServerProcess } from '../support/server-process.ts'

const ADMIN_PASSWORD = 'correct-horse-battery-42'

/** As every client does: one that is told to come back comes back. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask()
  if (answer.status !== 503 || ((await answer.clone().json()) as { code: string }).code !== 'busy') return answer
  await sleep(200)
  return patiently(ask)
}

const signIn = async ({ url }: ServerProcess, password: string) => {
  const body = JSON.stringify({ username: 'admin', password })
  const answer = await patiently(() =>
    fetch(`${url}/api/auth/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  return { status: answer.status, body: (await answer.json()) as { token: string } }
}

describe('the first start', () => {
  const { dataDir, remove } = newDataDir()
  afterAll(remove)

  test('tells the one-time password once, on stdout and nowhere else, and it opens the door', async () => {
    const first = await serverProcess({ CAREDESK_DATA_DIR: dataDir, LOG_LEVEL: 'trace' })
    await first.ready()
    await vi.waitFor(() => expect(first.said()).toContain('Caredesk is ready'), 30_000)
    const password = /one-time password (\S+)/.exec(first.said())?.[1]
    expect(password).toMatch(/.{12,}/)
    expect(first.said().trim().split('\n')).toHaveLength(2)
    expect(first.said()).toContain(`Caredesk is ready at ${first.url}`)
    expect((await signIn(first, password!)).status).toBe(200)
    expect((await signIn(first, `${password}x`)).status).toBe(400)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(first.logged()).not.toContain(password)
    for (const line of first.logged().trim().split('\n')) expect(() => JSON.parse(line) as unknown, line).not.toThrow()

    const second = await serverProcess({ CAREDESK_DATA_DIR: dataDir })
    await second.ready()
    await vi.waitFor(() => expect(second.said()).toContain('Caredesk is ready'), 30_000)
    expect(second.said()).not.toContain('password')
    expect((await signIn(second, password!)).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  }, 120_000)
})

describe('a start that cannot be', () => {
  test.each<[Record<string, string>, string]>([
    [{ PORT: 'http' }, 'PORT: must be a number'],
    [{ CAREDESK_DEMO: '1', NODE_ENV: 'production' }, 'does not start with NODE_ENV=production'],
    [{ TLS_CERT_FILE: '/nowhere.pem', TLS_KEY_FILE: '/nowhere.pem' }, '/nowhere.pem'],
  ])(
    'ends at once with one sentence: %o',
    async (env, sentence) => {
      const { dataDir, remove } = newDataDir()
      const server = await serverProcess({ CAREDESK_DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env })
      expect(await server.ended).toBe(1)
      expect(server.logged()).toContain('Caredesk cannot start. ')
      expect(server.logged()).toContain(sentence)
      expect(server.logged().trim().split('\n')).toHaveLength(1)
      expect(server.said()).toBe('')
      remove()
    },
    60_000,
  )

  test('says so when the port is taken, and leaves no database behind', async () => {
    const { dataDir, remove } = newDataDir()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = await serverProcess({ CAREDESK_DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' })
    expect(await server.ended).toBe(1)
    expect(server.logged()).toContain(`Another program listens on port ${port}`)
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    other.close()
    remove()
  }, 60_000)
})

describe('a database server that is down at the start', () => {
  test('is waited for: the process lives, is not ready, and is once the database is there', async () => {
    const cluster = await privateCluster()
    // It is there already, with its role and its database; only it does not run.
    await cluster.start()
    await cluster.stop()
    const server = await serverProcess({ DATABASE_URL: cluster.url, CAREDESK_ADMIN_PASSWORD: ADMIN_PASSWORD })
    const status = async (path: string) => (await fetch(server.url + path)).status
    await vi.waitFor(async () => expect(await status('/live')).toBe(200), 30_000)
    expect(await status('/ready')).toBe(503)
    expect(await status('/api/auth/me')).toBe(503)
    expect((await signIn(server, ADMIN_PASSWORD)).status).toBe(503)
    await cluster.start()
    await server.ready()
    expect((await signIn(server, ADMIN_PASSWORD)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await cluster.remove()
  }, 120_000)
})

describe('SIGTERM under load', () => {
  const { dataDir, remove } = newDataDir()
  const env = {
    CAREDESK_DATA_DIR: dataDir,
    CAREDESK_ADMIN_PASSWORD: ADMIN_PASSWORD,
    DRAIN_SECONDS: '8',
    LOG_LEVEL: 'warn',
  }
  let server: ServerProcess
  let headers: Record<string, string>

  beforeAll(async () => {
    server = await serverProcess(env)
    await server.ready()
    headers = {
      authorization: `Bearer ${(await signIn(server, ADMIN_PASSWORD)).body.token}`,
      'content-type': 'application/json',
    }
  }, 90_000)
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    remove()
  }, 60_000)

  type Wish = { key: string; label: string }
  /** However often it is sent, with the same key. */
  const create = (wish: Wish) =>
    patiently(() =>
      fetch(`${server.url}/api/list/return-reason`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': wish.key },
        body: JSON.stringify({ label: wish.label }),
      }),
    )

  test('loses no request: all that were taken are answered, and the rest arrive after the restart, once each', async () => {
    const wishes: Wish[] = []
    const refused: Wish[] = []
    const statuses = new Map<number, number>()
    let leaving = false
    const worker = async (name: number) => {
      for (let n = 0; refused.every(wish => !wish.label.startsWith(`Load ${name}-`)); n += 1) {
        const wish = { key: randomUUID(), label: `Load ${name}-${n}` }
        wishes.push(wish)
        try {
          const answer = await create(wish)
          await answer.arrayBuffer()
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        } catch (error) {
          expect(leaving, String((error as Error).cause)).toBe(true)
          refused.push(wish)
        }
      }
    }
    const load = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(worker))
    await vi.waitFor(() => expect(statuses.get(201) ?? 0).toBeGreaterThan(50), 30_000)
    const before = statuses.get(201)!
    leaving = true
    server.child.kill('SIGTERM')
    // A proxy hears of it while everything is still answered.
    await vi.waitFor(async () => expect((await fetch(`${server.url}/ready`)).status).toBe(503), 7_000)
    const during = await patiently(() => fetch(`${server.url}/api/auth/me`, { headers }))
    expect(during.status).toBe(200)
    expect(during.headers.get('connection')).toBe('close')
    expect(await server.ended).toBe(0)
    await load
    expect([...statuses.keys()]).toEqual([201])
    expect(statuses.get(201)).toBeGreaterThan(before)

    server = await serverProcess(env)
    await server.ready()
    for (const wish of refused) expect((await create(wish)).status).toBeLessThan(300)
    // A key that has been answered is answered the same again.
    expect((await create(wishes[0]!)).status).toBeLessThan(300)
    const labels: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const query = new URLSearchParams({ q: 'Load', limit: '100', ...(next ? { after: next } : {}) })
      const answer = await patiently(() =>
        fetch(`${server.url}/api/list/return-reason?${query.toString()}`, { headers }),
      )
      const page = (await answer.json()) as { rows: { label: string }[]; next: string | null }
      labels.push(...page.rows.map(row => row.label))
      next = page.next
    }
    expect(labels.sort()).toEqual(wishes.map(wish => wish.label).sort())
  }, 120_000)

  test('finishes what it has begun, even a request that is slow to arrive', async () => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    let heard = ''
    socket.on('data', data => (heard += String(data)))
    const body = JSON.stringify({ label: 'Slow to arrive' })
    socket.write(
      `POST /api/list/return-reason HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${body.length}\r\n` +
        'Expect: 100-continue\r\n\r\n',
    )
    // It has begun: the server asks for the rest.
    await vi.waitFor(() => expect(heard).toBe('HTTP/1.1 100 Continue\r\n\r\n'), 10_000)
    socket.write(body.slice(0, 5))
    server.child.kill('SIGTERM')
    // Nobody else is let in any more.
    await vi.waitFor(() => expect(fetch(`${server.url}/live`)).rejects.toThrow(), { timeout: 20_000, interval: 200 })
    socket.write(body.slice(5))
    expect(await server.ended, server.logged()).toBe(0)
    expect(heard).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  }, 60_000)
})
