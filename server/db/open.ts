import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { connect, type ConnectOptions, type Database } from './connect.ts'
import { connectAsKeeper } from './keeper.ts'
import type { Log } from './log.ts'
import { socketUrl } from './postgres-cluster.ts'
import { supervise, type State, type SupervisorOptions } from './supervisor.ts'

export type { State }

export type OpenDatabase = Database & {
  url: string
  kind: 'embedded' | 'server'
  /** What a copy of the built-in database's folder would not share with it; null where the folder is not ours. */
  place: string | null
  state: () => State
  onState: (listener: (state: State) => void) => () => void
  /** Closes the connections and, where we look after it, stops the server. */
  stop: () => Promise<void>
}

type Options = Omit<SupervisorOptions, 'dataDir'> & {
  dataDir: string
  databaseUrl?: string | undefined
  connections?: ConnectOptions
}

/**
 * The database the app works on: the server that `databaseUrl` names (which need not be up yet), or the built-in one in
 * the data folder. Migrating is the caller's next step.
 */
export async function openDatabase({ databaseUrl, connections, ...options }: Options): Promise<OpenDatabase> {
  const onLost = lost(options.log)
  if (databaseUrl) {
    const database = connect(databaseUrl, { onLost, ...connections })
    return {
      ...database,
      url: databaseUrl,
      kind: 'server',
      place: null,
      state: () => 'ready',
      onState: () => () => {},
      stop: database.close,
    }
  }
  const supervisor = await supervise(options)
  let place: string
  try {
    place = await placeOf(supervisor.socket)
    const keeper = await connectAsKeeper(supervisor.socket)
    try {
      await makeDatabase(keeper)
    } finally {
      await keeper.end()
    }
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  const url = socketUrl(supervisor.socket, NAME, NAME)
  const database = connect(url, { onLost, ...connections })
  const stop = async () => {
    await database.close()
    await supervisor.stop()
  }
  return { ...database, url, kind: 'embedded', place, state: supervisor.state, onState: supervisor.onState, stop }
}

const NAME = 'caredesk'

/** The control file is made once and written in place ever after, so this stays until the folder is copied. */
async function placeOf(folder: string): Promise<string> {
  const { ino, birthtimeNs, ctimeNs } = await stat(path.join(folder, 'global', 'pg_control'), { bigint: true })
  // Where the file system does not keep the time of birth, that of the last change may be given for it.
  return `${ino}.${birthtimeNs === ctimeNs ? 0 : birthtimeNs}`
}

const lost = (log: Log) => (error: Error) => log.warn({ error: error.message }, 'A database connection was lost.')

/** The app works as an ordinary owner of its database, as it would on anybody's server; never as superuser. */
async function makeDatabase(keeper: Client): Promise<void> {
  const { rows } = await keeper.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database`,
    [NAME],
  )
  if (!rows[0]?.role) await keeper.query(`create role ${NAME} login`)
  if (!rows[0]?.database) await keeper.query(`create database ${NAME} owner ${NAME}`)
}
