import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startApp, type SignedIn, type TestApp } from '../../tests/support/server.ts'

let server: TestApp
let person: SignedIn

beforeAll(async () => {
  server = await startApp()
  person = await signedIn(server, { permissions: [] })
})
afterAll(() => server?.close())

const device = randomUUID()
const pull = async (says: Record<string, number>, of = device, by = person) => {
  const query = new URLSearchParams({
    device: of,
    ...Object.fromEntries(Object.entries(says).map(([k, v]) => [k, `${v}`])),
  })
  const reply = await server.app.inject({ url: `/api/sync/pull?${query}`, headers: by.headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ lost?: number }>().lost
}
/** Sends something, as it does after every change that is saved on it. */
const push = async (queueId: string) => {
  const payload = { queueId, deviceId: device, epoch: null, build: 'test', acknowledged: 0, ops: [] }
  const reply = await server.app.inject({ method: 'POST', url: '/api/sync/push', headers: person.headers, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}
/** As if it had last been heard of so many seconds ago. */
const age = (seconds: number) =>
  server.database.pool.query(
    `update sync_device set seen_at = now() - make_interval(secs => $2) where device_id = $1`,
    [device, seconds],
  )

describe('a device that the browser emptied', () => {
  it('hears once how many changes waited on it when it was last heard of', async () => {
    expect(await pull({ unsent: 3 })).toBeUndefined()
    await age(600)
    // It does not ask: what it has not got any more it has sent, or its person has deleted it.
    expect(await pull({ unsent: 3 })).toBeUndefined()
    await age(600)
    expect(await pull({ unsent: 0, emptied: 30 })).toBe(3)
    expect(await pull({ unsent: 0, emptied: 31 })).toBeUndefined()
  })

  it('hears it too where something was saved and sent before its first pull', async () => {
    const [before, since] = [randomUUID(), randomUUID()]
    await push(before)
    expect(await pull({ unsent: 4 })).toBeUndefined()
    await age(600)
    await push(since)
    await push(since)
    expect(await pull({ unsent: 1, emptied: 30 })).toBe(4)
    expect(await pull({ unsent: 0, emptied: 31 })).toBeUndefined()
  })

  it('hears nothing of what it said since, nor of what others said, nor where nothing waited', async () => {
    expect(await pull({ unsent: 2, emptied: 60 })).toBeUndefined()
    await age(40)
    expect(await pull({ unsent: 0, emptied: 60 })).toBeUndefined()
    await age(600)
    expect(await pull({ unsent: 5 })).toBeUndefined()
    await age(600)
    const other = await signedIn(server, { permissions: [] })
    expect(await pull({ unsent: 0, emptied: 60 }, device, other)).toBeUndefined()
    expect(await pull({ unsent: 0, emptied: 60 }, randomUUID())).toBeUndefined()
    expect(await pull({ unsent: 0, emptied: 60 })).toBe(5)
  })
})
