import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Heard = { method: string; path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> | null }
type Behave = (heard: Heard, reply: ServerResponse) => void

export type CourierDouble = {
  origin: string
  /** All that it was asked, in order. */
  heard: Heard[]
  /** What was asked below one path. */
  asked(path: string): Heard[]
  /** What it does from now on: answers this, or misbehaves. */
  answers(path: string, behave: Behave | { status?: number; json: unknown }): void
  close(): Promise<void>
}

/** A courier of our own that does as it is told; every booking with another key is another one. */
export async function startCourier(): Promise<CourierDouble> {
  const heard: Heard[] = []
  const behaviour = new Map<string, Behave>()
  const json = (reply: ServerResponse, status: number, body: unknown) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const booked = new Map<string, number>()
  behaviour.set('/api/bookings', ({ headers }, reply) => {
    const key = headers['idempotency-key'] as string
    if (!booked.has(key)) booked.set(key, booked.size + 1)
    const nr = booked.get(key)
    json(reply, 200, { booking: `B-${nr}`, awb: `AWB${nr}`, service: 'Surface', routing: 'BOM/7' })
  })
  behaviour.set('/api/bookings/cancel', (_, reply) => json(reply, 200, { cancelled: true }))
  behaviour.set('/api/serviceable', (_, reply) => json(reply, 200, { serviceable: true, services: ['Surface'] }))
  behaviour.set('/api/track', (_, reply) => json(reply, 200, { events: [] }))
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body: text ? (JSON.parse(text) as Record<string, unknown>) : null }
      heard.push(one)
      const behave = behaviour.get(new URL(url, 'http://courier').pathname)
      if (behave) behave(one, reply)
      else json(reply, 404, {})
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    asked: path => heard.filter(one => new URL(one.path, 'http://courier').pathname === path),
    answers: (path, behave) =>
      void behaviour.set(
        path,
        typeof behave === 'function' ? behave : (_, reply) => json(reply, behave.status ?? 200, behave.json),
      ),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
