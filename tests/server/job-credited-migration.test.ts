import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

let before: DatabaseBefore
const job = (id: number, total: number, paid: number) =>
  `(${id}, 1, 1, '1', 'A', 'carryIn', 'paid', '[]', '[]', 'normal', '[]', '[]', '[]', '[]', '{}', '{}', '{}', 'repaired', ${total}, ${paid}, ${total - paid})`
const invoice = (id: number, of: number, stage: string, [date, total, credited]: [string, number, number]) =>
  `(${id}, 1, 1, ${of}, 'invoice', '[]', '${stage}', '${date}', ${total}, ${credited})`
beforeAll(async () => {
  before = await databaseBefore('0036')
  await before.database.pool.query(`
    insert into maintenance (id, created_by, updated_by, phone, name, service_mode, cover, problems, checks, priority,
      checklist, parts, labour, charges, photos, signature, tags, stage, total, paid, balance) values
      ${job(1, 1_000, 700)}, ${job(2, 1_000, 0)}, ${job(3, 1_000, 1_000)}, ${job(4, 1_200, 1_000)}, ${job(5, 500, 100)};
    insert into maintenance_invoice (id, created_by, updated_by, maintenance, kind, lines, stage, date, total, credited)
      values
      ${invoice(11, 1, 'paid', ['2026-01-01', 1_000, 300])},
      ${invoice(12, 2, 'paid', ['2026-01-02', 1_000, 1_000])},
      ${invoice(13, 2, 'issued', ['2026-01-03', 1_000, 0])},
      ${invoice(14, 3, 'paid', ['2026-01-01', 1_000, 1_000])},
      ${invoice(15, 3, 'void', ['2026-01-02', 1_000, 0])},
      ${invoice(16, 4, 'paid', ['2026-01-01', 1_000, 1_000])};
    insert into role (id, created_by, updated_by, name, permissions, own_only, branch_only) values
      (21, 1, 1, 'Own', '{40-a,41-a}', '{maintenance,task}', '{}'),
      (22, 1, 1, 'Branch', '{40-a,41-d}', '{}', '{maintenance}'),
      (23, 1, 1, 'Without', '{40-a}', '{maintenance}', '{}'),
      (24, 1, 1, 'All', '{40-a,41-a}', '{task}', '{}'),
      (25, 1, 1, 'Said', '{40-a,41-a}', '{maintenance}', '{maintenanceInvoice}')`)
  await before.goOn()
})
afterAll(() => before?.close())

it('a job owes less for what its last invoice gave back', async () => {
  const { rows } = await before.database.pool.query('select id, credited, balance from maintenance order by id')
  expect(rows).toEqual([
    { id: 1, credited: 300, balance: 0 },
    { id: 2, credited: 0, balance: 1_000 },
    // All of it was given back, and is to be paid back.
    { id: 3, credited: 1_000, balance: -1_000 },
    // It costs something else by now, and is asked for anew.
    { id: 4, credited: 0, balance: 200 },
    { id: 5, credited: 0, balance: 400 },
  ])
})

it('whoever sees some of the jobs sees the invoices of these alone', async () => {
  const { rows } = await before.database.pool.query(
    'select name, own_only as own, branch_only as branch from role where id > 20 order by id',
  )
  expect(rows).toEqual([
    { name: 'Own', own: ['maintenance', 'task', 'maintenanceInvoice'], branch: [] },
    { name: 'Branch', own: [], branch: ['maintenance', 'maintenanceInvoice'] },
    { name: 'Without', own: ['maintenance'], branch: [] },
    { name: 'All', own: ['task'], branch: [] },
    { name: 'Said', own: ['maintenance'], branch: ['maintenanceInvoice'] },
  ])
})
