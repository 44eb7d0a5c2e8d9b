import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import { backup } from '#server/db/backup.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { drift } from '#server/db/drift.ts'
import { importDump, restoreDump } from '#server/db/load.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { leaseBlock } from '#server/crud/ids.ts'
import { seed } from '#server/seed/seed.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { hasForeignPostgres, startForeignPostgres } from '../support/foreign-postgres.ts'
import { fingerprint, withoutWhatRestoresChange as without } from '../support/fingerprint.ts'
import { slowWords } from '../support/slow-words.ts'

type Pool = Database['pool']

let folder: string
/** A whole sample business, and a backup of it. */
let business: FreshDatabase
let whole: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredesk-backup-'))
  business = await freshDatabase()
  await seed(business, {})
  await seedDemo(business)
  await business.pool.query(`update dealer_branch set note = E'tab\\t, line\\n, back\\\\slash, \\\\. and ”quotes”'`)
  await business.pool.query(
    `insert into user_session (id, user_id, token_hash, revocation_hash) select gen_random_uuid(), id, sha256(username::bytea), sha256(email::bytea) from app_user`,
  )
  await business.pool.query(
    `insert into password_link (token_hash, user_id, kind, expires_at) select sha256(username::bytea), id, 'reset', now() + interval '30 minutes' from app_user`,
  )
  await business.pool.query('insert into link_wish (user_id) select id from app_user')
  whole = path.join(folder, 'whole.backup')
  await backup(business.url, whole, folder)
})
afterAll(async () => {
  await business?.close()
  await rm(folder, { recursive: true })
})

let target: FreshDatabase
beforeEach(async () => void (target = await freshDatabase()))
afterEach(() => target.close())

const one = async <T>(pool: Pool, sql: string) =>
  Object.values((await pool.query<Record<string, T>>(sql)).rows[0] ?? {})[0]

describe('a backup', () => {
  it('holds every table that must not be lost, and only its owner may read it', async () => {
    const rows = await backup(business.url, path.join(folder, 'again.backup'), folder)
    const { live_ticket, rate_limit, schema_migration, ...lasting } = await fingerprint(business.pool)
    expect([live_ticket, rate_limit, schema_migration]).not.toContain(undefined)
    expect(rows).toEqual(Object.fromEntries(Object.entries(lasting).map(([name, { rows }]) => [name, rows])))
    expect(rows?.dealer_branch).toBeGreaterThan(0)
    expect((await stat(whole)).mode & 0o777).toBe(0o600)
  })

  it('is what was there at one moment, however much is written meanwhile', async () => {
    const { pool, url } = target
    const insert = (n: number) =>
      pool.query(
        `with a as (insert into list_item (id, created_by, updated_by, list, label, code, position) values (${n}, 1, 1, 'source', 'a', 'a${n}', 1))
         insert into sync_lease (first, last) values (${n}, ${n})`,
      )
    const stop = new AbortController()
    await insert(1)
    const writing = (async () => {
      for (let n = 2; !stop.signal.aborted; n += 1) await insert(n)
    })()
    const rows = await backup(url, path.join(folder, 'moment.backup'), folder)
    stop.abort()
    await writing
    expect(rows?.list_item).toBe(rows?.sync_lease)
    expect(rows?.list_item).toBe(rows?.record_history)
    expect(await one<number>(pool, 'select count(*) from list_item')).toBeGreaterThan(rows?.list_item ?? 0)
  })

  it('is whole where the word that a table is over comes later than its rows', async () => {
    const way = await slowWords(business.url, folder)
    const rows = await backup(way.url, path.join(folder, 'slow.backup'), folder)
    way.close()
    expect(rows?.app_user).toBe(await one<number>(business.pool, 'select count(*) from app_user'))
  })

  it('of nothing is none', async () => {
    await target.pool.query('drop table schema_migration')
    expect(await backup(target.url, path.join(folder, 'nothing.backup'), folder)).toBeNull()
    expect(await readdir(folder)).not.toContain('nothing.backup')
    expect(await readdir(folder)).not.toContain('nothing.backup.part')
  })

  it('does not lie among the files that it is a backup of', async () => {
    await expect(backup(business.url, path.join(folder, 'postgres', 'x.backup'), folder)).rejects.toThrow(
      'lies among PostgreSQL',
    )
  })
})

describe('a restored database', () => {
  it('has every row as it was, with versions, history and feed', async () => {
    await restoreDump(target.url, whole)
    expect(without(await fingerprint(target.pool))).toEqual(without(await fingerprint(business.pool)))
    expect(await drift(target.pool, register)).toEqual([])
  })

  it('goes on: the next change is the next version, in history and feed, and history stays append-only', async () => {
    await restoreDump(target.url, whole)
    const seq = await one<number>(target.pool, 'select seq from sync_clock')
    const { rows } = await target.pool.query(
      `update dealer_branch set hours = 'always' where id = (select min(id) from dealer_branch) returning id, version`,
    )
    const { id, version } = rows[0] as { id: number; version: number }
    expect(version).toBeGreaterThan(2)
    expect(
      await one(
        target.pool,
        `select after ->> 'hours' from record_history where record_id = ${id} and version = ${version}`,
      ),
    ).toBe('always')
    expect(await one(target.pool, `select seq from sync_change where id = ${id} and version = ${version}`)).toBe(
      (seq ?? 0) + 1,
    )
    await expect(target.pool.query('delete from record_history')).rejects.toThrow('append-only')
    await expect(target.pool.query('update dealer_branch set store_type = 999')).rejects.toThrow('foreign key')
  })

  it('opens no link to choose a password that was open before, and keeps what seals of devices are derived from', async () => {
    await restoreDump(target.url, whole)
    const open = 'select count(*) from password_link where ended_at is null'
    expect([await one(business.pool, open), await one(target.pool, open)]).toEqual([expect.any(Number), 0])
    expect(await one<number>(business.pool, open)).toBeGreaterThan(0)
    expect(await one(target.pool, `select distinct ended_because from password_link`)).toBe('restored')
    expect(await one(target.pool, 'select count(*) from link_wish')).toBe(0)
    const seal = `select encode(value, 'hex') from server_secret where name = 'seal'`
    expect(await one(target.pool, seal)).toBe(await one(business.pool, seal))
  })

  it('is a new start for devices and sessions, and says so in the audit', async () => {
    const epoch = await one(business.pool, 'select epoch from sync_clock')
    await restoreDump(target.url, whole)
    expect(await one(target.pool, 'select epoch from sync_clock')).not.toBe(epoch)
    expect(await one(business.pool, 'select count(*) from user_session where ended_at is null')).toBeGreaterThan(0)
    expect(await one(target.pool, 'select count(*) from user_session where ended_at is null')).toBe(0)
    expect(
      await one(target.pool, `select count(*) from user_session where ended_because = 'restored'`),
    ).toBeGreaterThan(0)
    expect(await one(target.pool, `select subject from audit_event where kind = 'restored'`)).toBe('whole.backup')
  })

  it('never gives out ids that were given out after the backup, even if it is restored again', async () => {
    const after = await leaseBlock(business.pool, null, null)
    await restoreDump(target.url, whole)
    const first = await leaseBlock(target.pool, null, null)
    await new Promise(resolve => setTimeout(resolve, 1_000))
    await restoreDump(target.url, whole)
    const second = await leaseBlock(target.pool, null, null)
    expect(first.first).toBeGreaterThan(after.last)
    expect(second.first).toBeGreaterThan(first.last)
    // Records made with those ids may still arrive from devices: somebody has leased them.
    for (const id of [after.first, after.last, first.first, first.last])
      expect(await one(target.pool, `select device_id from sync_lease where first <= ${id} and last >= ${id}`)).toBe(
        '00000000-0000-0000-0000-000000000000',
      )
  })

  it('keeps what is not ours in the same database', async () => {
    await target.pool.query(`create table monthly_report as select 7 as n`)
    await restoreDump(target.url, whole)
    expect(await one(target.pool, 'select n from monthly_report')).toBe(7)
  })

  it('gets what newer versions have added since', async () => {
    const later = await mkdtemp(path.join(tmpdir(), 'caredesk-later-'))
    await cp(migrationsFolder, later, { recursive: true })
    const next = String((await readdir(later)).length + 1).padStart(4, '0')
    await writeFile(
      path.join(later, `${next}-open-days.sql`),
      `alter table dealer_branch add column open_days text; update dealer_branch set open_days = 'Mo-Sa';`,
    )
    const after = String(Number(next) + 1).padStart(4, '0')
    await writeFile(
      path.join(later, `${after}-strict.sql`),
      `alter table dealer_branch alter column open_days set not null`,
    )
    await importDump(target.url, whole, { folder: later })
    expect(await one(target.pool, 'select count(*) from dealer_branch where open_days is null')).toBe(0)
    expect(await one(target.pool, 'select count(*) from dealer_branch')).toBeGreaterThan(0)
    await rm(later, { recursive: true })
  })
})

/** The file with its text changed; `resealed` gives it a checksum that fits. */
async function altered(name: string, change: (text: string) => string, resealed = false): Promise<string> {
  const file = path.join(folder, name)
  let text = change(gunzipSync(await readFile(whole)).toString('utf8'))
  if (resealed) {
    const cut = text.lastIndexOf('\n', text.length - 2) + 1
    const { rows } = JSON.parse(text.slice(cut)) as { rows: object }
    const sha256 = createHash('sha256').update(text.slice(0, cut)).digest('hex')
    text = `${text.slice(0, cut)}${JSON.stringify({ rows, sha256 })}\n`
  }
  await writeFile(file, gzipSync(text))
  return file
}

describe('a file that is refused leaves the database as it was', () => {
  const refused = async (file: string, sentence: RegExp | string) => {
    await target.pool.query(`insert into sync_lease (first, last) values (1, 1) on conflict do nothing`)
    const before = await fingerprint(target.pool)
    await expect(restoreDump(target.url, file)).rejects.toThrow(sentence)
    expect(await fingerprint(target.pool)).toEqual(before)
  }

  it.each([0.05, 0.3, 0.6, 0.95])('one damaged byte at %d of its length', async part => {
    const bytes = await readFile(whole)
    const at = Math.floor(bytes.length * part)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    const file = path.join(folder, `damaged-${part}.backup`)
    await writeFile(file, bytes)
    await refused(file, 'is damaged or was cut off.')
  })

  it.each([0.1, 0.5, 0.999])('cut off at %d of its length', async part => {
    const file = path.join(folder, `short-${part}.backup`)
    await cp(whole, file)
    await truncate(file, Math.floor((await stat(whole)).size * part))
    await refused(file, 'is damaged or was cut off.')
  })

  it('an empty file', async () => {
    const file = path.join(folder, 'empty.backup')
    await writeFile(file, '')
    await refused(file, 'is damaged or was cut off.')
  })

  it('a file that is none of ours', async () => {
    const file = path.join(folder, 'photo.jpg')
    await writeFile(file, 'not at all a backup')
    await refused(file, 'is no backup of Caredesk.')
    await writeFile(file, gzipSync('{"name":"x"}\n'))
    await refused(file, 'is no backup of Caredesk.')
  })

  it('a file that is not there', () => refused(path.join(folder, 'missing'), /missing is not there\.$/))

  it('another word in a row', async () => {
    await refused(await altered('word.backup', text => text.replace('Pune', 'Agra')), 'is damaged or was cut off.')
  })

  it('a row too few', async () => {
    await refused(await altered('row.backup', text => text.replace(/\n[^\n{]*\tPune\t[^\n]*/, ''), true), 'damaged')
  })

  it('another format', async () => {
    const file = await altered('format.backup', text => text.replace('"version":1', '"version":2'))
    await refused(file, 'was written in format 2; this version of Caredesk reads format 1.')
  })

  it('a newer version', async () => {
    const file = await altered(
      'newer.backup',
      text => text.replace(/("migrations":\[.*?)\]/, '$1,{"name":"0999-later.sql","checksum":"x"}]'),
      true,
    )
    await refused(file, /0999-later\.sql/)
  })

  it('another history of the schema', async () => {
    const file = await altered(
      'other.backup',
      text => text.replace(/"checksum":"[0-9a-f]{8}/, '"checksum":"00000000'),
      true,
    )
    await refused(file, 'another migration 0001-start.sql')
  })

  it('rows that point at nothing', async () => {
    const file = await altered(
      'dangling.backup',
      text => text.replace(/({"table":"dealer_branch".*\n(?:[^\t]*\t){8})\d+/, '$1424242'),
      true,
    )
    await refused(file, /foreign key/)
  })

  it('an import where there are records', async () => {
    await target.pool.query(
      `insert into list_item (id, created_by, updated_by, list, label, code, position) values (1, 1, 1, 'source', 'a', 'a', 1)`,
    )
    const before = await fingerprint(target.pool)
    await expect(importDump(target.url, whole)).rejects.toThrow('The database has records already.')
    expect(await fingerprint(target.pool)).toEqual(before)
  })

  it('a view of somebody else that hangs on our tables', async () => {
    await target.pool.query('create view monthly as select count(*) from dealer_branch')
    await refused(whole, /not ours hangs on our tables \(view monthly depends on table dealer_branch\)/)
  })
})

describe.skipIf(!hasForeignPostgres)('growing out and coming back (needs PostgreSQL 15)', () => {
  it('from the built-in database to a PostgreSQL 15 server and back, every row and checksum is the same', async () => {
    const server = await startForeignPostgres()
    try {
      await importDump(server.url, whole)
      const foreign = connect(server.url)
      const there = without(await fingerprint(foreign.pool))
      expect(there).toEqual(without(await fingerprint(business.pool)))
      expect(await drift(foreign.pool, register)).toEqual([])
      await foreign.close()
      const back = path.join(folder, 'back.backup')
      await backup(server.url, back, folder)
      await importDump(target.url, back)
      expect(without(await fingerprint(target.pool))).toEqual(there)
    } finally {
      await server.stop()
    }
  })
})
