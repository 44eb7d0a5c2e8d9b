import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { clientConfig } from './connect.ts'
import { socketUrl } from './postgres-cluster.ts'

// Held by the one process that looks after a server, on a connection of its own: gone the moment that process is.
const KEEPER_LOCK = 5_021_871

/** Connects as the database's own superuser: to look after the server, never for the app's work. */
export async function connectAsKeeper(folder: string, name = 'caredesk supervisor'): Promise<Client> {
  const client = new Client({
    ...clientConfig(socketUrl(folder, 'postgres', 'postgres'), { name, idleInTransactionTimeout: 0 }),
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  return client
}

export const pidFile = (folder: string) => readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => null)

/**
 * The process id of the server that answered, if it is the one of this folder: it reads its own lock file, and that must
 * be ours, byte for byte (it holds process id, start time and shared memory key). Names of folders prove less.
 */
export async function provenPid(keeper: Client, folder: string): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { rows } = await keeper.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
    const theirs = rows[0]?.file ?? ''
    if (theirs === (await pidFile(folder))) return Number.parseInt(theirs)
    await sleep(40)
  }
  await keeper.end()
  throw new Error(`A PostgreSQL answers in ${folder}, but it serves another folder.`)
}

/** One process looks after a server. A killed one needs a moment until its connection is gone. */
export async function takeLock(keeper: Client, folder: string, patience: number): Promise<void> {
  const late = Date.now() + patience
  for (;;) {
    const { rows } = await keeper.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [KEEPER_LOCK])
    if (rows[0]?.mine) return
    if (Date.now() > late) break
    await sleep(100)
  }
  const { rows } = await keeper.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = $1`,
    [KEEPER_LOCK],
  )
  const other = /\d+$/.exec(rows[0]?.name ?? '')?.[0] ?? 'unknown'
  throw new Error(
    `Caredesk is already running on the data folder ${path.dirname(folder)} (process ${other}). Stop it, or choose another folder with CAREDESK_DATA_DIR.`,
  )
}
