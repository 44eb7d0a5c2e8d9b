import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import { hasLeft, orderClock } from '#contract/modules/sales/order-clock.ts'
import type { Order, OrderLine } from '#contract/modules/sales/order.ts'
import { clockAfter } from '#contract/promise-clock.ts'
import { addDays, startOfDay } from '#contract/relative-days.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { chance, type Chance } from './chance.ts'
import { demoOrderHours } from './demo-business.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'
import { seriesOf, type Numbered } from './series.ts'
import { cancelsOf } from './seed-cancels.ts'
import { deskOf, oddOnes, paymentsOf } from './seed-payments.ts'
import { takeCodes } from './seed-referral-codes.ts'
import { askedBefore } from './seed-converted.ts'

const YEAR = 365
const MANY = 420
const HOUR = 3_600_000
const DAY = 24 * HOUR
const notes = [
  'Deliver after 16:00.',
  'Call before you come.',
  'Gift: no invoice in the parcel.',
  'Leave it at the gate.',
]
const holds = ['Waits for the payment', 'Address is not complete', 'Customer is away until Monday']

/** A year of sales: most are delivered and paid, some wait for somebody today. */
export const demoOrders = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const luck = chance(20_261_201)
    const maker = makerOf(deeds, ground)
    const { tx } = deeds
    const products = await tx.where(modules.product, 'archivedAt', null)
    const customers = await tx.where(modules.customer, 'archivedAt', null)
    const free = (await tx.where(modules.unit, 'stage', 'inStock')).filter(
      ({ holder, archivedAt }) => holder === 'us' && !archivedAt,
    )
    const numbers = seriesOf(
      await tx.also<Numbered>(`select series, year, last from number_series where series = 'INQ'`, []),
    )
    const banks = new Map(
      (await tx.where(modules.bank, 'archivedAt', null)).map(({ name, id }) => [name as string, id]),
    )
    // More of them the nearer it is to today: the business grows.
    const days = Array.from({ length: MANY }, () => Math.floor((YEAR * luck.between(0, 1_000) ** 1.4) / 1_000 ** 1.4))
    const orders: Row[] = []
    for (const ago of days.sort((a, b) => b - a)) {
      const row = await orderOf(maker, ground, luck, { ago, products, customers })
      orders.push({ ...row, number: numbers.next('ORD', row.createdAt) })
    }
    const codes = takeCodes(orders, await tx.where(modules.referralCode, 'archivedAt', null))
    const asked = await askedBefore(maker, ground, orders, numbers)
    const held = allocateAll(orders, free)
    for (const [at, row] of orders.entries())
      orders[at] = { ...row, ...modules.order.derive?.(row), ...clockOf(row, ground.now) }
    const payments: Row[] = []
    const desks: Row[] = []
    for (const row of orders) {
      const paid = await paymentsOf(maker, ground, luck, row, { banks, odd: oddOnes(orders) })
      Object.assign(row, modules.order.derive?.(row))
      payments.push(...paid.map(one => ({ ...one, number: numbers.next('PAY', one.createdAt) })))
      const desk = await deskOf(maker, ground, row, paid)
      if (desk) desks.push(desk)
    }
    // Each of the two refers to the other: first people asked, then they bought.
    const open: Row[] = asked.map(row => ({ ...row, stage: 'interested', order: null }))
    await maker.insert(modules.inquiry, open, 'create')
    await maker.insert(modules.order, orders, 'create')
    await tx.updateMany(
      modules.inquiry,
      open.map((row, at) => ({ row, changes: { stage: 'converted', order: asked[at]!.order } })),
      maker.context('change'),
    )
    await tx.updateMany(modules.unit, held, maker.context('change'))
    await tx.updateMany(modules.referralCode, codes, maker.context('change'))
    await maker.insert(modules.payment, payments, 'create')
    await maker.insert(modules.cashOrder, desks, 'create')
    await maker.insert(modules.orderCancel, await cancelsOf(maker, ground, orders, payments, numbers), 'create')
    for (const [series, year, last] of numbers.all())
      await tx.also(
        'insert into number_series (series, year, last) values ($1, $2, $3) on conflict (series, year) do update set last = $3',
        [series, year, last],
      )
  })

/** Where an order of that age stands. */
function stageFor(luck: Chance, ago: number): NonNullable<Order['stage']> {
  if (ago > 12) return luck.happens(92) ? 'closed' : luck.happens(50) ? 'cancelled' : 'delivered'
  if (ago > 6) return luck.happens(75) ? 'delivered' : 'dispatched'
  if (ago > 3) return luck.one(['delivered', 'dispatched', 'packing', 'packing', 'onHold'] as const)
  return luck.one([
    'draft',
    'draft',
    'confirmed',
    'confirmed',
    'packing',
    'packing',
    'packing',
    'onHold',
    'dispatched',
  ] as const)
}

type From = { ago: number; products: readonly Row[]; customers: readonly Row[] }

async function orderOf(maker: Maker, ground: Ground, luck: Chance, { ago, products, customers }: From): Promise<Row> {
  const { people, branches, item, admin } = ground
  const buyer = luck.one(customers)
  const home = (buyer.addresses as Row[]).find(({ isDefault }) => isDefault) ?? (buyer.addresses as Row[])[0]
  const stage = stageFor(luck, ago)
  const isGone = hasLeft({ stage })
  const isBack = stage === 'cancelled'
  const lines: OrderLine[] = []
  for (let count = luck.happens(70) ? 1 : luck.between(2, 4); count > 0; count -= 1) {
    const product = luck.one(products)
    const qty = luck.happens(80) ? 1 : luck.between(2, 6)
    const price = product.price as number
    lines.push({
      id: await maker.nextId(),
      product: product.id,
      // What is being packed is of any colour, so that more of it is in stock.
      colour: luck.happens(70) && stage !== 'packing' ? ((product.colours as number[])[0] ?? null) : null,
      qty,
      unitPrice: price,
      discount: luck.happens(18) ? Math.round((price * qty * luck.between(3, 10)) / 10_000) * 100 : 0,
      taxRate: (product.taxRate as number | null) ?? 0,
      note: null,
      allocated: isGone ? qty : stage === 'draft' ? null : 0,
      dispatched: isGone ? qty : null,
      delivered: stage === 'delivered' || stage === 'closed' ? qty : null,
      cancelled: isBack ? qty : null,
      returned: null,
    })
  }
  const at = maker.ago(ago, luck.between(9, 19))
  const day = (shift: number) => new Date(Date.parse(at) + shift * DAY).toISOString().slice(0, 10)
  const by = people.get(luck.one(['desk', 'desk', 'admin', 'arjun.reddy', 'sunita.joshi'])) ?? admin
  const mode = luck.one([
    'prepaid',
    'prepaid',
    'prepaid',
    'cashOnDelivery',
    'cashOnDelivery',
    'cash',
    'credit',
  ] as const)
  return maker.row(
    modules.order,
    {
      phone: (buyer.phones as { number: string }[])[0]!.number,
      name: buyer.name,
      customer: buyer.id,
      email: (buyer.emails as { email: string }[])[0]?.email ?? null,
      address: home?.line ?? null,
      pincode: home?.pincode ?? null,
      area: home?.area ?? null,
      city: home?.city ?? null,
      state: home?.state ?? null,
      country: home?.country ?? null,
      taxId: buyer.taxId ?? null,
      lines,
      shippingFee: luck.happens(40) ? 12_000 : 0,
      codFee: mode === 'cashOnDelivery' ? 6_000 : 0,
      discount: luck.happens(10) ? 10_000 : 0,
      paymentMode: mode,
      orderDate: day(0),
      promisedDate: day(luck.between(2, 6)),
      status: item('orderStatus', statusLabels[stage] ?? 'Closed'),
      channel: luck.happens(85) ? 'direct' : luck.one(['web', 'dealer'] as const),
      source: item('source', luck.one(['Website', 'Phone', 'Walk-in', 'Instagram', 'Referral'])),
      assignedTo: by,
      dealerBranch: luck.happens(60) ? luck.one([...branches.values()]) : null,
      note: luck.happens(20) ? luck.one(notes) : null,
    },
    at,
    {
      createdBy: by,
      updatedBy: by,
      stage,
      missing: 0,
      paid: 0,
      confirmedOn: stage === 'draft' ? null : day(0),
      ...(stage === 'onHold' && { heldFrom: 'confirmed', holdReason: luck.one(holds) }),
    },
  )
}

/** It came to its stage a day after it was taken. Who had to know that it is late knows it. */
export function clockOf(row: Row, now: Date): Partial<Order> {
  const sale = row as unknown as Order
  const at = new Date(Math.min(Date.parse(row.createdAt) + DAY, now.getTime())).toISOString()
  const promisedAt = sale.promisedDate && startOfDay(addDays(sale.promisedDate, 1), 'Asia/Kolkata').toISOString()
  const clock = clockAfter(orderClock, null, { ...sale, promisedAt }, at, demoOrderHours)
  const isOver = clock.dueAt !== null && Date.parse(clock.dueAt) < now.getTime()
  // What was closed long ago has no parcel: some of it had left a few hours late.
  const late = sale.stage === 'closed' && promisedAt && row.id % 9 === 0 ? Date.parse(promisedAt) + 5 * HOUR : 0
  const left = new Date(Math.min(Math.max(Date.parse(at), late), now.getTime())).toISOString()
  return { ...clock, lateSince: isOver ? clock.dueAt : null, leftAt: hasLeft(sale) ? left : null }
}

export const statusLabels: Partial<Record<string, string>> = {
  draft: 'Draft',
  confirmed: 'Confirmed',
  onHold: 'On hold',
  packing: 'Packing',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  closed: 'Closed',
  cancelled: 'Cancelled',
}

/** What is in stock is meant for those who wait, the oldest first of each stage; what is not there is missing. */
function allocateAll(orders: Row[], free: Row[]) {
  const held: { row: Row; changes: Record<string, unknown> }[] = []
  // What is being packed comes first.
  const waiting = ['packing', 'confirmed', 'onHold'].flatMap(stage => orders.filter(row => row.stage === stage))
  for (const row of waiting) {
    const lines = (row as unknown as Order).lines
    for (const line of lines) {
      for (let left = line.qty; left > 0; left -= 1) {
        const at = free.findIndex(
          ({ product, colour }) => product === line.product && (!line.colour || colour === line.colour),
        )
        if (at < 0) break
        const [unit] = free.splice(at, 1)
        held.push({ row: unit!, changes: { stage: 'allocated', order: row.id, orderLine: line.id } })
        line.allocated = (line.allocated ?? 0) + 1
      }
    }
    row.missing = lines.reduce((all, { qty, allocated }) => all + qty - (allocated ?? 0), 0)
  }
  return held
}
