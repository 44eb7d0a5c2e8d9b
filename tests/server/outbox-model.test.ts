import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runModel } from '../support/model/run.ts'
import { playStories, told } from '../support/model/stories.ts'
import { openShop, type Shop } from '../support/shop.ts'

// What is new and what is loaded comes in so many pages that they can be lost, held up and overtaken one by one.
vi.mock('#contract/calls/sync.ts', async original => ({ ...(await original()), PULL_LIMIT: 3, SNAPSHOT_LIMIT: 5 }))

// A few stories. Many more, and one less of the rules each time, are the deep tier's: outbox-model.deep.test.ts.
let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop?.server.close())

test('the devices of a person and the shipped server end with the same in a few stories that are drawn', async () => {
  const { numRuns, wrong } = await playStories(shop, { numRuns: 6, interruptAfterTimeLimit: 60_000 })
  expect(wrong).toBe('')
  expect(numRuns).toBeGreaterThan(0)
})

test.each([
  ['an answer comes late, and the rights are gone', 'mishap:4 createWithCustomer revoke:1 pull letGo pull'],
  ['both decide', 'network createBad change:1 network send network decide:1 supervise:1 network pull'],
  [
    'a restore takes away what somebody else decided',
    'network createBad change:1 network send save supervise:1 pull restore pull',
  ],
  ['a newer build is opened', 'network create upgrade create network upgrade send'],
  [
    'somebody signs out with unsent work, and goes on with it',
    'network create change:1 leave create change:1 network send',
  ],
])('where %s, all ends the same', async (_, story) => {
  expect(await runModel(shop, told(story), true)).toEqual([])
})
