import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

let before: DatabaseBefore
const rows = async (text: string) => (await before.database.pool.query<Record<string, unknown>>(text)).rows
beforeAll(async () => {
  before = await databaseBefore('0017')
  await before.database.pool.query(`
    insert into app_user (id, created_by, updated_by, name, username, email, stage, roles)
      values (41, 1, 1, 'Both', 'both', 'both@example.com', 'active', '{}');
    insert into task (id, created_by, updated_by, title, assigned_to, assigned_by, due_at, priority, stage, task_remarks) values
      (51, 1, 1, 'Late', 41, 41, '9999-12-31T23:59:59.9999Z', 'normal', 'open', '[]'),
      (52, 1, 1, 'Early', 41, 41, '0001-01-01T00:00:00Z', 'normal', 'open',
        '[{"id":1,"text":"Long ago","at":"0001-01-01T00:00:00.000Z","by":41},
          {"id":2,"text":"Fine","at":"2026-11-27T10:00:00.1239Z","by":41},
          {"id":3,"text":"Right","at":"2026-11-27T10:00:00.123Z","by":41},
          {"id":4,"text":"Nobody knows","at":null,"by":41}]'),
      (53, 1, 1, 'Right', 41, 41, '2026-11-27T10:00:00Z', 'normal', 'open', '[{"id":5,"text":"a","at":null,"by":41}]'),
      (54, 1, 1, 'None', 41, 41, null, 'normal', 'open', '[]');
    insert into part (id, created_by, updated_by, code, name, cost, price, minimum)
      values (61, 1, 1, 'P-1', 'Motor', -1, -2, 0.5), (62, 1, 1, 'P-2', 'Hose', 1, 2, 3);
    insert into product (id, created_by, updated_by, sku, name, price, floor_price, parts)
      values (71, 1, 1, 'S-1', 'Spa', -499900, -1, '[{"id":1,"part":61,"qty":1.5},{"id":2,"part":62,"qty":2}]');
    insert into unit (id, created_by, updated_by, serial, product, sold_at, delivered_at, stage)
      values (81, 1, 1, 'U-1', 71, '9999-12-31', '2026-11-27', 'inStock')`)
  await before.goOn()
})
afterAll(() => before?.close())

it('a date beyond the years that there are goes to their end', async () => {
  expect(await rows('select id, due_at, version from task order by id')).toEqual([
    { id: 51, due_at: '2200-12-31T23:59:59.999Z', version: 2 },
    { id: 52, due_at: '1900-01-01T00:00:00.000Z', version: 3 },
    { id: 53, due_at: '2026-11-27T10:00:00.000Z', version: 1 },
    { id: 54, due_at: null, version: 1 },
  ])
  expect(await rows('select sold_at, delivered_at from unit')).toEqual([
    { sold_at: '2200-12-31', delivered_at: '2026-11-27' },
  ])
})

it('the time of a remark is mended in its line, and no other line', async () => {
  const [row] = await rows('select task_remarks from task where id = 52')
  expect(row!.task_remarks).toMatchObject([
    { id: 1, at: '1900-01-01T00:00:00.000Z' },
    { id: 2, at: '2026-11-27T10:00:00.123Z' },
    { id: 3, at: '2026-11-27T10:00:00.123Z' },
    { id: 4, at: null },
  ])
})

it('amounts below nothing are asked for again, and pieces are whole', async () => {
  expect(await rows('select id, cost, price, minimum from part order by id')).toEqual([
    { id: 61, cost: null, price: null, minimum: 1 },
    { id: 62, cost: 1, price: 2, minimum: 3 },
  ])
  expect(await rows('select price, floor_price, parts from product')).toEqual([
    {
      price: 499_900,
      floor_price: null,
      parts: [
        { id: 1, part: 61, qty: 2 },
        { id: 2, part: 62, qty: 2 },
      ],
    },
  ])
})

it('what had been is in history', async () => {
  expect(await rows('select action, before from record_history where record_id = 51 order by version')).toEqual([
    { action: 'sql', before: {} },
    { action: 'sql', before: { due_at: '10000-01-01T00:00:00+00:00' } },
  ])
})
