import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsKeeper } from '#server/db/keeper.ts'
import { ended, prepareCluster, shortName, socketUrl, spawnPostgres } from '#server/db/postgres-cluster.ts'

export type PrivateCluster = {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Every process of it stands still: connections stay open and nothing answers. */
  freeze(): Promise<void>
  thaw(): void
  remove(): Promise<void>
}

/** A PostgreSQL that a test may stop, freeze and start again without anybody else noticing. */
export async function privateCluster(): Promise<PrivateCluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'caredesk-outage-'))
  await chmod(dataDir, 0o755)
  const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '40' }
  const cluster = await prepareCluster({ dataDir, binDir: process.env.PG_BIN, settings })
  const socket = await shortName(cluster.folder)
  let child: Awaited<ReturnType<typeof spawnPostgres>> | undefined
  let frozen: number[] = []

  const keeper = async () => {
    for (;;) {
      const client = await connectAsKeeper(socket.folder).catch(() => null)
      if (client) return client
      if (child?.exitCode !== null) throw new Error(`postgres ended with ${child?.exitCode}`)
      await sleep(30)
    }
  }
  const start = async () => {
    child = await spawnPostgres(cluster)
    const client = await keeper()
    await client.query('create role caredesk login').catch(() => {})
    await client.query('create database caredesk owner caredesk').catch(() => {})
    await client.end()
  }
  const thaw = () => {
    // Children first: the parent would take their silence for an end.
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    thaw()
    const gone = ended(child)
    child.kill('SIGINT')
    await gone
  }
  return {
    url: socketUrl(socket.folder, 'caredesk', 'caredesk'),
    start,
    stop,
    thaw,
    freeze: async () => {
      const client = await keeper()
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      )
      await client.end()
      frozen = [...rows.map(row => row.pid), child!.pid!]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    remove: async () => {
      await stop()
      await socket.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
