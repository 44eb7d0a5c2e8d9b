import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseError, type Client, type ClientBase } from 'pg'
import { openClient } from './connect.ts'

export type Migration = { name: string; sql: string; checksum: string }
export type Applied = { name: string; checksum: string }

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

// Any number will do, as long as every start of every version asks for the same one.
const MIGRATION_LOCK = 5_021_870

/** The numbered files, in order. A file changes nothing once it has been applied anywhere: the next number does. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = String(migrations.length + 1).padStart(4, '0')
    if (!name.startsWith(`${number}-`))
      throw new Error(`Migrations are numbered without gaps: expected ${number}, found ${name}`)
    const sql = await readFile(`${folder}/${name}`, 'utf8')
    migrations.push({ name, sql, checksum: checksumOf(sql) })
  }
  return migrations
}

// A checkout with other line ends is the same file.
const checksumOf = (sql: string) => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

/** Applies what is missing, each file in a transaction of its own, and answers the names that it applied. */
export async function migrate(url: string, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  // Building an index takes as long as it takes; waiting for another process that migrates does not.
  const client = await openClient(url, {
    name: 'caredesk migrate',
    statementTimeout: 0,
    lockTimeout: 120_000,
    idleInTransactionTimeout: 0,
  })
  try {
    const done: string[] = []
    for (const [index] of migrations.entries()) {
      const applied = await applyOne(client, migrations, index)
      if (applied) done.push(applied)
    }
    return done
  } finally {
    await client.end()
  }
}

async function applyOne(client: Client, migrations: Migration[], index: number): Promise<string | null> {
  await client.query('begin')
  try {
    await lockSchema(client)
    const before = await appliedMigrations(client)
    checkApplied(before, migrations)
    const next = migrations[index]
    if (!next || before.length > index) {
      await client.query('commit')
      return null
    }
    await apply(client, next)
    await client.query('commit')
    return next.name
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Applies one file inside the caller's transaction. */
export async function apply(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    // What the server says of itself (it stops, it is full) is not the file's fault.
    if (!(error instanceof DatabaseError) || /^(08|53|57)/.test(error.code ?? '')) throw error
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
  }
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
}

/** One process at a time changes the schema; a lock of the transaction, so that poolers and crashes cannot leave it behind. */
export async function lockSchema(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await client.query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())',
  )
}

export const appliedMigrations = async (client: ClientBase): Promise<Applied[]> =>
  (await client.query<Applied>('select name, checksum from schema_migration order by name')).rows

/** What was applied must be the beginning of what we have, unchanged. */
export function checkApplied(applied: Applied[], migrations: Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const ours = migrations[index]
    if (!ours)
      throw new Error(`The database was made by a newer version of Caredesk: it has ${name}. Install that version.`)
    if (ours.name !== name) throw new Error(`The database has migration ${name} where this version has ${ours.name}.`)
    if (ours.checksum !== checksum)
      throw new Error(
        `Migration ${name} was changed after it had been applied. Undo the change and add a new file instead.`,
      )
  }
}
