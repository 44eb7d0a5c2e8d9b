import type { FastifyRequest } from 'fastify'

export type AuditEvent = {
  kind: string
  actor?: number | null
  subject?: string | null
  address: string
  requestId: string
  details?: Record<string, unknown>
}

/** Where it is written down: a pool, a connection, or whatever else is in the transaction of what happened. */
type Book = { query(sql: string, values: unknown[]): Promise<unknown> }

/** One line in the book of who signed in, was refused, or changed rights. Never holds a secret or a body. */
export const audit = (db: Book, event: AuditEvent) =>
  db.query(
    `insert into audit_event (kind, actor, subject, address, request_id, details) values ($1, $2, $3, $4, $5, $6)`,
    [event.kind, event.actor ?? null, event.subject ?? null, event.address, event.requestId, event.details ?? {}],
  )

export const whereFrom = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id })
