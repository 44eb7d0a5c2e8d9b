import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PushInput, PushOp } from '#contract/calls/sync.ts'
import type { Tx } from '#server/crud/store.ts'
import { push } from '#server/sync/push.ts'
import { memoryServer } from '../support/simulation/memory-store.ts'
import { happenings, simulate, type Happening, type Step, type Variant } from '../support/simulation/run.ts'
import { actor, taskWriter } from '../support/simulation/task.ts'

type Weights = Partial<Record<Happening, number>>

/** A schedule: who does what when, and what the network does with it. */
const schedule = (weights: Weights = {}) =>
  fc.array(
    fc.record<Step>({
      what: fc.oneof(
        ...Object.entries({ ...happenings, ...weights }).map(([what, weight]) => ({
          weight,
          arbitrary: fc.constant(what as Happening),
        })),
      ),
      a: fc.nat(5),
      b: fc.nat(11),
    }),
    { minLength: 5, maxLength: 45, size: 'max' },
  )

const check = (variant: Variant, options: { numRuns: number; seed?: number; weights?: Weights }) =>
  fc.check(
    fc.asyncProperty(schedule(options.weights), async steps => {
      const problems = await simulate(steps, variant)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    }),
    { numRuns: options.numRuns, ...(options.seed === undefined ? {} : { seed: options.seed, endOnFailure: true }) },
  )

const problemsIn = (result: Awaited<ReturnType<typeof check>>) => (result.errorInstance as Error | null)?.message ?? ''

test('every change is done once and in order, whatever network, devices, people and restores do', async () => {
  const result = await check({}, { numRuns: 5_000 })
  // The seed and the shortest schedule that fails are all it takes to see it again.
  expect(result.failed ? `${fc.defaultReportMessage(result)}\n${problemsIn(result)}` : '').toBe('')
}, 120_000)

const wrapped =
  (change: (tx: Tx) => Partial<Tx>) =>
  (tx: Tx): Tx => ({ ...tx, ...change(tx) })

/** Little happens but what is said. */
const quiet = {
  addBad: 0,
  addPair: 0,
  retitle: 0,
  createBad: 0,
  correct: 0,
  discard: 0,
  fault: 0,
  lose: 0,
  backUp: 0,
  restore: 0,
}

/** One rule less each time, and what must go wrong then: without this nobody would know that the rule is looked at. */
const missing: Record<string, Variant & { seen: RegExp; weights?: Weights }> = {
  'the ledger does not know an intent again': {
    port: wrapped(tx => ({
      async claim(mutation) {
        if (await tx.claim(mutation)) await tx.settle(mutation.mid, mutation)
        return null
      },
    })),
    seen: /was done twice|was done all the same/,
  },
  'an op does not say which one it follows': {
    rules: { saysPrevious: false },
    seen: /out of order|for want of a record/,
    weights: { addPair: 0, restore: 0 },
  },
  'work that may have left the device is discarded without telling the server': {
    rules: { withdraws: false },
    seen: /discarded\) was done all the same/,
  },
  'a withdrawal does not say what the withdrawn op followed': {
    rules: { saysPreviousOfWithdrawn: false },
    seen: /for want of a record|out of order/,
    weights: { ...quiet, create: 0, createBad: 8, add: 10, discard: 10, deliver: 10, answer: 14, lose: 0, correct: 1 },
  },
  // Either of the two is enough for what follows it to go on.
  'a withdrawn op stays refused at the server, and is followed on the device': {
    rules: { passesOver: false },
    port: wrapped(tx => ({
      async settle(mid, outcome) {
        const { status } = (await tx.mutation(mid))!
        if (outcome.status === 'cancelled' && (status === 'rejected' || status === 'conflict')) return
        await tx.settle(mid, outcome)
      },
    })),
    seen: /held up|never came to an end/,
    weights: { addPair: 0, restore: 0, retitle: 0, discard: 10, addBad: 8 },
  },
  'the late refusal of an op settles its withdrawal, and it is followed on': {
    rules: { waitsForWithdrawal: false, passesOver: false },
    seen: /held up|never came to an end/,
    weights: { ...quiet, discard: 10, addBad: 10, giveUp: 6, deliverAndKeep: 10 },
  },
  'a device does not learn that the server was restored': {
    rules: { learnsEpoch: 'never' },
    seen: /is not on the server/,
    weights: { backUp: 3, restore: 3 },
  },
  'answers do not say which life of the server they come from': {
    rules: { learnsEpoch: 'fromPull', checksClaim: false },
    seen: /is not on the server|never came to an end|done all the same/,
    weights: { addPair: 0, backUp: 4, restore: 4, pull: 5, giveUp: 6, discard: 6, createBad: 0, addBad: 0 },
  },
  // Either of the two is enough to keep a late copy out; without both nothing is.
  'what was withdrawn is not withdrawn again after a restore, nor known to be final': {
    rules: { withdrawsAgain: false, saysFinal: false },
    seen: /discarded\) was done all the same/,
    weights: { ...quiet, backUp: 4, restore: 5, discard: 12, giveUp: 10 },
  },
  'every restore jumps to the same record ids': {
    jumps: 'theSame',
    seen: /never came to an end|id/,
    weights: { backUp: 3, restore: 4, create: 8 },
  },
  'a refused op is corrected by a new one at the end of the queue': {
    rules: { corrects: 'atTheEnd' },
    seen: /for want of a record/,
    weights: { addPair: 0, retitle: 0, createBad: 5, correct: 8 },
  },
  'a refused op is corrected by withdrawing it first, then sending a new one in its place': {
    rules: { corrects: 'byWithdrawingFirst' },
    seen: /for want of a record|out of order/,
    weights: { ...quiet, create: 0, createBad: 8, add: 8, correct: 10, deliverAndKeep: 14, giveUp: 1 },
  },
  'what a correction replaces is not taken out of service': {
    port: wrapped(tx => ({
      claim: async mutation => (mutation.status === 'superseded' ? null : tx.claim(mutation)),
      settle: async (mid, outcome) => (outcome.status === 'superseded' ? undefined : tx.settle(mid, outcome)),
    })),
    seen: /held up|never came to an end|done all the same/,
  },
  'the base of a change is what is there when it is sent': {
    rules: { keepsBase: false },
    seen: /its author never saw/,
  },
  'the ops of a group are sent one by one': {
    rules: { groups: false },
    seen: /only a part of/,
    weights: { addPair: 10, restore: 0, add: 2 },
  },
}

describe('the simulation notices when', () => {
  test.each(Object.entries(missing))(
    '%s',
    async (_, { seen, weights, ...variant }) => {
      const result = await check(variant, { numRuns: 30_000, seed: 42, ...(weights && { weights }) })
      expect(problemsIn(result)).toMatch(seen)
    },
    120_000,
  )
})

test('batches of a lane that overtake each other are applied in the order of the lane', async () => {
  const count = 8
  const opOf = (index: number): PushOp => ({
    mid: `op-${index}`,
    op: index === 0 ? 'task.create' : 'task.add',
    opV: 1,
    id: 1,
    base: null,
    args: index === 0 ? { title: 'Task' } : { what: `${index}` },
    queueSeq: index + 1,
    lane: 'task:1',
    prevMid: index === 0 ? null : `op-${index - 1}`,
    group: null,
    supersedes: null,
  })
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: count - 1 }), { maxLength: 5 })
  const deliveries = fc.array(fc.nat(20), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(cuts, deliveries, async (cuts, deliveries) => {
      const server = memoryServer()
      server.lease('device')
      const sync = { ...server, writer: taskWriter({ left: 0 }), report: () => {} }
      const bounds = [0, ...cuts.toSorted((a, b) => a - b), count]
      const batches = bounds
        .slice(1)
        .map((end, at) => Array.from({ length: end - bounds[at]! }, (_, index) => opOf(bounds[at]! + index)))
      const deliver = (ops: PushOp[]) => {
        const input: PushInput = { queueId: 'q', deviceId: 'device', epoch: null, build: 'test', acknowledged: 0, ops }
        return push(sync, { actor, request: null, confirmed: true }, input)
      }
      for (const at of deliveries) await deliver(batches[at % batches.length]!)
      for (const _ of batches) for (const batch of batches.toReversed()) await deliver(batch)
      const { row } = server.disk().rows.get(1)!
      expect(row.log).toBe(Array.from({ length: count - 1 }, (_, at) => `${at + 1};`).join(''))
    }),
    { numRuns: 500 },
  )
})
