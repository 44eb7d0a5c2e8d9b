import { createConnection, createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import path from 'node:path'
import { Client } from 'pg'

/**
 * A way to the database on which the word that a table is copied comes a moment after its last row, as over a network
 * that cuts between them. Answers its own URL.
 */
export async function slowWords(url: string, folder: string): Promise<{ url: string; close: () => void }> {
  const { host, port } = new Client(url)
  const socket = host.startsWith('/') ? path.join(host, `.s.PGSQL.${port}`) : null
  const way = createServer(client => {
    const server = socket ? createConnection(socket) : createConnection(port, host)
    client.pipe(server)
    const answer = async () => {
      for await (const bytes of server as AsyncIterable<Buffer>) {
        // The message is its letter, its length and the word.
        const at = bytes.indexOf('COPY ')
        const cut = at < 5 ? bytes.length : at - 5
        client.write(bytes.subarray(0, cut))
        if (cut < bytes.length) await setTimeout(20)
        client.write(bytes.subarray(cut))
      }
    }
    void answer().catch(() => undefined)
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  way.listen(path.join(folder, '.s.PGSQL.5432'))
  await once(way, 'listening')
  const own = new URL(url)
  own.hostname = 'localhost'
  own.port = ''
  own.searchParams.set('host', folder)
  return { url: own.href, close: () => way.close() }
}
