import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DatabaseError, type ClientBase } from 'pg'
import { from } from 'pg-copy-streams'
import { openClient } from './connect.ts'
import { checkDump, readDump, type Header, type Part, type Rows, type Sequence } from './dump-file.ts'
import { apply, appliedMigrations, checkApplied, lockSchema, readMigrations, type Migration } from './migrate.ts'
import { goOnCounting, numbersGiven, type Mark } from './number-marks.ts'
import { afterRestore } from './restore.ts'
import { dropAll, madeBy, quote, tablesOf } from './schema.ts'

/** `marks`: numbers that were given out, as they are known outside of the database. */
type Options = { folder?: string | undefined; marks?: readonly Mark[] }

export type Loaded = { header: Header; rows: Rows }

/** Loads a dump into a database that has no records yet: a move to another server. */
export const importDump = (url: string, file: string, options: Options = {}) =>
  load(url, file, { onlyInto: 'empty', ...options })

/** Puts the database back to what a dump says, whatever it holds now. */
export const restoreDump = (url: string, file: string, options: Options = {}) => load(url, file, options)

/**
 * Makes the database what the file says, or leaves it as it was: the file is read once to its end before anything is
 * touched, and then loaded in one transaction. An older file gets the schema of its time first, and then what came after.
 */
async function load(url: string, file: string, options: Options & { onlyInto?: 'empty' }): Promise<Loaded> {
  const loaded = await checkDump(file)
  const migrations = await readMigrations(options.folder)
  checkFile(loaded.header, migrations)
  const client = await openClient(url, {
    name: 'caredesk restore',
    statementTimeout: 0,
    idleInTransactionTimeout: 0,
    lockTimeout: 20_000,
  })
  try {
    await client.query('begin')
    await lockSchema(client)
    checkApplied(await appliedMigrations(client), migrations)
    if (options.onlyInto === 'empty' && (await hasRecords(client)))
      throw new Error('The database has records already. To replace them, use "npm run db -- restore FILE".')
    const given = await numbersGiven(client)
    await dropAll(client, madeBy(migrations))
    await lockSchema(client)
    const ofFile = migrations.slice(0, loaded.header.migrations.length)
    for (const migration of ofFile) await apply(client, migration)
    await loadTables(client, file, ofFile)
    for (const migration of migrations.slice(ofFile.length)) {
      await apply(client, migration)
      // What waits for a commit must not wait here: the next file may change the same table.
      await client.query('set constraints all immediate; set constraints all deferred')
    }
    await afterRestore(client)
    await goOnCounting(client, [...given, ...(options.marks ?? [])])
    await client.query(`insert into audit_event (kind, subject, details) values ('restored', $1, $2)`, [
      path.basename(file),
      JSON.stringify({ made: loaded.header.made, rows: loaded.rows }),
    ])
    await client.query('commit')
    // Until then the planner knows nothing of the new rows, and lists are slow.
    const tables = await tablesOf(client, madeBy(migrations))
    await client.query(`analyze ${tables.map(table => quote(table.name)).join(', ')}`)
    return loaded
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw inWords(error)
  } finally {
    await client.end()
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { code, detail } = error
  if (code === '55P03') return new Error('The database is being used. Stop the app and try again.', { cause: error })
  if (code === '2BP01')
    return new Error(`Something that is not ours hangs on our tables (${detail}). Take it away first.`, {
      cause: error,
    })
  return error
}

function checkFile(header: Header, migrations: Migration[]): void {
  const newer = header.migrations[migrations.length]
  if (newer)
    throw new Error(`The file was made by a newer version of Caredesk: it has ${newer.name}. Install that version.`)
  const other = header.migrations.find(({ name, checksum }, index) => {
    const ours = migrations[index]
    return ours?.name !== name || ours.checksum !== checksum
  })
  if (other) throw new Error(`The file was made with another migration ${other.name} than this version has.`)
}

/** Whoever wrote a record wrote history. */
async function hasRecords(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.record_history') is not null as there`,
  )
  if (!rows[0]?.there) return false
  const { rowCount } = await client.query('select from record_history limit 1')
  return rowCount === 1
}

/** Rows as they were, with their versions: nothing that usually happens to a row on its way in happens here. */
async function loadTables(client: ClientBase, file: string, migrations: Migration[]): Promise<void> {
  const tables = new Map((await tablesOf(client, madeBy(migrations))).map(table => [table.name, table.columns]))
  const names = [...tables.keys()].map(quote)
  // Keys between tables are taken away and checked all at once at the end, because tables may point at each other.
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text = any($1)`,
    [[...tables.keys()]],
  )
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${quote(key.name)}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  await copyIn(client, file, tables)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const key of keys)
    await client.query(`alter table ${key.table} add constraint ${quote(key.name)} ${key.definition}`)
}

async function copyIn(client: ClientBase, file: string, tables: Map<string, string[]>): Promise<void> {
  const parts = readDump(file)
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value
    if (part.kind === 'sequences') await setSequences(client, part.sequences)
    if (part.kind !== 'table') continue
    const columns = tables.get(part.table) ?? []
    const unknown = part.columns.filter(column => !columns.includes(column))
    if (unknown.length)
      throw new Error(`The file has ${part.table}.${unknown[0]}, which its own version does not know.`)
    const copy = client.query(from(`copy ${quote(part.table)} (${part.columns.map(quote).join(', ')}) from stdin`))
    await pipeline(rowsOf(parts), copy)
  }
}

async function* rowsOf(parts: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done && next.value.kind === 'rows'; next = await parts.next())
    yield next.value.bytes
}

async function setSequences(client: ClientBase, sequences: Sequence[]): Promise<void> {
  for (const { name, last, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quote(name), last, called])
}
