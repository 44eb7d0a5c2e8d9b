import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { catalogueOf } from '../support/catalogue.ts'
import { databaseBefore } from '../support/database-before.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { putRows } from '../support/rows-of-any-kind.ts'

/** Whatever version a database comes from, and whatever is in it: it becomes what one is that was made today. */
let inOneGo: FreshDatabase
let folder: string
beforeEach(async () => {
  inOneGo = await freshDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'caredesk-stages-'))
})
afterEach(async () => {
  await inOneGo.close()
  await rm(folder, { recursive: true })
})

/** What one schema lacks beside another, and what it has beyond it. */
async function differences(here: FreshDatabase['pool'], there: FreshDatabase['pool']): Promise<string[]> {
  const [ours, theirs] = await Promise.all([catalogueOf(here), catalogueOf(there)])
  return [
    ...theirs.filter(line => !ours.includes(line)).map(line => `lacks ${line}`),
    ...ours.filter(line => !theirs.includes(line)).map(line => `has ${line}`),
  ]
}

it.each(['empty', 'full'])(
  'a database that was %s at every stage has the schema of one made in one go',
  async state => {
    const before = await databaseBefore('0001')
    onTestFinished(before.close)
    const { pool } = before.database
    const put = new Map<string, number>()
    const files = (await readdir(migrationsFolder)).toSorted()
    for (const file of files) {
      await cp(path.join(migrationsFolder, file), path.join(folder, file))
      expect(await before.goOn(folder)).toEqual([file])
      if (state === 'empty') continue
      for (const [table, count] of await putRows(pool)) put.set(table, (put.get(table) ?? 0) + count)
    }
    expect(await differences(pool, inOneGo.pool)).toEqual([])
    for (const [table, count] of put) {
      const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${table}`)
      expect(rows[0]!.count, `rows of ${table}`).toBeGreaterThanOrEqual(count)
    }
  },
)

it('whatever is otherwise in a schema is seen', async () => {
  const changes = [
    'alter table task add column more int',
    'alter table task alter column priority type varchar(20)',
    `alter table task alter column priority set default 'low'`,
    'alter table task alter column priority drop not null',
    'alter table task drop constraint task_customer_fkey',
    'alter table task add constraint more check (version > 0) not valid',
    'drop index task_stage',
    'create or replace function caredesk_context() returns jsonb language sql stable return null::jsonb',
    'drop trigger record_announce on task',
    'alter table task disable trigger record_remember',
    'alter table rate_limit set logged',
    'alter sequence sync_lease_block increment 2',
    'create view more as select 1 as one',
    `create type more as enum ('one')`,
    'drop extension unaccent cascade',
  ]
  const client = await inOneGo.pool.connect()
  try {
    const before = await catalogueOf(client)
    for (const change of changes) {
      await client.query('begin')
      await client.query(change)
      expect(await catalogueOf(client), change).not.toEqual(before)
      await client.query('rollback')
    }
  } finally {
    client.release(true)
  }
})

it('so is what a file does only where there are rows', async () => {
  const full = await freshDatabase()
  onTestFinished(full.close)
  const put = await putRows(full.pool)
  expect([...put].filter(([, count]) => count === 0)).toEqual([])
  const next = String((await readdir(migrationsFolder)).length + 1).padStart(4, '0')
  await cp(migrationsFolder, folder, { recursive: true })
  await writeFile(
    path.join(folder, `${next}-more.sql`),
    `do $$ begin if exists (select from task) then create index more on task (id, version); end if; end $$`,
  )
  for (const { url } of [inOneGo, full]) await migrate(url, folder)
  expect(await differences(full.pool, inOneGo.pool)).toEqual([
    expect.stringMatching(/^has index CREATE INDEX more /),
    expect.stringMatching(/^has relation more /),
  ])
})
