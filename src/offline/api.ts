import ky from 'ky'
import { problemStatus, Problem, type ProblemBody, type ProblemCode } from '#contract/problem.ts'
import { expectAnswer, markConnection } from './connection.ts'
import { readToken } from './token.ts'

/** The server gave no answer, or somebody between answered in its place. Whether it did the work is unknown. */
export type Unreachable = Error & { code: 'unreachable' }

export const isUnreachable = (error: unknown): error is Unreachable =>
  error instanceof Error && (error as Partial<Unreachable>).code === 'unreachable'

/** The code of anything that callApi throws. */
export const codeOf = (error: unknown): ProblemCode | 'unreachable' | undefined =>
  error instanceof Problem || isUnreachable(error) ? error.code : undefined

const unreachable = (cause: unknown): Unreachable =>
  Object.assign(new Error(cause instanceof Error ? cause.message : 'No answer', { cause }), {
    code: 'unreachable' as const,
  })

const SIGN_IN = '/auth/sign-in'
const signedOutStatus = [401, 419, 440]

// The origin is never configurable; resolved here because requests outside a page have no base address.
const prefix = () =>
  new URL(import.meta.env.VITE_API_BASE ?? '/api', globalThis.location?.href ?? 'http://localhost').href

const signedOutListeners = new Set<() => void>()
let refusedToken: string | null = null

/** Hears once that the server no longer accepts this device's token, however many requests were refused. */
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

function noticeRefusal(request: Request, status: number): void {
  if (!signedOutStatus.includes(status) || new URL(request.url).pathname.endsWith(SIGN_IN)) return
  const token = request.headers.get('Authorization')?.replace(/^Bearer /, '') ?? null
  // A late refusal of an older session says nothing about the present one.
  if (token === null || token !== readToken() || token === refusedToken) return
  refusedToken = token
  for (const listener of signedOutListeners) listener()
}

/** Every request to the server goes through here: bearer token, 60 s, and the queue alone decides on retries. */
export const api = ky.create({
  prefixUrl: prefix(),
  timeout: 60_000,
  retry: 0,
  cache: 'no-store',
  credentials: 'omit',
  hooks: {
    beforeRequest: [
      request => {
        const token = readToken()
        if (token !== null) request.headers.set('Authorization', `Bearer ${token}`)
      },
    ],
    afterResponse: [(request, _options, response) => noticeRefusal(request, response.status)],
  },
})

export type CallOptions = {
  json?: unknown
  search?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Asks the server. Throws a Problem with the server's words, or Unreachable; the caller's own abort passes on as it is. */
export async function callApi<T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { json, search, headers, signal }: CallOptions = {},
): Promise<T> {
  const answered = expectAnswer()
  try {
    const response = await api(path.replace(/^\//, ''), {
      method,
      throwHttpErrors: false,
      ...(json === undefined ? {} : { json }),
      ...(search ? { searchParams: search } : {}),
      ...(headers ? { headers } : {}),
      ...(signal ? { signal } : {}),
    })
    const body = await bodyOf(response)
    markConnection({ online: true })
    if (!response.ok) throw problemOf(response, body)
    return body as T
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error
    markConnection({ online: false })
    throw unreachable(error)
  } finally {
    answered()
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // A page in place of JSON: a captive portal or a proxy spoke, not the server.
    if (response.ok) throw error
    return undefined
  }
}

function problemOf(response: Response, body: unknown): Problem {
  const { code, message, fields, row, asks } = (body ?? {}) as Partial<ProblemBody>
  const retryAfter = Number(response.headers.get('Retry-After') ?? undefined)
  return new Problem(
    code && code in problemStatus ? code : codeForStatus(response.status),
    message ?? (response.statusText || `HTTP ${response.status}`),
    {
      ...(fields ? { fields } : {}),
      ...(row ? { row } : {}),
      ...(asks ? { asks } : {}),
      ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
    },
  )
}

/** For answers without our envelope, and for codes of a newer server. */
function codeForStatus(status: number): ProblemCode {
  if (signedOutStatus.includes(status)) return 'signed-out'
  const known = (Object.keys(problemStatus) as ProblemCode[]).find(code => problemStatus[code] === status)
  if (known) return known
  return status >= 502 && status <= 504 ? 'unavailable' : status >= 500 ? 'broken' : 'invalid'
}
