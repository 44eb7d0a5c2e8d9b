import { problemStatus, Problem, type ProblemBody, type ProblemCode } from '#contract/problem.ts'
import { listeners } from '#src/lib/listeners.ts'
import { build } from './outbox/build.ts'
import { textOf } from './body.ts'
import { expectAnswer, markConnection } from './connection.ts'
import { isOfApi } from './of-api.ts'
import { isSomebodyThere } from './presence.ts'
import { readToken } from './token.ts'
import { GatewayError, unreachable } from './unreachable.ts'

export { codeOf, isUnanswered, isUnreachable, retryAfterOf, unreachable } from './unreachable.ts'

/** What whoever answered says to people. A status and its phrase are for programs. */
const saidIn = (body: unknown): string => {
  const { message } = (body ?? {}) as Partial<ProblemBody>
  return typeof message === 'string' ? message : ''
}

const retryAfterIn = ({ headers }: Response): number | undefined => {
  const said = Number(headers.get('Retry-After') ?? undefined)
  return Number.isFinite(said) ? said : undefined
}

/** Open to everybody: what they answer says nothing about the session. */
const isPublic = (path: string) =>
  /^\/auth\/(sign-in|sign-up|sign-out|revoke|forgot-password|reset-password|link|door)$/.test(path)
const signedOutStatus = [401, 419, 440]

const signedOutListeners = new Set<(words: string) => void>()
const forbidden = listeners()
let refusedToken: string | null = null

/** Hears once, with the server's words, that it no longer accepts this device's token, however many were refused. */
export const onSignedOut = (listener: (words: string) => void): (() => void) => {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

/** The session of this page is over for another reason than the server's word. */
export const endSession = (words: string): void => {
  for (const listener of signedOutListeners) listener(words)
}

/** Hears that the server refused for want of rights: the device may think of them more than there are. */
export const onForbidden = forbidden.subscribe
export const noticeForbidden = forbidden.tell

function noticeRefusal(path: string, token: string | null, response: Response, ends: boolean, body: unknown): void {
  const { message, code } = (body ?? {}) as Partial<ProblemBody>
  if (isPublic(path)) return
  if (response.status === 403 && code === 'forbidden' && typeof message === 'string') noticeForbidden()
  if (!ends) return
  // A late refusal of an older session says nothing about the present one.
  if (token === null || token !== readToken() || token === refusedToken) return
  refusedToken = token
  endSession(saidIn(body))
}

export type CallOptions = {
  json?: unknown
  /** Bytes, in the place of JSON. */
  body?: Blob
  search?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Reads a body as a declared answer; throws where it is something else. */
export type Reads<T> = { parse: (body: unknown) => T }

let client: Promise<typeof import('./http.ts')> | null = null

/** Fetches what requests are made with: nothing on the way to the first paint asks the server. */
export const readyToAsk = (): Promise<unknown> => load()
const load = () =>
  (client ??= import('./http.ts').catch((error: unknown) => {
    client = null
    throw error
  }))

/**
 * Asks the server: every request goes through here, with the bearer token and a limit of time, and never twice by itself.
 * Throws a Problem with the server's words, or Unreachable; the caller's own abort passes on as it is. An answer that is not
 * `as` it was declared came from somebody between: the server was not reached.
 */
export const callApi = <T>(
  method: Method,
  path: string,
  { as, ...options }: CallOptions & { as: Reads<T> },
): Promise<T> => callFor(method, path, options, async (response, _, giveUp) => as.parse(await bodyOf(response, giveUp)))

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The same for an answer that is no JSON: `read` takes it as it comes, and says when nobody waits for it any more (`came`),
 * or that the browser is to let go of it (`giveUp`).
 */
export async function callFor<T>(
  method: Method,
  path: string,
  { json, body: bytes, search, headers, signal }: CallOptions,
  read: (response: Response, came: () => void, giveUp: () => void) => Promise<T>,
): Promise<T> {
  const token = readToken()
  const ending = new AbortController()
  let response: Response | undefined
  // What is asked by itself is asked anew. A photo on a weak line, or what a person does online, is left to go on.
  const isAskedAnew = method === 'GET' || path.startsWith('/sync/')
  const answered = expectAnswer(() => {
    if (!response && isAskedAnew) ending.abort(begunAnew)
  })
  const giveUp = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const { http, prefix } = await load()
    signal?.throwIfAborted()
    const request = http(path.replace(/^\//, ''), {
      method,
      headers: {
        ...headers,
        'X-Build': build,
        ...(token === null ? {} : { Authorization: `Bearer ${token}`, 'X-Active': isSomebodyThere() ? '1' : '0' }),
      },
      ...(json === undefined ? {} : { json }),
      ...(bytes ? { body: bytes } : {}),
      ...(search ? { searchParams: search } : {}),
      signal: ending.signal,
    })
    response = await orGivenUp(request, ending.signal)
    const isOurs = isOfApi(response, `${prefix()}/`)
    if (response.ok) {
      if (!isOurs) throw new GatewayError('', 0)
      const answer = await read(response, answered, giveUp)
      markConnection({ online: true })
      return answer
    }
    // Whatever its body says, and also where that breaks off: a server in trouble may lose it.
    const ends = isOurs && signedOutStatus.includes(response.status)
    const body = await bodyOf(response, giveUp).catch((error: unknown) => {
      if (!ends || signal?.aborted) throw error
    })
    const said = isOurs ? saidIn(body) : ''
    // Whoever signs in is told what is wrong, by whatever server. Of what waits nothing is decided by words without a code.
    if (!ends && isGateways(response, body) && !(said && isPublic(path)))
      throw new GatewayError(said, retryAfterIn(response) ?? 0)
    markConnection({ online: true, ...(response.status === 426 ? { refusedBuild: true } : {}) })
    noticeRefusal(path, token, response, ends, body)
    throw problemOf(response, body)
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error
    // What is asked anew in its place will tell.
    if (error !== begunAnew) markConnection({ online: false })
    throw unreachable(error)
  } finally {
    signal?.removeEventListener('abort', giveUp)
    answered()
  }
}

/** Why a request was let go of that nobody answered. */
const begunAnew = new Error('No answer')

/** A request that was given up ends at once, even where the browser does not notice. */
const orGivenUp = (answer: Promise<Response>, signal: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error)
    const settled = () => signal.removeEventListener('abort', giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    answer.then(resolve, reject).finally(settled)
  })

async function bodyOf(response: Response, giveUp: () => void): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await textOf(response, giveUp)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // A page in place of JSON: a captive portal or a proxy spoke, not the server.
    if (response.ok) throw error
    return undefined
  }
}

/** What somebody between may well say of what passes through, in no words of ours: it takes that long, is too large, too old, too much. */
const ofThePassage = [408, 413, 426, 429]
/** A proxy, a portal, a page of maintenance: in whatever it says of the session, the record or the words, it cannot know. */
const isGateways = ({ status }: Response, body: unknown) =>
  ((status >= 400 && status < 500 && !ofThePassage.includes(status)) || [502, 503, 504, 511].includes(status)) &&
  typeof (body as Partial<ProblemBody> | undefined)?.code !== 'string'

function problemOf(response: Response, body: unknown): Problem {
  const { code, fields, row, asks } = (body ?? {}) as Partial<ProblemBody>
  const retryAfter = retryAfterIn(response)
  return new Problem(
    code && code in problemStatus ? code : codeForStatus(response.status, typeof code === 'string'),
    saidIn(body),
    {
      ...(fields ? { fields } : {}),
      ...(row ? { row } : {}),
      ...(asks ? { asks } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  )
}

/** For answers without our envelope, and for codes of a newer server. */
function codeForStatus(status: number, isOurs: boolean): ProblemCode {
  if (signedOutStatus.includes(status)) return 'signed-out'
  const known = (Object.keys(problemStatus) as ProblemCode[]).find(code => problemStatus[code] === status)
  if (known) return known
  return status >= 502 && status <= 504 ? 'unavailable' : status >= 500 ? 'broken' : isOurs ? 'invalid' : 'unavailable'
}
