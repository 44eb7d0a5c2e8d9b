import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import type { Database } from '#server/db/connect.ts'
import { drift } from '#server/db/drift.ts'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

let before: DatabaseBefore
let database: Database

/** A database as it was before users were records, with people in it. */
beforeAll(async () => {
  before = await databaseBefore('0002')
  database = before.database
  await database.pool.query(`
    insert into list_item (id, created_by, updated_by, list, label, code, position, stage) values
      (11, 1, 1, 'inquiryStatus', 'New', 'new', 1, 'new'), (12, 1, 1, 'inquiryStatus', 'Dead', 'dead', 2, 'dead'),
      (13, 1, 1, 'refundStatus', 'Due', 'due', 1, 'due');
    insert into role (id, created_by, updated_by, name, permissions, scopes, approves) values
      (21, 1, 1, 'Field', '{40-a,40-c}', '{"maintenance": "own", "order": "branch", "task": "all"}', '{order}');
    insert into app_user (id, created_by, updated_by, name, username, email, avatar, password_hash, roles, notification_permission, status_permission, state) values
      (31, 1, 1, 'Anita', 'anita', 'a@b.example', '', 'a hash', '{21}', '[]', '"all"', 'active'),
      (32, 31, 31, 'Rohan', 'rohan', 'r@b.example', 'data:x', null, '{}', '["tasks", "nonsense", 7]', '[13, 12, 99]', 'off'),
      (33, 31, 31, 'Meera', 'meera', 'm@b.example', '', null, '{}', '[]', '[]', 'pending');
    insert into user_session (id, user_id, token_hash, revocation_hash) values (gen_random_uuid(), 31, 'a', 'b');
  `)
  await before.goOn()
})
afterAll(() => before?.close())

const sql = async (text: string) => (await database.pool.query(text)).rows

it('an installation of before becomes what the contract says', async () => {
  expect(await drift(database.pool, register)).toEqual([])
})

it('people keep who they are, what they may set and hear, and their password and session', async () => {
  const rows =
    await sql(`select username, stage, avatar, any_status, inquiry_statuses, refund_statuses, notification_permission
    from app_user order by id`)
  expect(rows).toEqual([
    {
      username: 'anita',
      stage: 'active',
      avatar: null,
      any_status: true,
      inquiry_statuses: [],
      refund_statuses: [],
      notification_permission: [],
    },
    {
      username: 'rohan',
      stage: 'off',
      avatar: 'data:x',
      any_status: false,
      inquiry_statuses: [12],
      refund_statuses: [13],
      notification_permission: ['tasks'],
    },
    {
      username: 'meera',
      stage: 'pending',
      avatar: null,
      any_status: false,
      inquiry_statuses: [],
      refund_statuses: [],
      notification_permission: [],
    },
  ])
  expect(await sql('select user_id, hash from user_password')).toEqual([{ user_id: 31, hash: 'a hash' }])
  expect(await sql('select user_id from user_session where ended_at is null')).toEqual([{ user_id: 31 }])
})

it('roles keep what they open and how far', async () => {
  expect(await sql('select name, permissions, own_only, branch_only, approves from role')).toEqual([
    {
      name: 'Field',
      permissions: ['40-a', '40-c'],
      own_only: ['maintenance'],
      branch_only: ['order'],
      approves: ['order'],
    },
  ])
})

it('history begins with what was there, whole but for the password, and goes on', async () => {
  await sql(`update app_user set name = 'Anita Rao' where id = 31`)
  const rows = await sql(`select entity, record_id, version, action, after from record_history
    where entity in ('user', 'role') order by record_id, version`)
  expect(rows.map(({ entity, record_id, version }) => [entity, record_id, version])).toEqual([
    ['role', 21, 1],
    ['user', 31, 1],
    ['user', 31, 2],
    ['user', 32, 1],
    ['user', 33, 1],
  ])
  expect(rows[1]!.after).toMatchObject({ username: 'anita', roles: [21], stage: 'active' })
  expect(rows[2]!.after).toEqual({ name: 'Anita Rao' })
  expect(JSON.stringify(rows)).not.toContain('a hash')
})
