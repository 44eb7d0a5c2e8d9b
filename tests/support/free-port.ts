import { once } from 'node:events'
import { createServer } from 'node:net'

const OF_EACH = 1_500

/**
 * A port that nobody listens on. Below those that systems give to connections on their way out, one of which could take it
 * before our server does; and of those that are this worker's own, as another's server may not listen yet.
 */
export async function freePort(): Promise<number> {
  const own = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * OF_EACH
  for (;;) {
    const port = own + Math.floor(Math.random() * OF_EACH)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
