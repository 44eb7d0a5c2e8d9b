import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SnapshotAnswer } from '#contract/calls/sync.ts'
import { isKept } from '#contract/keep.ts'
import { task } from '#contract/modules/desk/task.ts'
import { allPermissions } from '#contract/permissions.ts'
import type { Row } from '#contract/module.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** What a device is sent of its own before its person leaves: decided by the declaration alone. */
let shop: Shop
let me: SignedIn
let other: SignedIn
beforeAll(async () => {
  shop = await openShop()
  me = await signedIn(shop.server, { permissions: allPermissions })
  other = await signedIn(shop.server, { permissions: allPermissions })
})
afterAll(() => shop?.server.close())

async function load(as: SignedIn): Promise<SnapshotAnswer['rows']> {
  const rows: SnapshotAnswer['rows'] = []
  let after: string | null = null
  do {
    const query: Record<string, string> = after ? { after } : {}
    const answer = await shop.server.app.inject({ url: '/api/sync/snapshot', query, headers: as.headers })
    const page: SnapshotAnswer = answer.json()
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}
const ofKind = (rows: SnapshotAnswer['rows'], t: string) => rows.filter(row => row.t === t)

const makeTask = async (input: object): Promise<Row> => (await shop.ask('POST', '/task', input, me)).body

async function longAgo(table: string, { id }: Row): Promise<void> {
  await shop.sql(`alter table ${table} disable trigger user`)
  await shop.sql(`update ${table} set updated_at = '2020-01-01' where id = $1`, [id])
  await shop.sql(`alter table ${table} enable trigger user`)
}

it('brings what is open and what was over lately, by the same rule as the contract', async () => {
  const made: Row[] = []
  for (const stage of ['open', 'inProgress', 'done', 'cancelled'])
    for (const isOld of [false, true])
      for (const person of [me, other]) {
        const row = await makeTask({ title: `${stage} ${isOld}`, assignedTo: person.userId })
        await shop.sql('update task set stage = $2, assigned_by = $3 where id = $1', [row.id, stage, person.userId])
        if (isOld) await longAgo('task', row)
        made.push(await shop.read('task', row.id))
      }
  const brought = new Set(ofKind(await load(me), 'task').map(({ id }) => id))
  const expected = made.filter(row => isKept(task, row, { id: me.userId, branch: null }, Date.now()))
  expect(expected).toHaveLength(6)
  expect(brought).toEqual(new Set(expected.map(({ id }) => id)))
})

it('brings the old records that mine name, and no other old ones; lists first, then mine', async () => {
  const customers: Row[] = []
  for (const name of ['Named', 'Unnamed']) {
    const row = await shop.make('customer', { name, phones: [{ number: '+919820000100' }] })
    await longAgo('customer', row)
    customers.push(row)
  }
  await makeTask({ title: 'Visit', assignedTo: me.userId, customer: customers[0]!.id })
  const rows = await load(me)
  const old = customers.map(({ id }) => rows.some(row => row.id === id))
  expect(old).toEqual([true, false])
  const first = (is: (t: string) => boolean) => rows.findIndex(({ t }) => is(t))
  expect(first(t => t === 'city' || t === 'source')).toBeLessThan(first(t => t === 'task'))
  expect(first(t => t === 'task')).toBeLessThan(first(t => t === 'user'))
})

it('brings of each job what was done to its device before, with its customer, device, parts and prices', async () => {
  const product = await shop.make('product', { sku: 'DP', name: 'Massager', price: 100_000 })
  const part = await shop.make('part', { code: 'DPB', name: 'Battery', price: 30_000, fits: [product.id] })
  const problem = await shop.make('partProblem', { part: part.id, problem: 'Does not charge' })
  const owner = await shop.make('customer', { name: 'Asha Rao', phones: [{ number: '+919820000177' }] })
  const device = await shop.make('unit', { serial: 'DP-1', product: product.id, customer: owner.id })
  const input = { name: 'Asha Rao', phone: '+919820000177', customer: owner.id, unit: device.id }
  const made: Row[] = []
  for (const text of ['Loud', 'Hot', 'Slow', 'Torn']) {
    const job = await shop.make('maintenance', { ...input, problems: [{ text }], workDone: `${text} no more` })
    await shop.sql('update maintenance set stage = $2 where id = $1', [job.id, 'closed'])
    await longAgo('maintenance', job)
    made.push(job)
  }
  const cancelled = await shop.make('maintenance', { ...input, problems: [{ text: 'By mistake' }] })
  await shop.move('maintenance', cancelled.id, 'cancel', { cancelReason: 'Twice' })
  await longAgo('customer', owner)
  await longAgo('unit', device)
  const job = await shop.make('maintenance', {
    ...input,
    problems: [{ problem: problem.id, text: 'Battery' }],
    parts: [{ part: part.id, qty: 1, price: 30_000 }],
    checklist: [{ label: 'Charges', kind: 'passFail' }],
    assignedTo: me.userId,
  })
  const rows = await load(me)
  const brought = ofKind(rows, 'maintenance').map(({ row }) => row)
  expect(brought.map(({ id }) => id)).toEqual([job.id])
  const last = made.toReversed().slice(0, 3)
  expect(brought[0]!.earlier).toEqual(
    last.map(({ id, number, createdAt }, at) => ({
      id,
      number,
      at: createdAt,
      problem: ['Torn', 'Slow', 'Hot'][at],
      done: `${['Torn', 'Slow', 'Hot'][at]} no more`,
    })),
  )
  const here = new Set(rows.map(({ id }) => id))
  for (const { id } of [owner, device, product, part, problem]) expect(here).toContain(id)
})

it('knows when a job is given to somebody what was done since it was made', async () => {
  const product = await shop.make('product', { sku: 'DQ', name: 'Massager', price: 100_000 })
  const device = await shop.make('unit', { serial: 'DQ-1', product: product.id })
  const input = { name: 'Asha Rao', phone: '+919820000178', unit: device.id }
  const before = await shop.make('maintenance', { ...input, problems: [{ text: 'Loud' }] })
  const job = await shop.make('maintenance', { ...input, problems: [{ text: 'Loud again' }] })
  await shop.change('maintenance', before.id, { workDone: 'Oiled' })
  const given = await shop.move('maintenance', job.id, 'assign', { assignedTo: me.userId })
  expect(given.earlier).toMatchObject([{ id: before.id, done: 'Oiled' }])
})
