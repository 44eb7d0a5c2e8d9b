import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { freshDatabase } from '../support/database.ts'
import { signedIn, startApp } from '../support/server.ts'

/** Any number will do. The file waits for it: the tables are held until this test lets go. */
const HELD = 4_711

it('a server that runs while another one migrates says that it is busy, does nothing by halves, and goes on after it', async () => {
  const fresh = await freshDatabase()
  const impatient = connect(fresh.url, { max: 4, lockTimeout: 300 })
  const server = await startApp({ database: { ...fresh, ...impatient, db: impatient.kysely, url: fresh.url } })
  const holder = await fresh.pool.connect()
  const folder = await mkdtemp(path.join(tmpdir(), 'caredesk-live-'))
  onTestFinished(async () => {
    holder.release(true)
    await server.close()
    await impatient.close()
    await fresh.close()
    await rm(folder, { recursive: true })
  })
  const { headers } = await signedIn(server, { permissions: ['52-a', '52-b', '52-d'] })
  const add = (name: string, key: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/dealer-branch',
      payload: { name },
      headers: { ...headers, 'idempotency-key': key },
    })
  const { id } = (await add('Nashik', randomUUID())).json<{ id: number }>()
  const key = randomUUID()
  const addAnother = () => add('Pune', key)
  const list = () => server.app.inject({ url: '/api/dealer-branch', headers })
  const open = () => server.app.inject({ url: `/api/dealer-branch/${id}`, headers })
  const manyTimes = (ask: typeof list) => Promise.all(Array.from({ length: 8 }, ask))
  // Each connection has its statements prepared.
  for (const ask of [list, open]) await manyTimes(ask)

  await cp(migrationsFolder, folder, { recursive: true })
  const next = String((await readdir(migrationsFolder)).length + 1).padStart(4, '0')
  const file = `${next}-more.sql`
  await writeFile(
    path.join(folder, file),
    `alter table dealer_branch add column more text; select pg_advisory_xact_lock(${HELD})`,
  )
  await holder.query('select pg_advisory_lock($1)', [HELD])
  const migrating = migrate(fresh.url, folder)
  const waits = async () => {
    const { rowCount } = await fresh.pool.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [HELD],
    )
    return rowCount
  }
  await expect.poll(waits).toBe(1)
  for (const ask of [list, open, addAnother]) {
    const reply = await ask()
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']], reply.body).toEqual([503, 'busy', '2'])
  }
  await holder.query('select pg_advisory_unlock($1)', [HELD])
  expect(await migrating).toEqual([file])

  expect((await addAnother()).statusCode).toBe(201)
  for (const ask of [list, open])
    for (const reply of await manyTimes(ask)) expect(reply.statusCode, reply.body).toBe(200)
  const names = (await list()).json<{ rows: { name: string }[] }>().rows.map(({ name }) => name)
  expect(names).toEqual(['Nashik', 'Pune'])
})
