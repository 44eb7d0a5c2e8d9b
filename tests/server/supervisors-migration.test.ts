import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordModuleNames } from '#contract/permissions.ts'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

/** What the first role of an installation approved, when that was what had moves to approve. */
const before15 =
  '{inquiry,inf,order,orderCancel,orderInvoice,orderReturn,orderReturnClaim,buyback,maintenance,maintenanceInvoice,replacement,payment,stockMove,unit}'

let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('0015')
  await before.database.pool.query(`
    insert into role (id, created_by, updated_by, name, permissions, branch_only, approves) values
      (21, 1, 1, 'Administrator', '{60-c,61-c,90-c}', '{}', '${before15}'),
      (22, 1, 1, 'Careful', '{60-c,61-c}', '{}', '{task}'),
      (23, 1, 1, 'Branch', '{60-c,61-c}', '{user}', '{order}'),
      (24, 1, 1, 'Desk', '{60-c,90-c}', '{}', '{}'),
      (25, 1, 1, 'Roles', '{61-c}', '{}', '{}'),
      (26, 1, 1, 'Roles of nobody', '{61-c}', '{}', '{}');
    insert into app_user (id, created_by, updated_by, name, username, email, stage, roles)
      values (41, 1, 1, 'Both', 'both', 'both@example.com', 'active', '{24,25}')`)
  await before.goOn()
})
afterAll(() => before?.close())

const approves = async () => {
  const { rows } = await before.database.pool.query<{ name: string; approves: string[] }>(
    'select name, approves from role',
  )
  return Object.fromEntries(rows.map(({ name, approves }) => [name, approves.toSorted()]))
}

it('who manages access approves where nobody could be made to, and nobody else gets anything', async () => {
  expect(await approves()).toEqual({
    // What had a name then.
    Administrator: recordModuleNames.filter(name => name !== 'cashOrder').toSorted(),
    Careful: ['campaign', 'customer', 'dealer', 'dealerBranch', 'dispatch', 'task', 'upload', 'user'],
    Branch: ['order'],
    Desk: [],
    Roles: ['campaign', 'customer', 'dealer', 'dealerBranch', 'dispatch', 'task', 'upload', 'user'],
    'Roles of nobody': [],
  })
})

it('is in the history of the role', async () => {
  const { rows } = await before.database.pool.query(
    `select version, action from record_history where entity = 'role' and record_id = 21 order by version`,
  )
  expect(rows).toEqual([
    { version: 1, action: 'sql' },
    { version: 2, action: 'sql' },
  ])
})
