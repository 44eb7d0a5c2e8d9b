import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PushInput } from '#contract/calls/push.ts'
import { happenings, runModel, type Happening, type Missing, type Step } from '../support/model/run.ts'
import { openShop, type Shop } from '../support/shop.ts'

// What is new and what is loaded comes in so many pages that they can be lost, held up and overtaken one by one.
vi.mock('#contract/calls/sync.ts', async original => ({ ...(await original()), PULL_LIMIT: 3, SNAPSHOT_LIMIT: 5 }))

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop?.server.close())

const step = fc.record<Step>({
  what: fc.oneof(
    ...Object.entries(happenings).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as Happening) })),
  ),
  a: fc.nat(3),
  b: fc.nat(11),
})

const stories = fc.array(step, { minLength: 3, maxLength: 30, size: 'max' })

test('the devices of a person and the shipped server end with the same, whatever happens between them', async () => {
  let running: Promise<string[]> = Promise.resolve([])
  const result = await fc.check(
    fc.asyncProperty(stories, fc.boolean(), async (steps, hasLocks) => {
      running = runModel(shop, steps, hasLocks)
      const wrong = await running
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    }),
    { numRuns: 80, interruptAfterTimeLimit: 60_000, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  )
  // When time is up, the last story goes on: it must not restore the server of the next one.
  await running.catch(() => undefined)
  // The seed and the shortest story that fails are all it takes to see it again.
  const message = (result.errorInstance as Error | null)?.message
  expect(result.failed ? `${fc.defaultReportMessage(result)}\n${message}` : '').toBe('')
  expect(result.numRuns).toBeGreaterThan(20)
}, 180_000)

const midsIn = ({ ops }: PushInput) => ops.map(op => ('mid' in op ? op.mid : op.cancel))

/** One rule less each time, and what must go wrong then: without this nobody would know that the model looks at it. */
const broken: Record<string, Missing & { story: string; seen: RegExp }> = {
  'the server does not know an intent again': {
    async push(body) {
      await shop.sql('delete from sync_mutation where mid = any($1)', [midsIn(JSON.parse(body) as PushInput)])
      return body
    },
    story: 'create change:1 send',
    seen: /^at most once|^exactly once/,
  },
  'a device forgets what nobody answered': {
    forgetsUnanswered: true,
    story: 'create network change:1 network mishap:1 send',
    seen: /^nothing vanishes: .* is gone/,
  },
  'a server that went back in time does not say so': {
    afterRestore: epoch => shop.sql('update sync_clock set epoch = $1', [epoch]),
    story: 'save create send restore',
    seen: /^exactly once/,
  },
  'what is said of a record arrives in any order': {
    push(body) {
      const input = JSON.parse(body) as PushInput
      const ops = input.ops.map(op => ('mid' in op ? { ...op, prevMid: null } : op)).toReversed()
      return JSON.stringify({ ...input, ops })
    },
    story: 'create send network change:1 change:3 network send',
    seen: /^lane order/,
  },
}

/** What happens, with what is picked, and on which device where it is not the first. */
const told = (story: string): Step[] =>
  story.split(' ').map(one => {
    const [what, picked = '0', device = '0'] = one.split(':')
    return { what: what as Happening, a: Number(device), b: Number(picked) }
  })

test.each([
  ['discarded where it was exported', 'network create change:1 carry discard:1 network'],
  ['discarded where it was taken in', 'network create change:1 carry discard:1:1 network'],
  ['corrected where it was exported', 'network create carry edit network'],
  ['corrected on both sides', 'network create carry edit edit:0:1 network'],
])('what was carried to another device by file and is %s ends the same on both', async (_, story) => {
  expect(await runModel(shop, told(story), true)).toEqual([])
})

describe('the model notices when', () => {
  test.each(Object.entries(broken))('%s', async (_, { story, seen, ...missing }) => {
    expect((await runModel(shop, told(story), true, missing)).filter(found => seen.test(found))).not.toEqual([])
    // Nothing is wrong with the story itself.
    expect(await runModel(shop, told(story), true)).toEqual([])
  })
})
