import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { access, chmod, chown, constants, mkdir, mkdtemp, open, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { mayEnter, noDatabase, preparePostgres, runAs, type RunAs } from './postgres-binaries.ts'

/** One PostgreSQL data folder and the programs that serve it. */
export type Cluster = {
  /** PostgreSQL's own folder, inside the data folder. */
  folder: string
  binDir: string
  who: RunAs
  /** The account it runs as may not walk down to the folder, so it is handed over open. */
  handedOver: boolean
  settings: Record<string, string>
}

const VERSION = '18.4'

const MB = 2 ** 20
/** What this machine, or the container around it, has; 0 stands for no bound. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
// An eighth of it, taken only as it is filled: rows that are looked at here and there are read three times as fast as
// from the system's files.
const shared = Math.floor(Math.min(1_024, Math.max(128, memory / 8 / MB)))

const safe = {
  // What goes wrong is told to the app; the server's own log carries no statements and no values.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${shared}MB`,
  max_connections: '60',
  statement_timeout: '60s',
  lock_timeout: '30s',
  idle_in_transaction_session_timeout: '5min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
}

// Nothing listens but a socket in a folder that only its owner may enter.
const closed = { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' }

export type ClusterOptions = {
  dataDir: string
  /** A folder with another PostgreSQL, 15 or newer. */
  binDir?: string | undefined
  /** The unpacked package, where it is not the installed one. */
  packageDir?: string
  settings?: Record<string, string>
}

/** Makes the data folder ready to be served: the programs, and a cluster in it if there is none. */
export async function prepareCluster({ dataDir, settings, ...from }: ClusterOptions): Promise<Cluster> {
  const root = path.resolve(dataDir)
  const folder = path.join(root, 'postgres')
  const who = await runAs(folder)
  try {
    await mkdir(root, { recursive: true, mode: who ? 0o755 : 0o700 })
    await access(root, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `This account may not write in the data folder ${root} (${(error as NodeJS.ErrnoException).code}). Start the app as the account that it belongs to, or choose another folder with CAREDESK_DATA_DIR.`,
      { cause: error },
    )
  }
  const handedOver = !(await mayEnter(root, who))
  if (handedOver && process.platform !== 'linux')
    throw noDatabase(`The data folder ${root} lies below a folder that only root may enter.`)
  // Programs must be reached by name, whatever the data folder's parents allow.
  const beside = handedOver ? '/var/lib/caredesk' : root
  const binDir = await preparePostgres({ copyTo: path.join(beside, `pg-${VERSION}`), ...from })
  const cluster = { folder, binDir, who, handedOver, settings: { ...safe, ...settings, ...closed } }
  await makeCluster(cluster)
  return cluster
}

async function makeCluster(cluster: Cluster): Promise<void> {
  const version = await readFile(path.join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) return checkVersion(cluster, version.trim())
  // Finished under another name: what bears the right name is whole.
  const half = await mkdtemp(`${cluster.folder}.new-`)
  try {
    if (cluster.who) await chown(half, cluster.who.uid, cluster.who.gid)
    await chmod(half, 0o700)
    await initdb({ ...cluster, folder: half })
    await rename(half, cluster.folder)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    const code = (error as NodeJS.ErrnoException).code
    // Another process that started at the same moment was faster.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}

/** The major version of the programs. */
function majorOf({ binDir, who }: Cluster): number {
  const program = path.join(binDir, 'postgres')
  const { stdout, stderr, error } = spawnSync(program, ['--version'], { ...who, cwd: '/', env: environment() })
  const major = /PostgreSQL\) (\d+)/.exec(String(stdout))?.[1]
  if (!major) throw noDatabase(`The built-in database cannot run here: ${error?.message ?? String(stderr).trim()}.`)
  return Number(major)
}

function checkVersion(cluster: Cluster, made: string): void {
  const ours = majorOf(cluster)
  if (String(ours) === made) return
  throw new Error(
    `The database in ${cluster.folder} was made by PostgreSQL ${made} and this is PostgreSQL ${ours}. Start the version of Caredesk that made it, run "npm run db -- export FILE", and import the file into a new data folder.`,
  )
}

async function initdb(cluster: Cluster): Promise<void> {
  const locale =
    majorOf(cluster) < 17 ? ['--locale=C'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  await run(cluster, 'initdb', [
    '--username=postgres',
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ])
}

/** Starts the server and does not wait. */
export async function spawnPostgres(cluster: Cluster): Promise<ChildProcess> {
  const settings = Object.entries(cluster.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return await start(cluster, 'postgres', settings)
}

async function run(cluster: Cluster, program: string, args: string[]): Promise<void> {
  const child = await start(cluster, program, args)
  const complaints: string[] = []
  child.stderr?.on('data', data => complaints.push(String(data)))
  const code = await ended(child)
  if (code !== 0)
    throw noDatabase(
      `The built-in database could not be made: ${complaints.join('').trim() || `${program} ended with ${code}`}.`,
    )
}

async function start(cluster: Cluster, program: string, args: string[]): Promise<ChildProcess> {
  const handle = cluster.handedOver ? await open(cluster.folder, 'r') : null
  try {
    const child = spawn(
      path.join(cluster.binDir, program),
      ['-D', handle ? '/proc/self/fd/3' : cluster.folder, ...args],
      {
        ...cluster.who,
        cwd: '/',
        env: environment(),
        // Ctrl+C in the terminal is for the app, which stops its database when it is done with it.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe', ...(handle ? [handle.fd] : [])],
      },
    )
    return child
  } finally {
    await handle?.close()
  }
}

/** Nothing of ours: no secrets, and no PG… variable that would change what PostgreSQL does. */
const environment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

export const ended = (child: ChildProcess) =>
  new Promise<number | string | null>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal))
  })

// The length of a socket's name is limited to 107 bytes (103 on macOS), and data folders may lie deep.
const LONGEST_SOCKET = 103

/** A short name for a folder, for as long as this process needs it. */
export async function shortName(folder: string): Promise<{ folder: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(path.join(folder, '.s.PGSQL.5432')) <= LONGEST_SOCKET) return { folder, remove: async () => {} }
  const temporary = await mkdtemp(path.join(tmpdir(), 'caredesk-'))
  const short = path.join(temporary, 's')
  await symlink(folder, short)
  return { folder: short, remove: () => rm(temporary, { recursive: true, force: true }) }
}

export const socketUrl = (folder: string, database: string, user: string) =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`
