import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { GROUP_LIMIT, groupingsOf, groupsOf } from '#server/crud/group.ts'
import { countOf, pageOf } from '#server/crud/page.ts'
import { pick } from '#server/crud/pick.ts'
import type { Question } from '#server/crud/question.ts'
import { search } from '#server/search/search.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { explaining, lookedAt, questionsOf, readsAll, sorts, waysOf, type Planned } from '../support/list-plans.ts'
import { fillCustomers } from '../support/many-customers.ts'
import { actorWith } from '../support/sample-module.ts'

const actor = actorWith()
const modules = Object.values(register).filter(({ single }) => !single)
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.close())

describe('an index answers', () => {
  it('every filter of every list: under the settings that lists are gathered with, none has to read its table', async () => {
    const planned: Planned[] = []
    const { pool, as } = explaining(database.pool, planned, false)
    for (const module of modules)
      for (const { name, text } of questionsOf(module)) {
        as(`${module.name}: ${name}=${text}`)
        await pageOf(pool, module, actor, { filters: { [name]: text } })
        const statements = planned.splice(0)
        expect(statements.filter(one => readsAll(one, module)).map(({ asked }) => asked)).toEqual([])
      }
  })

  it('every order of every list: with sorting and reading through switched off, none is needed', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off')
      const planned: Planned[] = []
      const { pool, as } = explaining(client as never, planned, false)
      for (const module of modules)
        for (const sort of waysOf(module)) {
          as(`${module.name} by ${sort}`)
          await pageOf(pool, module, actor, { filters: {}, sort })
        }
      const poor = planned.filter(({ nodes }) => nodes.some(node => /^(Sort|Seq Scan)$/.test(node['Node Type'])))
      expect(poor.map(({ asked }) => asked)).toEqual([])
      expect(planned.length).toBeGreaterThan(modules.length)
    } finally {
      client.release(true)
    }
  })
})

// What bounds a statement does not grow with the table, so fewer rows show it; the benchmark asks the same of a million.
const ROWS = Number(process.env.LIST_ROWS ?? 40_000)

describe('among very many customers', () => {
  const planned: Planned[] = []
  let explained: ReturnType<typeof explaining>
  beforeAll(async () => {
    await fillCustomers(database.url, ROWS)
    explained = explaining(database.pool, planned, true)
  }, 600_000)

  /** The statements that read or sort far more than they should, or look at more rows than a walk may. */
  async function judged(name: string, work: () => Promise<unknown>): Promise<void> {
    explained.as(name)
    await work()
    const statements = planned.splice(0)
    const poor = statements.filter(
      one => readsAll(one, customer) || sorts(one) || lookedAt(one) > Math.max(20_100, ROWS / 8),
    )
    expect(
      poor.map(one => `${one.asked}: ${lookedAt(one)} rows: ${one.nodes.map(node => node['Node Type']).join(' < ')}`),
    ).toEqual([])
  }
  const page = (question: Partial<Question>) => pageOf(explained.pool, customer, actor, { filters: {}, ...question })

  it('every order shows its first rows and goes on from there without a sort', async () => {
    const second = waysOf(customer)
      .flatMap(way => [way, `${way},-name`, `${way},balance`])
      .filter(way => !/(\w+),-?\1$/.test(way))
    for (const sort of second)
      await judged(`by ${sort}`, async () => {
        const { next } = await page({ sort })
        await page({ sort, after: next! })
      })
  }, 600_000)

  it('every filter shows its first rows, in the order of names and in another', async () => {
    const rare = { tags: ['vip', 'press', 't7'], source: ['3', '999'], owner: ['5', '99999'], risk: ['true', 'false'] }
    for (const { name, text } of questionsOf(
      customer,
      filter => rare[filter.name as keyof typeof rare] ?? ['7', 'abc'].filter(value => isFor(filter.kind, value)),
    ))
      for (const sort of ['name', '-balance,name'])
        await judged(`${name}=${text} by ${sort}`, () => page({ filters: { [name]: text }, sort }))
  }, 600_000)

  it('search finds what is rare and what is everywhere, also against the order of its own names', async () => {
    for (const q of ['ravi', 'kumar', 'ravi kumar', '4417', '98', 'ra', 'zoe', 'सीता', 'nobody', '+91 98 0000'])
      for (const sort of ['name', '-name', '-createdAt,name']) await judged(`${q} by ${sort}`, () => page({ q, sort }))
  }, 600_000)

  it('counting, picking and searching everywhere stop early', async () => {
    for (const q of ['kumar', 'ravi', 'ra', '4417', 'nobody']) {
      await judged(`count ${q}`, () => countOf(explained.pool, customer, actor, { filters: {}, q }))
      await judged(`pick ${q}`, () => pick(explained.pool, register, customer, actor, { q }))
      await judged(`search ${q}`, () => search(explained.pool, { customer }, actor, { q }))
    }
  }, 600_000)

  it('groups are counted up to their bound, whichever way they are many or few', async () => {
    for (const { name, kind } of groupingsOf(customer)) {
      const filters: Record<string, string> = kind === 'date' ? { [name]: '2026-03-01..2026-03-14' } : {}
      const { groups } = await groupsOf(explained.pool, customer, actor, { filters, by: name })
      const statements = planned.splice(0)
      expect(statements.filter(one => readsAll(one, customer))).toEqual([])
      // One of fifty rows is archived and none of those is counted.
      const most = 1.2 * (GROUP_LIMIT + 1) * (groups.length + 1)
      expect(statements.map(lookedAt).filter(rows => rows > most)).toEqual([])
    }
  }, 600_000)
})

const isFor = (kind: string, value: string) =>
  value === '7'
    ? ['number', 'money', 'listItem', 'reference'].includes(kind)
    : ['text', 'tags', 'phone', 'email'].includes(kind)
