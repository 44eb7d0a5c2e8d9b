import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PUSH_LIMIT, type PushAnswer, type PushInput, type PushResult } from '#contract/calls/push.ts'
import { Problem } from '#contract/problem.ts'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { memoryOutbox, type MemoryOutbox } from '../../../tests/support/simulation/memory-outbox.ts'
import { unreachable } from '../api.ts'
import { drain, nextSending, storeAnswer } from './drain.ts'
import { enqueue, type Taken } from './machine.ts'
import type { OutboxOp } from './op.ts'

const NOW = Date.UTC(2026, 0, 1)
const TIME = new Date(NOW).toISOString()
const epoch = 'epoch'

let outbox: MemoryOutbox
let sent: PushInput[]
let taken: Taken[]
beforeEach(() => {
  outbox = memoryOutbox('queue', register)
  sent = []
  taken = []
})

const wish = (lane: string, changes: Partial<OutboxOp> = {}) =>
  outbox.store.change({ lanes: [lane] }, books => {
    const { op, opV, args, base, userId, at, clockOffset, build } = waitingOp({ at: NOW })
    const made = { op, opV, args, base, userId, at, clockOffset, build, deviceId: 'device', mid: crypto.randomUUID() }
    return enqueue(books, { ...made, id: Number(lane.split(':')[1]), lane }, changes)
  })
const stateOf = ({ mid }: OutboxOp) => outbox.ops().find(op => op.mid === mid)!.state
const midOf = (op: PushInput['ops'][number]) => ('cancel' in op ? op.cancel : op.mid)
const applied = (input: PushInput): PushAnswer => ({
  epoch,
  seq: 0,
  serverTime: TIME,
  results: input.ops.map(op => ({ mid: midOf(op), status: 'applied' })),
})

type Server = (input: PushInput) => PushAnswer
const drainTo = (server: Server, isOver = () => false) =>
  drain({
    store: outbox.store,
    push: async input => {
      sent.push(input)
      return server(input)
    },
    drainer: 'tab',
    build: 'test',
    now: () => NOW,
    pause: attempts => attempts * 1_000,
    onTaken: more => taken.push(...more),
    isOver,
  })
const sizes = () => sent.map(({ ops }) => ops.length)

describe('sending', () => {
  test('goes on in batches of fifty until nothing waits', async () => {
    for (let id = 1; id <= 120; id++) await wish(`source:${id}`)
    await drainTo(applied)
    expect(sizes()).toEqual([50, 50, 20])
    expect(taken).toHaveLength(120)
    expect(sent.map(({ acknowledged }) => acknowledged)).toEqual([0, 50, 100])
  })

  test('keeps ops as sent before the first byte leaves', async () => {
    const op = await wish('source:1')
    await drainTo(input => {
      expect(outbox.ops()[0]).toMatchObject({ mid: op.mid, state: 'sending', sentOnce: true })
      return applied(input)
    })
  })

  test('finds what may go behind hundreds that wait for a person', async () => {
    for (let id = 1; id <= 450; id++) await wish(`source:${id}`, { state: 'rejected', sentOnce: true })
    const op = await wish('source:999')
    await drainTo(applied)
    expect(stateOf(op)).toBe('done')
    expect(sent[0]!.acknowledged).toBe(0)
  })

  test('sends what makes a record before a corrected change that names it, though it stands behind all that is looked at first', async () => {
    const corrected = await wish('source:900', { deps: ['source:901'] })
    for (let id = 1; id < 200; id++) await wish(`source:${id}`, { state: 'rejected', sentOnce: true })
    const maker = await wish('source:901', { op: 'source.create', deps: ['source:902'] })
    const first = await wish('source:902', { op: 'source.create' })
    await drainTo(applied)
    expect(sent.flatMap(({ ops }) => ops.map(midOf))).toEqual([first.mid, maker.mid, corrected.mid])
  })

  test('calls nothing final that it has not looked at', async () => {
    for (let id = 1; id <= 250; id++) await wish(`source:${id}`)
    const sending = await nextSending({ store: outbox.store, drainer: 'tab', build: 'test', now: () => NOW }, 50)
    for (const op of outbox.ops().slice(0, 200)) op.open = 0
    expect(sending!.input.acknowledged).toBe(0)
  })

  test('says which ops were written while the server was away', async () => {
    await wish('source:1', { at: NOW - 6_000 })
    await wish('source:2', { at: NOW - 1_000 })
    // Written by a clock that was a day ahead, and has been set since.
    await wish('source:3', { at: NOW + 86_400_000 })
    await drainTo(applied)
    expect(sent[0]!.ops.map(op => ('mid' in op ? (op.offline ?? false) : null))).toEqual([true, false, true])
    expect(outbox.ops().map(({ waited }) => waited)).toEqual([true, false, true])
  })

  test('does not say so of what was refused on the spot, and is asked again at once', async () => {
    const op = await wish('source:1', { sentOnce: true, waited: false, at: NOW - 1_000 })
    await drainTo(applied)
    expect(sent[0]!.ops).toMatchObject([{ mid: op.mid }])
    expect(sent[0]!.ops[0]).not.toHaveProperty('offline')
    expect(outbox.ops()[0]!.waited).toBe(false)
  })

  test('stops where its page ends', async () => {
    for (let id = 1; id <= 120; id++) await wish(`source:${id}`)
    await drainTo(applied, () => sent.length > 0)
    expect(sent).toHaveLength(1)
  })

  test('ends when all that is left is blocked', async () => {
    const op = await wish('source:1')
    await drainTo(({ ops }) => ({
      epoch,
      seq: 0,
      serverTime: TIME,
      results: [{ mid: midOf(ops[0]!), status: 'blocked' }],
    }))
    expect(sent).toHaveLength(1)
    expect(stateOf(op)).toBe('pending')
  })

  test('does not let what waits for another device hold up the work of this one', async () => {
    const taken = await wish('source:1', { queueId: 'imported', deviceId: 'another' })
    const own = await wish('source:2')
    await drainTo(input =>
      input.queueId === 'imported'
        ? { epoch, seq: 0, serverTime: TIME, results: [{ mid: taken.mid, status: 'blocked' }] }
        : applied(input),
    )
    expect(sent.map(({ queueId }) => queueId)).toEqual(['imported', 'queue'])
    expect([stateOf(taken), stateOf(own)]).toEqual(['pending', 'done'])
  })

  test('lets a lane that does not get through wait, and the others go', async () => {
    const [bad, behind, good] = [await wish('source:1'), await wish('source:1'), await wish('source:2')]
    await drainTo(({ ops }) => ({
      epoch,
      seq: 0,
      serverTime: TIME,
      results: ops.map(op => ({
        mid: midOf(op),
        status: midOf(op) === bad.mid ? 'retry' : midOf(op) === behind.mid ? 'blocked' : 'applied',
      })),
    }))
    expect([bad, behind, good].map(stateOf)).toEqual(['pending', 'pending', 'done'])
    expect(sent).toHaveLength(1)
    expect(outbox.ops()[0]!.nextAt).toBe(NOW + 1_000)
  })

  test('gives up what others claimed who are gone', async () => {
    const op = await wish('source:1')
    const ports = { store: outbox.store, build: 'test', now: () => NOW }
    await nextSending({ ...ports, drainer: 'gone' })
    await drainTo(applied)
    expect(stateOf(op)).toBe('done')
  })
})

describe('an envelope', () => {
  test('that does not come through leaves nothing claimed', async () => {
    const op = await wish('source:1')
    await expect(
      drainTo(() => {
        throw new Problem('unavailable', 'Away')
      }),
    ).rejects.toThrow('Away')
    expect(outbox.ops()[0]).toMatchObject({ state: 'pending', claim: null, attempts: 0, sentOnce: true })
    expect(stateOf(op)).toBe('pending')
  })

  const refusing =
    (bad: readonly OutboxOp[], code: 'invalid' | 'too-large' = 'invalid'): Server =>
    input => {
      if (input.ops.some(op => bad.some(({ mid }) => mid === midOf(op)))) throw new Problem(code, 'Unreadable')
      return applied(input)
    }

  test.each(['invalid', 'too-large'] as const)(
    'that nobody can read (%s) loses only what is unreadable in it',
    async code => {
      const ops = []
      for (let id = 1; id <= 50; id++) ops.push(await wish(`source:${id}`))
      const bad = [ops[29]!]
      await drainTo(refusing(bad, code))
      expect(ops.filter(op => stateOf(op) === 'rejected')).toEqual(
        bad.map(({ mid }) => expect.objectContaining({ mid })),
      )
      expect(ops.filter(op => stateOf(op) === 'done')).toHaveLength(49)
      expect(sent.length).toBeLessThan(20)
    },
  )
})

describe('an answer', () => {
  const ports = { pause: () => 1_000, now: () => NOW }
  const sendingOf = async () => (await nextSending({ ...ports, store: outbox.store, drainer: 'other', build: 'test' }))!
  const take = async (results: PushResult[], from = epoch) => {
    const sending = await sendingOf()
    return storeAnswer({ ...ports, store: outbox.store }, sending, { epoch: from, seq: 0, serverTime: TIME, results })
  }

  test('of a restored server has all that was done sent again', async () => {
    const first = await wish('source:1')
    await drainTo(applied)
    const second = await wish('source:2')
    expect(await take([{ mid: second.mid, status: 'applied' }], 'next')).toBe('otherEpoch')
    expect([first, second].map(stateOf)).toEqual(['pending', 'pending'])
    expect(outbox.queue().epoch).toBe('next')
  })

  test('that comes after another one moved the device on changes nothing', async () => {
    const op = await wish('source:1')
    const late = await sendingOf()
    await drainTo(applied)
    const before = outbox.ops()
    const results: PushResult[] = [{ mid: op.mid, status: 'rejected' }]
    await storeAnswer({ ...ports, store: outbox.store }, late, { epoch, seq: 0, serverTime: TIME, results })
    expect(outbox.ops()).toEqual(before)
  })

  test('twice changes nothing the second time', async () => {
    const op = await wish('source:1')
    const sending = await sendingOf()
    const answer = applied(sending.input)
    await storeAnswer({ ...ports, store: outbox.store }, sending, answer)
    const before = structuredClone(outbox.ops())
    expect(await storeAnswer({ ...ports, store: outbox.store }, sending, answer)).toEqual([])
    expect(outbox.ops()).toEqual(before)
    expect(stateOf(op)).toBe('done')
  })
})

test('never asks for more than the wire takes', async () => {
  for (let id = 1; id <= 60; id++) await wish(`source:${id}`, { args: { label: 'x'.repeat(20_000) } })
  const push = vi.fn(applied)
  await drainTo(push)
  for (const [input] of push.mock.calls) {
    expect(input.ops.length).toBeLessThanOrEqual(PUSH_LIMIT)
    expect(JSON.stringify(input).length).toBeLessThan(600_000)
  }
})

describe('over a line that is too slow for all of it', () => {
  /** Passes what it can in the time that it has; answers how many ops each attempt had. */
  const line = (most: number, cut: () => Error) => {
    let clock = 0
    vi.spyOn(performance, 'now').mockImplementation(() => clock)
    return (input: PushInput) => {
      clock += input.ops.length * 1_000
      if (input.ops.length > most) throw cut()
      return applied(input)
    }
  }
  const cycles = async (server: Server) => {
    for (let cycle = 0; cycle < 20 && outbox.ops().some(({ open }) => open === 1); cycle++)
      await drainTo(server).catch(() => undefined)
  }
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['the server cuts it', () => new Problem('time-out', 'The request took too long to arrive')],
    ['the line breaks', () => unreachable(new Error('reset'))],
  ])('less is sent each time, and in the end all of it: %s', async (_, cut) => {
    for (let id = 1; id <= 60; id++) await wish(`source:${id}`)
    await cycles(line(10, cut))
    expect(outbox.ops().every(({ state }) => state === 'done')).toBe(true)
    expect(sizes().slice(0, 5)).toEqual([50, 25, 13, 7, 7])
  })

  test('and as much as before once it is quick again', async () => {
    for (let id = 1; id <= 120; id++) await wish(`source:${id}`)
    await drainTo(line(1, () => new Problem('time-out', 'Too long'))).catch(() => undefined)
    vi.restoreAllMocks()
    await drainTo(applied)
    expect(sizes()).toEqual([50, 25, 50, 45])
  })

  test('but no less where there is no line at all', async () => {
    for (let id = 1; id <= 60; id++) await wish(`source:${id}`)
    const down = () => {
      throw unreachable(new Error('refused'))
    }
    for (let cycle = 0; cycle < 3; cycle++) await drainTo(down).catch(() => undefined)
    expect(sizes()).toEqual([50, 50, 50])
  })
})

describe('a queue with which a copy of this device went on', () => {
  /** The server, to which the copy has called everything up to there final; what follows in a lane waits for what comes first. */
  const furtherOn =
    (mark: number, known: ReadonlySet<string> = new Set()): Server =>
    input => {
      const stopped = new Set<string>()
      const results = input.ops.map((op): PushResult => {
        if ('cancel' in op) return { mid: op.cancel, status: 'cancelled' }
        if (stopped.has(op.lane)) return { mid: op.mid, status: 'blocked' }
        const isFinal = input.queueId === 'queue' && op.queueSeq <= mark && !op.supersedes && !known.has(op.mid)
        if (isFinal) stopped.add(op.lane)
        return isFinal
          ? { mid: op.mid, status: 'rejected', code: 'expired_unknown' }
          : { mid: op.mid, status: known.has(op.mid) ? 'replayed' : 'applied' }
      })
      return { epoch, seq: 0, serverTime: TIME, results }
    }
  const open = () => outbox.ops().filter(op => op.open === 1)

  test('is left for another one: what was never sent is done, in its order, and nobody is asked', async () => {
    const [made, next, other] = [await wish('source:1'), await wish('source:1'), await wish('source:2')]
    for (let id = 10; id < 110; id++) await wish(`source:${id}`)
    await drainTo(furtherOn(205))
    expect(open()).toEqual([])
    expect([made, next, other].map(stateOf)).toEqual(['superseded', 'done', 'superseded'])
    const again = outbox.ops().filter(({ supersedes }) => supersedes !== null)
    expect(again.map(({ ord }) => ord)).toEqual([1, 3, ...Array.from({ length: 47 }, (_, at) => 4 + at)])
    const [queueId, ...others] = new Set(sent.slice(1).map(input => input.queueId))
    expect([queueId === 'queue', others]).toEqual([false, []])
    expect(sizes()).toEqual([50, 50, 50, 3])
    // What is said from now on is not behind anything.
    sent = []
    await wish('source:3')
    await drainTo(furtherOn(205))
    expect(sent.map(input => [input.queueId, input.ops.length])).toEqual([[queueId, 1]])
    expect(open()).toEqual([])
  })

  test('is left by nothing that may have been sent before, nor by what came from elsewhere', async () => {
    const replayed = await wish('source:1', { sentOnce: true })
    const left = [
      await wish('source:2', { sentOnce: true }),
      await wish('source:4', { queueId: 'imported', deviceId: 'another', sentOnce: true }),
    ]
    await drainTo(input => furtherOn(205, new Set([replayed.mid]))({ ...input, queueId: 'queue' }))
    expect(stateOf(replayed)).toBe('done')
    expect(left.map(stateOf)).toEqual(['rejected', 'rejected'])
    expect((await wish('source:5')).queueId).toBe('queue')
  })
})
