import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { newDataDir, serverProcess } from '../support/server-process.ts'

test('the start says in the log which PostgreSQL runs', async () => {
  const database = await freshDatabase()
  const { dataDir, remove } = newDataDir()
  const server = await serverProcess({ DATABASE_URL: database.url, CAREDESK_DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await database.close()
    remove()
  })
  await server.ready()
  const { rows } = await database.pool.query(`select current_setting('server_version') as version`)
  const lines = server
    .logged()
    .split('\n')
    .filter(line => line.startsWith('{'))
  const said = lines
    .map(line => JSON.parse(line) as { msg?: string })
    .find(({ msg }) => msg === 'the database is ready')
  expect(said).toMatchObject({ postgres: rows[0].version, kind: 'server' })
})
