// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { emptiedFor } from './canary.ts'
import { markConnection, readConnection } from './connection.ts'
import { deviceAgain } from './device-again.ts'
import { deviceDb, deviceId } from './device.ts'
import { pullCycle } from './pull.ts'
import { restoreSession } from './restore-session.ts'
import { openUserDb, type UserDb } from './user-db.ts'

const DAY = 86_400_000
let server: SyncDouble
let db: UserDb
let userId = 9_700

const cookies = () => Object.fromEntries(document.cookie.split('; ').map(one => one.split('=') as [string, string]))
/** As a browser does that is short of room: all of it goes, but the cookies. */
const evict = async () => {
  localStorage.clear()
  await (await deviceDb()).entries.clear()
}

beforeEach(async () => {
  server = syncDouble()
  document.cookie = 'caredesk.canary=; Path=/; Max-Age=0'
  await evict()
  userId += 1
  db = await openUserDb(userId, register)
  markConnection({ trouble: null })
})

test('the cookie holds what the server calls this device, and says nothing of anybody', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  onTestFinished(() => written.mockRestore())
  const id = await deviceAgain()
  expect(cookies()).toEqual({ 'caredesk.canary': id })
  const plain = `caredesk.canary=${id}; Path=/; Max-Age=31536000; SameSite=Strict`
  expect(written.mock.calls).toEqual([[plain]])
  vi.stubGlobal('location', { protocol: 'https:' })
  onTestFinished(() => void vi.unstubAllGlobals())
  await deviceAgain()
  expect(written.mock.calls[1]).toEqual([`${plain}; Secure`])
})

test('a device that never had one gets it, and has lost nothing', async () => {
  await deviceId()
  await deviceAgain()
  expect(cookies()).toEqual({ 'caredesk.canary': await deviceId() })
  expect(emptiedFor()).toBeUndefined()
})

test('a device that lost everything has its name back, and asks for two weeks what the server knew of it', async () => {
  const before = await deviceAgain()
  await evict()
  expect(await deviceAgain()).toBe(before)
  expect(emptiedFor()).toBeLessThan(60)
  await openUserDb(userId + 500, register)
  expect(emptiedFor()).toBeLessThan(60)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 13 * DAY)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(emptiedFor()).toBeGreaterThan((12 * DAY) / 1_000)
  vi.spyOn(Date, 'now').mockReturnValue(now + 15 * DAY)
  expect(emptiedFor()).toBeUndefined()
  // A clock that was put back says nothing.
  vi.spyOn(Date, 'now').mockReturnValue(now - DAY)
  expect(emptiedFor()).toBeUndefined()
})

test('whoever asks first after a loss takes the name up: also who asks the server who is signed in', async () => {
  const before = await deviceAgain()
  await (await deviceDb()).entries.clear()
  const named: (string | null)[] = []
  server.state.routes['GET /auth/me'] = request => {
    named.push(new URL(request.url).searchParams.get('device'))
    return Response.json({ code: 'busy', message: 'No', requestId: 'r' }, { status: 503 })
  }
  localStorage.setItem('token', 'mine')
  await expect(restoreSession()).rejects.toMatchObject({ code: 'busy' })
  expect([named, await deviceId()]).toEqual([[before], before])
  localStorage.removeItem('token')
})

test.each(['../../x', '-'.repeat(36), '11111111-1111-4111-8111-111111111111x'])(
  '%s is no name of a device',
  async name => {
    await evict()
    document.cookie = `caredesk.canary=${name}; Path=/`
    expect(await deviceAgain()).not.toBe(name)
    expect(await deviceAgain()).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(emptiedFor()).toBeUndefined()
  },
)

test('that work was lost is said where the server remembers some, and not else', async () => {
  const asked: (string | null)[] = []
  let lost: number | undefined
  vi.stubGlobal('fetch', async (request: Request) => {
    const answer = await server.fetch(request)
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.endsWith('/sync/pull')) return answer
    asked.push(searchParams.get('emptied'))
    return Response.json({ ...((await answer.json()) as object), lost })
  })
  const cycle = async () => {
    const { signal } = new AbortController()
    await pullCycle({ db, register, deviceId: await deviceId(), onPage: () => undefined, signal })
    return readConnection().trouble
  }
  expect(await cycle()).toBeNull()
  expect(asked).toEqual([null])
  await evict()
  await deviceAgain()
  expect(await cycle()).toBeNull()
  expect(Number(asked.at(-1))).toBeLessThan(60)
  lost = 3
  expect(await cycle()).toBe('storageLost')
  expect(readConnection().lost).toBe(3)
})

test('nothing in the server reads a cookie', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
  const named = files.filter(path => /cookie/i.test(readFileSync(join('server', path), 'utf8')))
  // There it is kept out of the log.
  expect(named).toEqual(['plugins/logging.ts'])
})
