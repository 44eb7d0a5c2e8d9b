import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givesAccess } from '#contract/grants.ts'
import { asPerson, type Person, type Reply } from '../support/access.ts'
import { passwordHash } from '../support/accounts.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let server: TestApp
const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d']
const manager = async (): Promise<Person> => asPerson(server, await signedIn(server, { permissions: managing }))

/** Who can give others access, as the database has it. */
const managers = async (): Promise<number[]> => {
  const { rows } = await server.database.pool.query<{ id: number; permissions: string[] }>(
    `select u.id, array(select unnest(r.permissions) from role r where r.id = any(u.roles) and r.archived_at is null) as permissions
     from app_user u where u.stage = 'active' and u.archived_at is null order by u.id`,
  )
  return rows.filter(({ permissions }) => givesAccess(new Set(permissions))).map(({ id }) => id)
}
const isKept = (reply: Reply) =>
  expect(reply).toMatchObject({
    status: 422,
    body: {
      code: 'not-now',
      message: 'Nobody would be left who can manage access. Give somebody else that right first.',
    },
  })

beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server?.close())

/** Every way in which somebody can stop managing access. */
const ways: [name: string, go: (person: Person, asker: Person) => Promise<Reply>][] = [
  ['is switched off', (person, asker) => asker.ask('POST', `/user/${person.userId}/switchOff`)],
  ['is archived', (person, asker) => asker.ask('DELETE', `/user/${person.userId}`)],
  ['has no role left', (person, asker) => asker.ask('PATCH', `/user/${person.userId}`, { roles: [] }, 1)],
  [
    'has a role that does not manage users',
    (person, asker) => asker.ask('PATCH', `/role/${person.roleId}`, { permissions: ['61-c'] }, 1),
  ],
  [
    'has a role that does not manage roles',
    (person, asker) => asker.ask('PATCH', `/role/${person.roleId}`, { permissions: ['60-c'] }, 1),
  ],
]

describe('the last person who manages access', () => {
  it.each(ways)('stays, whoever asks that it %s', async (_name, go) => {
    const last = await manager()
    const others = (await managers()).filter(id => id !== last.userId)
    await server.database.pool.query(`update app_user set stage = 'off' where id = any($1)`, [others])
    isKept(await go(last, last))
    expect(await managers()).toEqual([last.userId])

    const second = await manager()
    expect((await go(last, second)).status).toBe(200)
    expect(await managers()).toEqual([second.userId])
  })

  it('keeps their role, and stays also where a device sends the wish', async () => {
    const last = await manager()
    const others = (await managers()).filter(id => id !== last.userId)
    await server.database.pool.query(`update app_user set stage = 'off' where id = any($1)`, [others])
    expect((await last.ask('DELETE', `/role/${last.roleId}`)).body.code).toBe('not-now')
    const device = httpDevice(server.app, last)
    const base = { version: 1, fields: {} }
    const [off] = await device.push(device.op('user.switchOff', last.userId, {}, { base }))
    expect(off).toMatchObject({ status: 'rejected', code: 'not_now' })
    const [emptied] = await device.push(
      device.op(
        'role.change',
        last.roleId,
        { permissions: [] },
        { base: { version: 1, fields: { permissions: managing } } },
      ),
    )
    expect(emptied).toMatchObject({ status: 'rejected', code: 'not_now' })
    expect(await managers()).toEqual([last.userId])
  })

  it('is left over by twenty who leave at the same moment, each in another way', async () => {
    const before = await managers()
    const all: Person[] = []
    for (let n = 0; n < 20; n++) all.push(await manager())
    await server.database.pool.query(`update app_user set stage = 'off' where id = any($1)`, [before])
    const replies = await Promise.all(all.map((person, n) => ways[n % ways.length]![1](person, person)))
    const left = await managers()
    expect(left.length).toBeGreaterThanOrEqual(1)
    expect(left).toHaveLength(20 - replies.filter(({ status }) => status === 200).length)
    for (const reply of replies) if (reply.status !== 200) isKept(reply)
  })
})

describe('a right that those who manage access hold', () => {
  const lastOnes = async () => {
    await server.database.pool.query(`update app_user set stage = 'off'`)
    const keeper = asPerson(
      server,
      await signedIn(server, {
        permissions: [...managing, '20-a', '20-c', '10-a'],
        approves: ['order'],
        scopes: { inquiry: 'branch' },
      }),
    )
    return { keeper, plain: await manager() }
  }
  const rightsAre = 'so nobody could ever give them again. Give them to somebody else who manages access first.'
  const lost = (reply: Reply, ...words: string[]) => {
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 422, body: { code: 'not-now' } })
    for (const part of words) expect(reply.body.message).toContain(part)
  }

  it.each(ways)('is not lost for good because its last holder %s', async (_name, go) => {
    const { keeper } = await lastOnes()
    const reply = await go(keeper, keeper)
    lost(reply, '“Orders, list”, “Orders, edit”, “Inquiries, list” and 1 more', rightsAre)
    expect(await managers()).toContain(keeper.userId)

    // Somebody who works with it, but gives nobody access, is no help; who manages access is.
    await signedIn(server, { permissions: ['20-a', '20-c', '10-a'], approves: ['order'] })
    lost(await go(keeper, keeper))
    await signedIn(server, { permissions: [...managing, '20-a', '20-c', '10-a'], approves: ['order'] })
    expect((await go(keeper, keeper)).status).toBe(200)
  })

  it('is each of them: a permission, an approval, the rows that are seen', async () => {
    const { keeper } = await lastOnes()
    const change = (fields: object) => keeper.ask('PATCH', `/role/${keeper.roleId}`, fields, 1)
    const but = (code: string) => ({ permissions: [...managing, '20-a', '20-c', '10-a'].filter(one => one !== code) })
    lost(await change(but('20-c')), 'would hold “Orders, edit”, so nobody could ever give it again')
    lost(await change({ approves: [] }), '“Orders, approve”')
    lost(await change({ ownOnly: ['order'] }), '“Orders, more rows”')
    lost(await change({ ownOnly: ['inquiry'], branchOnly: [] }), '“Inquiries, more rows”')
    // The other manager holds this one, and may not act on who holds the rest.
    lost(await change(but('61-d')), '“Roles, details”')
    await signedIn(server, {
      permissions: [...managing, '20-a', '20-c', '10-a'],
      approves: ['order'],
      scopes: { inquiry: 'branch' },
    })
    expect((await change(but('61-d'))).status).toBe(200)
  })

  it('is not lost by two who leave at the same moment', async () => {
    await server.database.pool.query(`update app_user set stage = 'off'`)
    const both = [0, 1].map(() => signedIn(server, { permissions: [...managing, '20-a'] }))
    const people = (await Promise.all(both)).map(one => asPerson(server, one))
    await manager()
    const replies = await Promise.all(people.map(one => one.ask('POST', `/user/${one.userId}/switchOff`)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    lost(
      replies.find(({ status }) => status === 422)!,
      '“Orders, list”',
    )
  })

  it('is not given by somebody who is let in and has no password: they are invited first', async () => {
    await server.database.pool.query(`update app_user set stage = 'off'`)
    const last = await manager()
    const waiting = await signedIn(server, { permissions: managing, stage: 'off' })
    expect(await last.need('POST', `/user/${waiting.userId}/activate`)).toMatchObject({ stage: 'invited' })
    isKept(await last.ask('POST', `/user/${last.userId}/switchOff`))
    const known = await signedIn(server, { permissions: managing, stage: 'off', passwordHash: await passwordHash() })
    expect(await last.need('POST', `/user/${known.userId}/activate`)).toMatchObject({ stage: 'active' })
    expect((await last.ask('POST', `/user/${last.userId}/switchOff`)).status).toBe(200)
  })
})
