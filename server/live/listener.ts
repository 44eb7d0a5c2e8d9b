import type { Pool, PoolClient } from 'pg'

const CHANNEL = 'caredesk_live'
const BACKOFF_FROM = 500
const BACKOFF_TO = 15_000

export type Listening = { stop: () => void }

/**
 * Hears what the database tells all server processes, on a connection of its own for as long as it is wanted. A lost one is
 * made anew; `wake` is called whenever something may have happened, also after a time without hearing.
 */
export function listen(pool: Pool, wake: (what: string) => void, report: (error: unknown) => void): Listening {
  let isOver = false
  let held: PoolClient | null = null
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  const lose = (client: PoolClient) => {
    if (held !== client) return
    held = null
    client.release(true)
    again()
  }
  const again = () => {
    if (isOver) return
    failures += 1
    timer = setTimeout(() => void open(), Math.min(BACKOFF_TO, BACKOFF_FROM * 2 ** failures))
    timer.unref()
  }

  async function open(): Promise<void> {
    try {
      const client = await pool.connect()
      if (isOver) return client.release(true)
      held = client
      client.on('notification', ({ payload = '' }) => wake(payload))
      client.on('error', () => lose(client))
      client.on('end', () => lose(client))
      await client.query(`listen ${CHANNEL}`)
      failures = 0
      wake('missed')
    } catch (error) {
      if (isOver) return
      report(error)
      if (held) lose(held)
      else again()
    }
  }

  void open()
  return {
    stop: () => {
      isOver = true
      clearTimeout(timer)
      // It listens, so nobody else may have it.
      held?.release(true)
      held = null
    },
  }
}
