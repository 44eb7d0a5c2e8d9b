import { afterEach, beforeEach, expect, it } from 'vitest'
import { choice, date, lines, listItem, maybe, number, reference, text } from '#contract/fields.ts'
import { defineModule, type Module, type Register } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { storeType } from '#contract/lists/partners.ts'
import { indexesOf } from '#server/crud/list-indexes.ts'
import { drift } from '#server/db/drift.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeEach(async () => void (database = await freshDatabase()))
afterEach(() => database.close())

it('the migrated database is what the contract says', async () => {
  expect(await drift(database.pool, register)).toEqual([])
})

const visit = defineModule({
  name: 'homeVisit',
  code: 999,
  fields: {
    subject: text(),
    on: maybe(date()),
    kind: choice(['first', 'later']),
    branch: maybe(reference('dealerBranch')),
    storeType: maybe(listItem(storeType)),
    parts: lines({ name: text(), qty: number() }),
  },
  given: { number: text(20) },
  title: 'subject',
  search: ['subject'],
  offline: { keep: 'all', write: true },
  scope: { branch: 'branch' },
  stages: ['planned', 'done'],
})
/** Its name is a word of SQL. */
const order = defineModule({
  name: 'order',
  code: 998,
  fields: { subject: text() },
  title: 'subject',
  search: ['subject'],
  offline: { keep: 'all', write: true },
})
const more: Register = { ...register, homeVisit: visit, order }

it('a module without a table gets the lines of one, which make it what the contract says', async () => {
  const sql = await drift(database.pool, more)
  // A table, its triggers, for both; the reference of the visit; the references of older modules to an order.
  expect(sql).toContain('alter table task add foreign key ("order") references "order" (id);')
  expect(sql).toContain('alter table home_visit add foreign key (branch) references dealer_branch (id);')
  await database.pool.query(sql.join('\n'))
  expect(await drift(database.pool, more)).toEqual([])
})

it('a table made like that has every index that its list stands on, and the text that search looks through', async () => {
  await database.pool.query((await drift(database.pool, more)).join('\n'))
  const { rows } = await database.pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename in ('home_visit', 'order')`,
  )
  expect(rows.map(row => row.name)).toEqual(
    expect.arrayContaining([visit, order].flatMap(module => indexesOf(module as Module).map(({ name }) => name))),
  )
  await database.pool.query(`insert into "order" (id, created_by, updated_by, subject) values (7, 1, 1, 'Été')`)
  const { rows: found } = await database.pool.query(`select id from "order" where searched like '%ete%'`)
  expect(found).toHaveLength(1)
})

it('a table made like that keeps version, history and feed', async () => {
  await database.pool.query((await drift(database.pool, more)).join('\n'))
  const insert = `insert into home_visit (id, created_by, updated_by, subject, kind, parts, stage) values (7, 1, 1, 'A', 'first', '[]', 'planned')`
  await database.pool.query(insert)
  await database.pool.query(`update home_visit set stage = 'done' where id = 7`)
  const version = await database.pool.query('select version from home_visit')
  const history = await database.pool.query(
    `select version, after ->> 'stage' as stage from record_history where entity = 'homeVisit' order by id`,
  )
  const feed = await database.pool.query(
    `select version, groups_after from sync_change where entity = 'homeVisit' order by seq`,
  )
  expect(version.rows).toEqual([{ version: 2 }])
  expect(history.rows).toEqual([
    { version: 1, stage: 'planned' },
    { version: 2, stage: 'done' },
  ])
  expect(feed.rows.map(row => [row.version, row.groups_after])).toEqual([
    [1, ['homeVisit']],
    [2, ['homeVisit']],
  ])
})

it.each([
  {
    broken: 'alter table dealer_branch drop column hours',
    missing: [
      'alter table dealer_branch add column hours text;',
      'drop index if exists dealer_branch_search;',
      expect.stringMatching(/^create index dealer_branch_search on dealer_branch using gin .*"hours"/),
    ],
  },
  {
    broken: 'alter table dealer_branch drop column does_service',
    missing: [
      'alter table dealer_branch add column does_service boolean;',
      '-- update dealer_branch set does_service = … where does_service is null;',
      'alter table dealer_branch alter column does_service set not null;',
      'drop index if exists dealer_branch_does_service;',
      'create index dealer_branch_does_service on dealer_branch ("does_service");',
    ],
  },
  {
    broken: 'alter table task drop column customer',
    missing: [
      'alter table task add column customer bigint;',
      'drop index if exists task_customer;',
      'create index task_customer on task ("customer");',
      'alter table task add foreign key (customer) references customer (id);',
    ],
  },
  {
    broken: 'alter table task drop constraint task_unit_fkey',
    missing: ['alter table task add foreign key (unit) references unit (id);'],
  },
  {
    broken: 'alter table dealer_branch alter column hours type varchar(20)',
    missing: ['alter table dealer_branch alter column hours type text; -- it is character varying(20)'],
  },
  {
    broken: 'alter table dealer_branch alter column note set not null',
    missing: ['alter table dealer_branch alter column note drop not null;'],
  },
  {
    broken: 'alter table dealer_branch add column left_over text not null',
    missing: ['alter table dealer_branch alter column left_over drop not null;'],
  },
  {
    broken: 'drop trigger record_announce on list_item',
    missing: [`select attach_record('list_item', 'list', '', '');`],
  },
  {
    broken: 'alter table dealer_branch disable trigger record_remember',
    missing: [`select attach_record('dealer_branch', 'dealerBranch', '', '');`],
  },
])('after "$broken" it says what is missing', async ({ broken, missing }) => {
  await database.pool.query(broken)
  expect(await drift(database.pool, register)).toEqual(missing)
})
