import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushInput, PushOp } from '#contract/calls/push.ts'
import { actorWith, addSample, sampleRegister, sampleWriter } from '../support/sample-module.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Store } from '#server/crud/store.ts'
import { push } from '#server/sync/push.ts'
import { syncRoutes } from '#server/sync/routes.ts'
import { tidy } from '#server/sync/upkeep.ts'

let server: TestApp
let person: SignedIn
let device: HttpDevice

beforeAll(async () => {
  const writer = sampleWriter()
  server = await startApp({
    register: sampleRegister,
    routes: (api, services) => syncRoutes(api, services, { store: openRecords(services.database), writer }),
  })
  await addSample(server.database.pool)
  person = await signedIn(server, { permissions: [...actorWith().permissions], approves: ['job'] })
  device = httpDevice(server.app, person)
})
afterAll(() => server?.close())

const sql = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
const newJob = async (title = 'Job', more: Partial<PushOp> = {}) =>
  device.op('job.create', await device.newId(), { title }, more)
const added = async () => {
  const op = await newJob()
  expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
  return op
}
const change = (of: PushOp, title: string, more: Partial<PushOp> = {}) =>
  device.op('job.change', of.id, { title }, { base: { version: 1, fields: { title: 'Job' } }, ...more })
const cancelOf = (op: PushOp, alsoSupersedes: string[] = []) => ({
  cancel: op.mid,
  lane: op.lane,
  prevMid: op.prevMid,
  alsoSupersedes,
})
const effects = (...ops: PushOp[]) =>
  sql('select mid from record_history where mid = any($1::uuid[]) order by id', [ops.map(({ mid }) => mid)])
const stored = async (op: PushOp) =>
  (await sql('select status from sync_mutation where mid = $1', [op.mid]))[0]?.status as string | undefined
const titleOf = async (op: PushOp) => (await sql('select title from job where id = $1', [op.id]))[0]?.title as unknown

describe('an op has one effect', () => {
  it('when it is sent again: the same answer, said to be a repetition', async () => {
    const op = await newJob()
    const [first] = await device.push(op)
    const [again] = await device.push(op)
    expect(first).toMatchObject({ status: 'applied', version: 1, row: { id: op.id, title: 'Job' } })
    expect(again).toEqual({ ...first, status: 'replayed' })
    expect(first!.feedSeq).toBe((await sql('select seq from sync_change where id = $1', [op.id]))[0]!.seq)
    expect(await effects(op)).toHaveLength(1)
  })

  it('when four copies arrive at the same time: four equal answers', async () => {
    for (let round = 0; round < 10; round++) {
      const op = await newJob()
      const answers = (await Promise.all([1, 2, 3, 4].map(() => device.push(op)))).flat()
      expect(answers.filter(({ status }) => status === 'applied')).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 'replayed')).toHaveLength(3)
      for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: answer.status })
      expect(await effects(op)).toHaveLength(1)
    }
  })

  it('and what is answered once more is not said to be as new as the feed is', async () => {
    const made = await added()
    const same = change(made, 'Job')
    const [fresh] = await device.push(same)
    expect(fresh).toMatchObject({ status: 'applied', row: { title: 'Job' } })
    await device.push(change(made, 'Theirs'))
    const mine = change(made, 'Mine')
    const [first] = await device.push(mine)
    expect(first).toMatchObject({ status: 'conflict', row: { title: 'Theirs' } })
    expect([fresh, first].map(result => 'feedSeq' in result!)).toEqual([false, false])
    const [again, still] = await device.push(same, mine)
    expect(again).toEqual({ ...fresh, status: 'replayed', feedSeq: 0 })
    expect(still).toEqual({ ...first, feedSeq: 0 })
    const late = device.op('job.create', made.id, { title: 'Corrected' }, { supersedes: made.mid })
    expect(await device.push(late)).toMatchObject([{ status: 'too_late', row: { title: 'Job' }, feedSeq: 0 }])
    expect(await device.push(cancelOf(same))).toMatchObject([{ status: 'applied', row: { title: 'Job' }, feedSeq: 0 }])
  })

  it('and its key stands for nothing else, nor for anybody else', async () => {
    const op = await added()
    const refused = [{ mid: op.mid, status: 'rejected', code: 'key_reuse' }]
    expect(await device.push({ ...op, args: { title: 'Another' } })).toMatchObject(refused)
    const other = httpDevice(server.app, await signedIn(server, { permissions: [...actorWith().permissions] }))
    expect(await other.push(op)).toMatchObject(refused)
    expect(await other.push(cancelOf(op))).toMatchObject(refused)
    expect(await stored(op)).toBe('applied')
  })
})

describe('a lane keeps its order', () => {
  it('when its ops arrive the wrong way round', async () => {
    const first = await newJob()
    const second = change(first, 'Second', { prevMid: first.mid })
    const third = device.op('job.start', first.id, {}, { prevMid: second.mid })
    expect(await device.push(third, second)).toMatchObject([{ status: 'out_of_order' }, { status: 'blocked' }])
    expect(await stored(second)).toBeUndefined()
    expect(await device.push(second)).toMatchObject([{ status: 'out_of_order' }])
    expect(await device.push(first, second, third)).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
      { status: 'applied', row: { title: 'Second', stage: 'open', version: 3 } },
    ])
    expect((await effects(third, first, second)).map(({ mid }) => mid)).toEqual([first.mid, second.mid, third.mid])
  })

  it('is the one of a record', async () => {
    for (const lane of ['job', 'job:', 'job:1\u0000', `${'x'.repeat(61)}:1`])
      await expect(device.push(await newJob('Job', { lane })), lane).rejects.toThrow('400')
  })

  it('stops behind a refused op and goes on when that is withdrawn; other lanes never wait', async () => {
    const bad = await newJob('')
    const follower = change(bad, 'Follows', { prevMid: bad.mid })
    const other = await newJob()
    expect(await device.push(bad, follower, other)).toMatchObject([
      { status: 'rejected', code: 'invalid', fields: { title: expect.any(String) } },
      { status: 'blocked' },
      { status: 'applied' },
    ])
    expect(await stored(bad)).toBe('rejected')
    expect(await stored(follower)).toBeUndefined()
    expect(await device.push(follower)).toMatchObject([{ status: 'blocked' }])
    expect(await device.push(cancelOf(follower), cancelOf(bad))).toMatchObject([
      { status: 'cancelled' },
      { status: 'cancelled' },
    ])
    expect(await device.push(follower)).toMatchObject([{ status: 'cancelled' }])
  })

  it('also for what was on its way behind an op that is withdrawn: it waits for what that one followed', async () => {
    const bad = await newJob('')
    const second = change(bad, 'Second', { prevMid: bad.mid })
    const third = change(bad, 'Third', { prevMid: second.mid })
    const fourth = change(bad, 'Fourth', { prevMid: third.mid })
    // The second and the third are withdrawn before anything but the first has come; then the fourth comes, late.
    expect(await device.push(bad, cancelOf(third), fourth)).toMatchObject([
      { status: 'rejected' },
      { status: 'cancelled' },
      { status: 'blocked' },
    ])
    expect(await device.push(fourth)).toMatchObject([{ status: 'out_of_order' }])
    expect(await device.push(cancelOf(second))).toMatchObject([{ status: 'cancelled' }])
    expect(await device.push(fourth)).toMatchObject([{ status: 'blocked' }])
    const better = device.op('job.create', bad.id, { title: 'Job' }, { supersedes: bad.mid })
    expect(await device.push(better, fourth)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect(await titleOf(bad)).toBe('Fourth')
  })

  it('a refused create is corrected in one step, and its followers go on with it', async () => {
    const bad = await newJob('')
    const follower = change(bad, 'Follows', { prevMid: bad.mid })
    await device.push(bad, follower)
    const better = device.op('job.create', bad.id, { title: 'Job' }, { supersedes: bad.mid })
    expect(await device.push(better, follower)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect(await device.push(bad)).toMatchObject([{ status: 'superseded' }])
    expect(await titleOf(bad)).toBe('Follows')
  })

  it('a late copy of a follower waits for the correction instead of being refused', async () => {
    const bad = await newJob('')
    const follower = change(bad, 'Follows', { prevMid: bad.mid })
    await device.push(bad)
    const stillBad = device.op('job.create', bad.id, { title: '' }, { supersedes: bad.mid })
    expect(await device.push(stillBad)).toMatchObject([{ status: 'rejected' }])
    expect(await device.push(follower)).toMatchObject([{ status: 'blocked' }])
    const good = device.op(
      'job.create',
      bad.id,
      { title: 'Job' },
      { supersedes: stillBad.mid, alsoSupersedes: [bad.mid] },
    )
    expect(await device.push(good, follower)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  })

  it('a correction of what had been applied after all comes too late and changes nothing', async () => {
    const op = await added()
    const late = device.op('job.create', op.id, { title: 'Corrected' }, { supersedes: op.mid })
    expect(await device.push(late)).toMatchObject([{ mid: late.mid, status: 'too_late', row: { title: 'Job' } }])
    expect(await stored(late)).toBeUndefined()
    expect(await titleOf(op)).toBe('Job')
  })
})

describe('withdrawing an op', () => {
  it('that never arrived kills every late copy of it', async () => {
    const op = await newJob()
    expect(await device.push(cancelOf(op))).toEqual([{ mid: op.mid, status: 'cancelled' }])
    expect(await device.push(op)).toEqual([{ mid: op.mid, status: 'cancelled' }])
    expect(await titleOf(op)).toBeUndefined()
  })

  it('that was applied leaves it applied and shows the record', async () => {
    const op = await added()
    expect(await device.push(cancelOf(op))).toMatchObject([{ status: 'applied', row: { title: 'Job' } }])
    expect(await stored(op)).toBe('applied')
  })

  it('that corrected another withdraws both', async () => {
    const bad = await newJob('')
    await device.push(bad)
    const better = device.op('job.create', bad.id, { title: 'Job' }, { supersedes: bad.mid })
    expect(await device.push(cancelOf(better, [bad.mid]))).toEqual([{ mid: better.mid, status: 'cancelled' }])
    expect(await device.push(better, bad)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }])
    expect(await titleOf(bad)).toBeUndefined()
  })

  it('that corrected what was applied after all says so', async () => {
    const op = await added()
    const better = device.op('job.create', op.id, { title: 'Better' }, { supersedes: op.mid })
    expect(await device.push(cancelOf(better, [op.mid]))).toMatchObject([
      { mid: better.mid, status: 'too_late', row: { title: 'Job' } },
    ])
    expect(await device.push(better)).toMatchObject([{ status: 'cancelled' }])
  })

  it('races with its delivery and both sides agree on what happened', async () => {
    for (let round = 0; round < 10; round++) {
      const op = await newJob()
      const [[sent], [withdrawn]] = await Promise.all([device.push(op), device.push(cancelOf(op))])
      expect([sent!.status, withdrawn!.status]).toBeOneOf([
        ['applied', 'applied'],
        ['cancelled', 'cancelled'],
      ])
      expect((await effects(op)).length).toBe(sent!.status === 'applied' ? 1 : 0)
    }
  })
})

it('an op is done by itself, whether or not its device says that it belongs to no group', async () => {
  const unsaid = await newJob()
  const [none, refused, other] = [await newJob('One'), await newJob(''), await newJob('Two')]
  const group = randomUUID()
  const ops = [unsaid, { ...none, group: null }, { ...refused, group }, { ...other, group }]
  expect(await device.push(...ops)).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
    { status: 'rejected' },
    { status: 'applied' },
  ])
})

describe('a queue that was saved to a file', () => {
  const saved = async () => {
    const [one, two] = [await newJob('One'), await newJob()]
    const by = person.userId
    return { one: { ...one, by }, two: { ...change(two, 'Later', { prevMid: two.mid }), by }, made: { ...two, by } }
  }

  it('is sent from another device of its author as what it is, and twice does no harm', async () => {
    const { one, two, made } = await saved()
    const elsewhere = httpDevice(server.app, person)
    // The file says whose queue it is on which device: numbers that were leased to that device are good.
    const { queueId, deviceId } = device.envelope([])
    const bring = (...ops: PushOp[]) => elsewhere.pushAll(ops, { queueId, deviceId })
    expect((await bring(one, made, two)).results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
    expect((await bring(one, made, two)).results.map(({ status }) => status)).toEqual([
      'replayed',
      'replayed',
      'replayed',
    ])
    // The device that it came from sends it as well, and does not notice.
    expect((await device.push(one, made, two)).map(({ status }) => status)).toEqual([
      'replayed',
      'replayed',
      'replayed',
    ])
    expect(await effects(one, made, two)).toHaveLength(3)
  })

  it('does not bring back what its device has ended since', async () => {
    const { one, made } = await saved()
    const { epoch } = await device.pushAll([one])
    // `made` was discarded there before it was ever sent: up to here all is final.
    const mark = Math.max(one.queueSeq, made.queueSeq)
    await device.pushAll([], { epoch, acknowledged: mark })
    const { queueId, deviceId } = device.envelope([])
    const { results } = await httpDevice(server.app, person).pushAll([one, made], { queueId, deviceId })
    expect(results).toMatchObject([{ status: 'replayed' }, { status: 'rejected', code: 'expired_unknown' }])
  })

  it('is refused whole to anybody else, whether it says whose it is or the server knows; its author sends it after that', async () => {
    const { one, made } = await saved()
    const { queueId, deviceId } = device.envelope([])
    const thief = await signedIn(server, { permissions: [...actorWith().permissions] })
    const bring = async (ops: PushInput['ops'], more: Partial<PushInput>) => {
      const payload = httpDevice(server.app, thief).envelope(ops, more)
      const reply = await server.app.inject({ method: 'POST', url: '/api/sync/push', payload, headers: thief.headers })
      return { status: reply.statusCode, ...reply.json<{ code: string; message: string }>() }
    }
    const refused = { status: 403, code: 'not-yours', message: expect.stringContaining('not yours') }
    const own = httpDevice(server.app, thief)
    const legal = own.op('job.create', await own.newId(), { title: 'Of the thief' })
    expect(await bring([legal, one], {})).toMatchObject(refused)
    expect(await bring([{ ...cancelOf(made), by: person.userId }], {})).toMatchObject(refused)
    await device.pushAll([])
    const { by: _, ...unsigned } = one
    expect(await bring([unsigned], { queueId, deviceId })).toMatchObject(refused)
    expect(await effects(legal, one, made)).toEqual([])
    expect(await stored(one)).toBeUndefined()
    expect(
      await sql('select 1 from sync_device where queue_id = $1 and user_id = $2', [queueId, thief.userId]),
    ).toEqual([])
    expect(await device.push(one, made)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  })
})

describe('what cannot be done is refused with a fixed code, and the refusal is kept', () => {
  const refusals: [string, string, () => Promise<PushOp>][] = [
    ['a move that nobody declared', 'unknown_op', async () => device.op('job.explode', (await added()).id, {})],
    ['a module that is not there', 'unknown_op', async () => device.op('nothing.create', await device.newId(), {})],
    ['a record that is not there', 'not_found', async () => device.op('job.start', await device.newId(), {})],
    ['a move out of turn', 'not_now', async () => device.op('job.finish', (await added()).id, { weight: 1 })],
    ['a made-up number', 'id_not_leased', async () => device.op('job.create', 77_000_001, { title: 'Job' })],
    ['a number that is taken', 'invalid', async () => device.op('job.create', (await added()).id, { title: 'Job' })],
    [
      'a change of nothing it saw',
      'invalid',
      async () => device.op('job.change', (await added()).id, { title: 'New' }),
    ],
    [
      'a text that cannot be kept',
      'invalid',
      async () => device.op('job.create', await device.newId(), { title: 'a\u0000b' }),
    ],
  ]
  it.each(refusals)('%s: %s', async (_, code, make) => {
    const op = await make()
    const [answer] = await device.push(op)
    expect(answer).toMatchObject({ mid: op.mid, status: 'rejected', code })
    expect(answer!.message).toMatch(/\.$/)
    expect(await device.push(op)).toEqual([answer])
    expect(await stored(op)).toBe('rejected')
  })

  it('id_not_leased: a line under a number of somebody else, and not one that its person had on another device', async () => {
    const withLine = async (from: HttpDevice) =>
      device.op('job.create', await device.newId(), {
        title: 'Job',
        lines: [{ id: await from.newId(), what: 'Written before', qty: 1 }],
      })
    const other = httpDevice(server.app, await signedIn(server, { permissions: [...actorWith().permissions] }))
    expect(await device.push(await withLine(httpDevice(server.app, person)))).toMatchObject([{ status: 'applied' }])
    expect(await device.push(await withLine(other))).toMatchObject([{ status: 'rejected', code: 'id_not_leased' }])
  })

  it('forbidden', async () => {
    const looker = httpDevice(server.app, await signedIn(server, { permissions: ['900-a'] }))
    const op = looker.op('job.create', await looker.newId(), { title: 'Not mine to make' })
    expect(await looker.push(op)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  })

  it('expired_unknown: an op that its own queue has long called final', async () => {
    const old = await newJob()
    const { epoch } = await device.pushAll([])
    const mark = old.queueSeq
    expect((await device.pushAll([old], { epoch, acknowledged: mark })).results).toMatchObject([
      { status: 'rejected', code: 'expired_unknown' },
    ])
    // The mark is remembered, and a mark of another life of the server is not believed.
    const older = await newJob('Job', { queueSeq: mark - 1 })
    expect((await device.pushAll([older], { epoch })).results).toMatchObject([{ code: 'expired_unknown' }])
    const fine = await newJob()
    const elsewhere = { epoch: randomUUID(), acknowledged: fine.queueSeq + 100 }
    expect((await device.pushAll([fine], elsewhere)).results).toEqual([])
    expect((await device.pushAll([fine], { epoch })).results).toMatchObject([{ status: 'applied' }])
  })

  it('expired_unknown, where a copy of the device has gone on, and not what is said in its place in another queue', async () => {
    const made = await newJob()
    const next = change(made, 'Next', { prevMid: made.mid })
    const { epoch } = await device.pushAll([])
    const ofCopy = { epoch, acknowledged: next.queueSeq }
    const refused = [{ status: 'rejected', code: 'expired_unknown' }, { status: 'blocked' }]
    expect((await device.pushAll([made, next], ofCopy)).results).toMatchObject(refused)
    const again = { ...made, mid: randomUUID(), supersedes: made.mid }
    const elsewhere = { queueId: randomUUID(), epoch, acknowledged: made.queueSeq - 1 }
    await device.pushAll([], ofCopy)
    const done = (await device.pushAll([again, next], elsewhere)).results
    expect(done).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect((await device.pushAll([made], ofCopy)).results).toMatchObject([{ status: 'superseded' }])
    expect(await effects(made, again, next)).toMatchObject([{ mid: again.mid }, { mid: next.mid }])
  })

  it('a correction, although the place that it takes was called final: it says what became of what it replaces', async () => {
    const made = await newJob('Made')
    const refused = await newJob('')
    const unseen = await newJob()
    const { epoch } = await device.pushAll([made, refused])
    await device.pushAll([], { epoch, acknowledged: unseen.queueSeq })
    const instead = (op: PushOp, title: string) => ({ ...op, mid: randomUUID(), args: { title }, supersedes: op.mid })
    const late = instead(made, 'Made better')
    expect(await device.push(late)).toMatchObject([{ mid: late.mid, status: 'too_late', row: { title: 'Made' } }])
    expect(await device.push(instead(refused, 'Better'))).toMatchObject([{ status: 'applied' }])
    // Of what it replaces nothing is known: it may have been done, and forgotten since.
    const stray = instead(unseen, 'Seen')
    expect(await device.push(stray)).toMatchObject([{ code: 'expired_unknown' }])
    expect(await device.push(instead(stray, 'Seen by a person'))).toMatchObject([{ status: 'applied' }])
  })

  it('a change to what somebody else changed meanwhile is a question, with the record as it is', async () => {
    const op = await added()
    await device.push(change(op, 'Theirs'))
    const mine = change(op, 'Mine')
    expect(await device.push(mine)).toMatchObject([{ status: 'conflict', asks: ['title'], row: { title: 'Theirs' } }])
    expect(await stored(mine)).toBe('conflict')
    const decided = change(op, 'Mine', { supersedes: mine.mid, base: { version: 2, fields: { title: 'Theirs' } } })
    expect(await device.push(decided)).toMatchObject([{ status: 'applied', row: { title: 'Mine' } }])
  })

  it('nobody is asked about their own words: kept otherwise than they were typed, or corrected before they were sent', async () => {
    const made = await newJob('Call ')
    const says = (title: string, seen: string, prevMid: string) =>
      change(made, title, { prevMid, base: { version: 0, fields: { title: seen } } })
    const next = says('Call Ann', 'Call ', made.mid)
    expect(await device.push(made, next)).toMatchObject([{ status: 'applied' }, { row: { title: 'Call Ann' } }])
    // Said of what its author saw before they put other words in its place.
    const reworded = says('Call Bob', 'Call Ann', next.mid)
    const behind = says('Call Bob now', 'Call Eve', reworded.mid)
    expect(await device.push(reworded, behind)).toMatchObject([
      { status: 'applied' },
      { row: { title: 'Call Bob now' } },
    ])
    // What another device wrote in between is a question, also to the same person.
    const other = httpDevice(server.app, person)
    const theirs = other.op('job.change', made.id, { title: 'Theirs' }, { base: { version: 4, fields: {} } })
    expect(await other.push(theirs)).toMatchObject([{ status: 'applied' }])
    const late = says('Mine', 'Call Bob now', behind.mid)
    expect(await device.push(late)).toMatchObject([{ status: 'conflict', asks: ['title'], row: { title: 'Theirs' } }])
  })

  it('nor about their own words in a line, and what others wrote beside it meanwhile stays', async () => {
    const line = async (what: string, of = device) => ({ id: await of.newId(), what, qty: 1, tag: null, sent: 0 })
    const [first, own, last] = [await line('First'), await line('Typed '), await line('Also typed ')]
    const other = httpDevice(server.app, person)
    const foreign = await line('Theirs', other)
    const lines = (of: PushOp, wanted: object[], seen: object[], more: Partial<PushOp> = {}) =>
      device.op('job.change', of.id, { lines: wanted }, { base: { version: 1, fields: { lines: seen } }, ...more })
    const made = async () => {
      const op = await newJob('Job')
      op.args.lines = [first]
      expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
      return op
    }
    const theyWrite = async ({ id }: PushOp, wanted: object[]) => {
      const base = { version: 1, fields: { lines: [first] } }
      expect(await other.push(other.op('job.change', id, { lines: wanted }, { base }))).toMatchObject([
        { status: 'applied' },
      ])
    }

    // Added, and taken away again before it was sent.
    const removed = await made()
    const adds = lines(removed, [first, own], [first])
    await theyWrite(removed, [first, foreign])
    expect(await device.push(adds, lines(removed, [first], [first, own], { prevMid: adds.mid }))).toMatchObject([
      { status: 'applied' },
      { status: 'applied', row: { lines: [first, foreign] } },
    ])
    // Two were added, one by one, and the first of them is another one then.
    const corrected = await made()
    const one = lines(corrected, [first, own], [first])
    const two = lines(corrected, [first, own, last], [first, own], { prevMid: one.mid })
    const better = { ...own, what: 'Corrected' }
    const three = lines(corrected, [first, better, last], [first, own, last], { prevMid: two.mid })
    await theyWrite(corrected, [first, foreign])
    expect((await device.push(one, two, three)).at(-1)).toMatchObject({
      status: 'applied',
      row: { lines: [first, foreign, better, { ...last, what: 'Also typed' }] },
    })
    // What somebody else wrote in the same line is a question, though its author wrote another part of it last.
    const both = await made()
    const counted = { ...first, qty: 2 }
    const counts = lines(both, [counted], [first])
    await theyWrite(both, [{ ...first, what: 'Theirs' }])
    const renames = lines(both, [{ ...counted, what: 'Mine' }], [counted], { prevMid: counts.mid })
    expect(await device.push(counts, renames)).toMatchObject([
      { status: 'applied' },
      { status: 'conflict', asks: ['lines'], row: { lines: [{ ...counted, what: 'Theirs' }] } },
    ])
  })
})

it('who has changed a line that somebody else took away meanwhile may keep it', async () => {
  const other = httpDevice(
    server.app,
    await signedIn(server, { permissions: [...actorWith().permissions], approves: ['job'] }),
  )
  const first = { id: await other.newId(), what: 'Made there', qty: 1, tag: null, sent: 0 }
  const job = other.op('job.create', await other.newId(), { title: 'Job', lines: [first] })
  const steps = [['start', {}] as const, ['finish', { weight: 1 }] as const, ['reopen', { why: 'Again' }] as const]
  const moves = steps.map(([step, args]) => other.op(`job.${step}`, job.id, args, { base: { version: 1, fields: {} } }))
  const seen = { ...first, sent: 1 }
  expect((await other.push(job, ...moves)).at(-1)).toMatchObject({ status: 'applied', row: { lines: [seen] } })

  const change = (of: HttpDevice, wanted: object[], base: object[], version: number, more: Partial<PushOp> = {}) =>
    of.op('job.change', job.id, { lines: wanted }, { base: { version, fields: { lines: base } }, ...more })
  expect(await other.push(change(other, [], [seen], 4))).toMatchObject([{ status: 'applied', row: { lines: [] } }])
  const mine = { ...seen, qty: 2 }
  const asked = change(device, [mine], [seen], 4)
  expect(await device.push(asked)).toMatchObject([{ status: 'conflict', asks: ['lines'] }])
  const strange = change(device, [{ ...seen, sent: 0, id: job.id }], [], 5, { supersedes: asked.mid })
  expect(await device.push(strange)).toMatchObject([{ status: 'rejected', code: 'id_not_leased' }])
  const forged = change(device, [{ ...mine, sent: 7 }], [], 5, { supersedes: strange.mid })
  expect(await device.push(forged)).toMatchObject([
    { status: 'rejected', code: 'invalid', fields: { 'lines.0.sent': 'This field cannot be written.' } },
  ])
  const keeps = change(device, [mine], [], 5, { supersedes: forged.mid })
  expect(await device.push(keeps)).toMatchObject([{ status: 'applied', row: { lines: [mine] } }])
})

describe('many ops share a transaction', () => {
  it('and each ends by itself: refused, unforeseen, out of turn, and what follows those; the rest is done in order', async () => {
    const fine = await Promise.all(Array.from({ length: 20 }, () => newJob()))
    const bad = await newJob('')
    const failing = await newJob('Refuse me')
    const stray = change(await newJob(), 'Stray', { prevMid: randomUUID() })
    const unstorable = await newJob('a\u0000b')
    const after = (op: PushOp) => change(op, 'Follows', { prevMid: op.mid })
    const ops = [bad, failing, stray, unstorable, ...fine].flatMap(op => [op, after(op)])
    const results = await device.push(...ops)
    const statusOf = (op: PushOp) => results.find(({ mid }) => mid === op.mid)!.status
    expect([bad, failing, stray, unstorable].map(statusOf)).toEqual(['rejected', 'retry', 'out_of_order', 'rejected'])
    for (const op of ops.slice(0, 8).filter((_, at) => at % 2)) expect(statusOf(op)).toBe('blocked')
    for (const op of fine) expect([statusOf(op), await titleOf(op)]).toEqual(['applied', 'Follows'])
    expect(await stored(bad)).toBe('rejected')
    expect(await stored(failing)).toBeUndefined()
    // One by one or together, again: the same is said of each.
    expect((await device.push(...ops.slice(8))).every(({ status }) => status === 'replayed')).toBe(true)
  })

  it('and the same batch four times at once has one effect for each', async () => {
    const ops = await Promise.all(Array.from({ length: 30 }, () => newJob()))
    const answers = await Promise.all([1, 2, 3, 4].map(turn => device.push(...(turn % 2 ? ops : ops.toReversed()))))
    for (const results of answers) expect(results.every(({ status }) => /applied|replayed/.test(status))).toBe(true)
    expect(await effects(...ops)).toHaveLength(30)
  })
})

describe('what nobody foresaw', () => {
  it('leaves no trace, stops its lane alone, and is sent again', async () => {
    const failing = await newJob('Refuse me')
    const follower = change(failing, 'Follows', { prevMid: failing.mid })
    const other = await newJob()
    expect(await device.push(failing, follower, other)).toMatchObject([
      { status: 'retry' },
      { status: 'blocked' },
      { status: 'applied' },
    ])
    expect(await stored(failing)).toBeUndefined()
    expect(await titleOf(failing)).toBeUndefined()
  })

  it('an op that was applied is known again in the words of a newer app', async () => {
    const op = await added()
    await sql('update sync_mutation set op_v = 0 where mid = $1', [op.mid])
    const inNewWords = { ...op, args: { title: 'Job', note: 'as a newer app says it' } }
    expect(await device.push(inNewWords)).toMatchObject([{ mid: op.mid, status: 'replayed' }])
    expect(await effects(op)).toHaveLength(1)
  })

  it('an op of a newer app is kept for a newer server', async () => {
    const op = await newJob('Job', { opV: 99 })
    expect(await device.push(op)).toEqual([{ mid: op.mid, status: 'retry' }])
    expect(await stored(op)).toBeUndefined()
  })

  it('two pushes that lock the same records the other way round both end, and both are applied', async () => {
    for (let round = 0; round < 2; round++) {
      const jobs = [await added(), await added()]
      const both = (order: number[], args: PushOp['args'], field: string) =>
        order.map(at =>
          device.op('job.change', jobs[at]!.id, args, { base: { version: 1, fields: { [field]: null } } }),
        )
      const answers = await Promise.all([
        device.push(...both([0, 1], { note: 'One' }, 'note')),
        device.push(...both([1, 0], { weight: 2 }, 'weight')),
      ])
      expect(answers.flat().map(({ status }) => status)).toEqual(['applied', 'applied', 'applied', 'applied'])
    }
  })
})

describe('a database that is away', () => {
  const pushTo = (error: Error) => {
    const store: Store = {
      async transaction() {
        throw error
      },
    }
    const queues = {
      open: async () => ({ epoch: randomUUID(), seq: 0, acknowledged: 0 }),
      feedSeqs: async () => new Map(),
      names: async () => new Map(),
      told: async () => {},
    }
    const reported: unknown[] = []
    const sync = { store, queues, writer: sampleWriter(), report: (told: unknown) => reported.push(told) }
    return {
      reported,
      push: (op: PushOp) => push(sync, { actor: actorWith(), request: null, confirmed: true }, device.envelope([op])),
    }
  }

  it('is said once for all that was sent, so that the queue waits', async () => {
    const gone = pushTo(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    await expect(gone.push(await newJob())).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is another thing than one that is too busy for this op just now', async () => {
    const busy = pushTo(Object.assign(new Error('lock not available'), { code: '55P03' }))
    expect((await busy.push(await newJob())).results).toMatchObject([{ status: 'retry' }])
    expect(busy.reported).toHaveLength(1)
  })
})

describe('the ledger forgets in time', () => {
  const after = (days: number) => tidy(server.database.db, new Date(Date.now() + days * 86_400_000))

  it('keeps what an op made of its record until 30 days after its device has heard of it', async () => {
    const [heard, unheard] = [await newJob(), await newJob()]
    const { epoch } = await device.pushAll([heard, unheard])
    await device.pushAll([], { epoch, acknowledged: heard.queueSeq })
    await after(29)
    expect(await device.push(heard)).toMatchObject([{ status: 'replayed', row: { title: 'Job' } }])
    await after(31)
    const [forgotten, kept] = await device.push(heard, unheard)
    expect(forgotten).toMatchObject({ mid: heard.mid, status: 'replayed' })
    expect(forgotten).not.toHaveProperty('row')
    expect(kept).toMatchObject({ status: 'replayed', row: { title: 'Job' } })
  })

  it('keeps it no longer for a queue that its device has begun anew, as with every sign-in', async () => {
    const op = await newJob()
    await device.pushAll([op])
    await sql(`update sync_device set queue_id = gen_random_uuid() where device_id = $1`, [device.deviceId])
    await after(31)
    const [forgotten] = await device.push(op)
    expect(forgotten).toMatchObject({ status: 'replayed' })
    expect(forgotten).not.toHaveProperty('row')
  })

  it('knows an op again for 400 days, and does not take it for a new one after that', async () => {
    const op = await newJob()
    const { epoch } = await device.pushAll([op])
    await after(399)
    expect(await device.push(op)).toMatchObject([{ status: 'replayed' }])
    await after(401)
    expect((await device.pushAll([op], { epoch, acknowledged: op.queueSeq })).results).toMatchObject([
      { status: 'rejected', code: 'expired_unknown' },
    ])
    expect(await effects(op)).toHaveLength(1)
  })
})
