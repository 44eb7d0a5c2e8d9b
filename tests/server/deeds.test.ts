import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deedsCall } from '#contract/calls/access.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

let server: Accounts
let worker: SignedIn
beforeAll(async () => {
  server = await startAccounts()
  worker = await signedIn(server, { permissions: ['52-a', '52-b', '52-c', '52-d', '100-a', '100-b'] })
})
afterAll(() => server.close())

const post = async (path: string, payload: object, as = worker) => {
  const answer = await server.app.inject({ method: 'POST', url: `/api${path}`, payload, headers: as.headers })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number; version: number }>()
}
const deeds = async (as: SignedIn, user = worker.userId) =>
  deedsCall.output.parse((await server.call(deedsCall, { user }, as)).json()).rows

describe('what a person did lately', () => {
  test('are their latest writes with the record’s title, the newest first', async () => {
    const senior = await signedIn(server, { permissions: ['60-d', '52-a', '100-a'] })
    const branch = await post('/dealer-branch', { name: 'Pune Camp' })
    await server.app.inject({
      method: 'PATCH',
      url: `/api/dealer-branch/${branch.id}`,
      payload: { name: 'Pune Camp Road' },
      headers: { ...worker.headers, 'if-match': String(branch.version) },
    })
    const item = await post('/list/source', { label: 'Walk-in' })
    expect(await deeds(senior)).toEqual([
      { at: expect.any(String), entity: 'source', id: item.id, title: 'Walk-in', action: 'create', offline: false },
      {
        at: expect.any(String),
        entity: 'dealerBranch',
        id: branch.id,
        title: 'Pune Camp Road',
        action: 'change',
        offline: false,
      },
      {
        at: expect.any(String),
        entity: 'dealerBranch',
        id: branch.id,
        title: 'Pune Camp Road',
        action: 'create',
        offline: false,
      },
    ])
  })

  test('are only of records that the asker may open', async () => {
    const noBranches = await signedIn(server, { permissions: ['60-d', '100-a'] })
    expect(new Set((await deeds(noBranches)).map(row => row.entity))).toEqual(new Set(['source']))
    expect(await deeds(await signedIn(server, { permissions: ['60-d'] }))).toEqual([])
    expect((await server.call(deedsCall, { user: worker.userId }, await signedIn(server))).statusCode).toBe(403)
    expect((await server.call(deedsCall, { user: 4_711 }, noBranches)).statusCode).toBe(404)
  })

  test('of users leave out those of another branch, and the person themselves is out of reach there', async () => {
    const [here, there] = await Promise.all([
      post('/dealer-branch', { name: 'Here' }),
      post('/dealer-branch', { name: 'There' }),
    ])
    const admin = await signedIn(server, { permissions: ['60-a', '60-b', '60-c', '60-d', '61-c'] })
    const newcomer = (name: string, branch: number) =>
      post('/user', { name, username: name.toLowerCase(), email: `${name}@kiran.example`, branch }, admin)
    const [mine, other] = [await newcomer('Mine', here.id), await newcomer('Other', there.id)]
    const wide = await signedIn(server, { permissions: ['60-a', '60-d'] })
    expect((await deeds(wide, admin.userId)).map(row => row.title)).toEqual(['Other', 'Mine'])
    await server.sql('update app_user set branch = $2 where id = $1', [admin.userId, here.id])
    const narrow = await signedIn(server, {
      permissions: ['60-a', '60-d'],
      scopes: { user: 'branch' },
      branch: here.id,
    })
    expect((await deeds(narrow, admin.userId)).map(row => row.id)).toEqual([mine.id])
    expect((await server.call(deedsCall, { user: other.id }, narrow)).statusCode).toBe(404)
  })

  test('of nothing but fields that the asker may not see did not happen', async () => {
    await server.sql(
      `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
    )
    const admin = await signedIn(server, { permissions: allPermissions, approves: recordModuleNames })
    const change = async (payload: object) => {
      const [row] = await server.sql<{ version: number }>('select version from general_setting')
      const headers = { ...admin.headers, 'if-match': String(row!.version) }
      const answer = await server.app.inject({ method: 'PATCH', url: '/api/general-setting/1', payload, headers })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    await change({ mailHost: 'mail.kiran.example' })
    const [open, half] = await Promise.all([
      signedIn(server, { permissions: ['60-d', '113-c', '113-d'] }),
      signedIn(server, { permissions: ['60-d', '113-d'] }),
    ])
    expect((await deeds(open, admin.userId)).map(row => row.entity)).toEqual(['generalSetting'])
    expect(await deeds(half, admin.userId)).toEqual([])
    await change({ helpContact: 'Meera, desk 4' })
    expect(await deeds(half, admin.userId)).toMatchObject([{ title: 'Kiran Care', action: 'change' }])
  })

  test('are the latest twenty, also where most of what was done is hidden', async () => {
    const busy = await signedIn(server, { permissions: ['52-a', '52-b', '100-a', '100-b'] })
    await server.sql(
      `insert into record_history (entity, record_id, version, action, actor, before, after)
       select 'user', n, 1, 'change', $1, '{}', '{}' from generate_series(1, 150) as n`,
      [busy.userId],
    )
    const branch = await post('/dealer-branch', { name: 'Nashik' }, busy)
    await server.sql(
      `insert into record_history (entity, record_id, version, action, actor, before, after)
       select 'dealerBranch', $2, n, 'restore', $1, '{}', '{}' from generate_series(2, 41) as n`,
      [busy.userId, branch.id],
    )
    const rows = await deeds(await signedIn(server, { permissions: ['60-d', '52-d'] }), busy.userId)
    expect(rows).toHaveLength(20)
    expect(new Set(rows.map(row => row.title))).toEqual(new Set(['Nashik']))
  })
})
