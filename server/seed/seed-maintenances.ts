import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import { jobClock } from '#contract/modules/service/job-clock.ts'
import { deriveMaintenance } from '#contract/modules/service/maintenance-rules.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { clockAfter } from '#contract/promise-clock.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { chance, type Chance } from './chance.ts'
import { demoHours } from './demo-business.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'

const MANY = 90
const HOUR = 3_600_000
type Stage = Maintenance['stage']
/** Where a job stands after so many days, at the latest. */
const young: readonly Stage[] = ['logged', 'pickupBooked', 'received', 'assigned', 'diagnosed', 'estimateSent']
const running: readonly Stage[] = ['inRepair', 'waitingParts', 'repaired', 'checked', 'ready', 'assigned']
const beforeReceived: readonly Stage[] = ['logged', 'pickupBooked']
const ended: readonly Stage[] = ['repaired', 'checked', 'ready', 'handedOver', 'closed']
const found = [
  'Does not switch on.',
  'The battery holds ten minutes.',
  'Loud and rattling.',
  'Becomes hot and stops.',
  'The button is stuck.',
]
const done = ['New battery, tested for an hour.', 'Cleaned and oiled.', 'New switch.', 'Contacts cleaned, runs again.']

/** Half a year of service jobs: most are done, some wait for a part or for their customer. */
export const demoMaintenances = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async ({ tx, ...deeds }) => {
    const luck = chance(20_261_129)
    const maker = makerOf({ tx, ...deeds }, ground)
    const sold = await tx.where(modules.unit, 'stage', 'withCustomer')
    const owners = await tx.where(modules.customer, 'archivedAt', null)
    const parts = await tx.where(modules.part, 'archivedAt', null)
    const problems = await tx.where(modules.partProblem, 'archivedAt', null)
    const devices = sold.filter(({ customer }) => owners.some(({ id }) => id === customer)).slice(0, MANY)
    const days = devices.map(() => luck.between(0, 180)).sort((a, b) => b - a)
    const last = new Map<number, number>()
    const rows: Row[] = []
    for (const [at, device] of devices.entries()) {
      const owner = owners.find(({ id }) => id === device.customer)!
      const row = await jobOf(maker, ground, luck, { ago: days[at]!, device, owner, parts, problems })
      const year = new Date(row.createdAt).getUTCFullYear()
      last.set(year, (last.get(year) ?? 0) + 1)
      rows.push({ ...row, number: `MNT-${year}-${String(last.get(year)).padStart(6, '0')}` })
    }
    await maker.insert(modules.maintenance, rows, 'create')
    for (const [year, count] of last)
      await tx.also('insert into number_series (series, year, last) values ($1, $2, $3)', ['MNT', year, count])
  })

type From = { ago: number; device: Row; owner: Row; parts: readonly Row[]; problems: readonly Row[] }

async function jobOf(maker: Maker, { people, branches, now }: Ground, luck: Chance, from: From): Promise<Row> {
  const { ago, device, owner, parts, problems } = from
  const at = maker.ago(ago, luck.between(9, 17))
  const later = (hours: number) => new Date(Date.parse(at) + hours * HOUR).toISOString()
  const stage: Stage = ago > 21 ? (luck.happens(92) ? 'closed' : 'cancelled') : luck.one(ago < 4 ? young : running)
  const isDone = ended.includes(stage)
  const fits = ({ id, fits: goes }: Row) =>
    problems.some(({ part }) => part === id) && (goes as number[]).includes(device.product as number)
  const fitting = parts.filter(fits)
  const used = luck.one(fitting.length > 0 ? fitting : parts)
  const problem = problems.find(({ part }) => part === used.id) ?? luck.one(problems)
  const cover = luck.one(['warranty', 'paid', 'paid', 'goodwill'] as const)
  const phone = (owner.phones as { number: string }[])[0]!.number
  const home = (owner.addresses as Record<string, unknown>[])[0] ?? {}
  const input = {
    phone,
    name: owner.name,
    customer: owner.id,
    address: home.line ?? null,
    pincode: home.pincode ?? null,
    area: home.area ?? null,
    city: home.city ?? null,
    state: home.state ?? null,
    unit: device.id,
    product: device.product,
    serial: device.serial,
    order: device.order,
    serviceMode: stage === 'pickupBooked' ? 'pickup' : luck.one(['carryIn', 'carryIn', 'pickup', 'onSite'] as const),
    cover,
    coverReason: cover === 'goodwill' ? 'A regular customer' : null,
    problems: [{ id: await maker.nextId(), problem: problem.id, text: problem.problem, note: null }],
    accessories: luck.one(['Charger', 'Charger and case', null]),
    priority: luck.one(['normal', 'normal', 'normal', 'high', 'urgent'] as const),
    promisedAt: later(luck.between(48, 120)),
    assignedTo: beforeReceived.includes(stage) ? null : (people.get(luck.one(['field', 'vikram.singh'])) ?? null),
    dealerBranch: luck.happens(30) ? luck.one([...branches.values()]) : null,
    scheduledAt: later(luck.between(4, 40)),
    startedAt: isDone || stage === 'inRepair' ? later(20) : null,
    endedAt: isDone ? later(22) : null,
    diagnosis: isDone || stage === 'diagnosed' ? luck.one(found) : null,
    workDone: isDone ? luck.one(done) : null,
    parts: isDone
      ? [{ id: await maker.nextId(), part: used.id, qty: 1, price: used.price ?? 0, taxRate: used.taxRate }]
      : [],
    labour: isDone ? [{ id: await maker.nextId(), minutes: luck.between(20, 90), rate: 40_000, taxRate: 1800 }] : [],
  }
  const handedOver = stage === 'closed' ? later(60) : null
  const given = {
    receivedAt: beforeReceived.includes(stage) ? null : later(3),
    readyAt: stage === 'ready' || stage === 'closed' ? later(30) : null,
    handedOverAt: handedOver,
    signedBy: handedOver && owner.name,
    rating: handedOver ? luck.between(3, 5) : null,
    credited: 0,
    paid: 0,
    warranted: cover === 'warranty',
    warrantyUntil: device.warrantyEnd,
    cancelReason: stage === 'cancelled' ? 'The customer did not want it any more.' : null,
    stage,
  }
  const row = await maker.row(modules.maintenance, input, at, given)
  // It came to its stage the day before. Who had to know that it is late knows it.
  const clock = clockAfter(
    jobClock,
    null,
    { ...(row as unknown as Maintenance) },
    maker.ago(Math.min(ago, 1), 9),
    demoHours,
  )
  const isOver = clock.dueAt !== null && Date.parse(clock.dueAt) < now.getTime()
  return { ...row, ...deriveMaintenance(row), ...clock, lateSince: isOver ? clock.dueAt : null }
}
