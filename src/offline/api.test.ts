import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { callApi, isUnreachable, onSignedOut } from './api.ts'
import { readConnection } from './connection.ts'

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
  await callApi('GET', '/x')
  localStorage.setItem('token', 'abc')
  await callApi('GET', '/x')
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
  const error = await callApi('POST', '/x', { json: {} }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Problem)
  expect(error).toMatchObject({
    code: 'changed-meanwhile',
    message: 'Somebody was faster',
    details: { fields: { name: 'No' }, row: { id: 4 } },
  })
})

test('a refusal without our envelope still says something', async () => {
  answer.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  await expect(callApi('GET', '/x')).rejects.toMatchObject({ code: 'unavailable', message: 'Bad Gateway' })
})

test('a request is never repeated by itself', async () => {
  answer.mockImplementation(async () => problem(503, 'busy'))
  await expect(callApi('GET', '/x')).rejects.toMatchObject({ code: 'busy' })
  expect(answer).toHaveBeenCalledTimes(1)
  answer.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(callApi('GET', '/x')).rejects.toMatchObject({ code: 'unreachable' })
  expect(answer).toHaveBeenCalledTimes(2)
})

test('no connection and a page of a captive portal are both "unreachable", and the app shows as offline until an answer comes', async () => {
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(isUnreachable(await callApi('GET', '/x').catch((error: unknown) => error))).toBe(true)
  expect(readConnection().online).toBe(false)
  answer.mockResolvedValueOnce(new Response('<html>Log in to the hotel</html>'))
  expect(isUnreachable(await callApi('GET', '/x').catch((error: unknown) => error))).toBe(true)
  expect(readConnection().online).toBe(false)
  answer.mockResolvedValueOnce(Response.json({}))
  await callApi('GET', '/x')
  expect(readConnection().online).toBe(true)
})

test('twenty refused requests at once sign out once', async () => {
  localStorage.setItem('token', 'refused')
  const signedOut = vi.fn()
  const stop = onSignedOut(signedOut)
  const statuses = [401, 419, 440]
  answer.mockImplementation(async () => problem(statuses[answer.mock.calls.length % 3]!, 'signed-out'))
  await Promise.allSettled(Array.from({ length: 20 }, () => callApi('GET', '/x')))
  expect(signedOut).toHaveBeenCalledTimes(1)
  stop()
})

test('a wrong password, a late refusal of an older session and every other failure do not sign out', async () => {
  localStorage.setItem('token', 'present')
  const signedOut = vi.fn()
  const stop = onSignedOut(signedOut)
  answer.mockImplementation(async request => problem(request.url.endsWith('sign-in') ? 401 : 403, 'forbidden'))
  await callApi('POST', '/auth/sign-in', { json: {} }).catch(() => undefined)
  for (const status of [400, 403, 404, 409, 422, 426, 429, 500, 503]) {
    answer.mockImplementation(async () => problem(status, 'broken'))
    await callApi('GET', '/x').catch(() => undefined)
  }
  answer.mockImplementation(async () => {
    localStorage.setItem('token', 'next')
    return problem(401, 'signed-out')
  })
  await callApi('GET', '/x').catch(() => undefined)
  expect(signedOut).not.toHaveBeenCalled()
  stop()
})

test('after five seconds without an answer the app shows as slow, and no longer once it came', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let finish!: (response: Response) => void
  answer.mockReturnValue(new Promise(resolve => (finish = resolve)))
  const call = callApi('GET', '/x')
  await vi.advanceTimersByTimeAsync(4_900)
  expect(readConnection().slow).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(readConnection().slow).toBe(true)
  finish(Response.json({}))
  await call
  expect(readConnection().slow).toBe(false)
})

test('a request without an answer ends after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer.mockReturnValue(new Promise(() => undefined))
  const ended = callApi('GET', '/x').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_001)
  expect(isUnreachable(await ended)).toBe(true)
})
