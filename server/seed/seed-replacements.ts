import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import type { Replacement } from '#contract/modules/service/replacement.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { makerOf, type Ground } from './maker.ts'

type Case = {
  ago: number
  stage: Replacement['stage']
  mode: Replacement['mode']
  reason: string
  /** So many days after it began the old device has to be back. */
  due?: number
  note?: string
}

/** What a month brings: two to decide about, one that waits, one that is late, and one that is over. */
const cases: readonly Case[] = [
  { ago: 24, stage: 'closed', mode: 'doorstepSwap', reason: 'Defective' },
  { ago: 16, stage: 'delivered', mode: 'advance', reason: 'Defective', due: 10, note: 'Promised to send it back.' },
  { ago: 6, stage: 'awaitingOldUnit', mode: 'afterReceipt', reason: 'Damaged' },
  { ago: 3, stage: 'approved', mode: 'doorstepSwap', reason: 'Defective' },
  { ago: 1, stage: 'requested', mode: 'afterReceipt', reason: 'Wrong item' },
  { ago: 0, stage: 'requested', mode: 'advance', reason: 'Defective', due: 10 },
]
const hasNew: readonly string[] = ['delivered', 'closed']

/** A month of replacements; what was delivered has its new device, and its old one is where it went. */
export const demoReplacements = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async ({ tx, ...deeds }) => {
    const maker = makerOf({ tx, ...deeds }, ground)
    const sold = (await tx.where(modules.unit, 'stage', 'withCustomer')).toReversed()
    const stock = (await tx.where(modules.unit, 'stage', 'inStock')).filter(({ holder }) => holder === 'us')
    const busy = new Set((await tx.where(modules.maintenance, 'archivedAt', null)).map(({ unit }) => unit))
    const years = new Map<number, number>()
    const rows: Row[] = []
    for (const one of cases) {
      const needs = (of: Row) => stock.find(({ product, colour }) => product === of.product && colour === of.colour)
      const old = sold.find(of => of.customer && !busy.has(of.id) && (!hasNew.includes(one.stage) || needs(of)))
      const reason = ground.item('returnReason', one.reason)
      if (!old || reason === null) continue
      busy.add(old.id)
      const fresh = hasNew.includes(one.stage) ? needs(old)! : null
      if (fresh) stock.splice(stock.indexOf(fresh), 1)
      const [owner] = await tx.find(modules.customer, [old.customer as number])
      const row = await maker.row(...rowFor(one, { old, owner: owner!, reason, ground, maker, fresh }))
      const year = new Date(row.createdAt).getUTCFullYear()
      years.set(year, (years.get(year) ?? 0) + 1)
      rows.push({ ...row, number: `RPL-${year}-${String(years.get(year)).padStart(6, '0')}` })
      if (fresh) await exchange({ tx, ...deeds }, { old, fresh, row, isBack: one.stage === 'closed' })
    }
    await maker.insert(modules.replacement, rows, 'create')
    for (const [year, count] of years)
      await tx.also('insert into number_series (series, year, last) values ($1, $2, $3)', ['RPL', year, count])
  })

type From = {
  old: Row
  owner: Row
  reason: number
  ground: Ground
  maker: ReturnType<typeof makerOf>
  fresh: Row | null
}

function rowFor({ ago, stage, mode, due, note }: Case, { old, owner, reason, ground, maker, fresh }: From) {
  const at = maker.ago(ago)
  const home = (owner.addresses as Record<string, unknown>[])[0] ?? {}
  const input = {
    oldUnit: old.id,
    product: old.product,
    colour: old.colour,
    reason,
    mode,
    oldDueOn: due === undefined ? null : maker.ago(ago - due).slice(0, 10),
    order: old.order,
    customer: owner.id,
    name: owner.name,
    phone: (owner.phones as { number: string }[])[0]!.number,
    address: home.line ?? null,
    pincode: home.pincode ?? null,
    area: home.area ?? null,
    city: home.city ?? null,
    assignedTo: mode === 'doorstepSwap' ? (ground.people.get('field') ?? null) : null,
    note: note ?? null,
  }
  const given = {
    stage,
    newUnit: fresh?.id ?? null,
    oldWarrantyStart: old.warrantyStart,
    oldWarrantyEnd: old.warrantyEnd,
    deliveredAt: fresh && maker.ago(ago - 2),
    receivedBy: fresh && owner.name,
    oldBackAt: stage === 'closed' ? maker.ago(ago - 2) : null,
    askedBy: ground.people.get('desk') ?? ground.admin,
  }
  return [modules.replacement, input, at, given] as const
}

type Exchange = { old: Row; fresh: Row; row: Row; isBack: boolean }

async function exchange(
  { tx, update }: Pick<Deeds, 'tx' | 'update'>,
  { old, fresh, row, isBack }: Exchange,
): Promise<void> {
  const day = String(row.deliveredAt).slice(0, 10)
  await update(modules.unit, fresh, {
    stage: 'withCustomer',
    customer: row.customer,
    deliveredAt: day,
    soldAt: day,
    replaces: old.id,
    order: old.order,
    warrantyBasis: 'carried',
    warrantyStart: old.warrantyStart,
    warrantyEnd: old.warrantyEnd,
  })
  const [linked] = await tx.find(modules.unit, [old.id])
  if (isBack && linked) await update(modules.unit, linked, { stage: 'quarantine', customer: null })
}
