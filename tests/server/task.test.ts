import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushOp } from '#contract/calls/push.ts'
import { text } from '#contract/fields.ts'
import { task } from '#contract/modules/desk/task.ts'
import { defineModule, type Register, type Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { permission } from '#contract/rules.ts'
import { drift } from '#server/db/drift.ts'
import { behavioursOf } from '#server/modules/index.ts'
import { actorWith } from '../support/sample-module.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'
import { writing } from '../support/writing.ts'

const mayAll = ['list', 'create', 'edit', 'details'].map(action => permission(task, action as 'list'))

let shop: Shop
let anna: SignedIn
let ben: SignedIn
let cem: SignedIn
beforeAll(async () => {
  shop = await openShop()
  ;[anna, ben, cem] = (await Promise.all([1, 2, 3].map(() => signedIn(shop.server, { permissions: mayAll })))) as [
    SignedIn,
    SignedIn,
    SignedIn,
  ]
})
afterAll(() => shop?.server.close())

const make = async (input: object, as = anna): Promise<Row> => {
  const { status, body } = await shop.ask('POST', '/task', { title: 'Call back', ...input }, as)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const change = async ({ id }: Row, changes: object, as = anna) => {
  const { version } = await shop.read('task', id)
  const headers = { ...as.headers, 'if-match': `"${version}"` }
  const answer = await shop.server.app.inject({ method: 'PATCH', url: `/api/task/${id}`, headers, payload: changes })
  return { status: answer.statusCode, body: answer.json<Row & { fields?: Record<string, string> }>() }
}
const move = async ({ id }: Row, action: string, as = anna): Promise<Row> => {
  const { status, body } = await shop.ask('POST', `/task/${id}/${action}`, undefined, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('a task', () => {
  it('is from whoever makes it, and nobody says otherwise', async () => {
    const row = await make({ assignedTo: ben.userId })
    expect(row).toMatchObject({
      assignedTo: ben.userId,
      assignedBy: anna.userId,
      passedBy: anna.userId,
      passedAt: row.createdAt,
      stage: 'open',
      priority: 'normal',
      taskRemarks: [],
      endedAt: null,
    })
    const forged = { title: 'Mine', assignedTo: ben.userId, assignedBy: cem.userId }
    expect(await shop.ask('POST', '/task', forged, anna)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await change(row, { assignedBy: cem.userId })).toMatchObject({ status: 400 })
  })

  it('needs a title and somebody who has it', async () => {
    expect(await shop.ask('POST', '/task', {}, anna)).toMatchObject({
      status: 400,
      body: { fields: { title: 'Fill this in.', assignedTo: 'Fill this in.' } },
    })
    expect(await shop.ask('POST', '/task', { title: 'To nobody', assignedTo: 999_999_999 }, anna)).toMatchObject({
      status: 400,
      body: { fields: { assignedTo: 'This does not exist.' } },
    })
  })

  it('is given to nobody who is switched off, and stays with whoever was switched off since', async () => {
    const ravi = await signedIn(shop.server, { permissions: mayAll })
    const had = await make({ assignedTo: ravi.userId })
    const other = await make({ assignedTo: ben.userId })
    const picked = async (search: string) => {
      const { body } = await shop.ask('GET', `/user/pick?${search}`, undefined, anna)
      return (body as unknown as { rows: { id: number }[] }).rows.some(({ id }) => id === ravi.userId)
    }
    const name = (await shop.read('user', ravi.userId)).name as string
    const q = encodeURIComponent(name)
    expect(await picked(`q=${q}`)).toBe(true)
    await shop.sql(`update app_user set stage = 'off' where id = $1`, [ravi.userId])
    const refused = { code: 'invalid', fields: { assignedTo: 'This person is switched off; choose another.' } }
    expect(await change(other, { assignedTo: ravi.userId })).toMatchObject({ status: 400, body: refused })
    const made = await shop.ask('POST', '/task', { title: 'Call', assignedTo: ravi.userId }, anna)
    expect(made).toMatchObject({ status: 400, body: refused })
    expect(await change(had, { title: 'Call back soon', assignedTo: ravi.userId })).toMatchObject({ status: 200 })
    // Nobody chooses them any more; who looks for their tasks still finds them, and they are named wherever they stand.
    expect(await picked(`q=${q}`)).toBe(false)
    expect(await picked(`q=${q}&for=find`)).toBe(true)
    expect(await picked(`ids=${ravi.userId}`)).toBe(true)
    expect(await picked(`ids=${ravi.userId}&for=choose`)).toBe(false)
  })

  it('waited on a device while its person was switched off, and is then refused with the reason', async () => {
    const ravi = await signedIn(shop.server, { permissions: mayAll })
    const row = await make({ assignedTo: ben.userId })
    const device = httpDevice(shop.server.app, anna)
    const base = { version: row.version, fields: { assignedTo: ben.userId } }
    const op = device.op('task.change', row.id, { assignedTo: ravi.userId }, { base })
    await shop.sql(`update app_user set stage = 'off' where id = $1`, [ravi.userId])
    expect(await device.push(op)).toMatchObject([
      { status: 'rejected', fields: { assignedTo: 'This person is switched off; choose another.' } },
    ])
  })

  it('says from whom it came last when it is passed on, and only then', async () => {
    const row = await make({ assignedTo: ben.userId })
    const passed = await change(row, { assignedTo: cem.userId }, ben)
    expect(passed.body).toMatchObject({ assignedBy: anna.userId, passedBy: ben.userId })
    expect(Date.parse(passed.body.passedAt as string)).toBeGreaterThan(Date.parse(row.passedAt as string))
    const renamed = await change(row, { title: 'Call back today' }, cem)
    expect(renamed.body).toMatchObject({ passedBy: ben.userId, passedAt: passed.body.passedAt })
  })

  it('is with who takes it back as if they had never passed it on', async () => {
    const row = await make({ assignedTo: ben.userId })
    await change(row, { assignedTo: cem.userId }, ben)
    const since = { passedAt: row.passedAt, passedBy: anna.userId }
    expect((await change(row, { assignedTo: ben.userId }, ben)).body).toMatchObject(since)
    // Nor does it matter what was written on it meanwhile, or how often it went to and fro.
    await change(row, { assignedTo: cem.userId }, ben)
    await change(row, { title: 'Call back today' }, cem)
    expect((await change(row, { assignedTo: ben.userId }, ben)).body).toMatchObject(since)
    const own = await make({ assignedTo: anna.userId })
    await change(own, { assignedTo: ben.userId })
    expect((await change(own, { assignedTo: anna.userId })).body).toMatchObject({
      passedAt: own.passedAt,
      passedBy: anna.userId,
    })
  })

  it('is passed on where somebody takes what they had not just before, or gives it back', async () => {
    const row = await make({ assignedTo: ben.userId })
    // Whoever made it gave it away, and never had it.
    const taken = await change(row, { assignedTo: anna.userId })
    expect(taken.body.passedBy).toBe(anna.userId)
    expect(Date.parse(taken.body.passedAt as string)).toBeGreaterThan(Date.parse(row.passedAt as string))
    await change(row, { assignedTo: ben.userId })
    await change(row, { assignedTo: cem.userId }, ben)
    const again = await change(row, { assignedTo: anna.userId })
    expect(again.body.passedAt).toBe(again.body.updatedAt)
    const back = await change(row, { assignedTo: cem.userId })
    expect(back.body).toMatchObject({ passedAt: back.body.updatedAt, passedBy: anna.userId })
  })

  it('goes its way: started, put back, done, opened again, cancelled', async () => {
    const row = await make({ assignedTo: ben.userId })
    expect(await move(row, 'start', ben)).toMatchObject({ stage: 'inProgress', endedAt: null })
    expect(await move(row, 'pause', ben)).toMatchObject({ stage: 'open' })
    const done = await move(row, 'finish', ben)
    expect(done).toMatchObject({ stage: 'done', endedBy: ben.userId })
    expect(done.endedAt).toBe(done.updatedAt)
    expect(done.endHeardAt).toBeNull()
    expect((await shop.ask('POST', `/task/${row.id}/start`, undefined, ben)).body.code).toBe('not-now')
    expect(await move(row, 'reopen', anna)).toMatchObject({
      stage: 'open',
      endedAt: null,
      endedBy: null,
      reopenedBy: anna.userId,
    })
    expect(await move(row, 'cancel', anna)).toMatchObject({ stage: 'cancelled', endedBy: anna.userId })
  })

  it('is not opened again by who takes their own step back where somebody else has ended it since', async () => {
    const device = httpDevice(shop.server.app, ben)
    const ended = await make({ assignedTo: ben.userId })
    const step = ({ id, version }: Row, action: string, stage?: string, after?: PushOp) =>
      device.op(
        `task.${action}`,
        id,
        {},
        {
          base: { version, fields: stage === undefined ? {} : { stage } },
          prevMid: after?.mid ?? null,
        },
      )
    const theirs = { asks: ['stage'], row: { stage: 'cancelled' }, theirs: { stage: { by: anna.userId } } }
    // Done and opened again while nobody could be reached; meanwhile it was cancelled.
    const finish = step(ended, 'finish')
    const reopen = step(ended, 'reopen', 'done', finish)
    await move(ended, 'cancel', anna)
    expect(await device.push(finish, reopen)).toMatchObject([{ status: 'conflict' }, { status: 'blocked' }])
    await device.push({ cancel: finish.mid, lane: finish.lane, alsoSupersedes: [] })
    expect(await device.push(reopen)).toMatchObject([{ status: 'conflict', ...theirs }])
    // Who has seen that may still want it; so may who says it of what they see, as every app did before.
    const anyway = step(await shop.read('task', ended.id), 'reopen', 'cancelled')
    expect(await device.push({ ...anyway, supersedes: reopen.mid })).toMatchObject([{ row: { stage: 'open' } }])
    await move(ended, 'cancel', anna)
    expect(await device.push(step(await shop.read('task', ended.id), 'reopen'))).toMatchObject([
      { row: { stage: 'open' } },
    ])

    // At once, and somebody was there in between.
    const other = await make({ assignedTo: ben.userId })
    const done = await move(other, 'finish', ben)
    await move(other, 'reopen', anna)
    // Opened again by somebody else, there is nothing left to take back.
    expect(await device.push(step(done, 'reopen', 'done'))).toMatchObject([
      { status: 'applied', row: { stage: 'open', reopenedBy: anna.userId } },
    ])
    await move(other, 'cancel', anna)
    expect(await device.push(step(done, 'reopen', 'done'))).toMatchObject([{ status: 'conflict', ...theirs }])
  })

  it('is not opened again by who takes a step back that somebody else had taken before, or has taken once more', async () => {
    const device = httpDevice(shop.server.app, ben)
    const row = await make({ assignedTo: ben.userId })
    const mine = { stage: 'done', endedBy: ben.userId }
    const finish = device.op('task.finish', row.id, {}, { base: { version: row.version, fields: {} } })
    const base = { version: row.version, fields: mine }
    const reopen = device.op('task.reopen', row.id, {}, { base, prevMid: finish.mid })
    await move(row, 'finish', anna)
    // Both did the same, which is no question; what is taken back is one.
    expect(await device.push(finish, reopen)).toMatchObject([
      { status: 'applied', row: { endedBy: anna.userId } },
      {
        status: 'conflict',
        asks: ['stage'],
        row: { stage: 'done', endedBy: anna.userId },
        theirs: { stage: { by: anna.userId } },
      },
    ])
    const { version } = await shop.read('task', row.id)
    const seen = { version, fields: { stage: 'done', endedBy: anna.userId } }
    const anyway = device.op('task.reopen', row.id, {}, { base: seen })
    expect(await device.push({ ...anyway, supersedes: reopen.mid })).toMatchObject([{ row: { stage: 'open' } }])

    const done = await move(row, 'finish', ben)
    const back = () => device.op('task.reopen', row.id, {}, { base: { version: done.version, fields: mine } })
    await move(row, 'reopen', anna)
    await move(row, 'finish', anna)
    expect(await device.push(back())).toMatchObject([{ status: 'conflict', row: { stage: 'done' } }])
    await move(row, 'reopen', anna)
    await move(row, 'finish', ben)
    expect(await device.push(back())).toMatchObject([{ status: 'applied', row: { stage: 'open' } }])
  })

  it('tells in its history who did what', async () => {
    const row = await make({ assignedTo: ben.userId })
    await move(row, 'finish', ben)
    const { body } = await shop.ask('GET', `/task/${row.id}/history`, undefined, anna)
    const { entries } = body as unknown as { entries: { action: string; actor: number }[] }
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['finish', ben.userId],
      ['create', anna.userId],
    ])
  })
})

describe('remarks', () => {
  const remark = (words: string, more: object = {}) => ({ text: words, ...more })

  it('come through in one change as many and as long as they may be, in any script', async () => {
    const device = httpDevice(shop.server.app, anna)
    const some = async (count: number) => {
      const made: { id: number; text: string }[] = []
      for (let n = 0; n < count; n += 1) made.push({ id: await device.newId(), text: 'ग'.repeat(2_000) })
      return made
    }
    const id = await device.newId()
    const first = await some(190)
    const made = device.op('task.create', id, { title: 'Long', assignedTo: anna.userId, taskRemarks: first })
    expect(await device.push(made)).toMatchObject([{ status: 'applied' }])
    const before = (await shop.read('task', id)).taskRemarks as { id: number; text: string }[]
    const args = { taskRemarks: [...before, ...(await some(10))] }
    const more = device.op('task.change', id, args, { base: { version: 1, fields: { taskRemarks: before } } })
    expect(await device.push(more)).toMatchObject([{ status: 'applied' }])
    expect((await shop.read('task', id)).taskRemarks).toHaveLength(200)
  })

  it('say who wrote them and when, whatever was sent', async () => {
    const row = await make({ assignedTo: ben.userId, taskRemarks: [remark('Line is busy', { by: cem.userId })] })
    const [first] = row.taskRemarks as { id: number; text: string; by: number; at: string }[]
    expect(first).toMatchObject({ text: 'Line is busy', by: anna.userId })
    expect(Math.abs(Date.parse(first!.at) - Date.parse(row.createdAt))).toBeLessThan(10_000)
    const { body } = await change(row, { taskRemarks: [first, remark('Tried again')] }, ben)
    expect((body.taskRemarks as { by: number; text: string }[]).map(({ by, text }) => [by, text])).toEqual([
      [anna.userId, 'Line is busy'],
      [ben.userId, 'Tried again'],
    ])
  })

  it('are not rewritten and not removed', async () => {
    const row = await make({ assignedTo: ben.userId, taskRemarks: [remark('As it was')] })
    const [first] = row.taskRemarks as Row[]
    for (const lines of [[{ ...first, text: 'As I like it' }], []]) {
      const { status, body } = await change(row, { taskRemarks: lines }, anna)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['taskRemarks']])
    }
    expect((await shop.read('task', row.id)).taskRemarks).toEqual([first])
  })

  it('of two devices that knew nothing of each other both stay', async () => {
    const devices = [anna, ben].map(person => httpDevice(shop.server.app, person)) as [HttpDevice, HttpDevice]
    const row = await make({ assignedTo: ben.userId })
    const earlier = new Date(Date.now() - 3_600_000).toISOString()
    for (const [at, device] of devices.entries()) {
      const line = { id: await device.newId(), text: `From device ${at}`, at: earlier, by: null }
      const base = { version: row.version, fields: { taskRemarks: [] } }
      const [result] = await device.push(
        device.op('task.change', row.id, { taskRemarks: [line] }, { base, offline: true }),
      )
      expect(result).toMatchObject({ status: 'applied' })
    }
    const { taskRemarks } = await shop.read('task', row.id)
    expect((taskRemarks as { text: string; by: number; at: string }[]).map(one => [one.text, one.by, one.at])).toEqual([
      ['From device 0', anna.userId, earlier],
      ['From device 1', ben.userId, earlier],
    ])
  })
})

describe('whose it is', () => {
  const ids = async (device: HttpDevice) => {
    await device.catchUp()
    return [...device.rows].flatMap(([id, { t }]) => (t === 'task' ? [id] : []))
  }
  const loaded = async (person: SignedIn) => {
    const device = httpDevice(shop.server.app, person)
    await device.load()
    return device
  }

  it('devices hold what their person has or gave away: by load and by feed, and no longer once it is neither', async () => {
    const [giver, taker, other] = (await Promise.all(
      [1, 2, 3].map(() => signedIn(shop.server, { permissions: mayAll })),
    )) as [SignedIn, SignedIn, SignedIn]
    const devices = await Promise.all([giver, taker, other].map(loaded))
    const kept = () => Promise.all(devices.map(ids))
    const { id } = await make({ assignedTo: taker.userId }, giver)
    expect(await kept()).toEqual([[id], [id], []])
    expect(await Promise.all([giver, taker, other].map(async person => ids(await loaded(person))))).toEqual([
      [id],
      [id],
      [],
    ])
    expect((await change({ id } as Row, { assignedTo: other.userId }, taker)).status).toBe(200)
    expect(await kept()).toEqual([[id], [], [id]])
    expect(await Promise.all([giver, taker, other].map(async person => ids(await loaded(person))))).toEqual([
      [id],
      [],
      [id],
    ])
  })

  it('somebody limited to their own sees what they have and what they gave away, and may give away', async () => {
    const limited = await signedIn(shop.server, { permissions: mayAll, scopes: { task: 'own' } })
    const theirs = await make({ title: 'Not of them', assignedTo: ben.userId })
    const given = await make({ title: 'Given away', assignedTo: ben.userId }, limited)
    const had = await make({ title: 'Given to them', assignedTo: limited.userId })
    const { body } = await shop.ask('GET', '/task?sort=id', undefined, limited)
    expect((body as unknown as { rows: Row[] }).rows.map(({ id }) => id)).toEqual([given.id, had.id])
    expect((await shop.ask('GET', `/task/${theirs.id}`, undefined, limited)).status).toBe(404)
    expect((await shop.ask('POST', `/task/${theirs.id}/finish`, undefined, limited)).status).toBe(404)
    expect(await move(had, 'finish', limited)).toMatchObject({ stage: 'done' })
    expect(await change(had, { assignedTo: ben.userId }, limited)).toMatchObject({ status: 403 })
  })

  it('takes the permission: nobody adds, reads or ends tasks without', async () => {
    const reader = await signedIn(shop.server, { permissions: [permission(task, 'list')] })
    const row = await make({ assignedTo: reader.userId })
    expect((await shop.ask('POST', '/task', { title: 'No', assignedTo: ben.userId }, reader)).status).toBe(403)
    expect((await shop.ask('POST', `/task/${row.id}/finish`, undefined, reader)).status).toBe(403)
    const nobody = await signedIn(shop.server, { permissions: ['50-a'] })
    expect((await shop.ask('GET', '/task', undefined, nobody)).status).toBe(403)
  })
})

describe('a reference to a module that comes later', () => {
  const buyback = defineModule({
    name: 'buyback',
    code: 32,
    fields: { subject: text() },
    title: 'subject',
    search: ['subject'],
    offline: { keep: 'recent', write: true },
  })
  const later: Register = { ...register, buyback }
  const write = (known: Register) =>
    writing(shop.server.database, { register: known, behaviourOf: behavioursOf, now: () => new Date() })
  const about = (number: number, more: object = {}) => ({
    title: 'Ask about it',
    assignedTo: ben.userId,
    taskRemarks: [],
    buyback: number,
    ...more,
  })
  const may = ['32-b', ...mayAll]
  const as = () => ({ actor: actorWith({ id: anna.userId, permissions: new Set(may) }) })
  const notThere = { status: 'rejected', problem: { fields: { buyback: 'This does not exist.' } } }

  it('is kept as it was said, and asked like any other once the module is there', async () => {
    const pending = await write(register).create(task, about(4711), as())
    expect(pending.buyback).toBe(4711)
    // Whoever brings a module looks at what was named before: here it stays, and the reference is not held.
    const lines = (await drift(shop.server.database.pool, later)).filter(
      line => !line.startsWith('alter table task add'),
    )
    await shop.sql(lines.join('\n'))

    const now = write(later)
    expect(await now.send(task, 'create', about(4712), as())).toMatchObject(notThere)
    // What was said before stays, and does not stand in the way of anything else.
    const kept = await now.change(task, pending, { title: 'Ask about it again' }, as())
    expect(kept).toMatchObject({ buyback: 4711, title: 'Ask about it again' })
    expect(await now.tryChange(task, kept, { buyback: 4713 }, as())).toMatchObject(notThere)
    const real = await now.create(buyback, { subject: 'One foot spa' }, as())
    expect(await now.change(task, kept, { buyback: real.id }, as())).toMatchObject({ buyback: real.id })
  })

  it('is still a number, and of a module that is planned: anything else is refused as before', async () => {
    const { send } = write(register)
    expect(await send(task, 'create', about(0), as())).toMatchObject({ status: 'rejected' })
    expect(await send(task, 'create', about(1, { customer: 999_999_999 }), as())).toMatchObject({
      status: 'rejected',
      problem: { fields: { customer: 'This does not exist.' } },
    })
  })
})
