import type { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, types as standardTypes, type ClientConfig, type CustomTypesConfig, type PoolClient } from 'pg'
import type { Tables } from './tables.ts'

/** Some connections, asked by SQL or by Kysely. */
export type Lane = { pool: Pool; kysely: Kysely<Tables> }

/** `kept` are connections of their own for what must not wait while a slow table holds all others. */
export type Database = Lane & {
  kept: {
    /** Who is asking, signing in, and whether the database answers. */
    session: Lane
    /** What waits on devices. */
    push: Lane
  }
  close: () => Promise<void>
}

/** So long one statement may take where people wait for it, in ms; and so long a list is waited for in all. */
export const STATEMENT_LIMIT = 8_000

export type ConnectOptions = {
  name?: string
  /** Connections at most, beside those that are kept back. */
  max?: number
  /** Milliseconds; 0 is for ever. */
  statementTimeout?: number
  /** When we give up on a server that does not answer at all. Some seconds more than the statement's own limit. */
  answerTimeout?: number
  lockTimeout?: number
  idleInTransactionTimeout?: number
  /** Hears of idle connections that were lost. The pool opens new ones by itself. */
  onLost?: (error: Error) => void
}

const { builtins } = standardTypes
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TIMESTAMPTZ_ARRAY = 1185
const builtin = standardTypes.getTypeParser as (oid: number, format?: 'text' | 'binary') => (text: string) => unknown
const instant = builtin(builtins.TIMESTAMPTZ)

/** 2026-11-21 11:41:19.12+00 → 2026-11-21T11:41:19.120Z; infinity stays as PostgreSQL writes it. */
const isoInstant = (text: string) => {
  // Every session speaks UTC, so this is how nearly all of them look; parsing and printing would cost five times as much.
  const usual = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(text)
  if (usual) return `${usual[1]}T${usual[2]}.${(usual[3] ?? '').padEnd(3, '0')}Z`
  const value = instant(text)
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : text
}

/** An id or a sum of money. Beyond 2^53 a number would be another number, so it is better to stop. */
const wholeNumber = (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

const textArray = builtin(1009) as (text: string) => (string | null)[]
const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    textArray(text).map(item => (item === null ? null : parse(item)))

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: wholeNumber,
  [builtins.DATE]: text => text,
  [builtins.TIMESTAMPTZ]: isoInstant,
  [INT8_ARRAY]: arrayOf(wholeNumber),
  [DATE_ARRAY]: arrayOf(text => text),
  [TIMESTAMPTZ_ARRAY]: arrayOf(isoInstant),
}

/** How values come back: as they travel in JSON. Of the connections made here only, not of every pg in the process. */
export const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? builtin(oid, format),
}

/** What a single connection, outside of any pool, is made from. */
export const clientConfig = (url: string, options: ConnectOptions = {}): ClientConfig => ({
  connectionString: url,
  types,
  application_name: options.name ?? 'caredesk',
  statement_timeout: options.statementTimeout ?? 30_000,
  query_timeout:
    options.answerTimeout ?? (options.statementTimeout === 0 ? 0 : (options.statementTimeout ?? 30_000) + 5_000),
  lock_timeout: options.lockTimeout ?? 10_000,
  idle_in_transaction_session_timeout: options.idleInTransactionTimeout ?? 60_000,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  options: '-c timezone=UTC -c datestyle=ISO',
})

/**
 * A connection outside of any pool, open. One that is lost between two queries fails the next one; without a listener
 * it would end the process.
 */
export async function openClient(url: string, options: ConnectOptions): Promise<Client> {
  const client = new Client(clientConfig(url, options))
  client.on('error', () => {})
  await client.connect()
  return client
}

const KEPT = 4

export function connect(url: string, options: ConnectOptions = {}): Database {
  const lanes = {
    main: lane(url, { max: 12, ...options }),
    session: lane(url, { ...options, max: KEPT }),
    push: lane(url, { ...options, max: KEPT }),
  }
  const { main, ...kept } = lanes
  let closing: Promise<void> | undefined
  const end = async () => {
    await Promise.all(Object.values(lanes).map(({ pool }) => pool.end()))
  }
  return { ...main, kept, close: () => (closing ??= end()) }
}

/** Connections are opened when they are needed, so that one which nobody asks costs nothing. */
function lane(url: string, options: ConnectOptions & { max: number }): Lane {
  const pool = new Pool({ ...clientConfig(url, options), max: options.max, idleTimeoutMillis: 30_000 })
  // Without a listener one lost connection would end the process.
  pool.on('error', error => options.onLost?.(error))
  pool.on('connect', client => {
    // The pool listens to idle clients only. One that is lost while somebody has it fails their query, which is enough.
    client.on('error', () => {})
    dropWhenUnanswered(client)
  })
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // The keys inside a JSON column are the contract's own and stay as they are.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { pool, kysely }
}

/** A connection that owes us an answer must not be lent to the next caller, who would get that answer. */
function dropWhenUnanswered(client: PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const look = (error: unknown) => {
    if (error instanceof Error && error.message === 'Query read timeout')
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }
  client.query = ((...args: unknown[]) => {
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const answer = (error: unknown, result: unknown) => {
        look(error)
        callback(error, result)
      }
      return send(...args.slice(0, -1), answer)
    }
    const result = send(...args)
    if (result instanceof Promise) result.catch(look)
    return result
  }) as typeof client.query
}
