import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import { backup } from '#server/db/backup.ts'
import { drift } from '#server/db/drift.ts'
import { restoreDump } from '#server/db/load.ts'
import { seed } from '#server/seed/seed.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { fingerprint, withoutWhatRestoresChange as without } from '../support/fingerprint.ts'

// One way there and back. A whole sample business, and every way in which a file may be wrong: backup.deep.test.ts.
let folder: string
let business: FreshDatabase
let target: FreshDatabase
let file: string
let rows: Readonly<Record<string, number>> | null
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredesk-backup-'))
  business = await freshDatabase()
  target = await freshDatabase()
  await seed(business, {})
  await business.pool.query(
    `insert into list_item (id, created_by, updated_by, list, label, code, position)
     values (1, 1, 1, 'source', E'tab\\t, line\\n, back\\\\slash, \\\\. and ”quotes”', 'odd', 1)`,
  )
  await business.pool.query(
    `insert into user_session (id, user_id, token_hash, revocation_hash) select gen_random_uuid(), id, sha256('a'), sha256('b') from app_user limit 1`,
  )
  file = path.join(folder, 'small.backup')
  rows = await backup(business.url, file, folder)
})
afterAll(async () => {
  await business?.close()
  await target?.close()
  await rm(folder, { recursive: true })
})

it('a backup holds every table that must not be lost', async () => {
  const { live_ticket, rate_limit, schema_migration, ...lasting } = await fingerprint(business.pool)
  expect([live_ticket, rate_limit, schema_migration]).not.toContain(undefined)
  expect(rows).toEqual(Object.fromEntries(Object.entries(lasting).map(([name, found]) => [name, found.rows])))
})

it.each<[string, (whole: Buffer) => Buffer, string]>([
  [
    'with one damaged byte',
    whole => (whole.writeUInt8(whole.readUInt8(999) ^ 16, 999), whole),
    'damaged or was cut off',
  ],
  ['that was cut off', whole => whole.subarray(0, -9), 'damaged or was cut off'],
  ['that is none of ours', () => gzipSync('{"name":"x"}\n'), 'is no backup of Caredesk'],
])('a file %s is refused, and leaves the database as it was', async (_, spoil, sentence) => {
  const before = await fingerprint(target.pool)
  const spoilt = path.join(folder, 'spoilt.backup')
  await writeFile(spoilt, spoil(await readFile(file)))
  await expect(restoreDump(target.url, spoilt)).rejects.toThrow(sentence)
  expect(await fingerprint(target.pool)).toEqual(before)
})

it('a restored database has every row as it was, and nobody is signed in', async () => {
  await restoreDump(target.url, file)
  expect(without(await fingerprint(target.pool))).toEqual(without(await fingerprint(business.pool)))
  expect(await drift(target.pool, register)).toEqual([])
  const { rows: sessions } = await target.pool.query('select distinct ended_because as because from user_session')
  expect(sessions).toEqual([{ because: 'restored' }])
})

it('a restored database gives out no number again that was given out since the backup, and counts others as they were', async () => {
  const put = (pool: FreshDatabase['pool'], series: string, last: number) =>
    pool.query(`insert into number_series (series, year, last) values ($1, 2026, $2)`, [series, last])
  for (const [series, last] of [
    ['INV', 7],
    ['STM', 40],
  ] as const)
    await put(business.pool, series, last)
  const counted = path.join(folder, 'counted.backup')
  await backup(business.url, counted, folder)
  for (const [series, last] of [
    ['INV', 12],
    ['RPL', 3],
  ] as const)
    await put(target.pool, series, last)
  await restoreDump(target.url, counted)
  const { rows: series } = await target.pool.query('select series, last::int from number_series order by series')
  expect(series).toEqual([
    { series: 'INV', last: 12 },
    { series: 'RPL', last: 3 },
    { series: 'STM', last: 40 },
  ])
})
