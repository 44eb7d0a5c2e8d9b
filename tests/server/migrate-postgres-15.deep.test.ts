import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { drift } from '#server/db/drift.ts'
import { migrate } from '#server/db/migrate.ts'
import { hasForeignPostgres, startForeignPostgres } from '../support/foreign-postgres.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

const names = [
  'zebra',
  'Äpfel',
  'apfel',
  'Apfel',
  'Zoë',
  'zoe',
  'Élan',
  'elan',
  'éclair',
  'Eclair',
  'Øre',
  'ore',
  'Straße',
  'strasse',
  'İzmir',
  'izmir',
  'ÑANDÚ',
  'nandu',
  'O’Brien',
  "O'Brien",
  'de Souza',
  'De souza',
  'मुंबई',
  'पुणे',
  'ΑΘΗΝΑ',
  'αθήνα',
  '10',
  '9',
  ' x',
  'a-b',
  'ab',
  'a b',
]

describe.skipIf(!hasForeignPostgres)('PostgreSQL 15 (needs PostgreSQL 15)', () => {
  let server: Awaited<ReturnType<typeof startForeignPostgres>>
  let foreign: Database
  let own: FreshDatabase
  beforeAll(async () => {
    server = await startForeignPostgres()
    await migrate(server.url)
    foreign = connect(server.url)
    own = await freshDatabase()
  })
  afterAll(async () => {
    await own?.close()
    await foreign?.close()
    await server?.stop()
  })

  it('is what it says', async () => {
    const { rows } = await foreign.pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    expect(rows).toEqual([{ version: 15 }])
  })

  it('carries the same schema', async () => {
    expect(await drift(foreign.pool, register)).toEqual([])
  })

  it('sorts and searches names as the built-in database does', async () => {
    const sorted = async ({ pool }: Pick<Database, 'pool'>) => {
      const { rows } = await pool.query(
        `select name, sort_key(name) as key from unnest($1::text[]) as name order by sort_key(name) collate "C", name collate "C"`,
        [names],
      )
      return rows
    }
    const ours = await sorted(own)
    expect(ours).toHaveLength(names.length)
    expect(await sorted(foreign)).toEqual(ours)
  })
})

it('names that differ in case and accents alone stand together', async () => {
  const { pool, close } = await freshDatabase()
  const { rows } = await pool.query<{ key: string; names: string[] }>(
    `select sort_key(name) as key, array_agg(name order by name collate "C") as names from unnest($1::text[]) as name group by 1 having count(*) > 1 order by 1`,
    [names],
  )
  await close()
  expect(Object.fromEntries(rows.map(row => [row.key, row.names]))).toMatchObject({
    apfel: ['Apfel', 'apfel', 'Äpfel'],
    eclair: ['Eclair', 'éclair'],
    elan: ['elan', 'Élan'],
    zoe: ['Zoë', 'zoe'],
    nandu: ['nandu', 'ÑANDÚ'],
    ore: ['ore', 'Øre'],
    strasse: ['Straße', 'strasse'],
  })
})
