import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../support/access.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

let server: TestApp
const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d']
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server?.close())
beforeEach(() => server.database.pool.query(`update app_user set stage = 'off'`))

const manager = async (rights: Parameters<typeof signedIn>[1] = {}) =>
  asPerson(server, await signedIn(server, { ...rights, permissions: [...managing, ...(rights.permissions ?? [])] }))

describe('a right that is lost for good, judged per person', () => {
  it('is not given up where another sees more rows but could give none of them to those who hold more', async () => {
    const admin = await manager({ permissions: ['90-a', '90-c', '20-a'] })
    await manager({ permissions: ['90-a'] })
    const { status, body } = await admin.ask('PATCH', `/role/${admin.roleId}`, { ownOnly: ['task'] }, 1)
    expect([status, body.code]).toEqual([422, 'not-now'])
    expect(body.message).toContain('“Tasks, more rows”')
    await manager({ permissions: ['90-a', '90-c', '20-a'] })
    expect((await admin.ask('PATCH', `/role/${admin.roleId}`, { ownOnly: ['task'] }, 1)).status).toBe(200)
  })

  it('is no status either, which nobody could set again', async () => {
    const admin = await manager()
    const path = `/user/${admin.userId}`
    const refused = await admin.ask('PATCH', path, { anyStatus: false }, 1)
    expect([refused.status, refused.body.code]).toEqual([422, 'not-now'])
    expect(refused.body.message).toContain('statuses')
    await manager()
    expect((await admin.ask('PATCH', path, { anyStatus: false }, 1)).status).toBe(200)
  })
})
