import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { dropDatabase, onServer, withDatabase } from './cluster.ts'

export type DatabaseBefore = {
  database: Database
  /** Brings it to where the shipped server is, or as far as the files in this folder go. */
  goOn(folder?: string): Promise<string[]>
  close(): Promise<void>
}

/** A database as it was before a migration, named by its number. */
export async function databaseBefore(number: string): Promise<DatabaseBefore> {
  const { url: server } = inject('databaseServer')
  const name = `caredesk_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  const folder = await mkdtemp(path.join(tmpdir(), 'caredesk-before-'))
  for (const file of await readdir(migrationsFolder))
    if (file < number) await cp(path.join(migrationsFolder, file), path.join(folder, file))
  await migrate(url, folder)
  await rm(folder, { recursive: true })
  const database = connect(url, { max: 2 })
  return {
    database,
    goOn: folder => migrate(url, folder),
    async close() {
      await database.close()
      await dropDatabase(server, name)
    },
  }
}
