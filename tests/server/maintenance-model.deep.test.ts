import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { deriveMaintenance } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Answer, type Shop } from '../support/shop.ts'

/**
 * Whatever people of several roles do to several jobs in whatever order, also what is refused: stages go only where the
 * contract says, the clock runs, waits and ends with them, parts on the jobs are what left the stock, and sums are right.
 */
type Who = 'desk' | 'technician' | 'reader' | 'packer'
let shop: Shop
let people: Record<Who, SignedIn>
let product: Row
let devices: Row[]
let parts: Row[]
beforeAll(async () => {
  shop = await openShop()
  people = {
    desk: shop.person,
    technician: await signedIn(shop.server, {
      permissions: ['40-a', '40-c', '40-d', '104-a', '200-a'],
      scopes: { maintenance: 'own' },
    }),
    reader: await signedIn(shop.server, { permissions: ['40-a', '40-d'] }),
    packer: await signedIn(shop.server, { permissions: ['40-a', '40-d', '40-e'] }),
  }
  product = await shop.make('product', { sku: 'MM', name: 'Massager', price: 100_000, warrantyDays: 365 })
  const part = { price: 3_333, taxRate: 1_800 }
  parts = [
    await shop.make('part', { ...part, code: 'MM1', name: 'Battery' }),
    await shop.make('part', { ...part, code: 'MM2', name: 'Brush', fits: [product.id] }),
  ]
  devices = [
    await shop.make('unit', { serial: 'MM-1', product: product.id }),
    await shop.make('unit', { serial: 'MM-2', product: product.id }),
  ]
})
afterAll(() => shop?.server.close())

// A mail leaves the house, and the job as it is: its own tests have a post office.
const moves = Object.entries(maintenance.moves ?? {}).flatMap(([name, { alone }]) => (alone ? [] : [name]))
type Deed =
  | { kind: 'make'; mode: string; cover: string; device: number }
  | { kind: 'move'; who: Who; at: number; name: string }
  | { kind: 'far'; at: number; steps: number }
  | { kind: 'parts'; who: Who; at: number; lines: { part: number; qty: number; pays: string }[] }
  | { kind: 'work'; who: Who; at: number; minutes: number; rate: number; charge: number }
  | { kind: 'cover'; at: number; cover: string }

const who = fc.constantFrom<Who>('desk', 'desk', 'technician', 'technician', 'reader', 'packer')
const at = fc.nat(2)
const kind = <const K extends string>(name: K) => fc.constant(name)
const line = fc.record({
  part: fc.nat(1),
  qty: fc.integer({ min: 1, max: 3 }),
  pays: fc.constantFrom('asJob', 'customer', 'us'),
})
const cover = fc.constantFrom('paid', 'warranty', 'goodwill')
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('make'),
      mode: fc.constantFrom('carryIn', 'pickup', 'onSite'),
      cover,
      device: fc.nat(2),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: kind('move'), who, at, name: fc.constantFrom(...moves) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('far'), at, steps: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('parts'), who, at, lines: fc.array(line, { maxLength: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('work'),
      who,
      at,
      minutes: fc.integer({ min: 1, max: 200 }),
      rate: fc.nat(90_000),
      charge: fc.nat(50_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('cover'), at, cover }) },
)

/** The usual way of a job that is fetched. */
const usual = ['bookPickup', 'collect', 'receive', 'assign', 'diagnose', 'repair', 'finish', 'passCheck', 'makeReady']
const move = (name: string, who: Who = 'desk'): Deed => ({ kind: 'move', who, at: 0, name })
/** A way on which every move is made. */
const everyMove: Deed[] = [
  { kind: 'make', mode: 'pickup', cover: 'paid', device: 0 },
  { kind: 'parts', who: 'desk', at: 0, lines: [{ part: 0, qty: 2, pays: 'asJob' }] },
  ...['bookPickup', 'chooseSlot', 'collect', 'receive', 'assign', 'diagnose', 'sendEstimate', 'decline'].map(name =>
    move(name),
  ),
  ...['sendEstimate', 'approve', 'repair', 'waitForParts', 'hold', 'goOn'].map(name => move(name, 'desk')),
  move('finish', 'technician'),
  ...['failCheck', 'finish', 'passCheck', 'makeReady', 'send', 'cameBack', 'handOver', 'rate', 'close'].map(name =>
    move(name),
  ),
  { kind: 'make', mode: 'onSite', cover: 'warranty', device: 1 },
  ...['assign', 'diagnose', 'giveUp'].map((name): Deed => ({ kind: 'move', who: 'desk', at: 1, name })),
  { kind: 'make', mode: 'carryIn', cover: 'goodwill', device: 2 },
  { kind: 'move', who: 'desk', at: 2, name: 'cancel' },
]

const args: Record<string, () => object> = {
  assign: () => ({ assignedTo: people.technician.userId }),
  diagnose: () => ({ diagnosis: 'Worn out' }),
  approve: () => ({ decidedBy: 'Asha Rao' }),
  decline: () => ({ decidedBy: 'Asha Rao', declineReason: 'Too much' }),
  finish: () => ({ workDone: 'Done' }),
  hold: () => ({ holdReason: 'Waits' }),
  giveUp: () => ({ endReason: 'Burnt' }),
  failCheck: () => ({ holdReason: 'Still loud' }),
  handOver: () => ({ signedBy: 'Asha Rao' }),
  chooseSlot: () => ({ scheduledAt: new Date(Date.now() + 86_400_000).toISOString() }),
  rate: () => ({ rating: 4 }),
  cancel: () => ({ cancelReason: 'Twice' }),
}

// Refusals are part of it; only what nobody foresaw is not.
const foreseen = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
  return answer
}
const jobOf = async (id: number) => (await shop.read('maintenance', id)) as unknown as Maintenance

/** What each role may do at all. */
const mayMove = (who: Who, name: string, job: Maintenance): boolean => {
  const needs = (maintenance.moves as Record<string, { needs?: string }>)[name]!.needs ?? 'edit'
  if (who === 'desk') return true
  if (who === 'reader') return false
  if (who === 'packer') return needs !== 'edit'
  return job.assignedTo === people.technician.userId && needs !== 'dispatch'
}

async function step(who: Who, id: number, name: string): Promise<void> {
  const before = await jobOf(id)
  const answer = foreseen(await shop.ask('POST', `/maintenance/${id}/${name}`, args[name]?.() ?? {}, people[who]))
  const after = await jobOf(id)
  const said = `${name} by ${who} from ${before.stage}: ${JSON.stringify(answer.body)}`
  if (answer.status >= 300) {
    expect(after.version, said).toBe(before.version)
    return
  }
  const declared = (maintenance.moves as Record<string, { from?: readonly string[]; to?: string }>)[name]!
  expect(mayMove(who, name, before), said).toBe(true)
  // Whoever says again what was said is told how it stands.
  if (after.version === before.version) {
    expect(declared.to, said).toBe(before.stage)
    return
  }
  expect(declared.from, said).toContain(before.stage)
  expect(after.stage, said).toBe(declared.to ?? before.stage)
}

async function change(who: Who, id: number, changes: object): Promise<void> {
  const before = await jobOf(id)
  const headers = { ...people[who].headers, 'if-match': `"${before.version}"` }
  const answer = foreseen(await shop.ask('PATCH', `/maintenance/${id}`, changes, { ...people[who], headers }))
  if (answer.status >= 300) return
  expect(maintenance.editable, JSON.stringify(changes)).toContain(before.stage)
  expect(who === 'desk' || (who === 'technician' && before.assignedTo === people.technician.userId)).toBe(true)
}

async function act(one: Deed, jobs: number[]): Promise<void> {
  if (one.kind === 'make') {
    if (jobs.length > 2) return
    const device = devices[one.device]
    const { status, body } = foreseen(
      await shop.ask('POST', '/maintenance', {
        name: 'Asha Rao',
        phone: '98765 43210',
        serviceMode: one.mode,
        cover: one.cover,
        coverReason: 'Good customer',
        problems: [{ text: 'Loud' }],
        ...(device ? { unit: device.id } : { product: product.id, serial: 'FOREIGN' }),
      }),
    )
    expect(status, JSON.stringify(body)).toBe(201)
    jobs.push(body.id)
    return
  }
  const id = jobs[one.at % Math.max(jobs.length, 1)]
  if (id === undefined) return
  if (one.kind === 'move') await step(one.who, id, one.name)
  else if (one.kind === 'far') for (const name of usual.slice(0, one.steps + 1)) await step('desk', id, name)
  else if (one.kind === 'parts')
    await change(one.who, id, {
      parts: one.lines.map(({ part, ...rest }) => ({ ...rest, part: parts[part]!.id, price: 3_333, taxRate: 1_800 })),
    })
  else if (one.kind === 'work')
    await change(one.who, id, {
      labour: [{ minutes: one.minutes, rate: one.rate, taxRate: 1_800 }],
      charges: [{ label: 'Visit', amount: one.charge, taxRate: 500, pays: 'customer' }],
    })
  else await change('desk', id, { cover: one.cover })
}

const waits = ['estimateSent', 'waitingParts', 'onHold']
const over = ['handedOver', 'closed', 'cancelled']

async function holds(ids: readonly number[]): Promise<void> {
  const jobs = await Promise.all(ids.map(jobOf))
  for (const job of jobs) {
    const { taxable, tax, total, balance, minutes, roundOff } = deriveMaintenance(job)
    expect(job).toMatchObject({ taxable, tax, total, balance, minutes, roundOff })
    expect(job.taxable! + job.tax! + job.roundOff!).toBe(job.total)
    expect(job.stageSince).not.toBeNull()
    expect(job.waitingSince !== null, job.stage).toBe(waits.includes(job.stage))
    if (waits.includes(job.stage) || over.includes(job.stage)) expect(job.dueAt, job.stage).toBeNull()
    if (job.stage === 'handedOver') expect(job.handedOverAt).not.toBeNull()
  }
  const moved = await shop.sql<{ part: number; qty: string }>(
    `select part, sum(case when "to" = 'service' then qty else -qty end) as qty from stock_move
     where made_by = any($1) group by part`,
    [ids],
  )
  const out = new Map(moved.map(({ part, qty }) => [part, Number(qty)]))
  for (const { id } of parts) {
    const onJobs = jobs
      .filter(({ stage }) => stage !== 'cancelled')
      .flatMap(job => job.parts)
      .reduce((sum, one) => sum + (one.part === id ? one.qty : 0), 0)
    expect(out.get(id) ?? 0).toBe(onJobs)
  }
  for (const [nr, device] of devices.entries()) {
    const { stage } = await shop.read('unit', device.id)
    const here = jobs.filter(one => one.unit === device.id && one.receivedAt !== null && !over.includes(one.stage))
    // What lies on a bench is in service, and what no job has is not.
    expect(stage === 'inService', `device ${nr}, ${jobs.map(one => one.stage).join()}`).toBe(here.length > 0)
  }
}

test('stages, clock, parts, devices and sums agree after every deed, whoever does it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 30 }), async deeds => {
      // What the runs before left behind is put away.
      await shop.sql(`update maintenance set archived_at = now(), unit = null, stage = 'closed'`)
      await shop.sql(`update unit set stage = 'withCustomer'`)
      const jobs: number[] = []
      for (const one of deeds) {
        await act(one, jobs)
        await holds(jobs)
      }
    }),
    { numRuns: 60, examples: [[everyMove]], endOnFailure: true },
  )
  const made = await shop.sql<{ action: string }>(
    `select distinct action from record_history where entity = 'maintenance'`,
  )
  expect(made.map(({ action }) => action)).toEqual(expect.arrayContaining(moves))
}, 900_000)
