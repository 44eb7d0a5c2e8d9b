import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDataDir, serverProcess, type ServerProcess } from '../support/server-process.ts'

// A stop by Ctrl+C or by a process manager reaches every program of the group, and npm and tsx pass it on once more.
// The database is in a group of its own: who leaves without stopping it leaves it behind.

let dataDir: string
let remove: () => void
beforeEach(() => void ({ dataDir, remove } = newDataDir()))
afterEach(() => remove())

const signals = ['SIGINT', 'SIGTERM'] as const
type Signal = (typeof signals)[number]

const start = (command?: string[]) =>
  serverProcess({ CAREDESK_DATA_DIR: dataDir, LOG_LEVEL: 'warn', DRAIN_SECONDS: '1' }, command)

const toGroup = ({ child }: ServerProcess, signal: Signal) => {
  try {
    process.kill(-child.pid!, signal)
  } catch (error) {
    // It is gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Any PostgreSQL that runs on the folder: it goes into its folder first of all. */
function running(): string[] {
  const folder = join(dataDir, 'postgres')
  if (existsSync(join(folder, 'postmaster.pid'))) return ['postmaster.pid is there']
  if (process.platform !== 'linux') return []
  const placeOf = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`)
    } catch {
      return null
    }
  }
  return readdirSync('/proc').filter(name => /^\d+$/.test(name) && placeOf(name)?.startsWith(folder))
}

test.each(signals)('%s that comes again and again stops the server once, and its database with it', async signal => {
  const server = await start()
  await server.ready()
  expect(running()).not.toEqual([])
  // Whoever passes it on does so at any time.
  for (; server.child.exitCode === null && server.child.signalCode === null; await sleep(20)) toGroup(server, signal)
  expect(await server.ended, server.logged()).toBe(0)
  expect(running()).toEqual([])
})

const moments = {
  'is made': () => existsSync(dataDir) && readdirSync(dataDir).some(name => name.startsWith('postgres.new-')),
  'has just been made': () => existsSync(join(dataDir, 'postgres')),
  starts: () => existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
  'is brought to its version': async ({ url }: ServerProcess) => (await fetch(`${url}/live`)).ok,
}

test.each(
  Object.entries(moments).flatMap(([moment, isNow]) => signals.map(signal => [signal, moment, isNow] as const)),
)('%s while the database %s leaves none behind, and the next start is whole', async (signal, _, isNow) => {
  const first = await start()
  await vi.waitFor(async () => expect(await isNow(first)).toBe(true), { timeout: 60_000, interval: 2 })
  toGroup(first, signal)
  toGroup(first, signal)
  expect(await first.ended, first.logged()).toBe(0)
  expect(running()).toEqual([])
  expect(readdirSync(dataDir).filter(name => name.includes('.new-'))).toEqual([])
  const second = await start()
  await second.ready()
  toGroup(second, signal)
  expect(await second.ended, second.logged()).toBe(0)
  expect(running()).toEqual([])
})

const npm = ['npm', 'start']
const alone = ({ child }: ServerProcess, signal: Signal) => void child.kill(signal)

// As a terminal, a process manager and a container runtime stop it. The first one builds the app, if there is none.
test.each([
  ['npx tsx scripts/start.ts', 'SIGTERM', 'the group', ['npx', 'tsx', 'scripts/start.ts'], toGroup],
  ['npm start', 'SIGTERM', 'npm alone', npm, alone],
  ['npm start', 'SIGINT', 'the group', npm, toGroup],
  ['npm start', 'SIGTERM', 'the group', npm, toGroup],
] as const)('%s ends on %s to %s, and leaves nothing behind', async (_, signal, _whom, command, tell) => {
  const server = await start([...command])
  await vi.waitFor(() => expect(server.said()).toContain('Caredesk is ready'), { timeout: 300_000, interval: 50 })
  expect(running()).not.toEqual([])
  tell(server, signal)
  // Every program that could say something has gone by then.
  const late = sleep(20_000, 'is still there', { ref: false })
  expect(await Promise.race([server.ended, late]), server.logged()).not.toBe('is still there')
  expect(running()).toEqual([])
  expect(await fetch(`${server.url}/live`).catch(() => 'nobody')).toBe('nobody')
})

test('a server whose starter is killed stops, and its database with it', async () => {
  const server = await start([process.execPath, '--import', 'tsx', 'scripts/start.ts'])
  await vi.waitFor(() => expect(server.said()).toContain('Caredesk is ready'), { timeout: 300_000, interval: 50 })
  server.child.kill('SIGKILL')
  await server.ended
  expect(running()).toEqual([])
})
