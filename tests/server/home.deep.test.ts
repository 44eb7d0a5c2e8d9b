import { spawnSync } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { noticeMove } from '#server/db/home.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { preparePostgres } from '#server/db/postgres-binaries.ts'
import { foreignBinDir, hasForeignPostgres, startForeignPostgres } from '../support/foreign-postgres.ts'
import { onServer } from '../support/cluster.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
const settings = { shared_buffers: '16MB', max_connections: '20' }

const addSession = async ({ pool }: Pick<Database, 'pool'>) => {
  await pool.query(
    `insert into app_user (id, created_by, updated_by, name, username, email) values (1, 1, 1, 'A', 'a', 'a@b.example')
     on conflict do nothing`,
  )
  await pool.query(
    `insert into user_session (id, user_id, token_hash, revocation_hash)
     select gen_random_uuid(), 1, sha256(random()::text::bytea), sha256(random()::text::bytea)`,
  )
}

/** What devices and people notice of a restore. */
async function stateOf({ pool }: Pick<Database, 'pool'>) {
  const { rows } = await pool.query<{ epoch: string; signedIn: number; said: number }>(
    `select epoch, (select count(*) from user_session where ended_at is null) as "signedIn",
       (select count(*) from audit_event where kind = 'moved') as said from sync_clock`,
  )
  return rows[0]!
}

describe('the built-in database', () => {
  let shared: string
  let binDir: string
  beforeAll(async () => {
    shared = await mkdtemp(path.join(tmpdir(), 'caredesk-binaries-'))
    await chmod(shared, 0o755)
    binDir = await preparePostgres({ copyTo: path.join(shared, 'pg') })
  })
  afterAll(() => rm(shared, { recursive: true }))

  let parent: string
  let dataDir: string
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'caredesk-home-'))
    await chmod(parent, 0o755)
    dataDir = path.join(parent, 'data')
  })
  afterEach(() => rm(parent, { recursive: true, force: true }))

  /** One start of the app, as far as this is concerned, and its end. */
  async function run<T>(work: (database: OpenDatabase, moved: boolean) => Promise<T>): Promise<T> {
    const database = await openDatabase({ dataDir, binDir, log, settings })
    try {
      // One that recovers can be read before it can be written.
      await vi.waitUntil(
        async () => (await database.pool.query('select where not pg_is_in_recovery()')).rowCount === 1,
        60_000,
      )
      await migrate(database.url)
      return await work(database, await noticeMove(database))
    } finally {
      await database.stop()
    }
  }
  const copy = (from: string, to: string) => expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)

  it('stays the same over plain starts, also in a folder that was renamed', async () => {
    const first = await run(async (database, moved) => {
      expect(moved).toBe(false)
      await addSession(database)
      return stateOf(database)
    })
    expect(first.signedIn).toBe(1)
    await run(async (database, moved) => expect([moved, await stateOf(database)]).toEqual([false, first]))
    await rename(dataDir, `${dataDir}-2`)
    dataDir = `${dataDir}-2`
    await run(async (database, moved) => expect([moved, await stateOf(database)]).toEqual([false, first]))
  })

  it('has gone back in time when an older copy of its folder lies in its place', async () => {
    const first = await run(async database => {
      await addSession(database)
      return stateOf(database)
    })
    copy(dataDir, `${dataDir}-copy`)
    await run(async database => addSession(database))
    await rm(dataDir, { recursive: true })
    copy(`${dataDir}-copy`, dataDir)
    const second = await run(async (database, moved) => {
      expect(moved).toBe(true)
      return stateOf(database)
    })
    expect(second).toMatchObject({ signedIn: 0, said: 1 })
    expect(second.epoch).not.toBe(first.epoch)
    await run(async (database, moved) => expect([moved, await stateOf(database)]).toEqual([false, second]))
  })

  it('has gone back in time when it was recovered to a point in time', async () => {
    const first = await run(async database => {
      await addSession(database)
      return stateOf(database)
    })
    const folder = path.join(dataDir, 'postgres')
    await writeFile(path.join(folder, 'recovery.signal'), '')
    await chmod(path.join(folder, 'recovery.signal'), 0o666)
    await appendFile(path.join(folder, 'postgresql.auto.conf'), "restore_command = 'false'\n")
    const second = await run(async (database, moved) => {
      expect(moved).toBe(true)
      return stateOf(database)
    })
    expect(second).toMatchObject({ signedIn: 0, said: 1 })
    expect(second.epoch).not.toBe(first.epoch)
    await run(async (database, moved) => expect([moved, await stateOf(database)]).toEqual([false, second]))
  })

  it('says what it may where the role may not ask for the cluster', async () => {
    await run(async database => {
      const asOwner = new URL(database.url)
      asOwner.username = 'postgres'
      await onServer(asOwner.href, 'revoke execute on function pg_control_system() from public')
      await expect(database.pool.query('select from pg_control_system()')).rejects.toThrow('permission denied')
    })
    await run(async (database, moved) => {
      expect(moved).toBe(false)
      const { rows } = await database.pool.query<{ home: object }>('select home from sync_clock')
      // What was known before is not forgotten.
      expect(Object.keys(rows[0]!.home).sort()).toEqual(['clock', 'database', 'place', 'system', 'timeline'])
    })
  })
})

describe.skipIf(!hasForeignPostgres)('a PostgreSQL server (needs PostgreSQL 15)', () => {
  it('has gone back in time when a dump of it was loaded into another one', async () => {
    const [one, other] = [await startForeignPostgres(), await startForeignPostgres()]
    const databases: Database[] = []
    const at = ({ url }: { url: string }) => {
      const database = connect(url)
      databases.push(database)
      return { ...database, place: null }
    }
    try {
      const before = at(one)
      await migrate(one.url)
      expect(await noticeMove(before)).toBe(false)
      await addSession(before)
      expect(await noticeMove(before)).toBe(false)
      const first = await stateOf(before)

      const { stdout, status } = spawnSync(`${foreignBinDir}/pg_dump`, [one.url], { maxBuffer: 1e8 })
      expect(status).toBe(0)
      expect(spawnSync(`${foreignBinDir}/psql`, ['--quiet', other.url], { input: stdout }).status).toBe(0)

      const after = at(other)
      expect(await stateOf(after)).toEqual(first)
      expect(await noticeMove(after)).toBe(true)
      const second = await stateOf(after)
      expect(second).toMatchObject({ signedIn: 0, said: 1 })
      expect(second.epoch).not.toBe(first.epoch)
      expect(await noticeMove(after)).toBe(false)
      expect(await stateOf(after)).toEqual(second)
    } finally {
      for (const database of databases) await database.close()
      await one.stop()
      await other.stop()
    }
  })

  it('is noticed once when two apps start on it at the same time', async () => {
    const server = await startForeignPostgres()
    const [a, b] = [connect(server.url), connect(server.url)]
    try {
      await migrate(server.url)
      await noticeMove({ ...a, place: 'here' })
      const moved = await Promise.all([a, b].map(database => noticeMove({ ...database, place: 'there' })))
      expect(moved.filter(Boolean)).toHaveLength(1)
      expect((await stateOf(a)).said).toBe(1)
    } finally {
      await a.close()
      await b.close()
      await server.stop()
    }
  })
})
