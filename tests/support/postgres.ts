import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectAsKeeper } from '#server/db/keeper.ts'
import { ended, prepareCluster, shortName, socketUrl, spawnPostgres } from '#server/db/postgres-cluster.ts'

const PREFIX = 'caredesk-test-cluster-'

/** A PostgreSQL of its own in a temporary folder: fast, because its data need not survive anything. */
export async function startServer({ binDir }: { binDir: string | undefined }) {
  await sweep()
  const dataDir = await mkdtemp(path.join(tmpdir(), PREFIX))
  await chmod(dataDir, 0o755)
  await writeFile(path.join(dataDir, 'owner'), String(process.pid))
  // Its data is thrown away, so it need not survive a power cut.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    max_connections: '200',
    // A database of a test lives for seconds: nothing is cleared up in it.
    autovacuum: 'off',
  }
  const cluster = await prepareCluster({ dataDir, binDir, settings })
  const child = await spawnPostgres(cluster)
  const complaints: string[] = []
  child.stderr?.on('data', data => complaints.push(String(data)))
  const socket = await shortName(cluster.folder)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The test cluster did not start: ${complaints.join('')}`)
    const client = await connectAsKeeper(socket.folder).catch(() => null)
    if (client) {
      // As in the product, nothing of ours runs as a superuser.
      await client.query('create role caredesk login createdb')
      await client.query('create database caredesk owner caredesk')
      await client.end()
      break
    }
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  const stop = async () => {
    const gone = ended(child)
    child.kill('SIGINT')
    await gone
    await socket.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: socketUrl(socket.folder, 'caredesk', 'caredesk'), stop }
}

/** Stops and removes what a run left behind that was killed: only folders of ours whose owner is gone. */
async function sweep() {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const dataDir = path.join(tmpdir(), name)
    const owner = Number(await readFile(path.join(dataDir, 'owner'), 'utf8').catch(() => '0'))
    if (!owner || isAlive(owner)) continue
    // Another account's is that account's to sweep; another sweep may have been faster.
    const account = await stat(dataDir).then(
      found => found.uid,
      () => null,
    )
    if (account === null || account !== process.getuid?.()) continue
    const client = await connectAsKeeper(path.join(dataDir, 'postgres')).catch(() => null)
    if (client) {
      const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid') as file")
      await client.end()
      interrupt(Number.parseInt(rows[0]?.file ?? ''))
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** It may have ended by itself meanwhile. */
const interrupt = (pid: number) => {
  if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGINT')
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
