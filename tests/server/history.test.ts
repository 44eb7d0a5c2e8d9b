import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Occasion } from '#server/crud/behaviour.ts'
import { historyOf } from '#server/crud/history.ts'
import { register } from '#contract/register.ts'
import type { Module, Row } from '#contract/module.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { actorWith, addSample, job, jobTag, sampleWriter } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

let database: FreshDatabase
let write: ReturnType<typeof writing>
beforeAll(async () => {
  database = await freshDatabase()
  await addSample(database.pool)
  write = writing(database)
})
afterAll(() => database?.close())

const entries = async (row: Row, actor = actorWith(), module: Module = job) =>
  (await historyOf(database.pool, module, actor, { limit: 100 }, row.id)).entries

describe('history', () => {
  it('keeps for each write who, when, from where, and every changed field before and after', async () => {
    const row = await write.create(job, { title: 'One', days: ['mon'] }, { actor: actorWith({ id: 5 }) })
    const mid = crypto.randomUUID()
    await write.change(
      job,
      row,
      { title: 'Two', seenAt: '2026-01-31T10:00:00.000Z' },
      { mid, offline: true, actor: actorWith({ id: 6 }) },
    )
    const [change, create] = await entries(row)
    expect(change).toMatchObject({
      action: 'change',
      actor: 6,
      version: 2,
      offline: true,
      recordId: row.id,
      before: { title: 'One', seenAt: null },
      after: { title: 'Two', seenAt: '2026-01-31T10:00:00.000Z' },
    })
    expect(Object.keys(change!.after).sort()).toEqual(['seenAt', 'title'])
    expect(create).toMatchObject({
      action: 'create',
      actor: 5,
      before: {},
      after: { title: 'One', days: ['mon'], stage: 'draft' },
    })
    const { rows } = await database.pool.query('select request_id, device_id from record_history where mid = $1', [mid])
    expect(rows).toEqual([{ request_id: 'test', device_id: null }])
  })

  it('names a move by its name and shows the stage before and after', async () => {
    const row = await write.create(job, { title: 'Moves' })
    await write.move(job, row, 'start')
    expect((await entries(row))[0]).toMatchObject({
      action: 'start',
      before: { stage: 'draft' },
      after: { stage: 'open' },
    })
  })

  it('names a move once, also where a hook comes to its record before the move does', async () => {
    const hook = async ({ tx, before, update }: Occasion) => {
      await update(job, (await tx.load(job, before!.id))!, { number: 'By a hook' })
    }
    const hooks = writing(database, { ...sampleWriter(), behaviourOf: () => ({ on: { start: hook } }) })
    const row = await hooks.create(job, { title: 'Hooked' })
    expect(await hooks.move(job, row, 'start')).toMatchObject({ stage: 'open', number: 'By a hook' })
    expect(await entries(row)).toMatchObject([
      { action: 'change', after: { stage: 'open' } },
      { action: 'start', after: { number: 'By a hook' } },
      { action: 'create' },
    ])
  })

  it('keeps what is written outside the application, too', async () => {
    const row = await write.create(job, { title: 'By hand' })
    await database.pool.query(`update job set title = 'By console' where id = $1`, [row.id])
    expect((await entries(row))[0]).toMatchObject({
      action: 'sql',
      actor: null,
      version: 2,
      after: { title: 'By console' },
    })
  })

  it('does not show a hidden field, nor that it changed', async () => {
    const row = await write.create(job, { title: 'Costs', cost: 5 })
    await write.change(job, row, { cost: 6 })
    const seen = await entries(row, actorWith({ permissions: new Set(['900-d']) }))
    expect(seen.map(({ action }) => action)).toEqual(['create'])
    expect(JSON.stringify(seen)).not.toContain('cost')
    expect((await entries(row)).map(({ action }) => action)).toEqual(['change', 'create'])
  })

  it('shows the own fields of a settings item one by one', async () => {
    const courier = register.courier!
    const row = await write.create(courier, { label: 'Fast', claimDays: 3 })
    await write.change(courier, row, { claimDays: 4 })
    expect((await entries(row, actorWith(), courier))[0]).toMatchObject({
      before: { claimDays: 3 },
      after: { claimDays: 4 },
    })
  })

  it('comes in pages that neither skip nor repeat', async () => {
    let row = await write.create(jobTag, { label: 'Paged' })
    for (let n = 0; n < 7; n++) row = await write.change(jobTag, row, { label: `Paged ${n}` })
    const versions: number[] = []
    for (let after: number | undefined; ;) {
      const page = await historyOf(database.pool, jobTag, actorWith(), { limit: 3, after }, row.id)
      versions.push(...page.entries.map(({ version }) => version))
      if (page.next === null) break
      after = page.next
    }
    expect(versions).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  it.each([
    `update record_history set after = '{}'`,
    'delete from record_history',
    'truncate record_history',
    `update audit_event set kind = 'x'`,
    'delete from audit_event',
    'truncate audit_event',
  ])('refuses %s, also for the role that the application works as', async statement => {
    await database.pool.query(`insert into audit_event (kind) values ('test')`)
    const before = await database.pool.query('select count(*) as n from record_history')
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    expect((await database.pool.query('select count(*) as n from record_history')).rows).toEqual(before.rows)
  })

  it('holds the row of a record that raw SQL deleted', async () => {
    const row = await write.create(job, { title: 'Deleted' })
    await database.pool.query('delete from job where id = $1', [row.id])
    expect((await entries(row))[0]).toMatchObject({ action: 'delete', before: { title: 'Deleted' }, after: {} })
  })
})
