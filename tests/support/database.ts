import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import { dropDatabase, onServer, withDatabase } from './cluster.ts'

export type FreshDatabase = Database & {
  url: string
  db: Kysely<Tables>
  pool: Pool
  /** Closes the connections and drops the database. */
  close: () => Promise<void>
}

/** A migrated, empty database of one's own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url: server, template } = inject('databaseServer')
  const name = `caredesk_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = withDatabase(server, name)
  const database = connect(url, { max: 8 })
  const close = async () => {
    await database.close()
    await dropDatabase(server, name)
  }
  return { ...database, db: database.kysely, url, close }
}
