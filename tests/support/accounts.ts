import type { LightMyRequestResponse as Response } from 'fastify'
import { verify } from '@node-rs/argon2'
import { vi } from 'vitest'
import type { AskOf, Call } from '#contract/call.ts'
import { hashPassword, passwords } from '#server/lib/passwords.ts'
import { routesWith } from '#server/routes.ts'
import { startApp, type TestApp, type TestAppOptions } from './server.ts'

/** Fit for the password rules, and made once for all: hashing is slow on purpose. */
export const PASSWORD = 'grün-pferd-Batterie 42'
let made: Promise<string> | undefined
export const passwordHash = () => (made ??= hashPassword(PASSWORD))

export type Accounts = TestApp & {
  /** Every line of the log so far. */
  log: string[]
  /** The stored hashes that a password was held against, in order. */
  judged: string[]
  sql<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  /** Asks a declared call, as somebody or as nobody. */
  call<C extends Call>(
    call: C,
    input: AskOf<C>,
    as?: { token: string } | null,
    more?: { headers?: Record<string, string>; remoteAddress?: string },
  ): Promise<Response>
  signIn(input: SignInAsk, more?: { headers?: Record<string, string>; remoteAddress?: string }): Promise<Response>
  /** The events of a kind, once there are so many: some are written after the answer. */
  happened(kind: string, times?: number): Promise<Event[]>
}
export type Event = {
  kind: string
  actor: number | null
  subject: string | null
  address: string
  details: Record<string, unknown>
}
type SignInAsk = { username: string; password?: string; keep?: boolean; device?: string }

/** The shipped server, with a log that is kept and a judge of passwords who notes what was judged. */
export async function startAccounts(options: TestAppOptions = {}): Promise<Accounts> {
  const log: string[] = []
  const judged: string[] = []
  const judge = passwords((stored, password) => {
    judged.push(stored)
    return verify(stored, password)
  })
  const server = await startApp({
    ...options,
    env: { logLevel: 'trace', ...options.env },
    log: line => void log.push(line),
    routes: routesWith(judge),
  })
  const sql: Accounts['sql'] = async (text, values = []) => (await server.database.pool.query(text, values)).rows
  const call: Accounts['call'] = ({ method, path }, input, as = null, more = {}) => {
    const asked = (input ?? {}) as Record<string, string>
    const query = method === 'GET' && Object.keys(asked).length > 0 ? `?${new URLSearchParams(asked).toString()}` : ''
    return server.app.inject({
      method,
      url: `/api${path}${query}`,
      ...(method === 'POST' ? { payload: asked } : {}),
      ...(more.remoteAddress ? { remoteAddress: more.remoteAddress } : {}),
      headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...more.headers },
    })
  }
  return {
    ...server,
    log,
    judged,
    sql,
    call,
    signIn: ({ password = PASSWORD, ...input }, more = {}) =>
      server.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { password, ...input }, ...more }),
    async happened(kind, times = 1) {
      return vi.waitFor(async () => {
        const events = await sql<Event>(
          'select kind, actor, subject, address, details from audit_event where kind = $1 order by id',
          [kind],
        )
        if (events.length < times) throw new Error(`${kind} has happened ${events.length} times`)
        return events
      }, 10_000)
    },
  }
}
