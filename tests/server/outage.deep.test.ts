import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { buildApp } from '#server/app.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import type { App } from '#server/lib/http.ts'
import type { Life } from '#server/lib/life.ts'
import { databaseProblem } from '#server/lib/outage.ts'
import { routes } from '#server/routes.ts'
import { privateCluster, type PrivateCluster } from '../support/private-cluster.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

const env = readEnv({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' })

let cluster: PrivateCluster
let database: Database
let app: App
let asha: SignedIn
const life: Life = { stage: 'running' }

beforeAll(async () => {
  cluster = await privateCluster()
  await cluster.start()
  await migrate(cluster.url)
  database = connect(cluster.url, { max: 4, statementTimeout: 500 })
  app = await buildApp({
    database,
    register,
    env,
    life,
    pressure: false,
    routes: async (api, services) => {
      await routes(api, services)
      api.get('/endless', { config: { public: true } }, async () => {
        await database.pool.query('select pg_sleep(60)')
        return { ok: true }
      })
    },
  })
  asha = await signedIn({ database })
})
afterAll(async () => {
  cluster.thaw()
  await app.close()
  await database.close()
  await cluster.remove()
})

test('a database that may only be read, because it recovers or another took over, is away as well', async () => {
  const client = await database.pool.connect()
  await client.query('set default_transaction_read_only = on')
  const error: unknown = await client.query('create table never ()').catch((error: unknown) => error)
  client.release(true)
  expect(databaseProblem(error)?.code).toBe('unavailable')
})

const status = async (url: string) => (await app.inject(url)).statusCode
const me = () => app.inject({ url: '/api/auth/me', headers: asha.headers })

const expectUnavailable = (answer: Awaited<ReturnType<typeof me>>) => {
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'unavailable', requestId: expect.any(String) })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.body).not.toMatch(/ECONN|ENOENT|sock|postgres|pg_/i)
}
const expectRecovery = async () => {
  await vi.waitFor(async () => {
    expect((await me()).statusCode).toBe(200)
    expect(await status('/ready')).toBe(200)
  }, 30_000)
}

describe('a database', () => {
  test('that is stopped is told as such, and when it is back everything goes on without a restart', async () => {
    expect((await me()).statusCode).toBe(200)
    expect(await status('/ready')).toBe(200)
    await cluster.stop()
    expectUnavailable(await me())
    const signIn = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { username: 'a', password: 'b' },
    })
    expectUnavailable(signIn)
    expect(await status('/live')).toBe(200)
    await vi.waitFor(async () => expect(await status('/ready')).toBe(503), 10_000)
    await cluster.start()
    await expectRecovery()
  }, 60_000)

  test('that hangs keeps nobody waiting for ever, and the process stays alive meanwhile', async () => {
    await cluster.freeze()
    const waiting = Promise.all(Array.from({ length: 12 }, me))
    expect(await status('/live')).toBe(200)
    await vi.waitFor(async () => expect(await status('/ready')).toBe(503), 10_000)
    for (const answer of await waiting) expectUnavailable(answer)
    expect(await status('/live')).toBe(200)
    cluster.thaw()
    await expectRecovery()
    // Nobody gets the answer that another request had been waiting for.
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await me()).json().userId))
    expect(new Set(ids)).toEqual(new Set([asha.userId]))
  }, 90_000)

  test('that takes too long over one statement is interrupted', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.inject('/api/endless')))
    answers.forEach(expectUnavailable)
    // PostgreSQL answers that it was interrupted a moment before it says that it is idle.
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as busy from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
      )
      expect(rows).toEqual([{ busy: 0 }])
    }, 10_000)
    expect((await me()).statusCode).toBe(200)
  })

  test('that cuts its connections does so only once', async () => {
    await Promise.all(Array.from({ length: 4 }, me))
    await database.pool
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
      .catch(() => {})
    await sleep(50)
    await expectRecovery()
  })
})

describe('a server that is not running yet, or not for long', () => {
  test('says so, and answers no question of the API before the database is prepared', async () => {
    life.stage = 'starting'
    expect(await status('/live')).toBe(200)
    const ready = await app.inject('/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.headers['cache-control']).toBe('no-store')
    expectUnavailable(await me())
    life.stage = 'leaving'
    expect(await status('/ready')).toBe(503)
    const last = await me()
    expect(last.statusCode).toBe(200)
    expect(last.headers.connection).toBe('close')
    life.stage = 'running'
    expect((await me()).headers.connection).not.toBe('close')
  })
})
