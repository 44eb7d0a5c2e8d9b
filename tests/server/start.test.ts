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
  const { rows } = await database.pool.query(`select current_setting('server_version') as version`)
  const said = () =>
    server
      .logged()
      .split('\n')
      .find(line => line.includes('"the database is ready"') && line.endsWith('}'))
  await expect.poll(said, { timeout: 100_000 }).toBeTruthy()
  expect(JSON.parse(said()!)).toMatchObject({ postgres: rows[0].version, kind: 'server' })
})
