import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { chance, type Chance } from './chance.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'

const HOUR = 3_600_000
const LATELY = 45 * 24 * HOUR
type Stage = Dispatch['stage']
const toPack: readonly Stage[] = ['draft', 'packed', 'checked', 'labelled', 'labelled']
const away: readonly Stage[] = ['handedOver', 'inTransit', 'outForDelivery', 'inTransit', 'returning']
/** The way of a parcel, in which every step has its time. */
const way: readonly Stage[] = [...toPack.slice(0, 4), 'handedOver', 'inTransit', 'outForDelivery', 'delivered']
const brings: readonly Stage[] = ['handedOver', 'inTransit', 'outForDelivery', 'delivered']
const couriers = ['Shree Maruti', 'Delhivery', 'Blue Dart', 'DTDC', 'XpressBees']

/** Parcels of the orders that are being packed, are on their way, or arrived lately. */
export const demoDispatches = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const { tx } = deeds
    const luck = chance(20_261_128)
    const maker = makerOf(deeds, ground)
    const orders = await tx.where(modules.order, 'archivedAt', null)
    const allocated = await tx.where(modules.unit, 'stage', 'allocated')
    const shipped = await tx.where(modules.unit, 'stage', 'shipped')
    const sent: { row: Row; changes: Record<string, unknown> }[] = []
    const rows: Row[] = []
    const last = new Map<number, number>()
    const turns = new Map<Order['stage'], number>()
    for (const row of orders.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
      const sale = row as unknown as Order
      const isLate = ground.now.getTime() - Date.parse(row.createdAt) > LATELY
      if (!['packing', 'dispatched', 'delivered'].includes(sale.stage) && !(sale.stage === 'closed' && !isLate))
        continue
      const units = new Map(sale.lines.map(line => [line.id, devicesOf(sale, line)]))
      if (sale.stage === 'packing' && [...units.values()].every(held => held.length === 0)) continue
      const nr = turns.get(sale.stage) ?? 0
      turns.set(sale.stage, nr + 1)
      const made = await dispatchOf(maker, ground, luck, sale, units, nr)
      const year = new Date(made.createdAt).getUTCFullYear()
      last.set(year, (last.get(year) ?? 0) + 1)
      rows.push({ ...made, number: `DSP-${year}-${String(last.get(year)).padStart(6, '0')}` })
    }
    await maker.insert(modules.dispatch, rows, 'create')
    await tx.updateMany(modules.unit, sent, maker.context('change'))
    await tellOrders(deeds, maker, orders, rows)
    for (const [year, count] of last)
      await tx.also('insert into number_series (series, year, last) values ($1, $2, $3)', ['DSP', year, count])

    /** What the line holds, or of what is with a courier so many as went. */
    function devicesOf({ id: order, stage }: Order, { id, product, colour, qty }: Order['lines'][number]): number[] {
      if (stage === 'packing') return allocated.filter(({ orderLine }) => orderLine === id).map(one => one.id)
      const isOf = (one: Row) => one.product === product && (colour === null || one.colour === colour)
      const found = stage === 'dispatched' ? shipped.filter(isOf).slice(0, qty) : []
      if (found.length < qty) return []
      for (const one of found) {
        shipped.splice(shipped.indexOf(one), 1)
        sent.push({ row: one, changes: { order, orderLine: id } })
      }
      return found.map(one => one.id)
    }
  })

/** The order says who takes its parcel, and the money desk who brings the money for it. */
async function tellOrders({ tx }: Deeds, maker: Maker, orders: readonly Row[], parcels: readonly Row[]): Promise<void> {
  const of = new Map(parcels.filter(({ awb }) => awb !== null).map(row => [row.order as number, row] as const))
  const said = ({ courier, awb }: Row) => ({ courier, awb })
  const sold = orders.flatMap(row => {
    const parcel = of.get(row.id)
    return parcel ? [{ row, changes: said(parcel) }] : []
  })
  await tx.updateMany(modules.order, sold, maker.context('change'))
  const desks = (await tx.where(modules.cashOrder, 'paymentMode', 'cashOnDelivery')).flatMap(row => {
    const parcel = of.get(row.order as number)
    return parcel ? [{ row, parcel }] : []
  })
  const sent = desks.filter(({ parcel }) => brings.includes(parcel.stage as Stage))
  await tx.updateMany(
    modules.cashOrder,
    sent.map(({ row, parcel }) => ({ row, changes: said(parcel) })),
    maker.context('change'),
  )
  // For what comes back nobody gives anything.
  const back = desks.filter(({ row, parcel }) => parcel.stage === 'returning' && row.collected === 0)
  await tx.updateMany(
    modules.cashOrder,
    back.map(({ row, parcel }) => ({
      row,
      changes: { awb: parcel.awb, stage: 'cameBack', expected: 0, toCollect: 0 },
    })),
    maker.context('change'),
  )
}

function stageOf({ stage }: Order, nr: number): Stage {
  if (stage === 'delivered' || stage === 'closed') return 'delivered'
  return stage === 'dispatched' ? away[nr % away.length]! : toPack[nr % toPack.length]!
}

async function dispatchOf(
  maker: Maker,
  { people, item, admin, now }: Ground,
  luck: Chance,
  sale: Order,
  units: ReadonlyMap<number, readonly number[]>,
  nr: number,
): Promise<Row> {
  const stage = stageOf(sale, nr)
  const by = people.get(luck.one(['warehouse', 'farah.khan'])) ?? admin
  const items: Record<string, unknown>[] = []
  for (const { id: line, product, qty } of sale.lines) {
    // Of an order that has not all of its devices, what is there goes first.
    const held = units.get(line)!
    const count = sale.stage === 'packing' ? held.length : qty
    if (count > 0)
      items.push({ id: await maker.nextId(), line, product, qty: count, units: stage === 'draft' ? [] : held })
  }
  const far = way.indexOf(stage === 'returning' ? 'outForDelivery' : stage)
  /** A few hours after the step before, and never later than now. */
  const at = (step: Stage, hours: number) =>
    far < way.indexOf(step)
      ? null
      : new Date(Math.min(Date.parse(sale.createdAt) + hours * HOUR, now.getTime() - HOUR)).toISOString()
  const isSent = far >= way.indexOf('labelled')
  const made = await maker.row(
    modules.dispatch,
    {
      order: sale.id,
      items,
      parcels: isSent
        ? [{ id: await maker.nextId(), length: 40, width: 30, height: 25, weight: luck.between(8, 60) * 100 }]
        : [],
      courier: isSent ? item('courier', luck.one(couriers)) : null,
      awb: isSent ? `${luck.between(1_000_000, 9_999_999)}${String(luck.below(10_000)).padStart(4, '0')}` : null,
      declaredValue: sale.total,
      codAmount: sale.paymentMode === 'cashOnDelivery' ? Math.max(sale.balance ?? 0, 0) : null,
      name: sale.name,
      phone: sale.phone,
      address: sale.address,
      pincode: sale.pincode,
      area: sale.area,
      city: sale.city,
      state: sale.state,
    },
    at('draft', 3)!,
    {
      createdBy: by,
      updatedBy: by,
      stage,
      packedAt: at('packed', 5),
      packedBy: far >= 1 ? by : null,
      checkedAt: at('checked', 6),
      checkedBy: far >= 2 ? by : null,
      labelledAt: at('labelled', 7),
      labelPrints: isSent ? 1 : null,
      handedOverAt: at('handedOver', 24),
      handedOverBy: far >= 4 ? by : null,
      deliveredAt: at('delivered', 80),
      receivedBy: stage === 'delivered' ? sale.name : null,
      assignedTo: sale.assignedTo,
      dealerBranch: sale.dealerBranch,
    },
  )
  return { ...made, ...modules.dispatch.derive?.(made) }
}
