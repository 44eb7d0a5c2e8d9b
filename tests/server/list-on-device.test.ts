import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { filtersOf } from '#contract/filters.ts'
import { sortsOf } from '#contract/sorts.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { allPermissions } from '#contract/permissions.ts'
import { queryRows, type RecordQuery } from '#src/data/local-query.ts'
import { searchOf } from '#src/data/list-pages.ts'
import { asPerson, type Person } from '../support/access.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

/** A list asks the server or the device, as the connection is: its reader must not notice which. */
let server: TestApp
let admin: Person
const rows = new Map<Module, Row[]>()

beforeAll(async () => {
  server = await startApp()
  admin = asPerson(server, await signedIn(server, { permissions: allPermissions }))
  const sql = (text: string) => server.database.pool.query(text)
  await sql(`insert into dealer_branch (id, created_by, updated_by, name, phone, email, created_at)
    select 100 + n, 1, 1, (array['Pune west', 'Élan', 'elan', 'São José', 'Straße 9', 'Zeta'])[n % 6 + 1],
      case when n % 3 = 0 then '+91983004117' || n % 10 end, case when n % 4 = 0 then 'b' || n || '@mail.example' end,
      timestamptz '2026-03-01T20:00:00Z' + n * interval '7 hours' from generate_series(1, 40) as n`)
  await sql(`insert into customer (id, created_by, updated_by, name, type, phones, emails, addresses, consent, risk, tags, balance, updated_at, archived_at)
    select 300 + n, 1, 1, (array['Asha Rao', 'asha', 'Ärger', 'Bela O''Neil', 'Chand & Co'])[n % 5 + 1], (array['person', 'company'])[n % 2 + 1],
      jsonb_build_array(jsonb_build_object('id', 900 + n, 'number', '+9198300' || 41000 + n % 7, 'kind', 'mobile', 'typed', null)), '[]', '[]',
      case when n % 3 = 0 then '{sms,call}'::text[] else '{}' end, n % 2 = 0, case when n % 4 = 0 then '{loyal,vip}'::text[] else '{}' end,
      case when n % 5 <> 0 then n % 6 * 1000 end, timestamptz '2026-03-01T00:00:00Z' + n * interval '1 day',
      case when n % 11 = 0 then now() end from generate_series(1, 40) as n`)
  for (const module of [dealerBranch, customer] as Module[]) rows.set(module, await everyRow(module))
})
afterAll(() => server?.close())

async function ask(module: Module, query: RecordQuery): Promise<{ status: number; rows: Row[] }> {
  const search = new URLSearchParams({ ...(searchOf(query) as Record<string, string>), limit: '100' })
  const { status, body } = await admin.ask('GET', `${apiPath(module)}?${search.toString()}`)
  return { status, rows: (body as unknown as { rows?: Row[] }).rows ?? [] }
}
const everyRow = async (module: Module) => [
  ...(await ask(module, {})).rows,
  ...(await ask(module, { archived: true })).rows,
]

const questionOf = (module: Module): fc.Arbitrary<RecordQuery> => {
  const held = rows.get(module)!
  const value = (name: string) => {
    const [field = '', column] = name.split('.')
    const all = held.flatMap(row => {
      const here = row[field]
      const lines = column && here ? ([here].flat() as Record<string, unknown>[]) : []
      const values = column ? lines.map(line => line[column]) : [here].flat()
      return values.filter(one => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
    })
    const words = all.flatMap(text => (text.length > 3 ? [`~${text.slice(1, 4).trim()}`] : []))
    const ranges = all.map(text => `${text}..`)
    return fc.constantFrom('none', 'any', '@month', '@week..', ...all, ...words, ...ranges)
  }
  const names = filtersOf(module).map(({ name }) => name)
  const filter = fc
    .constantFrom(...names)
    .chain(name => fc.array(value(name), { minLength: 1, maxLength: 2 }).map(parts => [name, parts] as const))
  const sort = fc.constantFrom(...sortsOf(module).map(({ field }) => field))
  const down = fc.constantFrom('', '-')
  return fc.record({
    q: fc.constantFrom('', '', 'asha', 'el', 'ae', '41003', 'pune west', 'STRASSE', '%', 'o’neil'),
    sort: fc
      .array(fc.tuple(down, sort), { minLength: 1, maxLength: 2 })
      .map(sorts => [...new Map(sorts.map(([sign, field]) => [field, sign + field])).values()].join(',')),
    filter: fc.array(filter, { maxLength: 2 }).map(filters => Object.fromEntries(filters)),
    archived: fc.boolean(),
  })
}

it.each([dealerBranch, customer] as Module[])(
  '$name: the device answers every question as the server does, in the same order',
  async module => {
    const house = { now: new Date(), timeZone: 'Asia/Kolkata' }
    await fc.assert(
      fc.asyncProperty(questionOf(module), async query => {
        const there = await ask(module, query)
        const here = queryRows(module, rows.get(module)!, query, house)
        if (there.status === 400) expect(here).toEqual([])
        else {
          expect(there.status).toBe(200)
          expect(here.map(({ id }) => id)).toEqual(there.rows.map(({ id }) => id))
        }
      }),
      { numRuns: 100 },
    )
  },
)

it('two values of one filter reach past neither archive nor row scope', async () => {
  const nobodys = asPerson(
    server,
    await signedIn(server, { permissions: allPermissions, scopes: { customer: 'own', dealerBranch: 'own' } }),
  )
  for (const filter of [
    'filter[name]=Asha Rao,Ärger',
    'filter[phones.number]=~41003,~41001',
    'filter[balance]=1000,2000',
  ])
    expect((await nobodys.need('GET', `/customer?${filter}`)).rows, filter).toEqual([])
})
