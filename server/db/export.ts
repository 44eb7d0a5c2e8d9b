import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to, type CopyToStreamQuery } from 'pg-copy-streams'
import { openClient } from './connect.ts'
import { FORMAT, FORMAT_VERSION, type Rows, type Sequence } from './dump-file.ts'
import { appliedMigrations, checkApplied, readMigrations } from './migrate.ts'
import { madeBy, quote, sequencesOf, tablesOf, type TableShape } from './schema.ts'

/** Writes everything in the database, as it is at one moment, into a new file that only its owner may read; null if there is nothing yet. */
export async function writeDump(url: string, file: string): Promise<Rows | null> {
  const migrations = await readMigrations()
  const made = madeBy(migrations)
  const client = await openClient(url, { name: 'caredesk backup', statementTimeout: 0, idleInTransactionTimeout: 0 })
  try {
    // One snapshot for all tables; nobody has to wait for it.
    await client.query('begin isolation level repeatable read read only')
    const applied = await appliedMigrations(client).catch(() => [])
    if (!applied.length) return null
    checkApplied(applied, migrations)
    const tables = await tablesOf(client, made)
    const handle = await open(file, 'wx', 0o600)
    try {
      const rows: Rows = {}
      const parts = async function* () {
        const hash = createHash('sha256')
        const hashed = (bytes: Buffer) => (hash.update(bytes), bytes)
        const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
        yield hashed(
          line({ format: FORMAT, version: FORMAT_VERSION, made: new Date().toISOString(), migrations: applied }),
        )
        const copies = new Map<string, CopyToStreamQuery>()
        for (const table of tables) {
          yield hashed(line({ table: table.name, columns: table.columns }))
          const copy = client.query(to(copyOut(table)))
          for await (const bytes of copy as AsyncIterable<Buffer>) yield hashed(bytes)
          yield hashed(Buffer.from('\\.\n'))
          copies.set(table.name, copy)
        }
        const sequences: Sequence[] = []
        for (const name of await sequencesOf(client, tables, made)) {
          const { rows: found } = await client.query<Omit<Sequence, 'name'>>(
            `select last_value as last, is_called as called from ${quote(name)}`,
          )
          if (found[0]) sequences.push({ name, ...found[0] })
        }
        // How many rows there were is said in a message of its own after the last of them: the sequences came behind that.
        for (const [table, { rowCount }] of copies) rows[table] = rowCount
        yield hashed(line({ sequences }))
        yield line({ rows, sha256: hash.digest('hex') })
      }
      await pipeline(parts, createGzip(), handle.createWriteStream({ flush: true }))
      return rows
    } finally {
      await handle.close().catch(() => {})
    }
  } finally {
    await client.end()
  }
}

const copyOut = ({ name, columns }: TableShape) => `copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`
