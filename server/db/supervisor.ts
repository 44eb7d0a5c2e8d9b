import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { freeBytes } from './disk.ts'
import { connectAsKeeper, pidFile, provenPid, takeLock } from './keeper.ts'
import type { Log } from './log.ts'
import { noDatabase } from './postgres-binaries.ts'
import { prepareCluster, shortName, type ClusterOptions } from './postgres-cluster.ts'
import { isDiskFull, isTaken, startPostgres, type PostgresProcess } from './postgres-process.ts'

export type State = 'starting' | 'ready' | 'restarting' | 'diskFull' | 'failed' | 'stopped'

export type Supervisor = {
  /** Where its socket is. */
  socket: string
  /** False for a guest of a server that another process looks after. */
  keeps: boolean
  state: () => State
  onState: (listener: (state: State) => void) => () => void
  stop: () => Promise<void>
}

export type SupervisorOptions = ClusterOptions & {
  log: Log
  /** Take what is there if another process looks after it: for commands beside a running app. */
  guest?: boolean
  /** Ends a start that has not got as far as a server, and takes away what it has started. */
  signal?: AbortSignal
}

// Two segments of PostgreSQL's log.
const ENOUGH_SPACE = 32 * 1024 * 1024
const times = {
  patience: 15_000,
  poll: 40,
  firstWait: 100,
  longestWait: 5_000,
  calm: 60_000,
  lock: 2_000,
  unreachable: 60_000,
  stop: 20_000,
}

/** Starts or adopts the PostgreSQL of a data folder and keeps it running until it is told to stop. */
export async function supervise({
  log,
  guest = false,
  signal: givenUp,
  ...options
}: SupervisorOptions): Promise<Supervisor> {
  const cluster = await prepareCluster(options)
  const short = await shortName(cluster.folder)
  const stopping = new AbortController()
  const giveUp = () => stopping.abort(new Error('The database was told to stop before it had started.'))
  if (givenUp?.aborted) giveUp()
  givenUp?.addEventListener('abort', giveUp)
  const listeners = new Set<(state: State) => void>()
  let state: State = 'starting'
  let own: PostgresProcess | null = null
  /** It has served; that it ended is known by then, and no failed attempt. */
  let served: PostgresProcess | null = null
  let keeper: Client | null = null
  let keeperGone: Promise<unknown> = Promise.resolve()
  /** The process id of the server, proven to serve this folder. */
  let pid = 0
  /** The server is ours to look after, and so to stop: we hold its lock. */
  let keeps = false

  const enter = (next: State) => {
    if (next === state || state === 'stopped') return
    state = next
    for (const listener of listeners) listener(next)
  }

  /** A connection to the server of this folder, which is started if it does not run. */
  const bringUp = async (): Promise<Client> => {
    let patience = Date.now() + times.patience
    for (;;) {
      stopping.signal.throwIfAborted()
      const asked = await connectAsKeeper(short.folder, `caredesk keeper ${process.pid}`).catch((error: Error) => error)
      if (!(asked instanceof Error)) {
        keeperGone = new Promise(resolve => asked.once('end', resolve))
        asked.on('error', () => {})
        pid = await provenPid(asked, cluster.folder)
        // Somebody else's was there a moment before ours, which is about to say so and go.
        if (own?.child.pid !== pid) own = null
        served = own
        return asked
      }
      // It answers, only not yet: it is recovering, and that takes as long as it takes.
      if ('code' in asked && asked.code === '57P03') patience = Date.now() + times.patience
      const exit = own?.exit() ?? null
      if (exit !== null && own === served) own = null
      else if (exit !== null) {
        own = null
        if (!isTaken(exit)) throw new Error(exit)
        if (Date.now() > patience)
          throw new Error(
            `Another PostgreSQL holds the data folder ${cluster.folder} and does not answer. Stop it, or wait until it is done, and start again.`,
          )
        await sleep(times.firstWait * 3, null, { signal: stopping.signal })
      }
      if (Date.now() > patience + times.unreachable) throw new Error(`It runs, but cannot be reached: ${asked.message}`)
      own ??= await startPostgres(cluster, log, onDiskFull)
      await sleep(times.poll, null, { signal: stopping.signal })
    }
  }

  const onDiskFull = () => {
    if (state !== 'ready') return enter('diskFull')
    log.error({ folder: cluster.folder }, 'The disk is full. Free some space; nothing that was saved is lost.')
    enter('diskFull')
    void untilThereIsSpace()
  }
  /** The server still runs, but cannot write. */
  const untilThereIsSpace = async () => {
    const waits = () => state === 'diskFull' && !stopping.signal.aborted
    while (waits()) {
      await sleep(500)
      if (waits() && own?.exit() === null && keeper && (await freeBytes(cluster.folder)) > ENOUGH_SPACE) enter('ready')
    }
  }

  /** Runs until it is stopped: whenever the server is lost, it is brought up again. */
  const keep = async () => {
    let wait = times.firstWait
    let since = Date.now()
    let failures = 0
    while (!stopping.signal.aborted) {
      if (keeper) await keeperGone
      keeper = null
      if (stopping.signal.aborted) return
      wait = Date.now() - since > times.calm ? times.firstWait : Math.min(wait * 2, times.longestWait)
      if (state === 'ready') {
        log.error({ pid, wait }, 'The database has stopped and is started again.')
        enter('restarting')
      }
      try {
        await sleep(wait, null, { signal: stopping.signal })
        keeper = await bringUp()
        await takeLock(keeper, cluster.folder, times.lock)
        since = Date.now()
        failures = 0
        log.info({ pid }, 'The database is back.')
        enter('ready')
      } catch (error) {
        if (stopping.signal.aborted) return
        await keeper?.end()
        keeper = null
        failures += 1
        const message = (error as Error).message
        if (failures === 1) log.error({ error: message }, 'The database does not start. Trying again until it does.')
        if (isDiskFull(message)) enter('diskFull')
        else if (failures > 5) enter('failed')
      }
    }
  }

  const first = async () => {
    for (let told = false; ; told = true) {
      try {
        return await bringUp()
      } catch (error) {
        if (stopping.signal.aborted) throw error
        const { message } = error as Error
        if (!isDiskFull(message)) throw noDatabase(`The built-in database did not start: ${message}`, error)
        enter('diskFull')
        if (!told) log.error({ folder: cluster.folder }, 'The disk is full. The app starts when some space is free.')
        await sleep(1_000, null, { signal: stopping.signal })
      }
    }
  }

  try {
    keeper = await first()
    stopping.signal.throwIfAborted()
  } catch (error) {
    await stopServer()
    await keeper?.end().catch(() => {})
    await short.remove()
    throw error
  } finally {
    // From here on whoever holds it stops it.
    givenUp?.removeEventListener('abort', giveUp)
  }
  const adopted = own === null
  try {
    await takeLock(keeper, cluster.folder, guest ? 0 : times.lock)
    keeps = true
  } catch (error) {
    if (!guest) {
      await keeper.end()
      await short.remove()
      throw error
    }
  }
  log.info(
    { pid, folder: cluster.folder, adopted },
    adopted ? 'The database was already running.' : 'The database runs.',
  )
  enter('ready')
  const keeping = keeps ? keep() : Promise.resolve()

  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort(new Error('The database is being stopped.'))
    if (keeps) await stopServer()
    await keeper?.end().catch(() => {})
    await keeping
    await short.remove()
    enter('stopped')
  }

  /**
   * A fast shutdown; an immediate one, which the next start recovers from, where the server is recovering itself
   * (PostgreSQL 18 can wait for ever when it is asked to be fast then) or takes too long. Never SIGKILL.
   */
  async function stopServer() {
    const running = own?.exit() === null ? own.child.pid : keeper && keeps ? pid : undefined
    if (!running) return
    for (const signal of keeper ? (['SIGINT', 'SIGQUIT'] as const) : (['SIGQUIT'] as const)) {
      try {
        process.kill(running, signal)
      } catch {
        return
      }
      const late = Date.now() + times.stop
      while (Date.now() < late) {
        if (!(await serves(running))) return
        await sleep(times.poll)
      }
      log.warn({ pid: running, signal }, 'The database has not stopped in time.')
    }
  }
  async function serves(running: number) {
    return own ? own.exit() === null : (await pidFile(cluster.folder))?.startsWith(`${running}\n`)
  }

  return {
    socket: short.folder,
    keeps,
    state: () => state,
    onState: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop,
  }
}
