import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startServer } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server to make databases on, and the migrated database that they are copies of. */
    databaseServer: { url: string; template: string }
  }
}

/** One PostgreSQL for the whole run: the server named by DATABASE_URL, or an embedded one in a temporary folder. */
export default async function setup(project: TestProject) {
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startServer({ binDir: process.env.PG_BIN })
  const template = `caredesk_template_${randomBytes(4).toString('hex')}`
  await onServer(server.url, `create database ${template}`)
  const migrated = withDatabase(server.url, template)
  await migrate(migrated)
  // A database that somebody is connected to cannot be copied, so nobody may.
  await onServer(server.url, `alter database ${template} with allow_connections false`)
  project.provide('databaseServer', { url: server.url, template })
  return async () => {
    await dropDatabase(server.url, template)
    await server.stop()
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** Not a superuser, we may not send away an autovacuum worker that happens to be in it: it is gone in a moment. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  for (;;) {
    try {
      return await onServer(url, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error
      await sleep(100)
    }
  }
}

export async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
