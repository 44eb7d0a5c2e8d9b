import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nobody listens on. Below those that systems give to connections on their way out, one of which could take it
 * before our server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
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
