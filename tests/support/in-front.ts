import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type InFront = { url: string; asked: string[]; close: () => void }

/**
 * Stands between browsers and a server, where requests of service workers come by as well: writes down what was asked
 * for, and answers itself where `instead` does.
 */
export async function standInFront(
  server: string,
  instead: (path: string, answer: ServerResponse) => boolean = () => false,
): Promise<InFront> {
  const asked: string[] = []
  const pass = (question: IncomingMessage, answer: ServerResponse) => {
    const { url = '/', method, headers } = question
    asked.push(url)
    if (instead(url, answer)) return
    const onward = request(new URL(url, server), { method, headers }, from => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    question.pipe(onward)
  }
  const front = createServer(pass).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const close = () => {
    front.close()
    front.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, asked, close }
}
