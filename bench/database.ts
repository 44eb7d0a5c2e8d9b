import { Client } from 'pg'
import { openDatabase } from '#server/db/open.ts'

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error }

/** An embedded PostgreSQL for both: the bare limit has its own table in it, which no trigger watches. */
export const openBenchDatabase = (dataDir: string) => openDatabase({ dataDir, log: quiet })

export const FIRST_BRANCH = 8_000_000_001

/** Ten thousand branches straight into the table: filling it is not what is measured. */
export async function fillBranches(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into dealer_branch (id, created_by, updated_by, name, phone, email)
    select ${FIRST_BRANCH - 1} + n, 1, 1, 'Branch ' || n, '+91 20 5550 ' || n, 'branch' || n || '@example.com'
    from generate_series(1, 10000) n`)
  await client.query('analyze dealer_branch')
  await client.end()
}
