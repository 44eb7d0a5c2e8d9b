import { problem, type Problem } from '#contract/problem.ts'

const unavailable = () =>
  problem('unavailable', 'The database does not answer at the moment. Please try again.', { retryAfter: 5 })
const busy = () => problem('busy', 'Too much is going on at once. Please try again.', { retryAfter: 2 })
const unreadable = () => problem('invalid', 'Some of what was sent is not valid')

/** What the database's own codes mean to the caller. */
const byCode: Record<string, () => Problem> = {
  '57014': unavailable, // statement time-out
  '57P01': unavailable, // shutting down
  '57P02': unavailable, // another process crashed
  '57P03': unavailable, // starting up
  '25006': unavailable, // read only: it still recovers, or another server took over
  '53100': unavailable, // disk full
  '53200': unavailable, // out of memory
  '53300': busy, // too many connections
  '55P03': busy, // lock not available
  '40001': busy, // serialization failure
  '40P01': busy, // deadlock
  ECONNREFUSED: unavailable,
  ECONNRESET: unavailable,
  ENOTFOUND: unavailable,
  ENOENT: unavailable, // the socket file of a server that is down
  EPIPE: unavailable,
  ETIMEDOUT: unavailable,
  EHOSTUNREACH: unavailable,
}

const byClass: [RegExp, () => Problem][] = [
  [/^08|^57P/, unavailable],
  // A value that its type cannot hold, or more than fits: characters, numbers, times, depth.
  [/^22...$|^54...$/, unreadable],
]

// The driver has no codes for these.
const byMessage: [RegExp, () => Problem][] = [
  [/timeout exceeded when trying to connect|timeout expired/i, unavailable],
  [/Connection terminated|Client has encountered a connection error|not queryable/i, unavailable],
  [/Query read timeout/i, unavailable],
]

/** The problem behind an error of the database or its driver; null when it is something else. */
export function databaseProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null
  const { code } = error as Error & { code?: unknown }
  if (error instanceof AggregateError) return error.errors.map(databaseProblem).find(Boolean) ?? null
  if (typeof code === 'string') {
    const known = byCode[code] ?? byClass.find(([codes]) => codes.test(code))?.[1]
    if (known) return known()
  }
  const said = byMessage.find(([words]) => words.test(error.message))?.[1]()
  return said ?? databaseProblem(error.cause)
}

export const isOutage = (error: unknown) => databaseProblem(error)?.code === 'unavailable'

/** Does it pass by itself? Before the first start there are no tables, and a database that went away comes back. */
export const isPassing = (error: unknown) => isOutage(error) || (error as { code?: string }).code === '42P01'
