import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinParts } from '#contract/filter-text.ts'
import { codeFault } from '#contract/code-rules.ts'
import { gstStateCodes } from '#contract/gstin.ts'
import { actorOf, scopeIn } from '#contract/grants.ts'
import { allPermissions, permissionNumbers } from '#contract/permissions.ts'
import { isList } from '#contract/list.ts'
import { seedOf } from '#contract/lists/seeds.ts'
import { apiPath } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { passwords } from '#server/lib/passwords.ts'
import { personJson, rolesJson, type PersonRow } from '#server/lib/people.ts'
import { requireReach } from '#server/modules/access/reach.ts'
import { standardRoles } from '#server/seed/roles.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { seed } from '#server/seed/seed.ts'
import spec from '../spec/routes.json' with { type: 'json' }
import { cashOrderContents } from '#src/modules/money/cash-order-contents.ts'
import { inquiryContents } from '#src/modules/sales/inquiry-contents.ts'
import { orderContents } from '#src/modules/sales/order-contents.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { signedIn, startApp } from '../support/server.ts'

type View = { asks(me: number): { filter?: Record<string, readonly string[]> } }
const viewed = {
  order: orderContents.views,
  cashOrder: cashOrderContents.views,
  inquiry: inquiryContents.views,
} as unknown as Record<string, Record<string, View>>

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
      ).toEqual(seedOf(list).map(({ label }) => label))
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

  it('open the invoices of jobs no wider than the jobs themselves', () => {
    const limited = standardRoles.filter(({ ownOnly }) => (ownOnly as string[]).includes('maintenance'))
    expect(limited.map(({ name }) => name)).toEqual(['Field service'])
    for (const one of limited) expect(scopeIn({ branchOnly: [], ...one }, 'maintenanceInvoice')).toBe('own')
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
    expect(once).toMatchObject({ app_user: 12, dealer_branch: 17 })
    await seedDemo(database)
    expect(await counts()).toEqual(once)
  }, 60_000)

  it('has something in every view of its orders, cash orders, cancellations and inquiries, and in every ledger', async () => {
    const server = await startApp({ database })
    try {
      const [branch] = (await database.pool.query<{ id: number }>('select id from dealer_branch limit 1')).rows
      const person = await signedIn(server, { permissions: allPermissions, branch: branch!.id })
      const ask = async (path: string) => {
        const answer = await server.app.inject({ method: 'GET', url: `/api${path}`, headers: person.headers })
        expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
        return answer.json<{ rows: unknown[] }>()
      }
      const { rows: people } = await database.pool.query<{ id: number }>(
        `select id from app_user where username = any($1)`,
        [['desk', 'admin', 'arjun.reddy']],
      )
      const empty: string[] = []
      for (const [module, views] of Object.entries(viewed))
        for (const [name, { asks }] of Object.entries(views)) {
          let found = 0
          for (const { id } of people) {
            const { filter = {} } = asks(id)
            const search = new URLSearchParams(
              Object.entries(filter).map(([field, values]) => [`filter[${field}]`, joinParts(values)]),
            )
            found += (await ask(`${apiPath(register[module]!)}?${search}`)).rows.length
          }
          if (found === 0) empty.push(`${module} ${name}`)
        }
      expect(empty).toEqual([])
      const stages = await database.pool.query('select distinct stage from order_cancel order by 1')
      expect(stages.rows.map(({ stage }) => stage as string)).toEqual(
        expect.arrayContaining(['refundPending', 'refunded', 'requested']),
      )
      const bare = await database.pool.query(
        'select name from bank where not exists (select from payment where payment.bank = bank.id)',
      )
      expect(bare.rows).toEqual([])
      const moved = await database.pool.query(
        `select i.number from inquiry i join sales_order o on o.id = i."order" and o.inquiry = i.id where i.stage = 'converted'`,
      )
      expect(moved.rows.length).toBeGreaterThan(10)
      // Each code says as often that it is taken as orders have taken it, and parcels are known by their numbers.
      const codes = await database.pool.query<{ uses: number; taken: number }>(
        `select uses, (select count(*)::int from sales_order o where o.referral = c.id and o.stage <> 'cancelled') as taken
         from referral_code c`,
      )
      expect(codes.rows.map(({ uses }) => uses)).toEqual(codes.rows.map(({ taken }) => taken))
      expect(Math.min(...codes.rows.map(({ uses }) => uses))).toBeGreaterThan(0)
      const numbered = await database.pool.query(
        `select stage from cash_order where awb is not null and courier is not null and stage = 'toCollect'`,
      )
      expect(numbered.rows.length).toBeGreaterThan(0)
    } finally {
      await server.close()
    }
  }, 60_000)

  it('names nobody by a GSTIN that does not fit or is of another state', async () => {
    const { rows } = await database.pool.query<{ taxId: string; state: string | null }>(
      `select tax_id as "taxId", null as state from general_setting where tax_id is not null
       union all select o.tax_id, null from sales_order o where o.tax_id is not null
       union all select c.tax_id, s.label from customer c
         left join list_item s on s.id = (c.addresses -> 0 ->> 'state')::int8 where c.tax_id is not null
       union all select d.tax_id, s.label from dealer d join list_item s on s.id = d.state where d.tax_id is not null`,
    )
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter(({ taxId }) => codeFault('gstin', taxId, true) !== null)).toEqual([])
    const elsewhere = rows.filter(({ taxId, state }) => state !== null && !taxId.startsWith(gstStateCodes[state]!))
    expect(elsewhere).toEqual([])
  })

  it('has dealers in each stage but closed, who sell and owe less than they may', async () => {
    const { rows } = await database.pool.query<{ stage: string }>('select distinct stage from dealer order by 1')
    expect(rows.map(({ stage }) => stage)).toEqual(['active', 'onboarding', 'prospect', 'suspended'])
    const { rows: sold } = await database.pool.query<{ limit: number; open: number }>(
      `select d.credit_limit as limit, sum(o.balance)::int8 as open from dealer d
       join dealer_branch b on b.dealer = d.id join sales_order o on o.dealer_branch = b.id
       where o.payment_mode = 'credit' and o.stage in ('confirmed', 'delivered') group by d.id`,
    )
    expect(sold).toHaveLength(4)
    for (const { limit, open } of sold) {
      expect(open).toBeGreaterThan(0)
      expect(open).toBeLessThan(limit)
    }
  })

  it('has parcels in each stage, which hold no more than their orders and no device twice', async () => {
    const { rows } = await database.pool.query<{ stage: string }>('select distinct stage from dispatch')
    expect(rows.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(['draft', 'packed', 'labelled', 'handedOver', 'inTransit', 'outForDelivery', 'delivered']),
    )
    const strange = await database.pool.query(
      `select d.number from dispatch d, jsonb_array_elements(d.items) item, jsonb_array_elements_text(item -> 'units') scanned(id)
       join unit u on u.id = scanned.id::int8
       where u.order_line <> (item ->> 'line')::int8 or u.product <> (item ->> 'product')::int8
         or u.stage <> case when d.stage in ('packed', 'checked', 'labelled') then 'allocated' else 'shipped' end
           and d.stage <> 'returning'`,
    )
    expect(strange.rows).toEqual([])
    const twice = await database.pool.query(
      `select scanned.id from dispatch, jsonb_array_elements(items) item,
         jsonb_array_elements_text(item -> 'units') scanned(id) group by scanned.id having count(*) > 1`,
    )
    expect(twice.rows).toEqual([])
    const tooMany = await database.pool.query(
      `select d.number from dispatch d, jsonb_array_elements(d.items) item
       join lateral (select line from sales_order o, jsonb_array_elements(o.lines) line where o.id = d."order") l
         on line ->> 'id' = item ->> 'line'
       where (item ->> 'qty')::int > (line ->> 'qty')::int`,
    )
    expect(tooMany.rows).toEqual([])
  })

  it.each([
    ['order_invoice', 'sales_order', 'order', ['draft', 'issued', 'paid']],
    ['maintenance_invoice', 'maintenance', 'maintenance', ['draft', 'issued', 'paid', 'partPaid']],
  ])(
    'has invoices (%s) in each stage but void, numbered without gaps in the order of their days, that come to what they are of',
    async (table, subject, field, all) => {
      const ask = async <R extends object>(sql: string) =>
        (await database.pool.query<R & Record<string, unknown>>(sql)).rows
      const stages = await ask<{ stage: string }>(`select distinct stage from ${table}`)
      expect(stages.map(({ stage }) => stage).toSorted()).toEqual(all)
      const issued = await ask<{ number: string; date: string }>(
        `select number, date::text from ${table} where number is not null order by number`,
      )
      const yearOf = (number: string) => number.slice(0, number.lastIndexOf('/'))
      for (const year of new Set(issued.map(({ number }) => yearOf(number)))) {
        const of = issued.filter(({ number }) => yearOf(number) === year)
        expect(of.map(({ number }) => Number(number.slice(10)))).toEqual(of.map((_, at) => at + 1))
        expect(of.map(({ date }) => date)).toEqual(of.map(({ date }) => date).toSorted())
      }
      const wrong = await ask(
        `select i.id from ${table} i join ${subject} o on o.id = i."${field}"
         where i.total <> o.total or i.outstanding <> case when i.stage = 'draft' then 0 else i.total - i.paid end`,
      )
      expect(wrong).toEqual([])
    },
  )

  it('changes nothing before it was made, neither in a record nor in its history, and nothing tomorrow', async () => {
    const { rows } = await database.pool.query<{ table: string }>(
      `select c.table_name as table from information_schema.columns c
       join information_schema.columns u using (table_schema, table_name)
       where table_schema = 'public' and c.column_name = 'created_at' and u.column_name = 'updated_at' order by 1`,
    )
    expect(rows.length).toBeGreaterThan(15)
    const wrong: Record<string, number> = {}
    for (const { table } of rows) {
      const found = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from "${table}" where updated_at < created_at or updated_at > now() + interval '1 minute'`,
      )
      if (found.rows[0]!.n > 0) wrong[table] = found.rows[0]!.n
    }
    expect(wrong).toEqual({})
    const early = await database.pool.query(
      `select later.entity, later.action, count(*)::int as n from record_history later
       join record_history made on made.entity = later.entity and made.record_id = later.record_id
         and made.version < later.version
       where later.at < made.at group by 1, 2 order by 1, 2`,
    )
    expect(early.rows).toEqual([])
  })

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
