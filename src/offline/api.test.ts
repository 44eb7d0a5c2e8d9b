// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { meCall } from '#contract/calls/session.ts'
import { Problem } from '#contract/problem.ts'
import { callApi, callFor, codeOf, isUnreachable, onSignedOut, retryAfterOf } from './api.ts'
import { beginAnew, markConnection, readConnection } from './connection.ts'
import { touch } from './presence.ts'

/** Whatever it is. */
const any = { parse: (body: unknown) => body }
const answer = vi.fn<(request: Request) => Promise<Response>>()

beforeEach(() => {
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

const problem = (status: number, code: string) =>
  Response.json({ code, message: `Said ${code}`, requestId: 'r' }, { status })

test('every request carries the token that is stored at that moment, and none when nobody is signed in', async () => {
  answer.mockImplementation(async () => Response.json({}))
  await callApi('GET', '/x', { as: any })
  localStorage.setItem('token', 'abc')
  await callApi('GET', '/x', { as: any })
  expect(answer.mock.calls.map(([request]) => request.headers.get('Authorization'))).toEqual([null, 'Bearer abc'])
  expect(answer.mock.calls[0]![0].url).toBe(`${location.origin}/api/x`)
})

test('a refusal speaks with the words of the server, its fields and its row', async () => {
  answer.mockResolvedValue(
    Response.json(
      {
        code: 'changed-meanwhile',
        message: 'Somebody was faster',
        requestId: 'r',
        fields: { name: 'No' },
        row: { id: 4 },
      },
      { status: 409 },
    ),
  )
  const error = await callApi('POST', '/x', { json: {}, as: any }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Problem)
  expect(error).toMatchObject({
    code: 'changed-meanwhile',
    message: 'Somebody was faster',
    details: { fields: { name: 'No' }, row: { id: 4 } },
  })
})

test('nobody is told a phrase of HTTP: a refusal without words has none', async () => {
  answer.mockImplementation(async () => new Response('<h1>No</h1>', { status: 413, statusText: 'Payload Too Large' }))
  await expect(callApi('GET', '/x', { as: any })).rejects.toMatchObject({ code: 'too-large', message: '' })
  answer.mockImplementation(async () => new Response('<h1>No</h1>', { status: 502, statusText: 'Bad Gateway' }))
  const error = await callApi('GET', '/x', { as: any }).catch((error: unknown) => error)
  expect([isUnreachable(error), error]).toEqual([true, expect.not.objectContaining({ said: expect.anything() })])
})

test.each([400, 401, 403, 404, 409, 422, 500, 503])('a %i with words and no code brings those words', async status => {
  answer.mockImplementation(async () => Response.json({ message: 'Not on Sundays' }, { status }))
  const error = await callApi('GET', '/x', { as: any }).catch((error: unknown) => error)
  expect(error instanceof Problem ? error.message : isUnreachable(error) && error.said).toBe('Not on Sundays')
  await expect(callApi('POST', '/auth/sign-in', { as: any })).rejects.toMatchObject({
    name: 'Problem',
    message: 'Not on Sundays',
  })
})

test.each([400, 403, 404, 422])('nothing is decided of a record by a %i with words and no code', async status => {
  answer.mockImplementation(async () => Response.json({ message: 'Forbidden' }, { status }))
  expect(isUnreachable(await callApi('POST', '/x', { as: any }).catch((error: unknown) => error))).toBe(true)
})

const ofGateways = [400, 401, 402, 403, 404, 405, 407, 409, 411, 422, 451, 502, 503, 504, 511]
test.each(ofGateways)('a %i of a gateway is no answer of the server, and says when to ask again', async status => {
  const headers = { 'Retry-After': '120', 'Content-Type': 'text/html' }
  answer.mockImplementation(async () => new Response('<h1>Bad Gateway</h1>', { status, headers }))
  const error = await callApi('GET', '/x', { as: any }).catch((error: unknown) => error)
  expect([isUnreachable(error), retryAfterOf(error), readConnection().online]).toEqual([true, 120, false])
  answer.mockImplementation(async () => problem(status, 'unavailable'))
  await expect(callApi('GET', '/x', { as: any })).rejects.toMatchObject({ code: 'unavailable' })
  expect(readConnection().online).toBe(true)
})

test('what a gateway says of the way, and not of the record, is heard', async () => {
  const said = async (status: number) => {
    answer.mockImplementation(async () => new Response('<h1>No</h1>', { status }))
    return callApi('POST', '/x', { as: any }).catch(codeOf)
  }
  expect(await said(408)).toBe('time-out')
  expect(await said(413)).toBe('too-large')
  expect(await said(426)).toBe('build-too-old')
  expect(await said(429)).toBe('too-many')
})

test('a request is never repeated by itself', async () => {
  answer.mockImplementation(async () => problem(503, 'busy'))
  await expect(callApi('GET', '/x', { as: any })).rejects.toMatchObject({ code: 'busy' })
  expect(answer).toHaveBeenCalledTimes(1)
  answer.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(callApi('GET', '/x', { as: any })).rejects.toMatchObject({ code: 'unreachable' })
  expect(answer).toHaveBeenCalledTimes(2)
})

test('no connection and a page of a captive portal are both "unreachable", and the app shows as offline until an answer comes', async () => {
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(isUnreachable(await callApi('GET', '/x', { as: any }).catch((error: unknown) => error))).toBe(true)
  expect(readConnection().online).toBe(false)
  answer.mockResolvedValueOnce(new Response('<html>Log in to the hotel</html>'))
  expect(isUnreachable(await callApi('GET', '/x', { as: any }).catch((error: unknown) => error))).toBe(true)
  expect(readConnection().online).toBe(false)
  answer.mockResolvedValueOnce(Response.json({}))
  await callApi('GET', '/x', { as: any })
  expect(readConnection().online).toBe(true)
})

test('an answer that stops in the middle is given up after a while, and not one that only takes long', async () => {
  vi.useFakeTimers()
  let say!: (words: string) => void
  let end!: () => void
  answer.mockImplementation(
    async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: out => {
            say = words => out.enqueue(new TextEncoder().encode(words))
            end = () => out.close()
          },
        }),
      ),
  )
  const slow = callApi('GET', '/x', { as: any })
  await vi.advanceTimersByTimeAsync(1)
  say('{"name":')
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  say('"Zoë"}')
  end()
  await expect(slow).resolves.toEqual({ name: 'Zoë' })

  const stuck = callApi('GET', '/x', { as: any }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1)
  say('{"name":')
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect([isUnreachable(await stuck), readConnection().online]).toEqual([true, false])
  expect(answer.mock.lastCall![0].signal.aborted).toBe(true)
})

test('twenty refused requests at once sign out once', async () => {
  localStorage.setItem('token', 'refused')
  const signedOut = vi.fn()
  const stop = onSignedOut(signedOut)
  const statuses = [401, 419, 440]
  answer.mockImplementation(async () => problem(statuses[answer.mock.calls.length % 3]!, 'signed-out'))
  await Promise.allSettled(Array.from({ length: 20 }, () => callApi('GET', '/x', { as: any })))
  expect(signedOut).toHaveBeenCalledTimes(1)
  stop()
})

const hear = () => {
  localStorage.setItem('token', `present-${Math.random()}`)
  const signedOut = vi.fn<(words: string) => void>()
  const stop = onSignedOut(signedOut)
  return { signedOut, stop }
}

test.each([401, 419, 440])('%i from the server ends the session, with the words it gives', async status => {
  const { signedOut, stop } = hear()
  answer.mockImplementation(async () => problem(status, 'signed-out'))
  await callApi('GET', '/order', { as: any }).catch(() => undefined)
  expect(signedOut).toHaveBeenCalledExactlyOnceWith('Said signed-out')
  stop()
})

const page = (text: string, status: number) =>
  new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const brokenOff = () =>
  new ReadableStream<Uint8Array>({
    start: out => out.enqueue(new TextEncoder().encode('{"code":"signed')),
    pull: out => out.error(new TypeError('network error')),
  })
const from = (url: string, status: number) =>
  Object.defineProperty(problem(status, 'signed-out'), 'url', { value: url })

test.each<[string, () => Response]>([
  ['without a body', () => new Response(null, { status: 401 })],
  ['with foreign JSON', () => Response.json({ error: 'x' }, { status: 440 })],
  ['with a text', () => new Response('Gone', { status: 419 })],
  ['with a body that breaks off', () => new Response(brokenOff(), { status: 401 })],
  ['of our address', () => from(`${location.origin}/api/order?after=1`, 401)],
])('a refusal of the session %s ends it', async (_, reply) => {
  const { signedOut, stop } = hear()
  answer.mockImplementation(async () => reply())
  await expect(callApi('GET', '/order', { as: any })).rejects.toMatchObject({ code: 'signed-out' })
  expect(signedOut).toHaveBeenCalledTimes(1)
  stop()
})

test('a 200 with foreign JSON is no answer: the app shows as offline', async () => {
  answer.mockImplementation(async () => Response.json({ status: 'Please pay' }))
  const error = await callApi('GET', '/auth/me', { as: meCall.output }).catch((error: unknown) => error)
  expect([isUnreachable(error), readConnection().online]).toEqual([true, false])
})

test.each<[string, () => Response]>([
  ['a page', () => page('<html>Log in to the hotel</html>', 200)],
  [
    'what another origin says',
    () => Object.defineProperty(Response.json({}), 'url', { value: 'https://portal.example/' }),
  ],
])('%s with status 200 is no answer, and nobody reads it as one', async (_, reply) => {
  markConnection({ online: true })
  answer.mockImplementation(async () => reply())
  const read = vi.fn(async () => 'read')
  const error = await callFor('GET', '/x', {}, read).catch((error: unknown) => error)
  expect([isUnreachable(error), readConnection().online]).toEqual([true, false])
  expect(read).not.toHaveBeenCalled()
})

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
test.each<[string, () => Promise<Response>]>([
  ...[400, 403, 404, 408, 409, 413, 422, 426, 428, 429, 500, 502, 503, 504].map(
    status => [`a ${status}`, async () => problem(status, 'broken')] as [string, () => Promise<Response>],
  ),
  ['no connection', lost],
  ['a 500 with a body that breaks off', async () => new Response(brokenOff(), { status: 500 })],
  ['a 401 that is a page', async () => page('<html>Log in to the hotel</html>', 401)],
  ['a 401 of another origin', async () => from('https://portal.example/api/order', 401)],
  ['a 419 beside the API', async () => from(`${location.origin}/elsewhere`, 419)],
  ['a 440 of an address that begins like ours', async () => from(`${location.origin}/api-portal/x`, 440)],
])('%s does not end the session', async (_, reply) => {
  const { signedOut, stop } = hear()
  answer.mockImplementation(reply)
  await expect(callApi('GET', '/order', { as: any })).rejects.toThrow()
  expect(signedOut).not.toHaveBeenCalled()
  stop()
})

test.each(['sign-in', 'sign-up', 'sign-out', 'revoke', 'forgot-password', 'reset-password', 'link', 'door'])(
  'what /auth/%s answers says nothing about the session',
  async call => {
    const { signedOut, stop } = hear()
    answer.mockImplementation(async () => problem(401, 'signed-out'))
    await expect(callApi('POST', `/auth/${call}`, { json: {}, as: any })).rejects.toThrow()
    expect(signedOut).not.toHaveBeenCalled()
    stop()
  },
)

test('a request that was given up, and a late refusal of an older session, do not end the session', async () => {
  const { signedOut, stop } = hear()
  answer.mockImplementation(() => new Promise(() => undefined))
  const given = new AbortController()
  const asked = callApi('GET', '/order', { signal: given.signal, as: any }).catch((error: unknown) => error)
  given.abort()
  expect(isUnreachable(await asked)).toBe(false)
  answer.mockImplementation(async () => {
    localStorage.setItem('token', 'next')
    return problem(401, 'signed-out')
  })
  await callApi('GET', '/order', { as: any }).catch(() => undefined)
  expect(signedOut).not.toHaveBeenCalled()
  stop()
})

test('every request says whether a person is there, so that asking by itself keeps no session alive', async () => {
  localStorage.setItem('token', 'abc')
  answer.mockImplementation(async () => Response.json({}))
  await callApi('GET', '/sync/pull', { as: any })
  touch()
  await callApi('GET', '/sync/pull', { as: any })
  localStorage.setItem('touchedAt', String(Date.now() - 120_000))
  expect(answer.mock.calls.map(([request]) => request.headers.get('X-Active'))).toEqual(['0', '1'])
})

test('after five seconds without an answer the app shows as slow, and no longer once it came', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let finish!: (response: Response) => void
  answer.mockReturnValue(new Promise(resolve => (finish = resolve)))
  const call = callApi('GET', '/x', { as: any })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(readConnection().slow).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(readConnection()).toMatchObject({ slow: true, silent: false })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readConnection()).toMatchObject({ slow: true, silent: true })
  finish(Response.json({}))
  await call
  expect(readConnection()).toMatchObject({ slow: false, silent: false })
})

test('who begins anew lets go of what has no answer for five seconds, and of nothing that has begun to answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  markConnection({ online: true })
  let say!: (text: string) => void
  const body = new ReadableStream({
    start(stream) {
      say = text => {
        stream.enqueue(new TextEncoder().encode(text))
        stream.close()
      }
    },
  })
  answer.mockResolvedValueOnce(new Response(body))
  const long = callApi('GET', '/long', { as: any })
  await vi.advanceTimersByTimeAsync(1)
  answer.mockReturnValue(new Promise(() => undefined))
  const hanging = callApi('GET', '/x', { as: any }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3_000)
  let isOver = false
  void hanging.then(() => (isOver = true))
  beginAnew()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isUnreachable(await hanging)).toBe(true)
  // What is asked in its place will tell.
  expect(readConnection().online).toBe(true)
  say('{"a":1}')
  expect(await long).toEqual({ a: 1 })
})

test('a request without an answer ends after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer.mockReturnValue(new Promise(() => undefined))
  const ended = callApi('GET', '/x', { as: any }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_001)
  expect(isUnreachable(await ended)).toBe(true)
})
