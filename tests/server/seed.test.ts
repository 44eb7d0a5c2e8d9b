import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '#contract/grants.ts'
import { allPermissions, permissionNumbers } from '#contract/permissions.ts'
import { isList } from '#contract/list.ts'
import { register } from '#contract/register.ts'
import { passwords } from '#server/lib/passwords.ts'
import { personJson, rolesJson, type PersonRow } from '#server/lib/people.ts'
import { requireReach } from '#server/modules/access/reach.ts'
import { standardRoles } from '#server/seed/roles.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { seed } from '#server/seed/seed.ts'
import spec from '../spec/routes.json' with { type: 'json' }
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
let answer: { adminPassword: string | null }

const tables = ['list_item', 'role', 'app_user', 'dealer_branch', 'record_history']
const counts = async () => {
  const all = await Promise.all(tables.map(table => database.pool.query(`select count(*) as n from ${table}`)))
  return Object.fromEntries(tables.map((table, index) => [table, all[index]!.rows[0].n as number]))
}
const matches = async (username: string, password: string) => {
  const { rows } = await database.pool.query(
    'select hash from user_password join app_user on id = user_id where username = $1',
    [username],
  )
  return passwords().matches(rows[0].hash as string, password)
}

beforeAll(async () => {
  database = await freshDatabase()
  answer = await seed(database)
})
afterAll(() => database?.close())

describe('an empty database', () => {
  it('begins with every item that the lists declare, as the contract has them', async () => {
    for (const list of Object.values(register).filter(isList)) {
      const { rows } = await database.pool.query(
        'select label, code, stage from list_item where list = $1 order by position',
        [list.name],
      )
      expect(
        rows.map(({ label }) => label as string),
        list.name,
      ).toEqual(list.list.seed.map(({ label }) => label))
      for (const { code } of rows) expect(code).toMatch(/^[a-z0-9-]+$/)
      for (const stage of list.list.stages) expect(rows.map(row => row.stage as string)).toContain(stage)
    }
  })

  it('puts cities into their states, and those into their country', async () => {
    const { rows } = await database.pool.query(
      `select c.label as city, s.label as state, n.label as country from list_item c
       join list_item s on s.id = c.parent join list_item n on n.id = s.parent where c.label = 'Pune'`,
    )
    expect(rows).toEqual([{ city: 'Pune', state: 'Maharashtra', country: 'India' }])
  })

  it('has an administrator with a password that is told once, and every permission there is', async () => {
    expect(answer.adminPassword).toMatch(/^[\w-]{16}$/)
    expect(await matches('admin', answer.adminPassword!)).toBe(true)
    const { rows } = await database.pool.query(
      `select r.permissions from app_user u join role r on r.id = any(u.roles) where u.username = 'admin' and u.stage = 'active'`,
    )
    expect((rows[0].permissions as string[]).toSorted()).toEqual(allPermissions.toSorted())
  })

  it('was written by the writer: history and feed know every record', async () => {
    const { rows } = await database.pool.query(
      `select (select count(*) from list_item) + (select count(*) from role) + (select count(*) from app_user)
                + (select count(*) from general_setting) as items, (select count(*) from record_history where action = 'create') as remembered,
              (select count(*) from sync_change) as announced`,
    )
    expect(rows[0]).toEqual({ items: rows[0].items, remembered: rows[0].items, announced: rows[0].items })
  })

  it('is seeded once, also by two servers that start together', async () => {
    const before = await counts()
    expect(await Promise.all([seed(database), seed(database, { adminPassword: 'another one' })])).toEqual([
      { adminPassword: null },
      { adminPassword: null },
    ])
    expect(await counts()).toEqual(before)
    expect(await matches('admin', answer.adminPassword!)).toBe(true)
  })

  it('takes the password that is given, and tells none', async () => {
    const other = await freshDatabase()
    try {
      expect(await seed(other, { adminPassword: 'given by hand' })).toEqual({ adminPassword: null })
    } finally {
      await other.close()
    }
  })
})

describe('the standard roles', () => {
  it('know every permission number of the specification', () => {
    expect(permissionNumbers).toEqual(spec.permission_numbers)
    for (const route of spec.routes) for (const code of route.codes) expect(allPermissions).toContain(code)
  })

  it('grant only permissions that exist, and each number to somebody besides the administrator', () => {
    for (const { permissions } of standardRoles) {
      expect(allPermissions).toEqual(expect.arrayContaining(permissions))
      expect(new Set(permissions).size).toBe(permissions.length)
    }
    const others = standardRoles
      .filter(({ name }) => name !== 'Administrator')
      .flatMap(({ permissions }) => permissions)
    for (const [name, code] of Object.entries(permissionNumbers))
      expect(
        others.some(permission => permission.startsWith(`${code}-`)),
        name,
      ).toBe(true)
  })

  it('let the viewer look and nothing else', () => {
    const viewer = standardRoles.find(({ name }) => name === 'Viewer')!
    expect(viewer.permissions.filter(permission => !/-(a|d|r1)$/.test(permission))).toEqual([])
  })

  it('show no page to a role that may not list what it shows in detail', () => {
    for (const { name, permissions } of standardRoles)
      for (const code of Object.values(permissionNumbers)) {
        const letters = permissions.filter(permission => permission.startsWith(`${code}-`))
        if (letters.length > 0)
          expect(
            letters.some(letter => /-(a|f|r\d)$/.test(letter)),
            `${name} ${code}`,
          ).toBe(true)
      }
  })
})

describe('the demo', () => {
  it('adds branches, people and items to what was seeded, once', async () => {
    await seedDemo(database)
    const once = await counts()
    expect(once).toMatchObject({ app_user: 12, dealer_branch: 10 })
    await seedDemo(database)
    expect(await counts()).toEqual(once)
  }, 60_000)

  it('lets its people sign in with the passwords of the README', async () => {
    for (const username of ['admin', 'desk', 'warehouse', 'field'])
      expect(await matches(username, `caredesk-demo-${username}`), username).toBe(true)
  })

  it('has somebody who may look after the people of one branch, and nobody else', async () => {
    const { rows } = await database.pool.query<{ id: number; username: string }>('select id, username from app_user')
    const [manager, ...others] = ['sunita.joshi', 'field', 'deepak.rane', 'desk', 'admin'].map(
      username => rows.find(row => row.username === username)!.id,
    )
    const { rows: found } = await database.pool.query<PersonRow>(
      `select ${personJson} as person, ${rolesJson} as roles from app_user u where u.id = $1`,
      [manager],
    )
    const actor = actorOf(found[0]!.person, found[0]!.roles, register)
    const reach = others.map(id =>
      requireReach(database.pool, register, actor, id).then(
        () => 'yes',
        (problem: { code: string }) => problem.code,
      ),
    )
    expect(await Promise.all(reach)).toEqual(['yes', 'yes', 'not-found', 'not-found'])
  })

  it('puts every branch into a city and its people into a branch', async () => {
    const { rows } = await database.pool.query(
      `select b.name, c.list, c.label from dealer_branch b left join list_item c on c.id = (b.address ->> 'city')::int8`,
    )
    for (const row of rows) expect(row).toMatchObject({ list: 'city' })
    const people = await database.pool.query(
      `select username from app_user where branch is null and stage <> 'pending'`,
    )
    expect(people.rows).toEqual([{ username: 'admin' }])
  })
})
