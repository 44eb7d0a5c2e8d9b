import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PushAnswer, PushInput, PushResult } from '#contract/calls/push.ts'
import type { Change, SnapshotAnswer } from '#contract/calls/sync.ts'
import { clearStores } from '#src/offline/raw-store.ts'
import { needsDecision } from '#src/offline/outbox/op.ts'
import type { Kept, UserDb } from '#src/offline/user-db.ts'
import { happenings, runModel, type Happening, type Missing, type Step } from '../support/model/run.ts'
import { openShop, type Shop } from '../support/shop.ts'

// What is new and what is loaded comes in so many pages that they can be lost, held up and overtaken one by one.
vi.mock('#contract/calls/sync.ts', async original => ({ ...(await original()), PULL_LIMIT: 3, SNAPSHOT_LIMIT: 5 }))

/** A rule of the devices that a story is told without; where the network does not touch it, it is taken out here. */
const without = vi.hoisted(() => ({ rule: null as 'overlay' | 'made' | 'cursor' | 'owner' | 'lanes' | null }))
vi.mock('#src/offline/outbox/overlay.ts', async original => {
  const overlay = await original<typeof import('#src/offline/outbox/overlay.ts')>()
  const withOps: typeof overlay.withOps = (...what) => (without.rule === 'overlay' ? null : overlay.withOps(...what))
  return { ...overlay, withOps }
})
vi.mock('#src/offline/apply.ts', async original => {
  const apply = await original<typeof import('#src/offline/apply.ts')>()
  const applyPull: typeof apply.applyPull = async (db, register, asked, answer) => {
    const applied = await apply.applyPull(db, register, asked, answer)
    if (without.rule !== 'cursor' || applied !== 'late') return applied
    await db.table('meta').update('cursor', { 'value.seq': answer.seq })
    return { modules: [], written: [] }
  }
  const applySnapshot: typeof apply.applySnapshot = async (db, ...what) => {
    const loaded = await apply.applySnapshot(db, ...what)
    // What no server knows has no version yet.
    if (without.rule === 'made' && typeof loaded === 'object' && loaded.done)
      await db
        .table<Kept>('rec_task')
        .filter(({ v }) => v === 0)
        .delete()
    return loaded
  }
  return { ...apply, applyPull, applySnapshot }
})
vi.mock('#src/offline/restore-session.ts', async original => {
  const { isTheirs, ...rest } = await original<typeof import('#src/offline/restore-session.ts')>()
  return { ...rest, isTheirs: async (db: UserDb) => without.rule === 'owner' || isTheirs(db) }
})
vi.mock('#src/offline/outbox/machine.ts', async original => {
  const machine = await original<typeof import('#src/offline/outbox/machine.ts')>()
  const claimBatch: typeof machine.claimBatch = (books, limits) =>
    without.rule === 'lanes' && books.ops.some(needsDecision) ? [] : machine.claimBatch(books, limits)
  return { ...machine, claimBatch }
})
afterEach(() => void (without.rule = null))

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

// The invariants are those of a queue that one build wrote and another one sends, too: devices begin as the build before.
// What the queues of releases looked like, and that they are sent whole: golden-queues.deep.test.ts.
test('the devices of a person and the shipped server end with the same, whatever happens between them', async () => {
  let running: Promise<string[]> = Promise.resolve([])
  const result = await fc.check(
    fc.asyncProperty(stories, fc.boolean(), async (steps, hasLocks) => {
      running = runModel(shop, steps, hasLocks)
      const wrong = await running
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    }),
    { numRuns: 80, interruptAfterTimeLimit: 120_000 },
  )
  // When time is up, the last story goes on: it must not restore the server of the next one.
  await running.catch(() => undefined)
  // The seed and the shortest story that fails are all it takes to see it again.
  const message = (result.errorInstance as Error | null)?.message
  expect(result.failed ? `${fc.defaultReportMessage(result)}\n${message}` : '').toBe('')
  // A machine with much else to do gets this far.
  expect(result.numRuns).toBeGreaterThan(20)
}, 240_000)

/** What happens, with what is picked, and on which device where it is not the first. */
const told = (story: string): Step[] =>
  story.split(' ').map(one => {
    const [what, picked = '0', device = '0'] = one.split(':')
    return { what: what as Happening, a: Number(device), b: Number(picked) }
  })

const midsIn = ({ ops }: PushInput) => ops.map(op => ('mid' in op ? op.mid : op.cancel))

const answering =
  (status: PushResult['status'], ...instead: PushResult['status'][]) =>
  (answer: PushAnswer): PushAnswer => ({
    ...answer,
    results: answer.results.map(result => (instead.includes(result.status) ? { mid: result.mid, status } : result)),
  })
/** Changes say that their author had seen the record as it is by now. */
const sawNow = (table: string, ...fields: string[]) => ({
  async push(body: string) {
    const input = JSON.parse(body) as PushInput
    for (const op of input.ops)
      if ('mid' in op && op.base) {
        const [row] = await shop.sql<Record<string, unknown>>(`select ${fields.join()} from ${table} where id = $1`, [
          op.id,
        ])
        for (const field of fields) if (field in op.base.fields) op.base.fields[field] = row?.[field]
      }
    return JSON.stringify(input)
  },
})
const isOfCustomer = ({ t }: { t: string }) => t === 'customer'
const later = (changes: readonly Change[]) => changes.map(change => ({ ...change, v: change.v + 1 }))

/** All that was ever loaded. */
const loaded = new Map<number, SnapshotAnswer['rows'][number]>()

const AWAY_BEFORE_ANSWER = 'deskMakes pull mishap:4 change:1 giveAway reset letGo pull'

/** One rule less each time, and what must go wrong then: without this nobody would know that the model looks at it. */
const broken: Record<string, Missing & { rule?: typeof without.rule; story: string; seen: RegExp }> = {
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
  'an answer seems newer than the load that came before it': {
    pushed: answer => ({ ...answer, results: answer.results.map(result => ({ ...result, feedSeq: 999_999 })) }),
    story: AWAY_BEFORE_ANSWER,
    seen: /^isolation/,
  },
  'a change ends as withdrawn, and nobody had withdrawn it': {
    pushed: answering('cancelled', 'rejected'),
    story: 'network createBad network send',
    seen: /^nothing vanishes: task.create is discarded/,
  },
  'a change ends as replaced, and nothing took its place': {
    pushed: answering('superseded', 'rejected'),
    story: 'network createBad network send',
    seen: /^nothing vanishes: task.create is superseded/,
  },
  'a change ends as decided by somebody else, and nobody had decided': {
    pushed: answer => ({
      ...answer,
      results: answer.results.map(result =>
        result.status === 'rejected'
          ? {
              mid: result.mid,
              status: 'cancelled' as const,
              decidedBy: { id: 1, name: null, at: answer.serverTime, how: 'drop' as const },
            }
          : result,
      ),
    }),
    story: 'network createBad network send',
    seen: /^nothing vanishes: task.create is discarded/,
  },
  'a change says that it saw what its author had not seen': {
    ...sawNow('task', 'title', 'priority'),
    story: 'create network change:1 desk network send',
    seen: /^no lost update/,
  },
  'a change says that it saw lines that its author had not seen': {
    ...sawNow('customer', 'phones'),
    story: 'createWithCustomer:1 network changePhones deskPhones network send',
    seen: /^no lost update: customer.change replaced phones/,
  },
  'a change says that it saw no tag that was taken back, and so brings it': {
    ...sawNow('customer', 'tags'),
    story: 'createWithCustomer:1 network changeTags:0:2 changeTags:0:2 discard:0 network send',
    seen: /^discarded is not done: w\d+ is a tag/,
  },
  'a change ends as withdrawn, and had been done before': {
    pushed: answering('cancelled', 'applied', 'replayed'),
    story: 'mishap:1 create discard send',
    seen: /^no false state: task.create is discarded here/,
  },
  'the server has no time for a change, whenever it is sent': {
    pushed: answering('retry', 'applied', 'replayed'),
    story: 'create',
    seen: /^progress: task.create pending/,
  },
  'what waits for a person holds up all the rest': {
    rule: 'lanes',
    story: 'createBad create',
    seen: /^no head-of-line block: task.create/,
  },
  'what was said together is sent one by one': {
    push(body) {
      const input = JSON.parse(body) as PushInput
      return JSON.stringify({ ...input, ops: input.ops.map(op => ('mid' in op ? { ...op, group: null } : op)) })
    },
    story: 'create network together:3 network send discard',
    seen: /^all or nothing: a part of/,
  },
  'an older picture of a record counts as a newer one': {
    pulled: answer => ({
      ...answer,
      changes: later(answer.changes).map(change =>
        'row' in change ? { ...change, row: { ...change.row, title: 'w1' } } : change,
      ),
    }),
    story: 'create change:1 pull',
    seen: /^read your writes/,
  },
  'rows come that their person may not see any more': {
    loaded(answer) {
      for (const row of answer.rows) loaded.set(row.id, row)
      return { ...answer, rows: [...loaded.values()] }
    },
    story: 'create reset pull revoke pull',
    seen: /^isolation: task:\d+ stays/,
  },
  'records of one kind do not come': {
    pulled: answer => ({ ...answer, changes: answer.changes.filter(change => !isOfCustomer(change)) }),
    loaded: answer => ({ ...answer, rows: answer.rows.filter(row => !isOfCustomer(row)) }),
    story: 'createWithCustomer',
    seen: /^convergence: customer:\d+ is not on the device/,
  },
  'a page that comes again counts as newer': {
    again: later,
    story: 'create:0:1 pull',
    seen: /^idempotent client: a page/,
  },
  'an answer that comes again is of another life of the server': {
    answeredAgain: answer => ({ ...answer, epoch: crypto.randomUUID() }),
    story: 'create network create network send',
    seen: /^idempotent client: a push/,
  },
  'what waits goes with who signs out': {
    device: { whileAway: name => clearStores(name, []) },
    story: 'network create leave',
    seen: /^nothing vanishes: .* is gone/,
  },
  'what comes is shown without what waits over it': {
    rule: 'overlay',
    story: 'deskMakes pull network changeBad network send desk pull',
    seen: /^overlay = fold: task:\d+ is/,
  },
  'what was made here does not come back with the rights to it': {
    rule: 'made',
    story: 'network create revoke network pull revoke pull',
    seen: /^overlay = fold: task:\d+ is not there/,
  },
  'a page that newer ones have overtaken leads back to its place': {
    rule: 'cursor',
    // What takes a moment gives each page the time to arrive.
    story: 'create:0:1 pageMishap:3 pull desk pull save letGo save pull',
    seen: /^cursor monotone/,
  },
  'what waits goes out whoever is signed in': {
    rule: 'owner',
    story: 'network create otherPerson network send',
    seen: /^isolation: sent with the token of somebody else/,
  },
  'tabs open the database whatever its version is': {
    device: { isUnguarded: true },
    story: 'create upgrade',
    seen: /^upgrade: an older build/,
  },
}

test.each([
  ['discarded where it was exported', 'network create change:1 carry discard:1 network'],
  ['discarded where it was taken in', 'network create change:1 carry discard:1:1 network'],
  ['corrected where it was exported', 'network create carry edit network'],
  ['corrected on both sides', 'network create carry edit edit:0:1 network'],
  ['corrected there as one of a group', 'network create:0:1 together:3:1 carry:2:1 edit network send'],
  [
    'corrected there as one of a group that was done and left behind here',
    'create:0:1 network together:2:1 network carry:2:1 changeBad:0:1 edit',
  ],
  [
    'corrected on both sides, though a record that something else refers to was to be made',
    'revoke mishap createWithCustomer:0:3 letGo network revoke carry:0:1 network',
  ],
  ['discarded there as a group, and corrected here', 'create together carry move discard:0:1 change:1'],
  [
    'corrected on both sides as one of a group that somebody else decided about',
    'create together send supervise:8 carry carry:8 network decide:7:1',
  ],
])('what was carried to another device by file and is %s ends the same on both', async (_, story) => {
  expect(await runModel(shop, told(story), true)).toEqual([])
})

test.each([
  [
    'what is loaded stops in the middle, and the rest comes later',
    'create create create create reset pageMishap:8 pull pull',
  ],
  ['a page is overtaken by newer ones', 'create:0:1 pageMishap:3 pull desk pull letGo pull'],
  ['a page of a load arrives when all was loaded again', 'create reset pageMishap:6 pull crash pull letGo pull'],
  [
    'a record that a restore took away, of which something waits, is gone when that is discarded',
    'save deskMakes pull network change:1 restore network',
  ],
  ['a page is asked for late', 'create:0:1 pageMishap:2 pull change:1:1 letGo pull'],
  [
    'somebody signs out with unsent work, and goes on with it',
    'network create change:1 leave create change:1 network send',
  ],
  [
    'somebody signs out with a correction that waits',
    'network createBad network send network decide:1 leave create network send',
  ],
  ['somebody signs out while a change is on its way', 'mishap:3 create leave change:1 letGo send'],
  [
    'somebody signs out after a restore that took away what they had done',
    'save create change:1 restore leave change:1 pull send',
  ],
  [
    'a restore takes away what was done and signs everybody out, some with more to send',
    'save create change:1 move create:0:1 network change:2 discard network restore pull send',
  ],
  [
    'a restore takes away what was done, withdrawn and decided before its person signed out',
    'save create change:1 network createBad create network mishap:1 send discard:1 supervise:2 send leave restore pull',
  ],
  ['the same backup is restored twice', 'save create change:1 restore create pull send restore change:1 pull send'],
  [
    'a tab freezes with what it sends, and the other one goes on',
    'mishap:3 create freeze steal:0:2 change:1 thaw letGo',
  ],
  ['a change is refused when nobody waits for the answer any more', 'create:1 changeBad:0 createBad:0 pull'],
  [
    'a tag is taken back before the next one is sent',
    'createWithCustomer:1 network changeTags:0:2 changeTags:0:2 discard:0 network send',
  ],
  [
    'taking a tag away is taken back before the next one is sent',
    'createWithCustomer:1 changeTags:1:2 network changeTags:1 changeTags:1:2 discard:0 network send',
  ],
  [
    'a phone is taken away before it was sent, and somebody else has added one',
    'createWithCustomer:1 network changePhones changePhones:2 deskPhones network send',
  ],
  [
    'phones are added and corrected before they were sent, and somebody else has written others',
    'createWithCustomer:1 network changePhones changePhones:3 changePhones:1 deskPhones deskPhones:1 network send',
  ],
  ['a newer build is opened', 'network create upgrade create network upgrade send'],
  ['a frozen tab holds up a newer build', 'network create freeze upgrade create thaw create network send'],
  ['all tabs die while a newer build is held up', 'network create upgrade:1 crash create network send'],
  ['somebody signs out while a newer build is held up', 'network create upgrade:1 leave create network send'],
  ['rights come and go', 'create createWithCustomer revoke:1 pull change:1 revoke pull revoke pull revoke pull send'],
  [
    'a task was archived meanwhile, and is wanted back',
    'deskMakes pull network change:1 archive network send decide:1',
  ],
  ['a task was archived meanwhile, and stays so', 'deskMakes pull network change:1 archive network send decide'],
  ['a task was archived and restored', 'deskMakes pull network change:1 archive archive network send'],
  [
    'what was refused is said otherwise on its record, with what waited behind it',
    'deskMakes pull network changeBad change change:1 network send change:1 send',
  ],
  [
    'what was refused is said otherwise on its record, and not accepted then either',
    'network createBad change:1 network send change:1 change:4 send pull',
  ],
  [
    'what was refused is said otherwise on its record without a connection, and somebody else wrote there meanwhile',
    'deskMakes pull network changeBad network send network change:1 change desk network send pull',
  ],
  ['somebody decides to do what was refused', 'deskMakes pull network change:1 desk network send supervise pull'],
  [
    'somebody decides to make what was refused, and something refers to it',
    'network createWithCustomer revoke network move supervise',
  ],
  ['somebody decides to do something else', 'network createBad change:1 network send supervise:1 pull'],
  ['somebody decides that nothing is done', 'network createBad change:1 network send supervise:2 pull'],
  ['both decide', 'network createBad change:1 network send network decide:1 supervise:1 network pull'],
  [
    'a restore takes away what somebody else decided',
    'network createBad change:1 network send save supervise:1 pull restore pull',
  ],
  [
    'a restore takes away that somebody else withdrew it',
    'network createBad change:1 network send save supervise:2 pull restore pull',
  ],
  ['rights go before an answer comes', 'mishap:4 createWithCustomer revoke:1 pull letGo pull'],
  [
    'rights go and come back while it loads',
    'create create create create createWithCustomer create reset pageMishap:6 pull revoke pageMishap:2 letGo deskMakes revoke letGo pull',
  ],
  ['a task is given to somebody else', 'deskMakes pull giveAway pull'],
  ['a task is given away before an answer comes', AWAY_BEFORE_ANSWER],
  [
    'a load has begun before an answer comes',
    'deskMakes pull mishap:4 change:1 reset pageMishap:3 pull letGo network pull',
  ],
  ['a task is given away that waits for a person', 'deskMakes pull network changeBad giveAway reset network pull'],
])('where %s, all ends the same', async (_, story) => {
  expect(await runModel(shop, told(story), true)).toEqual([])
})

describe('the model notices when', () => {
  test.each(Object.entries(broken))('%s', async (_, { rule = null, story, seen, ...missing }) => {
    without.rule = rule
    expect((await runModel(shop, told(story), true, missing)).filter(found => seen.test(found))).not.toEqual([])
    without.rule = null
    // Nothing is wrong with the story itself.
    expect(await runModel(shop, told(story), true)).toEqual([])
  })
})
