import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
let folder: string
beforeEach(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'caredesk-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const nextNumber = async () => {
  const { rows } = await database.pool.query<{ count: number }>('select count(*) from schema_migration')
  return String((rows[0]?.count ?? 0) + 1).padStart(4, '0')
}
const columnsOf = async (table: string) => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1',
    [table],
  )
  return rows.map(row => row.name)
}

it('applies nothing twice', async () => {
  expect(await migrate(database.url)).toEqual([])
})

it('applies a new file once, even when several processes start together', async () => {
  const name = `${await nextNumber()}-note.sql`
  await writeFile(path.join(folder, name), 'create table note (id bigint); insert into note values (1)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)))
  expect(applied.flat()).toEqual([name])
  expect((await database.pool.query('select * from note')).rows).toEqual([{ id: 1 }])
})

it('leaves nothing of a file that fails half-way, and names the file', async () => {
  const name = `${await nextNumber()}-broken.sql`
  await writeFile(path.join(folder, name), 'create table half (id bigint); select * from no_such_table')
  await expect(migrate(database.url, folder)).rejects.toThrow(
    `Migration ${name} failed: relation "no_such_table" does not exist`,
  )
  expect(await columnsOf('half')).toEqual([])
})

it('refuses a file that was changed after it had been applied', async () => {
  await writeFile(path.join(folder, '0001-start.sql'), 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow('0001-start.sql was changed after it had been applied')
})

it('refuses a database that a newer version has made', async () => {
  await database.pool.query("insert into schema_migration (name, checksum) values ('9999-later.sql', 'x')")
  await expect(migrate(database.url)).rejects.toThrow('made by a newer version of Caredesk: it has 9999-later.sql')
})

it('refuses a gap in the numbers', async () => {
  await writeFile(path.join(folder, '0999-far.sql'), 'select 1')
  const next = await nextNumber()
  await expect(migrate(database.url, folder)).rejects.toThrow(`expected ${next}, found 0999-far.sql`)
})
