import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { leaseBlock } from '#server/crud/ids.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { actorWith, addSample, job, jobStatus, jobTag } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

let database: FreshDatabase
let write: ReturnType<typeof writing>
const status: Record<string, Row> = {}
const tags: Record<string, Row> = {}

beforeAll(async () => {
  database = await freshDatabase()
  await addSample(database.pool)
  write = writing(database)
  for (const stage of ['draft', 'open', 'done']) status[stage] = await write.create(jobStatus, { label: stage, stage })
  for (const label of ['Red', 'Green', 'Blue']) tags[label] = await write.create(jobTag, { label })
})
afterAll(() => database?.close())

const refused = { status: 'rejected' }
const newJob = (more: Record<string, unknown> = {}) => write.create(job, { title: 'A job', ...more })

describe('creating', () => {
  it('fills in defaults, the first stage with its first status, and what the server gives', async () => {
    const row = await newJob()
    expect(row).toMatchObject({
      version: 1,
      title: 'A job',
      note: null,
      urgent: false,
      size: 'small',
      tags: [],
      lines: [],
      stage: 'draft',
      status: status.draft!.id,
      number: `JOB-${row.id}`,
      createdBy: 1,
      archivedAt: null,
    })
    expect(job.row.safeParse(row).success).toBe(true)
  })

  it.each([
    ['id', 7],
    ['version', 3],
    ['number', 'mine'],
    ['stage', 'done'],
    ['nonsense', true],
  ])('refuses a person who writes %s', async (field, value) => {
    const outcome = await write.send(job, 'create', { title: 'x', [field]: value })
    expect(outcome).toMatchObject({ ...refused, problem: { code: 'invalid', fields: { [field]: expect.any(String) } } })
  })

  it('takes the id that was leased to the device, or to its person on another one, and no other', async () => {
    const device = randomUUID()
    const { first, last } = await leaseBlock(database.pool, device, 1)
    const mine = await write.create(job, { title: 'From a device' }, { id: first, device })
    expect(mine.id).toBe(first)
    const foreign = await write.send(job, 'create', { title: 'x' }, { id: last + 1, device })
    expect(foreign).toMatchObject({ ...refused, problem: { code: 'id-not-leased' } })
    const elsewhere = await write.create(job, { title: 'Taken along' }, { id: first + 1, device: randomUUID() })
    expect(elsewhere.id).toBe(first + 1)
    const theirs = await leaseBlock(database.pool, randomUUID(), 2)
    const other = await write.send(job, 'create', { title: 'x' }, { id: theirs.first, device })
    expect(other).toMatchObject({ ...refused, problem: { code: 'id-not-leased' } })
    const withoutDevice = await write.send(job, 'create', { title: 'x' }, { id: first + 2 })
    expect(withoutDevice).toMatchObject({ ...refused, problem: { code: 'id-not-leased' } })
  })

  it('never gives one id to two records, not even of two modules', async () => {
    const device = randomUUID()
    const { first } = await leaseBlock(database.pool, device, 1)
    await write.create(job, { title: 'One' }, { id: first, device })
    const twin = await write.send(jobTag, 'create', { label: 'Twin' }, { id: first, device })
    expect(twin).toMatchObject({ ...refused, problem: { code: 'invalid', fields: { id: expect.any(String) } } })
  })

  it('refuses what a column cannot keep as the mistake of the sender', async () => {
    const outcome = await write.send(job, 'create', { title: 'null\u0000byte' })
    expect(outcome).toMatchObject({ ...refused, problem: { code: 'invalid' } })
  })
})

describe('references', () => {
  it('refuses an item of another list beside the field', async () => {
    const outcome = await write.send(job, 'create', { title: 'x', tag: status.open!.id })
    expect(outcome).toMatchObject({ ...refused, problem: { fields: { tag: 'This is no item of the right list.' } } })
  })

  it('refuses a record that does not exist, an item among several, and one in a line, each in its place', async () => {
    const lines = [{ what: 'a', qty: 1, tag: 999_999_999 }]
    const outcome = await write.send(job, 'create', {
      title: 'x',
      owner: 999_999_999,
      tags: [tags.Red!.id, 999_999_998],
      lines,
    })
    expect(outcome).toMatchObject({
      ...refused,
      problem: {
        fields: { owner: 'This does not exist.', tags: expect.any(String), 'lines.0.tag': expect.any(String) },
      },
    })
  })

  it('refuses a switched-off item online, but takes it from a device that was offline', async () => {
    const item = await write.create(jobTag, { label: 'Fading' })
    await write.change(jobTag, item, { active: false })
    expect(await write.send(job, 'create', { title: 'x', tag: item.id })).toMatchObject(refused)
    expect(await write.create(job, { title: 'x', tag: item.id }, { offline: true })).toMatchObject({ tag: item.id })
  })

  it('does not question what was there before', async () => {
    const item = await write.create(jobTag, { label: 'Old' })
    const row = await newJob({ tags: [item.id] })
    await write.change(jobTag, item, { active: false })
    expect(await write.change(job, row, { tags: [item.id, tags.Red!.id] })).toMatchObject({
      tags: [item.id, tags.Red!.id],
    })
  })
})

describe('changing', () => {
  it('merges what two people changed in different fields', async () => {
    const row = await newJob()
    await write.change(job, row, { note: 'theirs' })
    const mine = await write.change(job, row, { title: 'mine' })
    expect(mine).toMatchObject({ version: 3, note: 'theirs', title: 'mine' })
  })

  it('asks where both changed the same field, and shows the record as it is', async () => {
    const row = await newJob()
    await write.change(job, row, { title: 'theirs' })
    const outcome = await write.tryChange(job, row, { title: 'mine', note: 'not written either' })
    expect(outcome).toMatchObject({
      status: 'conflict',
      problem: { code: 'changed-meanwhile', asks: ['title'], row: { title: 'theirs', note: null, version: 2 } },
    })
  })

  it('reads the base from history, several versions back, instants and dates included', async () => {
    const row = await newJob({ due: '2026-01-31', seenAt: '2026-01-31T10:00:00.000Z', size: 'small' })
    let now = row
    for (const note of ['a', 'b', 'c']) now = await write.change(job, now, { note })
    now = await write.change(job, now, { due: '2026-02-01', seenAt: '2026-02-01T10:00:00.000Z', size: 'large' })
    const same = await write.tryChange(job, row, { due: '2026-01-31', seenAt: '2026-01-31T10:00:00.000Z' })
    expect(same).toMatchObject({ status: 'conflict', problem: { asks: ['due', 'seenAt'] } })
    const stale = await write.tryChange(job, { ...row, version: 4 }, { size: 'small' })
    expect(stale).toMatchObject({ status: 'conflict', problem: { asks: ['size'] } })
    expect(await write.change(job, row, { weight: 5 })).toMatchObject({ weight: 5, version: 6 })
  })

  it('merges lines one by one, and keeps the counters of a line to the server', async () => {
    const row = await newJob({
      lines: [
        { what: 'a', qty: 1 },
        { what: 'b', qty: 2 },
      ],
    })
    const [a, b] = row.lines as { id: number }[]
    await write.change(job, row, { lines: [{ ...a, qty: 5 }, b] })
    const merged = await write.change(job, row, { lines: [a, { ...b, what: 'bee' }] })
    expect(merged.lines).toEqual([
      { id: a!.id, what: 'a', qty: 5, tag: null, sent: 0 },
      { id: b!.id, what: 'bee', qty: 2, tag: null, sent: 0 },
    ])
    const cheat = await write.tryChange(job, merged, { lines: [{ ...a, sent: 9 }] })
    expect(cheat).toMatchObject({ ...refused, problem: { fields: { 'lines.0.sent': expect.any(String) } } })
  })

  it('refuses a line with an id that nobody was given, and one id twice', async () => {
    const row = await newJob({ lines: [{ what: 'a', qty: 1 }] })
    const [line] = row.lines as { id: number }[]
    const made = await write.tryChange(job, row, { lines: [{ id: 4_711_000_000, what: 'x', qty: 1 }] })
    expect(made).toMatchObject({ ...refused, problem: { code: 'id-not-leased' } })
    const twice = await write.tryChange(job, row, { lines: [line, line] })
    expect(twice).toMatchObject({ ...refused, problem: { fields: { 'lines.1.id': expect.any(String) } } })
  })

  it('does not raise the version where nothing changes', async () => {
    const row = await newJob()
    expect(await write.change(job, row, { title: row.title })).toEqual(row)
  })

  it('wants to know which version is changed', async () => {
    const row = await newJob()
    await expect(write.tryChange(job, row, { title: 'x' }, { base: null })).rejects.toMatchObject({
      code: 'base-missing',
    })
    const future = { version: 17, fields: {} }
    await expect(write.tryChange(job, row, { title: 'x' }, { base: future })).rejects.toMatchObject({
      code: 'base-missing',
    })
  })

  it('is a question where the record was archived meanwhile, and refused where that was seen', async () => {
    const row = await newJob()
    const gone = await write.done(job, 'archive', {}, { id: row.id })
    expect(await write.tryChange(job, row, { title: 'x' })).toMatchObject({ status: 'conflict' })
    expect(await write.tryChange(job, gone, { title: 'x' })).toMatchObject({ ...refused, problem: { code: 'not-now' } })
    const back = await write.done(job, 'restore', {}, { id: row.id })
    expect(back).toMatchObject({ archivedAt: null, version: 3 })
    expect(await write.done(job, 'restore', {}, { id: row.id })).toMatchObject({ version: 3 })
  })

  it('asks before archiving what has changed since it was seen', async () => {
    const row = await newJob()
    await write.change(job, row, { title: 'still needed' })
    const base = { version: 1, fields: { title: row.title } }
    expect(await write.send(job, 'archive', {}, { id: row.id, base })).toMatchObject({
      status: 'conflict',
      problem: { asks: ['title'] },
    })
  })
})

describe('stages', () => {
  it('moves along, takes the status with it, and lets the server count', async () => {
    const row = await newJob({ lines: [{ what: 'a', qty: 3 }] })
    const open = await write.move(job, row, 'start')
    expect(open).toMatchObject({ stage: 'open', status: status.open!.id })
    const done = await write.move(job, open, 'finish', { weight: 12 })
    expect(done).toMatchObject({ stage: 'done', weight: 12, status: status.done!.id, lines: [{ sent: 3 }] })
    expect(await write.tryChange(job, done, { title: 'too late' })).toMatchObject({
      ...refused,
      problem: { code: 'not-now' },
    })
    const again = await write.move(job, done, 'reopen', { why: 'a scratch' })
    expect(again).toMatchObject({ stage: 'open' })
  })

  it('refuses a move from another stage, and asks where the stage changed meanwhile', async () => {
    const row = await newJob()
    expect(await write.tryMove(job, row, 'finish', { weight: 1 })).toMatchObject({
      ...refused,
      problem: { code: 'not-now' },
    })
    const open = await write.move(job, row, 'start')
    expect(await write.tryMove(job, row, 'start')).toMatchObject({ status: 'applied', version: open.version })
    await write.move(job, open, 'finish', { weight: 1 })
    expect(await write.tryMove(job, open, 'finish', { weight: 2 })).toMatchObject({
      status: 'conflict',
      problem: { asks: ['stage'] },
    })
  })

  it('checks what a move is asked with', async () => {
    const open = await write.move(job, await newJob(), 'start')
    expect(await write.tryMove(job, open, 'finish', {})).toMatchObject({
      ...refused,
      problem: { fields: { weight: expect.any(String) } },
    })
    expect(await write.tryMove(job, open, 'finish', { weight: 1, more: 1 })).toMatchObject(refused)
  })

  it('refuses a status of another stage and takes another one of the same', async () => {
    const second = await write.create(jobStatus, { label: 'Draft, second look', stage: 'draft' })
    const row = await newJob()
    expect(await write.tryChange(job, row, { status: status.open!.id })).toMatchObject({
      ...refused,
      problem: { fields: { status: expect.any(String) } },
    })
    expect(await write.change(job, row, { status: second.id })).toMatchObject({ status: second.id })
  })

  it('lets people set only the statuses that they were given', async () => {
    const row = await newJob()
    const none = actorWith({ statusPermission: [] })
    expect(await write.tryMove(job, row, 'start', {}, { actor: none })).toMatchObject({
      ...refused,
      problem: { code: 'forbidden' },
    })
    const other = await write.create(jobStatus, { label: 'Open, by hand', stage: 'open' })
    const some = actorWith({ statusPermission: [other.id] })
    const open = await write.move(job, row, 'start', {}, { actor: some })
    expect(open.status).toBe(other.id)
    expect(await write.tryChange(job, open, { status: status.open!.id }, { actor: some })).toMatchObject({
      ...refused,
      problem: { code: 'forbidden', fields: { status: expect.any(String) } },
    })
  })

  it('needs the approve grant for an approval, whatever else a person may do', async () => {
    const done = await write.move(job, await write.move(job, await newJob(), 'start'), 'finish', { weight: 1 })
    const without = actorWith({ approves: new Set() })
    expect(await write.tryMove(job, done, 'reopen', { why: 'x' }, { actor: without })).toMatchObject({
      ...refused,
      problem: { code: 'forbidden' },
    })
  })
})

describe('rights', () => {
  it.each([
    ['create', '900-b'],
    ['change', '900-c'],
    ['archive', '900-c'],
    ['restore', '900-c'],
    ['start', '900-c'],
    ['finish', '900-e'],
  ])('refuses %s without %s, and nothing is written', async (action, code) => {
    const row = await newJob()
    const permissions = new Set([...actorWith().permissions].filter(one => one !== code && one !== '900-f'))
    const args = action === 'create' || action === 'change' ? { title: 'not mine' } : {}
    const outcome = await write.send(job, action, args, { id: row.id, base: null, actor: actorWith({ permissions }) })
    expect(outcome).toMatchObject({ ...refused, problem: { code: 'forbidden' } })
    const { rows } = await database.pool.query('select version from job where id = $1', [row.id])
    expect(rows).toEqual([{ version: 1 }])
  })

  it('opens editing, but not creating, to holders of the module-wide permission', async () => {
    const row = await newJob()
    const wide = actorWith({ permissions: new Set(['900-f']) })
    expect(await write.change(job, row, { title: 'by f' }, { actor: wide })).toMatchObject({ title: 'by f' })
    expect(await write.send(job, 'create', { title: 'x' }, { actor: wide })).toMatchObject({
      problem: { code: 'forbidden' },
    })
  })

  it('hides a guarded field from answers and refuses to write it, for those it is not revealed to', async () => {
    const row = await newJob({ cost: 73_519_264 })
    const permissions = new Set(['900-b', '900-c'])
    const actor = actorWith({ permissions })
    const changed = await write.change(job, row, { title: 'seen' }, { actor })
    expect(changed).not.toHaveProperty('cost')
    expect(row.cost).toBe(73_519_264)
    for (const outcome of [
      await write.tryChange(job, changed, { cost: 1 }, { actor }),
      await write.send(job, 'create', { title: 'x', cost: 1 }, { actor }),
    ])
      expect(outcome).toMatchObject({
        ...refused,
        problem: { code: 'forbidden', fields: { cost: expect.any(String) } },
      })
    // Nor is a guess confirmed or denied by a question whether it has changed.
    const guess = { base: { version: row.version, fields: { cost: 73_519_263 } }, id: row.id, actor }
    expect(await write.send(job, 'archive', {}, guess)).toMatchObject({ status: 'applied' })
    const blank = await write.create(job, { title: 'x', cost: null }, { actor })
    expect(blank).not.toHaveProperty('cost')
    const conflict = await write.tryChange(job, row, { title: 'other' }, { actor })
    expect(conflict).toMatchObject({ status: 'conflict' })
    expect(JSON.stringify(conflict)).not.toContain('73519264')
  })

  it('keeps people to their own rows and their branch', async () => {
    const own = actorWith({ id: 7, scopes: { job: 'own' } })
    const branch = actorWith({ id: 8, branch: 3, scopes: { job: 'branch' } })
    const nowhere = actorWith({ id: 9, branch: null, scopes: { job: 'branch' } })
    const mine = await write.create(job, { title: 'mine' }, { actor: own })
    expect(mine.person).toBe(7)
    const ours = await write.create(job, { title: 'ours' }, { actor: branch })
    expect(ours.branch).toBe(3)
    expect(await write.tryChange(job, ours, { title: 'x' }, { actor: own })).toMatchObject({
      problem: { code: 'not-found' },
    })
    expect(await write.tryMove(job, mine, 'start', {}, { actor: branch })).toMatchObject({
      problem: { code: 'not-found' },
    })
    expect(await write.send(job, 'create', { title: 'x', person: 8 }, { actor: own })).toMatchObject({
      problem: { code: 'forbidden' },
    })
    expect(await write.send(job, 'create', { title: 'x' }, { actor: nowhere })).toMatchObject({
      problem: { code: 'forbidden' },
    })
    expect(await write.change(job, mine, { title: 'still mine' }, { actor: own })).toMatchObject({ version: 2 })
  })

  it('lets nobody put a record where they no longer see it', async () => {
    const own = actorWith({ id: 7, scopes: { job: 'own' } })
    const branch = actorWith({ id: 8, branch: 3, scopes: { job: 'branch' } })
    const mine = await write.create(job, { title: 'mine' }, { actor: own })
    const ours = await write.create(job, { title: 'ours' }, { actor: branch })
    const message = 'You may only keep records in your own area.'
    for (const person of [8, null])
      expect(await write.tryChange(job, mine, { person }, { actor: own })).toMatchObject({
        problem: { code: 'forbidden', message, fields: { person: message } },
      })
    for (const to of [4, null])
      expect(await write.tryChange(job, ours, { branch: to, title: 'x' }, { actor: branch })).toMatchObject({
        problem: { code: 'forbidden', message, fields: { branch: message } },
      })
    // What the limit does not ask for is free, and whoever sees everything puts it anywhere.
    expect(await write.change(job, ours, { person: 9 }, { actor: branch })).toMatchObject({ version: 2, branch: 3 })
    expect(await write.change(job, mine, { person: 8 })).toMatchObject({ version: 2, person: 8 })
  })

  it('does not know an action that nobody declared, or a later version of one', async () => {
    for (const action of ['explode', 'delete', 'toString', 'constructor'])
      expect(await write.send(job, action, {})).toMatchObject({ ...refused, problem: { code: 'unknown-op' } })
    expect(await write.send({ ...job, name: 'nowhere' }, 'create', {})).toMatchObject({
      problem: { code: 'unknown-op' },
    })
  })
})

describe('the ledger', () => {
  it('lets four deliveries of one intent have one effect and one answer', async () => {
    const mid = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => write.send(job, 'create', { title: 'once' }, { mid })),
    )
    expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['applied', 'replayed', 'replayed', 'replayed'])
    const rows = outcomes.map(outcome => 'row' in outcome && outcome.row)
    for (const row of rows) expect(row).toEqual(rows[0])
    const effects = await database.pool.query('select count(*) as n from record_history where mid = $1', [mid])
    expect(effects.rows[0].n).toBe(1)
  })

  it('answers as then, though the record has changed since', async () => {
    const mid = randomUUID()
    const row = await write.create(job, { title: 'first' }, { mid })
    await write.change(job, row, { title: 'second' })
    expect(await write.send(job, 'create', { title: 'first' }, { mid })).toMatchObject({
      status: 'replayed',
      row: { title: 'first' },
    })
  })

  it('refuses the same key for other content, or from another person', async () => {
    const mid = randomUUID()
    await write.create(job, { title: 'one' }, { mid })
    const other = await write.send(job, 'create', { title: 'two' }, { mid })
    expect(other).toMatchObject({ ...refused, problem: { code: 'key-reuse' } })
    const stolen = await write.send(job, 'create', { title: 'one' }, { mid, actor: actorWith({ id: 66 }) })
    expect(stolen).toMatchObject({ ...refused, problem: { code: 'key-reuse' } })
    expect(JSON.stringify(stolen)).not.toContain('JOB-')
  })

  it('remembers a refusal and a conflict as it remembers a success', async () => {
    const mid = randomUUID()
    const first = await write.send(job, 'create', { title: '' }, { mid })
    expect(first).toMatchObject(refused)
    expect(await write.send(job, 'create', { title: '' }, { mid })).toEqual({ ...first, isRepeated: true })
    const row = await newJob()
    await write.change(job, row, { title: 'theirs' })
    const key = randomUUID()
    const conflict = await write.tryChange(job, row, { title: 'mine' }, { mid: key })
    expect(await write.tryChange(job, row, { title: 'mine' }, { mid: key })).toEqual({ ...conflict, isRepeated: true })
  })

  it('forgets what nobody foresaw, so that the same intent can be tried again', async () => {
    const mid = randomUUID()
    await expect(write.send(job, 'create', { title: 'Refuse me' }, { mid })).rejects.toThrow('planted')
    const { rows } = await database.pool.query('select 1 from sync_mutation where mid = $1', [mid])
    expect(rows).toEqual([])
    const left = await database.pool.query(`select 1 from job where title = 'Refuse me'`)
    expect(left.rows).toEqual([])
  })

  it('lets a refused intent leave nothing behind but its ledger row', async () => {
    const before = await database.pool.query(
      'select (select count(*) from job) as jobs, (select seq from sync_clock) as seq',
    )
    await write.send(job, 'create', { title: 'x', tag: 1 })
    const after = await database.pool.query(
      'select (select count(*) from job) as jobs, (select seq from sync_clock) as seq',
    )
    expect(after.rows).toEqual(before.rows)
  })

  it('tries again where two transactions stood in each other’s way', async () => {
    const rows = await Promise.all([newJob(), newJob()])
    const cross = (first: Row, second: Row) =>
      write.store.transaction(async tx => {
        await tx.load(job, first.id)
        await new Promise(resolve => setTimeout(resolve, 100))
        await tx.load(job, second.id)
        return first.id
      })
    expect(await Promise.all([cross(rows[0], rows[1]), cross(rows[1], rows[0])])).toEqual([rows[0].id, rows[1].id])
  })
})
