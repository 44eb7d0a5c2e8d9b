import fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { PushCancel, PushInput, PushOp } from '#contract/calls/push.ts'
import type { Tx } from '#server/crud/store.ts'
import { push } from '#server/sync/push.ts'
import { discard, enqueue, type Books, type correct } from '#src/offline/outbox/machine.ts'
import { isOpen, type OutboxOp } from '#src/offline/outbox/op.ts'
import type { Broken } from '../support/simulation/device.ts'
import { memoryServer } from '../support/simulation/memory-store.ts'
import { simulate, type Happening, type Step, type Variant } from '../support/simulation/run.ts'
import { schedule, type Weights } from '../support/simulation/schedule.ts'
import { actor, taskWriter } from '../support/simulation/task.ts'

type Options = { numRuns: number; seed?: number; weights?: Weights; seen?: RegExp; opening?: readonly Step[] }

const check = (variant: Variant, { seen, opening = [], ...options }: Options) =>
  fc.check(
    fc.asyncProperty(schedule(options.weights), async steps => {
      const problems = (await simulate([...opening, ...steps], variant)).filter(problem => !seen || seen.test(problem))
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

test('hundreds of thousands of them can be played by themselves: npm run soak', () => {
  const { status, stdout } = spawnSync('npx', ['--no-install', 'tsx', 'scripts/soak.ts', '7', '100'], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^seed 7: 100 schedules, \d+ steps, \d+ s, nothing wrong$/m)
  expect(status).toBe(0)
})

test('the server keeps the order by itself, where a device does not wait for what is on its way', async () => {
  // What such a device shows meanwhile is its own affair: the shipped one never sends like this.
  const seen = /^(?!.*shows ")/
  const result = await check({ broken: { isPipelined: true } }, { numRuns: 1_000, weights: { giveUp: 6 }, seen })
  expect(result.failed ? `${fc.defaultReportMessage(result)}\n${problemsIn(result)}` : '').toBe('')
}, 120_000)

const wrapped =
  (change: (tx: Tx) => Partial<Tx>) =>
  (tx: Tx): Tx => ({ ...tx, ...change(tx) })

/** Little happens but what is said. */
const quiet = {
  addBad: 0,
  retitle: 0,
  createBad: 0,
  correct: 0,
  discard: 0,
  foldUp: 0,
  forget: 0,
  carry: 0,
  fault: 0,
  failing: 0,
  lose: 0,
  backUp: 0,
  restore: 0,
  decide: 0,
}

/** Nothing happens but what is said, and what the network does. */
const silent = {
  ...quiet,
  createBad: 0,
  annotate: 0,
  refer: 0,
  archive: 0,
  reword: 0,
  release: 0,
  hurry: 0,
  wait: 0,
  clockAhead: 0,
  clockBack: 0,
  pull: 0,
  pulled: 0,
}

/** What happens to the first device, with what is picked, and how. */
const one = (steps: string): Step[] =>
  steps.split(' ').map(step => {
    const [what, picked = '0', how = '0'] = step.split(':')
    return { what: what as Happening, a: Number(how), b: Number(picked) }
  })

/** A supervisor's own words take the place of what a device corrects twice, the first time without reaching the server. */
const CORRECTED_TWICE = one(
  'create addBad send:3 deliver answer decide:0:1 correct send:3 lose:1 giveUp reword send:3 deliver answer',
)
/** A restore takes away what a correction came too late for: its author decides about both of them. */
const TWO_TO_DECIDE = one(
  'createBad send deliverAndKeep backUp answer correct decide:0:1 send deliverTwo:7 answer restore correct giveUp create send',
)
/** What was made before a restore is referred to after it, and leaves before its device has heard of the restore. */
const SAID_TO_A_FORMER_LIFE = one(
  'pull:0:1 pulled create:0:1 send:0:1 deliver answer backUp create:0:1 send:0:1 deliver answer refer:0:1 restore send:0:1 deliver answer',
)

type Wire = PushOp | PushCancel
const isOp = (op: Wire): op is PushOp => 'mid' in op
/** Changes every op, or every withdrawal, that leaves a device. */
const ops = (change: (op: PushOp) => PushOp) => (input: PushInput) => ({
  ...input,
  ops: input.ops.map(op => (isOp(op) ? change(op) : op)),
})

/** What was withdrawn is forgotten without telling anybody. */
const discardHere: Broken['discard'] = (books, op, now) => {
  for (const one of books.ops) one.sentOnce = false
  return discard(books, op, now)
}
/** What follows a withdrawn op goes on following it. */
const stayBehind: Broken['kept'] = (before, after) => {
  if (before && before.prevMid !== after.prevMid) after.prevMid = before.prevMid
}
const withdrawFirst =
  (isAtTheEnd: boolean): typeof correct =>
  (books, op, correction) => {
    const { opV, id, userId, deviceId, lane, deps, ord, prevMid } = op
    op.state = 'cancelling'
    op.nextAt = 0
    books.touched.add(op)
    const wish = { op: op.op, opV, id, userId, deviceId, lane, deps, ...correction }
    const made = enqueue(books, wish, isAtTheEnd ? {} : { ord, prevMid })
    if (!isAtTheEnd)
      for (const other of books.ops)
        if (other !== made && other.prevMid === op.mid) {
          other.prevMid = made.mid
          books.touched.add(other)
        }
    return made
  }
/** Whoever asked: the answer is everybody's. */
const claimAll = (books: Books, claim: string, mids: readonly string[], only: (op: OutboxOp) => boolean = isOpen) => {
  for (const op of books.ops) if (mids.includes(op.mid) && only(op)) op.claim = claim
}

/** A refusal is thrown away by the code, where only its person may do that. */
const throwAway: Broken['kept'] = (_, after) => {
  if (after.state === 'rejected') Object.assign(after, { state: 'discarded', open: 0 })
}
/** Says that somebody decided, and nobody did. */
const decideHere =
  (how: 'keep' | 'drop'): NonNullable<Broken['heard']> =>
  (_, __, { results }) => {
    for (const result of results)
      if (result.status === 'rejected')
        Object.assign(result, {
          status: how === 'drop' ? 'cancelled' : 'superseded',
          decidedBy: { id: 2, name: null, at: '', how },
        })
  }

test.each([
  ['what was corrected twice, the first time on its way, ends when somebody else has decided', CORRECTED_TWICE],
  ['two that wait for a decision about the same thing end, whichever is decided first', TWO_TO_DECIDE],
  ['what is said to a former life of the server is not judged by this one', SAID_TO_A_FORMER_LIFE],
])('%s', async (_, steps) => {
  expect(await simulate(steps)).toEqual([])
})

/** One rule less each time, and what must go wrong then: without this nobody would know that the rule is looked at. */
const missing: Record<string, Variant & { seen: RegExp; weights?: Weights; opening?: readonly Step[] }> = {
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
    broken: { isPipelined: true, sent: ops(op => ({ ...op, prevMid: null })) },
    seen: /out of order|for want of a record/,
    weights: { restore: 0, giveUp: 8, deliverAndKeep: 10 },
  },
  'work that may have left the device is discarded without telling the server': {
    broken: { discard: discardHere },
    seen: /discarded\) was done all the same/,
  },
  'a withdrawal does not say what the withdrawn op followed': {
    broken: {
      isPipelined: true,
      sent: input => ({
        ...input,
        ops: input.ops.map(op =>
          isOp(op) ? op : { cancel: op.cancel, lane: op.lane, alsoSupersedes: op.alsoSupersedes },
        ),
      }),
    },
    seen: /for want of a record|out of order/,
    // What chance hardly ever does: three under way one by one, the second withdrawn behind the first.
    opening: one('pull pulled create send deliver answer add add add send send send giveUp discard:1 send send'),
    weights: {
      ...silent,
      create: 2,
      pull: 2,
      pulled: 2,
      add: 12,
      discard: 8,
      send: 24,
      giveUp: 6,
      deliver: 14,
      answer: 4,
    },
  },
  // Either of the two is enough for what follows it to go on.
  'a withdrawn op stays refused at the server, and is followed on the device': {
    broken: { kept: stayBehind },
    port: wrapped(tx => ({
      async settle(mid, outcome) {
        const { status } = (await tx.mutation(mid))!
        if (outcome.status === 'cancelled' && (status === 'rejected' || status === 'conflict')) return
        await tx.settle(mid, outcome)
      },
    })),
    seen: /held up|never came to an end/,
    weights: { restore: 0, retitle: 0, discard: 10, addBad: 8 },
  },
  'the late refusal of an op settles its withdrawal, and it is followed on': {
    broken: {
      kept: stayBehind,
      heard: (books, { claim }, { results }) =>
        claimAll(
          books,
          claim,
          results.filter(({ status }) => status === 'rejected').map(({ mid }) => mid),
          ({ state }) => state === 'cancelling',
        ),
    },
    seen: /held up|never came to an end/,
    weights: { ...quiet, discard: 10, addBad: 10, giveUp: 6, deliverAndKeep: 10 },
  },
  'a device does not learn that the server was restored': {
    broken: { epochOf: (answer, { epoch }) => epoch ?? answer.epoch, isDeafToPulls: true },
    seen: /is not on the server/,
    weights: { backUp: 3, restore: 3 },
  },
  'answers do not say which life of the server they come from': {
    broken: {
      epochOf: (answer, { epoch }) => epoch ?? answer.epoch,
      heard: (books, { claim }, { results }) =>
        claimAll(
          books,
          claim,
          results.map(({ mid }) => mid),
        ),
    },
    seen: /is not on the server|never came to an end|done all the same/,
    weights: { ...silent, add: 3, backUp: 4, restore: 4, pull: 16, pulled: 16, answer: 8 },
  },
  // Either of the two is enough to keep a late copy out; without both nothing is.
  'what was withdrawn is not withdrawn again after a restore, nor known to be final': {
    broken: {
      sent: input => ({ ...input, acknowledged: 0 }),
      kept: (before, after) => {
        if (before?.state === 'discarded' && after.state === 'cancelling') Object.assign(after, before)
      },
    },
    seen: /discarded\) was done all the same/,
    weights: { ...silent, add: 2, backUp: 4, restore: 5, discard: 12, giveUp: 10, answer: 16 },
  },
  'every restore jumps to the same record ids': {
    jumps: 'theSame',
    seen: /never came to an end|id/,
    weights: { backUp: 3, restore: 4, create: 8 },
  },
  'a refused op is corrected by a new one at the end of the queue': {
    broken: { correct: withdrawFirst(true) },
    seen: /for want of a record/,
    weights: { retitle: 0, createBad: 5, correct: 8 },
  },
  'a refused op is corrected by withdrawing it first, then sending a new one in its place': {
    broken: { correct: withdrawFirst(false) },
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
  'a correction counts although somebody else has decided': {
    port: wrapped(tx => ({
      async claim(mutation) {
        const twin = await tx.claim(mutation)
        return twin && mutation.status === 'superseded' ? { ...twin, decided: null } : twin
      },
    })),
    seen: /was decided twice/,
    weights: { ...quiet, addBad: 8, correct: 10, decide: 10 },
  },
  'a decision does not end what it decides about': {
    port: wrapped(tx => ({
      settle: async (mid, outcome) => (outcome.decided ? undefined : tx.settle(mid, outcome)),
    })),
    seen: /was decided twice/,
    weights: { ...quiet, addBad: 8, correct: 10, decide: 10 },
  },
  'what is refused is thrown away without asking its author': {
    broken: { kept: throwAway },
    seen: /discarded\) has vanished/,
  },
  'what is refused ends as if a supervisor had kept it': {
    broken: { heard: decideHere('keep') },
    seen: /superseded\) has vanished/,
  },
  'what is refused ends as if a supervisor had dropped it': {
    broken: { heard: decideHere('drop') },
    seen: /discarded\) has vanished/,
  },
  'a correction vanishes, and what it was to correct counts as replaced': {
    broken: {
      kept: (before, after) => {
        if (before?.state === 'pending' && after.state === 'sending' && after.supersedes)
          Object.assign(after, { state: 'superseded', open: 0, claim: null })
      },
    },
    seen: /superseded\) has vanished/,
    weights: { correct: 10, addBad: 6 },
  },
  'what builds on work that a supervisor dropped is left to its author': {
    broken: {
      heard: (_, __, { results }) => {
        for (const result of results) if (result.status === 'cancelled') delete result.decidedBy
      },
    },
    seen: /never came to an end: not_found/,
    weights: { ...quiet, createBad: 10, annotate: 10, decide: 10 },
  },
  'the base of a change is what is there when it is sent': {
    broken: {
      sent: (input, baseOf) =>
        ops(op =>
          op.base === null
            ? op
            : {
                ...op,
                base: {
                  ...op.base,
                  fields: Object.fromEntries(
                    Object.keys(op.base.fields).map(name => [name, baseOf(op.id)?.[name] ?? null]),
                  ),
                },
              },
        )(input),
    },
    seen: /its author never saw/,
  },
  'what goes into a file and comes from one does not count as sent': {
    broken: {
      kept: (before, after) => {
        if (after.state === 'pending' && after.claim === null && !before?.sentOnce) after.sentOnce = false
      },
    },
    seen: /discarded\) was done all the same/,
    weights: { ...quiet, add: 4, carry: 12, discard: 14 },
  },
  'a refusal that was told on the spot is forgotten without telling the server': {
    broken: {
      kept: (before, after) => {
        const isReleased = before?.state === 'rejected' && after.state === 'cancelling'
        if (isReleased) Object.assign(after, { state: 'discarded', open: 0 })
      },
    },
    seen: /is still to be decided/,
    weights: { ...quiet, addBad: 8, release: 8 },
  },
  'what follows something that nobody knows any more waits for it': {
    broken: {
      kept: (before, after) => {
        if (before?.state === 'sending' && before.prevMid && after.prevMid === null) after.prevMid = before.prevMid
      },
    },
    seen: /never came to an end|held up/,
    weights: { add: 12, forget: 10, backUp: 4, restore: 4, discard: 0, correct: 0, addBad: 0, createBad: 0 },
  },
  'nothing that stands behind a change at which the server fails is heard of': {
    broken: {
      heard: (_, __, { results }) => {
        const failed = results.findIndex(({ status }) => status === 'retry')
        if (failed >= 0) results.splice(failed + 1)
      },
    },
    seen: /held up/,
    weights: { ...quiet, failing: 4 },
  },
  'withdrawals never leave the device': {
    broken: { sent: input => ({ ...input, ops: input.ops.filter(isOp) }) },
    seen: /cancelling\) never came to an end/,
  },
  'what refers to a record that was made here does not wait for it': {
    broken: { kept: (_, after) => void (after.deps = []) },
    seen: /for want of a record/,
    weights: { ...quiet, create: 6, createBad: 6, refer: 14, correct: 2, archive: 0 },
  },
  'a clock that was put back freezes what was put off': {
    broken: { isFrozenByClocks: true },
    seen: /never came to an end/,
    weights: { clockAhead: 6, clockBack: 6, fault: 6 },
  },
  'a withdrawn correction takes nothing of what it replaced with it': {
    broken: {
      sent: input => ({
        ...input,
        ops: input.ops.map(op => (isOp(op) ? { ...op, alsoSupersedes: [] } : { ...op, alsoSupersedes: [] })),
      }),
    },
    seen: /done all the same/,
    weights: { ...quiet, addBad: 10, correct: 12, discard: 10, reword: 10, giveUp: 8, backUp: 3, restore: 3 },
  },
  'what a correction came too late for stands beside it, not before it': {
    broken: { kept: (_, after) => void (after.ord = Math.floor(after.ord)) },
    seen: /never came to an end/,
    opening: TWO_TO_DECIDE,
    weights: silent,
  },
  'rows of a pull are stored whatever they replace': {
    broken: { pulled: rows => rows.map(row => ({ ...row, version: row.version + 1_000 })) },
    seen: /again after|not as the server has it/,
  },
}

describe('the simulation notices when', () => {
  test.each(Object.entries(missing))(
    '%s',
    async (_, { seen, weights, opening = [], ...variant }) => {
      const result = await check(variant, {
        numRuns: 30_000,
        seed: 42,
        seen,
        opening,
        weights: { decide: 0, ...weights },
      })
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
