import { beforeEach, describe, expect, test } from 'vitest'
import type { PushAnswer, PushResult } from '#contract/calls/push.ts'
import { merge } from '#contract/merge.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import {
  acknowledgedIn,
  adopt,
  bringBack,
  chainOf,
  claimBatch,
  copyInstead,
  correct,
  correctWith,
  discard,
  enqueue,
  giveUp,
  hurry,
  LONGEST_PAUSE,
  openBooks,
  refuse,
  release,
  takeAnswer,
  wireOf,
  type Books,
} from './machine.ts'
import type { OpState, OutboxOp, QueueState } from './op.ts'

const NOW = Date.UTC(2026, 0, 1)
/** When a server that was restored answers. */
const TODAY = { at: Date.UTC(2026, 0, 22), clockOffset: 500 }
const CLAIM = 'tab/1'
const queue = (changes: Partial<QueueState> = {}): QueueState => ({ id: 'queue', last: 0, epoch: 'epoch', ...changes })

let books: Books
beforeEach(() => {
  books = openBooks(queue(), [])
})

const wish = (lane: string, changes: Partial<OutboxOp> = {}) => {
  const { op, opV, args, base, userId, deviceId, at, clockOffset, build } = waitingOp({ deviceId: 'device' })
  const id = Number(lane.split(':')[1])
  const made = enqueue(
    books,
    { op, opV, args, base, userId, deviceId, at, clockOffset, build, id, lane, mid: crypto.randomUUID() },
    changes,
  )
  return made
}
const claim = (limits: { most?: number; bytes?: number; now?: number; claim?: string } = {}) =>
  claimBatch(books, { now: NOW, claim: CLAIM, ...limits })
const answer = (results: Partial<PushResult>[], epoch = 'epoch'): PushAnswer => ({
  epoch,
  seq: 0,
  serverTime: new Date(NOW).toISOString(),
  results: results as PushResult[],
})
const clock = { now: NOW, pause: (attempts: number) => attempts * 1_000 }
const take = (op: OutboxOp, result: Partial<PushResult>) =>
  takeAnswer(books, { claim: op.claim ?? CLAIM, epoch: 'epoch' }, answer([{ mid: op.mid, ...result }]), clock)
/** An op that was sent, and what became of it. */
const sent = (lane: string, state: OpState, changes: Partial<OutboxOp> = {}) =>
  wish(lane, {
    state,
    sentOnce: true,
    claim: state === 'sending' ? CLAIM : null,
    open: ['done', 'discarded', 'superseded'].includes(state) ? 0 : 1,
    ...changes,
  })

/** What a person says in the place of what was refused. */
const better = () => ({
  mid: crypto.randomUUID(),
  args: { label: 'B' },
  base: null,
  at: NOW,
  clockOffset: 0,
  build: 'b',
})

describe('what goes next', () => {
  test('everything in its order, claimed and marked as sent', () => {
    const ops = [wish('source:1'), wish('source:2'), wish('source:1')]
    expect(claim()).toEqual(ops)
    expect(ops.every(op => op.state === 'sending' && op.sentOnce && op.claim === CLAIM)).toBe(true)
    expect(ops[2]!.prevMid).toBe(ops[0]!.mid)
    expect(claim()).toEqual([])
  })

  test('nothing of a lane goes behind what is on its way, put off, refused or withdrawn; other lanes go', () => {
    for (const first of [
      sent('source:1', 'sending'),
      wish('source:2', { nextAt: NOW + 1 }),
      sent('source:3', 'conflict'),
      sent('source:4', 'rejected'),
      sent('source:5', 'cancelling', { claim: CLAIM }),
    ])
      wish(first.lane)
    const free = wish('source:6')
    expect(claim()).toEqual([free])
  })

  test('what was put off by a clock that has been put back since is not frozen', () => {
    const op = wish('source:1', { nextAt: NOW + 24 * 3_600_000 })
    expect(claim()).toEqual([op])
  })

  test('what was put off goes when it is due, however long its clock was ahead', () => {
    const op = wish('source:1', { nextAt: NOW + LONGEST_PAUSE })
    expect(claim()).toEqual([])
    expect(claim({ now: NOW + LONGEST_PAUSE })).toEqual([op])
  })

  test('not more than fit, and what finds no room keeps its place before all that follows', () => {
    const ops = ['source:1', 'source:2', 'source:3'].map(lane => wish(lane))
    expect(claim({ most: 2 })).toEqual(ops.slice(0, 2))
    for (const op of ops) Object.assign(op, { state: 'pending', claim: null })
    ops[0]!.args = { label: 'x'.repeat(600_000) }
    expect(claim()).toEqual([ops[0]])
    expect(claim()).toEqual(ops.slice(1))
  })

  test('an envelope speaks for one queue of one device', () => {
    const own = wish('source:1')
    const imported = wish('source:2', { queueId: 'other' })
    const behind = wish('source:3')
    expect(claim()).toEqual([own])
    expect(claim()).toEqual([imported])
    expect(claim()).toEqual([behind])
  })

  test('what refers to a record that was made here waits for it', () => {
    const create = wish('source:1', { op: 'source.create' })
    const referring = wish('source:2', { deps: ['source:1'] })
    expect(claim()).toEqual([create])
    take(create, { status: 'applied' })
    expect(claim()).toEqual([referring])
  })

  test('a withdrawal goes though its lane waits, and nothing goes behind it before it is answered', () => {
    sent('source:1', 'rejected')
    const withdrawn = sent('source:1', 'cancelling')
    const behind = wish('source:1')
    expect(claim()).toEqual([withdrawn])
    expect(withdrawn.state).toBe('cancelling')
    expect(behind.state).toBe('pending')
  })
})

test('an op says that it is of no group, which an earlier build asks for in its row and in a push', () => {
  const op = wish('source:1')
  expect([op.group, wireOf(op, false)]).toEqual([null, expect.objectContaining({ mid: op.mid, group: null })])
})

describe('an answer', () => {
  const cases: [PushResult['status'], OpState, Partial<OutboxOp>][] = [
    ['applied', 'done', { claim: null, open: 0, problem: null, endedAt: NOW }],
    ['replayed', 'done', { claim: null, open: 0, problem: null }],
    ['conflict', 'conflict', { claim: null, open: 1 }],
    ['rejected', 'rejected', { claim: null, open: 1 }],
    ['cancelled', 'discarded', { claim: null, open: 0 }],
    ['superseded', 'superseded', { claim: null, open: 0 }],
    ['retry', 'pending', { claim: null, attempts: 1, nextAt: NOW + 1_000 }],
    ['out_of_order', 'pending', { claim: null, attempts: 1, nextAt: NOW + 1_000 }],
    ['blocked', 'pending', { claim: null, attempts: 0, nextAt: 0 }],
  ]
  test.each(cases)('"%s" makes what was sent %s', (status, state, more) => {
    const op = sent('source:1', 'sending')
    take(op, { status })
    expect(op).toMatchObject({ state, ...more })
  })

  const withdrawn: [PushResult['status'], OpState][] = [
    ['applied', 'done'],
    ['conflict', 'discarded'],
    ['rejected', 'discarded'],
    ['cancelled', 'discarded'],
    ['superseded', 'superseded'],
    ['too_late', 'discarded'],
    ['retry', 'cancelling'],
    ['out_of_order', 'cancelling'],
    ['blocked', 'cancelling'],
  ]
  test.each(withdrawn)('"%s" makes what is being withdrawn %s', (status, state) => {
    const op = sent('source:1', 'cancelling', { claim: CLAIM })
    take(op, { status })
    expect(op.state).toBe(state)
    expect(op.problem?.code).toBe(status === 'applied' ? 'done_anyway' : undefined)
  })

  test('to somebody else is left to them', () => {
    const op = sent('source:1', 'sending', { claim: 'other/1' })
    expect(
      takeAnswer(books, { claim: CLAIM, epoch: 'epoch' }, answer([{ mid: op.mid, status: 'applied' }]), clock),
    ).toEqual([])
    expect(op.state).toBe('sending')
  })

  test('to what was asked in another life of the server, or from another one, is nobody’s', () => {
    const op = sent('source:1', 'sending')
    const results = [{ mid: op.mid, status: 'applied' as const }]
    expect(takeAnswer(books, { claim: CLAIM, epoch: 'before' }, answer(results), clock)).toEqual([])
    expect(takeAnswer(books, { claim: CLAIM, epoch: 'epoch' }, answer(results, 'later'), clock)).toEqual([])
    expect(op.state).toBe('sending')
  })

  test('to what was asked before any life was known counts, though a pull was faster to learn of it', () => {
    books = openBooks(queue({ epoch: null }), [])
    const op = sent('source:1', 'sending')
    adopt(books, 'epoch', TODAY)
    takeAnswer(books, { claim: CLAIM, epoch: null }, answer([{ mid: op.mid, status: 'applied' }]), clock)
    expect(op.state).toBe('done')
  })

  test('teaches a new queue which life the server lives', () => {
    books = openBooks(queue({ epoch: null }), [])
    const op = sent('source:1', 'sending')
    takeAnswer(books, { claim: CLAIM, epoch: null }, answer([{ mid: op.mid, status: 'applied' }]), clock)
    expect(books.queue.epoch).toBe('epoch')
    expect(op.state).toBe('done')
  })

  test('that says why is kept with its words, fields and the record as it was', () => {
    const op = sent('source:1', 'sending')
    take(op, { status: 'rejected', code: 'invalid', message: 'No', fields: { label: 'Taken' }, row: { id: 1 } })
    expect(op.problem).toEqual({ code: 'invalid', message: 'No', fields: { label: 'Taken' }, row: { id: 1 }, at: NOW })
  })
})

describe('a correction', () => {
  test('takes the place of what it corrects, and names all that was corrected before', () => {
    const first = wish('source:1')
    const refused = sent('source:1', 'rejected')
    const behind = wish('source:1')
    const second = correct(books, refused, better(), NOW)
    expect(refused).toMatchObject({ state: 'superseded', was: 'rejected', open: 0 })
    expect(second).toMatchObject({ ord: refused.ord, prevMid: first.mid, supersedes: refused.mid, alsoSupersedes: [] })
    expect(behind.prevMid).toBe(refused.mid)
    const third = correct(books, second, better(), NOW)
    expect(third).toMatchObject({ ord: refused.ord, supersedes: second.mid, alsoSupersedes: [refused.mid] })
    expect(wireOf(third, false)).toMatchObject({ supersedes: second.mid, alsoSupersedes: [refused.mid] })
  })

  test('is dated by when its person said so first, unless that was refused on the spot', () => {
    const refused = sent('source:1', 'rejected', { at: NOW - 72 * 3_600_000, clockOffset: -5, waited: true })
    const onTheSpot = sent('source:3', 'rejected', { at: NOW - 60_000, waited: false })
    expect(correct(books, onTheSpot, better(), NOW)).toMatchObject({ at: NOW, clockOffset: 0 })
    const unanswered = sent('source:4', 'pending', { at: NOW - 60_000, waited: false })
    expect(correct(books, unanswered, better(), NOW)).toMatchObject({ at: NOW - 60_000 })
    const said = { at: refused.at, clockOffset: refused.clockOffset }
    expect(correct(books, refused, better(), NOW)).toMatchObject(said)
    const archived = sent('source:2', 'rejected', said)
    const again = bringBack(books, archived, [], { restoring: better(), change: better() }, NOW)
    expect(again).toMatchObject(said)
  })

  test('of a correction, sixty times over, still fits into an envelope, and so does its withdrawal', () => {
    let op = sent('source:1', 'rejected')
    for (let times = 0; times < 60; times++) op = correct(books, op, better(), NOW)
    expect(op.alsoSupersedes).toHaveLength(50)
    Object.assign(op, { state: 'cancelling', sentOnce: true })
    expect(wireOf(op, false)).toMatchObject({ cancel: op.mid, alsoSupersedes: { length: 50 } })
  })

  test('that never left is dropped, and what it was to correct waits for the person again', () => {
    const refused = sent('source:1', 'rejected')
    const made = correct(books, refused, better(), NOW)
    expect(discard(books, made, NOW)).toBe(true)
    expect([made.state, refused.state]).toEqual(['discarded', 'rejected'])
  })

  test('of what only waited is dropped with it', () => {
    const op = wish('source:1')
    const made = correct(books, op, better(), NOW)
    discard(books, made, NOW)
    expect([made.state, op.state]).toEqual(['discarded', 'discarded'])
  })

  test('that came too late is asked of the person as a change of what was done', () => {
    const create = sent('source:1', 'rejected', { op: 'source.create', args: { label: 'A' } })
    const made = correct(books, create, better(), NOW)
    claim()
    take(made, { status: 'too_late', version: 3, row: { id: 1, label: 'A' } })
    expect(create).toMatchObject({ state: 'pending', open: 1 })
    expect(made).toMatchObject({
      state: 'conflict',
      op: 'source.change',
      base: { version: 3, fields: { label: 'A' } },
      prevMid: create.mid,
      supersedes: null,
    })
  })

  test('that came too late is measured against what was done in the place of it', () => {
    const said = (label: string) => ({
      args: { label, colour: 'B' },
      base: { version: 1, fields: { label: 'A', colour: 'A' } },
    })
    const done = sent('source:1', 'pending', said('B'))
    const made = correct(books, done, { ...better(), ...said('C') }, NOW)
    claim()
    take(made, { status: 'too_late' })
    expect(made.base).toEqual({ version: 1, fields: { label: 'B', colour: 'A' } })
  })

  test('that came too late for what it replaced two steps before follows that; what never left in between is gone', () => {
    const refused = sent('source:1', 'rejected')
    const between = correct(books, refused, better(), NOW)
    const last = correct(books, between, better(), NOW)
    claim()
    take(last, { status: 'too_late' })
    expect(refused).toMatchObject({ state: 'pending', open: 1 })
    expect(between).toMatchObject({ state: 'discarded', open: 0 })
    expect(last).toMatchObject({ state: 'conflict', prevMid: refused.mid, supersedes: null })
  })

  test('that came too late and was taken back: its person hears that what it was to replace is done', () => {
    const create = sent('source:1', 'rejected', { op: 'source.create', args: { label: 'A' } })
    const made = correct(books, create, better(), NOW)
    claim()
    made.state = 'cancelling'
    take(made, { status: 'too_late' })
    expect(made.state).toBe('discarded')
    claim()
    take(create, { status: 'replayed' })
    expect(create).toMatchObject({ state: 'done', problem: { code: 'done_anyway' } })
  })

  test('that came too late leaves one thing to correct: what it was to replace waits for its answer', () => {
    const create = sent('source:1', 'pending', { op: 'source.create', args: { label: 'A' } })
    const made = correctWith(books, create, [], better(), NOW)!
    claim()
    take(made, { status: 'too_late', version: 1, row: { id: 1, label: 'A' } })
    expect(correctWith(books, create, [], better(), NOW)).toBeNull()
    expect(correctWith(books, made, [], better(), NOW)).toMatchObject({ op: 'source.change', supersedes: made.mid })
    claim()
    take(create, { status: 'replayed' })
    expect(books.ops.filter(({ open }) => open === 1)).toHaveLength(1)
  })

  test('that had left and was corrected again asks nothing when it turns out to be too late too', () => {
    const refused = sent('source:1', 'rejected')
    const between = correct(books, refused, better(), NOW)
    between.sentOnce = true
    const last = correct(books, between, better(), NOW)
    claim()
    take(last, { status: 'too_late' })
    expect(between).toMatchObject({ state: 'pending' })
    claim()
    take(between, { status: 'too_late' })
    expect(between).toMatchObject({ state: 'discarded', open: 0, supersedes: null })
    expect(refused).toMatchObject({ state: 'pending', open: 1 })
    expect(last).toMatchObject({ state: 'conflict', prevMid: refused.mid })
  })
})

describe('taking back', () => {
  test('leaves nothing here of what others wrote', () => {
    const op = sent('source:1', 'sending')
    take(op, { status: 'conflict', asks: ['label'], row: { id: 1, label: 'Theirs' } })
    discard(books, op, NOW)
    claim()
    take(op, { status: 'cancelled' })
    expect(op).toMatchObject({ state: 'discarded', problem: { code: 'changed_meanwhile', asks: ['label'] } })
    expect(op.problem).not.toHaveProperty('row')
  })

  test('what never left is gone at once, and what follows it follows what it followed', () => {
    const [first, op, last] = [wish('source:1'), wish('source:1'), wish('source:1')]
    expect(discard(books, op, NOW)).toBe(true)
    expect(op).toMatchObject({ state: 'discarded', open: 0, endedAt: NOW })
    expect(last.prevMid).toBe(first.mid)
  })

  test.each(['pending', 'conflict', 'rejected'] as const)(
    'what may have left (%s) is withdrawn at the server',
    state => {
      const op = sent('source:1', state)
      discard(books, op, NOW)
      expect(op.state).toBe('cancelling')
      expect(wireOf(op, false)).toMatchObject({ cancel: op.mid, lane: 'source:1' })
    },
  )

  test('waits for the answer to what is on its way', () => {
    const op = sent('source:1', 'sending')
    expect(discard(books, op, NOW)).toBe(false)
    expect(op.state).toBe('sending')
  })

  test('a record that would not be takes with it what changes it and what refers to it, however far', () => {
    const create = wish('source:1', { op: 'source.create' })
    const change = wish('source:1')
    const referring = wish('source:2', { op: 'source.create', deps: ['source:1'] })
    const further = wish('source:3', { deps: ['source:2'] })
    const other = wish('source:4')
    expect(chainOf(books, create)).toEqual([create, change, referring, further])
    discard(books, create, NOW)
    expect([change, referring, further, other].map(({ state }) => state)).toEqual([
      'discarded',
      'discarded',
      'discarded',
      'pending',
    ])
  })

  const by = { id: 2, name: null, at: new Date(NOW).toISOString(), how: 'drop' as const }

  test('what somebody else withdrew takes with it what else was said of its record, though that had left with it', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const [refused, held] = [sent('source:1', 'sending'), sent('source:1', 'sending')]
    const results = [
      { mid: create.mid, status: 'cancelled' as const, decidedBy: by },
      { mid: refused.mid, status: 'rejected' as const, code: 'not_found' as const },
      { mid: held.mid, status: 'blocked' as const },
    ]
    takeAnswer(books, { claim: CLAIM, epoch: 'epoch' }, answer(results), clock)
    expect(create).toMatchObject({ state: 'discarded', decidedBy: by })
    for (const op of [refused, held]) expect(op).toMatchObject({ state: 'cancelling', claim: null, decidedBy: by })
  })

  test('what somebody else withdrew takes no other record with it: what named it is sent, and stays its author’s', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const referring = wish('customer:2', { op: 'customer.create', deps: ['source:1'] })
    const [change, note] = [wish('customer:2'), wish('customer:3', { op: 'customer.note', deps: ['customer:2'] })]
    take(create, { status: 'cancelled', decidedBy: by })
    expect([create, referring, change, note].map(({ state }) => state)).toEqual([
      'discarded',
      'pending',
      'pending',
      'pending',
    ])
    expect(referring.decidedBy).toBeUndefined()
    expect(claim()).toEqual([referring, change])
  })

  test('a note goes with the record that it is about, which somebody else withdrew', () => {
    const create = sent('customer:1', 'sending', { op: 'customer.create', id: 1 })
    const note = wish('customer:3', { op: 'customer.note', id: 1, deps: ['customer:1'] })
    take(create, { status: 'cancelled', decidedBy: by })
    expect(note).toMatchObject({ state: 'cancelling', decidedBy: by })
  })

  test('a correction that goes with what somebody else withdrew is withdrawn with what it was to correct', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const refused = sent('source:1', 'rejected')
    const correction = correct(books, refused, better(), NOW)
    take(create, { status: 'cancelled', decidedBy: by })
    expect([correction, refused].map(({ state }) => state)).toEqual(['cancelling', 'superseded'])
    expect(wireOf(correction, false)).toMatchObject({ cancel: correction.mid, alsoSupersedes: [refused.mid] })
  })

  test('what went with a decision that a restore has lost is asked again, and what is done was decided by nobody', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const [gone, going] = [wish('source:1'), wish('source:1')]
    take(create, { status: 'cancelled', decidedBy: by })
    take(Object.assign(gone, { claim: CLAIM }), { status: 'cancelled' })
    expect(gone).toMatchObject({ state: 'discarded', decidedBy: by })
    adopt(books, 'next', TODAY)
    for (const op of [create, gone, going]) {
      expect(op.state).toBe('pending')
      expect(op.decidedBy).toBeUndefined()
    }
  })

  test('what had been done before it could go with what somebody else withdrew was decided by nobody', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const follower = wish('source:1')
    take(create, { status: 'cancelled', decidedBy: by })
    take(Object.assign(follower, { claim: CLAIM }), { status: 'applied' })
    expect(follower).toMatchObject({ state: 'done', problem: { code: 'done_anyway' } })
    expect(follower.decidedBy).toBeUndefined()
  })

  test('what was withdrawn on another of the person’s devices takes nothing with it', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const follower = wish('source:1')
    take(create, { status: 'cancelled' })
    expect(follower).toMatchObject({ state: 'pending', prevMid: null })
  })

  test('what another device withdrew because of a decision names who decided; what was withdrawn here does not', () => {
    const create = sent('source:1', 'sending', { op: 'source.create' })
    const follower = sent('source:1', 'sending')
    const here = sent('source:1', 'cancelling', { claim: CLAIM })
    const results = [
      { mid: follower.mid, status: 'cancelled' as const },
      { mid: create.mid, status: 'cancelled' as const, decidedBy: by },
      { mid: here.mid, status: 'cancelled' as const },
    ]
    takeAnswer(books, { claim: CLAIM, epoch: 'epoch' }, answer(results), clock)
    expect(follower).toMatchObject({ state: 'discarded', decidedBy: by })
    expect(here.state).toBe('discarded')
    expect(here.decidedBy).toBeUndefined()
  })

  test('a refusal that was told on the spot leaves nothing, once the server has heard so', () => {
    const op = sent('source:1', 'rejected')
    const behind = wish('source:1')
    release(books, op, NOW)
    expect(claim()).toEqual([op])
    expect(wireOf(op, false)).toMatchObject({ cancel: op.mid })
    take(op, { status: 'cancelled' })
    expect(op).toMatchObject({ state: 'discarded', open: 0 })
    expect(behind.prevMid).toBeNull()
  })

  test('a refused record that something builds on stays, for the person to decide about all of it', () => {
    const create = sent('source:1', 'rejected', { op: 'source.create' })
    const referring = wish('source:2', { deps: ['source:1'] })
    release(books, create, NOW)
    expect(create).toMatchObject({ state: 'rejected', open: 1 })
    discard(books, referring, NOW)
    release(books, create, NOW)
    expect(create.state).toBe('cancelling')
  })

  test('only what was refused can be let go that way', () => {
    const op = wish('source:1')
    release(books, op, NOW)
    expect(op.state).toBe('pending')
  })
})

describe('a change of a record that somebody archived', () => {
  const archived = () => sent('dealerBranch:1', 'conflict', { op: 'dealerBranch.change', args: { note: 'Mine' } })
  const both = () => ({ restoring: better(), change: { ...better(), args: { note: 'Mine', hours: '9 to 5' } } })

  test('brings it back in its place, and is made behind that, before what follows', () => {
    const op = archived()
    const [folded, move] = [wish('dealerBranch:1'), wish('dealerBranch:1', { op: 'dealerBranch.archive' })]
    const again = bringBack(books, op, [folded.mid], both(), NOW)!
    const restore = books.ops.find(one => one.supersedes === op.mid)!
    expect(restore).toMatchObject({ op: 'dealerBranch.restore', args: {}, base: null, ord: op.ord })
    expect(again).toMatchObject({ op: 'dealerBranch.change', args: { hours: '9 to 5' }, prevMid: restore.mid })
    expect([op.state, folded.state]).toEqual(['superseded', 'discarded'])
    expect(move.prevMid).toBe(again.mid)
    expect(claim()).toEqual([restore, again, move])
  })

  test('waits for its person again where it is not to be brought back after all', () => {
    const op = archived()
    bringBack(books, op, [], both(), NOW)
    const restore = books.ops.find(one => one.supersedes === op.mid)!
    expect(discard(books, restore, NOW)).toBe(true)
    expect(op.state).toBe('conflict')
    expect(claim()).toEqual([])
  })

  test('stays as it is while one of those behind it is on its way', () => {
    const op = archived()
    const follower = sent('dealerBranch:1', 'sending')
    expect(bringBack(books, op, [follower.mid], both(), NOW)).toBeNull()
    expect(op.state).toBe('conflict')
  })
})

describe('a change of a record that is gone', () => {
  const gone = () => sent('source:1', 'conflict', { args: { label: 'Mine' } })
  const copy = () => {
    const { opV, userId, deviceId, at, clockOffset, build, mid } = waitingOp({ deviceId: 'device' })
    const made = { op: 'source.create', id: 9, lane: 'source:9', args: { label: 'Mine' }, base: null }
    return { opV, userId, deviceId, at, clockOffset, build, mid, ...made }
  }

  test('goes with those whose words are in the copy, which stands in a lane of its own and waits for none of them', () => {
    const op = gone()
    const [folded, other] = [wish('source:1'), wish('source:1', { op: 'source.archive' })]
    const made = copyInstead(books, op, [folded.mid], copy(), NOW)!
    expect(made).toMatchObject({ lane: 'source:9', prevMid: null, supersedes: null, state: 'pending' })
    expect([op.state, folded.state, other.state]).toEqual(['cancelling', 'discarded', 'pending'])
    // The server hears of both in one envelope, and what was not folded in is judged without what was.
    expect(claim()).toEqual([op, made])
    take(op, { status: 'cancelled' })
    take(made, { status: 'applied' })
    expect([op.state, made.state]).toEqual(['discarded', 'done'])
  })

  test('is not given up a second time, and is there still where one behind it is on its way', () => {
    const op = gone()
    const follower = sent('source:1', 'sending')
    expect(copyInstead(books, op, [follower.mid], copy(), NOW)).toBeNull()
    expect([op.state, books.ops.length]).toEqual(['conflict', 2])
    take(follower, { status: 'blocked' })
    expect(copyInstead(books, op, [follower.mid], copy(), NOW)).not.toBeNull()
    expect(copyInstead(books, op, [follower.mid], copy(), NOW)).toBeNull()
    expect(books.ops.filter(one => one.lane === 'source:9')).toHaveLength(1)
  })

  test('after a restore of the server is withdrawn once more, and its copy made once more', () => {
    const op = gone()
    const made = copyInstead(books, op, [], copy(), NOW)!
    claim()
    take(op, { status: 'cancelled' })
    take(made, { status: 'applied' })
    adopt(books, 'another', TODAY)
    expect([op.state, made.state]).toEqual(['cancelling', 'pending'])
  })
})

describe('what followed an op that will never be', () => {
  const titled = (from: string, to: string) => ({ args: { label: to }, base: { version: 1, fields: { label: from } } })

  test('is said over what stood there before, as long as it never left', () => {
    const [first, second, third] = [
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'D'],
    ].map(([from, to]) => wish('source:1', titled(from!, to!)))
    discard(books, first!, NOW)
    expect(second!.base).toEqual({ version: 1, fields: { label: 'A' } })
    expect(third!.base).toEqual({ version: 1, fields: { label: 'C' } })
  })

  test.each([
    { was: [], first: ['call'], next: ['call', 'sms'], stands: ['sms'] },
    { was: ['call'], first: [], next: ['sms'], stands: ['call', 'sms'] },
  ])('adds and takes away what it did, of many values: $was, $first, $next', ({ was, first, next, stands }) => {
    const tags = (from: string[], to: string[]) => ({
      args: { tags: to },
      base: { version: 1, fields: { tags: from } },
    })
    const given = wish('customer:1', { op: 'customer.change', ...tags(was, first) })
    const behind = wish('customer:1', { op: 'customer.change', ...tags(first, next) })
    discard(books, given, NOW)
    expect(merge(customer, behind.base!.fields, { tags: was }, behind.args)).toEqual({
      ok: true,
      changes: { tags: stands },
    })
  })

  describe('in a line', () => {
    type Phone = { id: number; number: string; label: string }
    const was: Phone = { id: 7, number: '1', label: 'home' }
    const beside: Phone = { id: 8, number: '8', label: 'work' }
    const lines = (from: Phone[], to: Phone[]) =>
      wish('customer:1', {
        op: 'customer.change',
        args: { phones: to },
        base: { version: 1, fields: { phones: from } },
      })
    /** What the record becomes that stands as it did before all of it. */
    const outcome = ({ base, args }: OutboxOp) => merge(customer, base!.fields, { phones: [was, beside] }, args)
    const becomes = (...phones: Phone[]) => ({ ok: true, changes: { phones } })
    const refused = { ...was, number: '2' }

    test('is said over the word that stood there before, and brings nothing of what was refused', () => {
      const first = lines([was, beside], [refused, beside])
      const last = { ...refused, number: '3' }
      const next = lines([refused, beside], [last, beside])
      discard(books, first, NOW)
      expect(outcome(next)).toEqual(becomes(last, beside))
    })

    test('also behind one that left that word as it was', () => {
      const first = lines([was, beside], [refused, beside])
      const named = { ...refused, label: 'mobile' }
      const last = { ...named, number: '3' }
      const [second, third] = [lines([refused, beside], [named, beside]), lines([named, beside], [last, beside])]
      discard(books, first, NOW)
      expect(outcome(second)).toEqual(becomes({ ...was, label: 'mobile' }, beside))
      expect((third.base!.fields.phones as Phone[])[0]).toEqual({ ...was, label: 'mobile' })
    })

    test('takes the line away that it took away', () => {
      const first = lines([was, beside], [refused, beside])
      const next = lines([refused, beside], [beside])
      discard(books, first, NOW)
      expect(outcome(next)).toEqual(becomes(beside))
    })

    test('stays as it was said where the line was added, and once it may have left', () => {
      const added = { ...was, id: 9 }
      const from = [refused, beside, added]
      const first = lines([was, beside], from)
      const next = lines(from, [{ ...refused, number: '3' }, beside, { ...added, number: '4' }])
      const sent = lines(next.args.phones as Phone[], [beside])
      sent.sentOnce = true
      discard(books, first, NOW)
      expect(next.base!.fields.phones).toEqual([was, beside, added])
      discard(books, next, NOW)
      expect(sent.base!.fields.phones).toEqual(next.args.phones)
    })
  })

  test('stays as it was said once it may have left', () => {
    const first = wish('source:1', titled('A', 'B'))
    const second = sent('source:1', 'pending', titled('B', 'C'))
    discard(books, first, NOW)
    expect(second.base).toEqual({ version: 1, fields: { label: 'B' } })
  })
})

describe('what an op followed and nobody knows any more', () => {
  test('is not waited for; what was imported waits a while, as it may come from elsewhere', () => {
    const own = wish('source:1', { prevMid: 'gone' })
    const known = wish('source:2')
    const behind = wish('source:2')
    const foreign = wish('source:3', { prevMid: 'gone', queueId: 'another' })
    const out = (op: OutboxOp) => take(op, { status: 'out_of_order' })
    for (const op of [own, behind, foreign]) {
      Object.assign(op, { state: 'sending', claim: CLAIM })
      out(op)
    }
    expect(own.prevMid).toBeNull()
    expect(behind.prevMid).toBe(known.mid)
    expect(foreign.prevMid).toBe('gone')
    for (let times = 0; times < 4; times += 1) {
      Object.assign(foreign, { state: 'sending', claim: CLAIM })
      out(foreign)
    }
    expect(foreign.prevMid).toBeNull()
  })
})

describe('a correction waits for what its words name, and no longer for what they named before', () => {
  const naming = (...ids: number[]) => ({ ...better(), args: { customers: ids } })

  test('in the place of a change and of those behind it', () => {
    const op = sent('source:1', 'conflict', { deps: ['customer:11', 'customer:12'] })
    const follower = wish('source:1', { deps: ['customer:13', 'customer:14'] })
    const correction = { ...naming(12, 13, 15), deps: ['customer:15', 'source:1'] }
    const made = correctWith(books, op, [follower.mid], correction, NOW)
    expect(made!.deps.toSorted()).toEqual(['customer:12', 'customer:13', 'customer:15'])
  })

  test('and for the record that a note is on', () => {
    const note = sent('customer:77', 'rejected', { op: 'customer.note', id: 11, deps: ['customer:11', 'customer:12'] })
    expect(correctWith(books, note, [], { ...naming(), deps: [] }, NOW)!.deps).toEqual(['customer:11'])
  })

  test('where the record is brought back before it', () => {
    const op = sent('source:1', 'conflict', { deps: ['customer:11', 'customer:12'] })
    const wishes = { restoring: better(), change: { ...naming(12, 13), deps: ['customer:13'] } }
    expect(bringBack(books, op, [], wishes, NOW)!.deps.toSorted()).toEqual(['customer:12', 'customer:13'])
  })
})

describe('a server that was restored', () => {
  test('gets again what it may have forgotten, in order', () => {
    const ops = (['done', 'sending', 'discarded', 'superseded', 'rejected', 'conflict', 'cancelling'] as const).map(
      (state, at) => sent(`source:${at}`, state),
    )
    const unsent = wish('source:9', { state: 'discarded', open: 0 })
    expect(adopt(books, 'next', TODAY)).toBe(true)
    expect(ops.map(({ state }) => state)).toEqual([
      'pending',
      'pending',
      'cancelling',
      'superseded',
      'pending',
      'pending',
      'cancelling',
    ])
    expect(unsent.state).toBe('discarded')
    expect(ops.every(({ claim }) => claim === null)).toBe(true)
    expect(adopt(books, 'next', TODAY)).toBe(false)
  })

  test('is asked again about what an earlier life refused, of which nothing is told any more', () => {
    const op = sent('source:1', 'sending')
    take(op, { status: 'conflict', asks: ['label'], row: { id: 1, label: 'Lost' } })
    adopt(books, 'next', TODAY)
    expect(op).toMatchObject({ state: 'pending', problem: null })
    expect(claim()).toEqual([op])
  })

  test('gets with the time of now what it refused on the spot, and with its own what had waited', () => {
    const [first, waited] = [
      sent('source:1', 'conflict', { waited: false }),
      sent('source:2', 'rejected', { waited: true }),
    ]
    const done = sent('source:3', 'done', { waited: false })
    const { at, clockOffset } = waited
    adopt(books, 'next', TODAY)
    expect(first).toMatchObject(TODAY)
    for (const op of [waited, done]) expect(op).toMatchObject({ at, clockOffset })
  })

  test('is not asked what this device asks its person', () => {
    const late = correct(books, sent('source:3', 'rejected'), better(), NOW)
    claim()
    take(late, { status: 'too_late' })
    adopt(books, 'next', TODAY)
    expect(late.state).toBe('conflict')
  })

  test('hears with a withdrawal of all that the withdrawn op had replaced', () => {
    const refused = sent('source:1', 'superseded', { was: 'rejected' })
    const correction = sent('source:1', 'cancelling', { supersedes: refused.mid, claim: CLAIM })
    take(correction, { status: 'cancelled' })
    adopt(books, 'next', TODAY)
    expect(wireOf(correction, false)).toMatchObject({ cancel: correction.mid, alsoSupersedes: [refused.mid] })
  })

  test('is no other server for a queue that knew of none', () => {
    books = openBooks(queue({ epoch: null }), [])
    const op = sent('source:1', 'done')
    expect(adopt(books, 'first', TODAY)).toBe(false)
    expect(op.state).toBe('done')
    expect(books.queue.epoch).toBe('first')
  })
})

test('a queue is final up to its first open op; what was imported counts for itself', () => {
  expect(acknowledgedIn(books, 'queue')).toBe(0)
  sent('source:1', 'done')
  const open = wish('source:2')
  sent('source:3', 'done')
  wish('source:4', { queueId: 'other', queueSeq: 1 })
  expect(acknowledgedIn(books, 'queue')).toBe(1)
  discard(books, open, NOW)
  expect(acknowledgedIn(books, 'queue')).toBe(4)
  expect(acknowledgedIn(books, 'other')).toBe(0)
})

test('what a page claimed that is gone is sent again; what is withdrawn stays so', () => {
  const [own, theirs] = [sent('source:1', 'sending'), sent('source:2', 'sending', { claim: 'gone/1' })]
  const withdrawn = sent('source:3', 'cancelling', { claim: 'gone/1' })
  giveUp(books, claim => claim === 'gone/1')
  expect([own.state, theirs.state, withdrawn.state]).toEqual(['sending', 'pending', 'cancelling'])
  expect([own.claim, theirs.claim, withdrawn.claim]).toEqual([CLAIM, null, null])
})

test('what the server cannot even read waits for the person; a withdrawal of it is over', () => {
  const problem = { code: 'invalid', message: 'No', at: NOW }
  const [op, withdrawn] = [sent('source:1', 'sending'), sent('source:2', 'cancelling')]
  refuse(books, op, problem)
  refuse(books, withdrawn, problem)
  expect(op).toMatchObject({ state: 'rejected', problem, claim: null })
  expect(withdrawn.state).toBe('discarded')
})

test('what was put off is tried at once when the person asks', () => {
  const op = wish('source:1', { nextAt: NOW + 1_000 })
  hurry(books)
  expect(claim()).toEqual([op])
})
