// @vitest-environment jsdom
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageAnswer } from '#contract/calls/records.ts'
import { register } from '#contract/register.ts'
import { callApi, isUnreachable } from '#src/offline/api.ts'
import { closeDeviceDb, readSession } from '#src/offline/device.ts'
import { closeUserDb, openUserDb, type UserDb } from '#src/offline/user-db.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { begin } from '../../tests/support/at-work.tsx'
import { refreshActor, startActor, watchRights } from './actor.ts'
import { readWho } from './house.ts'
import { session } from './store.ts'
import { lasts } from '../../tests/support/device-session.ts'

let server: SyncDouble
let db: UserDb
let stop: () => void
let asked = 0
let permissions: string[] = []

beforeEach(async () => {
  localStorage.clear()
  server = syncDouble()
  asked = 0
  permissions = ['100-a', '100-b']
  server.state.routes['GET /auth/me'] = async () => {
    asked += 1
    const kept = (await readSession())!
    return {
      ...kept,
      lasts,
      user: { ...kept.sessionUser, permissions },
      actor: { ...kept.actor, permissions },
      name: 'Meera',
    }
  }
  await begin({ userId: 77, permissions: ['100-a', '100-b'] })
  db = await openUserDb(77, register)
  stop = watchRights()
})
afterEach(async () => {
  stop()
  closeUserDb(db)
  await closeDeviceDb()
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
})

const cycle = () => pullOnce(db, register)
const settled = (check: () => void | Promise<void>) => vi.waitFor(check)

test('a pull that says that rights have changed makes the app ask once, and take them', async () => {
  server.state.me = 'first'
  await cycle()
  await settled(() => expect(asked).toBe(1))
  await settled(async () => expect((await readSession())?.meHash).toBe('first'))
  await cycle()
  await cycle()
  expect(asked).toBe(1)

  permissions = ['100-a']
  server.state.me = 'second'
  await cycle()
  await settled(() => expect(session().user?.permissions).toEqual(['100-a']))
  expect(JSON.parse(localStorage.getItem('sessionUser')!)).toMatchObject({ permissions: ['100-a'] })
  expect([...(await startActor()).permissions]).toEqual(['100-a'])
  expect(readWho()?.name).toBe('Meera')
  expect(asked).toBe(2)
})

test('rights that were taken and given back are those of before, also where a refusal told of them first', async () => {
  const answer = server.state.routes['GET /auth/me']!
  server.state.routes['GET /auth/me'] = async request => ({
    ...((await answer(request)) as object),
    hash: permissions.join(),
  })
  server.state.me = permissions.join()
  await cycle()
  await settled(async () => expect((await readSession())?.meHash).toBe('100-a,100-b'))
  permissions = ['100-a']
  await refreshActor()
  expect(session().user?.permissions).toEqual(['100-a'])
  permissions = ['100-a', '100-b']
  await cycle()
  await settled(() => expect(session().user?.permissions).toEqual(['100-a', '100-b']))
})

test('a question that got lost is asked again with the next pull', async () => {
  const answer = server.state.routes['GET /auth/me']!
  server.state.routes['GET /auth/me'] = () =>
    Response.json({ code: 'broken', message: 'No', requestId: 'r' }, { status: 500 })
  server.state.me = 'first'
  await cycle()
  await cycle()
  expect((await readSession())?.meHash).toBeUndefined()
  server.state.routes['GET /auth/me'] = answer
  await cycle()
  await settled(async () => expect((await readSession())?.meHash).toBe('first'))
})

test.each([{}, { status: 'Please pay' }, { user: null }, [], null])(
  'a portal that answers %j in place of the server ends no session and writes nothing',
  async foreign => {
    const before = Object.entries(localStorage)
    server.state.routes['GET /auth/me'] = () => Response.json(foreign)
    await expect(refreshActor()).rejects.toSatisfy(isUnreachable)
    expect(Object.entries(localStorage)).toEqual(before)
    expect(session().signedIn).toBe(true)
    expect((await readSession())?.userId).toBe(77)
  },
)

test('permissions that somebody wrote into the storage by hand are put right by the first refusal', async () => {
  const user = { ...session().user!, permissions: ['100-a', '100-b', '62-c'] }
  localStorage.setItem('sessionUser', JSON.stringify(user))
  server.state.routes['GET /role'] = () =>
    Response.json({ code: 'forbidden', message: 'You may not.', requestId: 'r' }, { status: 403 })
  await expect(callApi('GET', '/role', { as: pageAnswer })).rejects.toThrow('You may not.')
  await settled(() =>
    expect(JSON.parse(localStorage.getItem('sessionUser')!)).toMatchObject({ permissions: ['100-a', '100-b'] }),
  )
  expect(session().signedIn).toBe(true)
})
