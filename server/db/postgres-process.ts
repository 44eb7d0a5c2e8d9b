import type { ChildProcess } from 'node:child_process'
import type { Log } from './log.ts'
import { ended, spawnPostgres, type Cluster } from './postgres-cluster.ts'

/** A postgres that we started, as far as we hear of it. */
export type PostgresProcess = {
  child: ChildProcess
  /** Why it ended; null while it runs. */
  exit: () => string | null
}

const NO_SPACE = /No space left on device/
// What it answers to our own asking whether it is up yet, and to connections that are open when it is stopped.
const EXPECTED = /the database system is|not yet accepting connections|due to administrator command/

export const isDiskFull = (text: string) => NO_SPACE.test(text)
export const isTaken = (text: string) =>
  /lock file "[^"]*postmaster\.pid" already exists|pre-existing shared memory block/.test(text)

/** Starts postgres; its log goes into ours. */
export async function startPostgres(cluster: Cluster, log: Log, onDiskFull: () => void): Promise<PostgresProcess> {
  const child = await spawnPostgres(cluster)
  const last: string[] = []
  let exit: string | null = null
  let rest = ''
  const hear = (line: string) => {
    last.push(line)
    if (last.length > 12) last.shift()
    if (isDiskFull(line)) onDiskFull()
    const level = levelOf(line)
    if (level) log[level]({ postgres: line }, 'PostgreSQL')
  }
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(hear)
  })
  void listen()
  return { child, exit: () => exit }

  async function listen() {
    const code = await ended(child)
    if (rest) hear(rest)
    exit = last.join('\n') || `postgres ended with ${code}`
  }
}

function levelOf(line: string): 'debug' | 'warn' | 'error' | null {
  if (EXPECTED.test(line)) return null
  if (/^(FATAL|PANIC):/.test(line) || isDiskFull(line)) return 'error'
  if (line.startsWith('WARNING:') || /terminated by signal/.test(line)) return 'warn'
  // A refused statement is the app's to report.
  return line.startsWith('LOG:') ? 'debug' : null
}
