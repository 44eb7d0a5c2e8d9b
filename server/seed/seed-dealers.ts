import { gstinCheckSign, gstStateCodes } from '#contract/gstin.ts'
import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import type { Order, OrderLine } from '#contract/modules/sales/order.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { chance, type Chance } from './chance.ts'
import { dealers, type DemoDealer } from './demo-dealers.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'
import { clockOf, statusLabels } from './seed-orders.ts'
import { seriesOf, type Numbered } from './series.ts'

const DAY = 86_400_000
/** Dealers order by the box. */
const boxes = [5, 6, 8, 10, 12, 15, 20, 24, 30, 40] as const
/** What they pay less, in hundredths: never below the floor price of a product. */
const OFF = 12

/** Dealers in each stage; those that sell have branches, and a year of orders on credit below their limits. */
export const demoDealers = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const { tx } = deeds
    const luck = chance(20_261_207)
    const maker = makerOf(deeds, ground)
    const products = new Map(
      (await tx.where(modules.product, 'archivedAt', null)).map(row => [row.sku as string, row] as const),
    )
    const [bank = null] = await tx.where(modules.bank, 'name', 'HDFC current account')
    const numbers = seriesOf(
      await tx.also<Numbered>(`select series, year, last from number_series where series in ('ORD', 'PAY')`, []),
    )
    const made: Record<'dealers' | 'branches' | 'buyers' | 'orders' | 'payments', Row[]> = {
      dealers: [],
      branches: [],
      buyers: [],
      orders: [],
      payments: [],
    }
    for (const known of dealers) {
      const dealer = await dealerOf(maker, ground, known, bank)
      made.dealers.push(dealer)
      const branches: Row[] = []
      for (const branch of known.branches) branches.push(await branchOf(maker, ground, dealer, branch))
      made.branches.push(...branches)
      if (known.orders.length === 0) continue
      const buyer = await buyerOf(maker, ground, known, dealer)
      made.buyers.push(buyer)
      const goods = known.sells.flatMap(sku => products.get(sku) ?? [])
      for (const [at, ago] of known.orders.entries()) {
        const branch = branches[at % branches.length]!
        made.orders.push(await orderOf(maker, ground, luck, { known, dealer, buyer, branch, goods, ago }))
      }
    }
    made.orders.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    for (const row of made.orders) {
      row.number = numbers.next('ORD', row.createdAt)
      const paid = await paymentOf(maker, ground, luck, row, bank)
      if (paid) made.payments.push({ ...paid, number: numbers.next('PAY', paid.createdAt) })
    }
    await maker.insert(modules.dealer, made.dealers, 'create')
    await maker.insert(modules.dealerBranch, made.branches, 'create')
    await maker.insert(modules.customer, made.buyers, 'create')
    await maker.insert(modules.order, made.orders, 'create')
    await maker.insert(modules.payment, made.payments, 'create')
    for (const [series, year, last] of numbers.all())
      await tx.also(
        'insert into number_series (series, year, last) values ($1, $2, $3) on conflict (series, year) do update set last = $3',
        [series, year, last],
      )
  })

const placeIn = ({ cities, item }: Ground, { city, state, pincode }: DemoDealer['place']) => {
  const found = cities.find(({ label, stateLabel }) => label === city && stateLabel === state)
  const area = found?.areas.find(one => one.pincode === pincode)
  return {
    pincode,
    area: area?.id ?? null,
    city: found?.id ?? null,
    state: found?.state ?? null,
    country: item('country', 'India'),
  }
}

const rupees = (amount: number | undefined) => (amount === undefined ? null : amount * 100)

async function dealerOf(maker: Maker, ground: Ground, known: DemoDealer, bank: Row | null): Promise<Row> {
  const { item, people, admin } = ground
  const contacts: Row[] = []
  for (const contact of known.contacts) contacts.push({ id: await maker.nextId(), ...contact } as unknown as Row)
  return maker.row(
    modules.dealer,
    {
      name: known.name,
      type: item('dealerType', known.type),
      taxId: taxIdOf(known),
      contacts,
      address: known.place.line,
      ...placeIn(ground, known.place),
      territory: known.territory.flatMap(label => item('state', label) ?? []),
      commission: known.commission ?? null,
      creditLimit: rupees(known.creditLimit),
      creditDays: known.creditDays ?? null,
      bank: known.stage === 'prospect' ? null : (bank?.id ?? null),
      targets: await targetsOf(maker, ground, known),
      manager: people.get(known.manager) ?? admin,
      note: known.note ?? null,
      tags: known.tags ?? [],
    },
    maker.ago(known.since),
    { stage: known.stage, suspendReason: known.suspendReason ?? null },
  )
}

function taxIdOf({ pan, place }: DemoDealer): string | null {
  if (!pan) return null
  const first = `${gstStateCodes[place.state]}${pan}1Z`
  return first + gstinCheckSign(first)
}

/** One for the quarter that is running, one for the last. */
async function targetsOf(maker: Maker, { now }: Ground, { targets }: DemoDealer) {
  if (!targets) return []
  const quarter = Math.floor(now.getUTCMonth() / 3) * 3
  const day = (months: number, shift = 0) =>
    new Date(Date.UTC(now.getUTCFullYear(), quarter + months, 1) + shift * DAY).toISOString().slice(0, 10)
  const target = async (from: string, to: string, { qty, value }: { qty: number; value: number }) => ({
    id: await maker.nextId(),
    from,
    to,
    qty,
    value: rupees(value),
  })
  return [await target(day(-3), day(0, -1), targets.last), await target(day(0), day(3, -1), targets.running)]
}

async function branchOf(maker: Maker, ground: Ground, dealer: Row, branch: DemoDealer['branches'][number]) {
  const { name, storeType, phone, hours, line } = branch
  const { pincode, area, city } = placeIn(ground, branch)
  return maker.row(
    modules.dealerBranch,
    {
      name,
      dealer: dealer.id,
      storeType: ground.item('storeType', storeType),
      phone,
      address: { line, pincode, area, city },
      hours,
    },
    dealer.createdAt,
  )
}

/** Who orders is a customer, as everybody who buys is. */
async function buyerOf(maker: Maker, ground: Ground, known: DemoDealer, dealer: Row): Promise<Row> {
  const [contact] = known.contacts
  const place = placeIn(ground, known.place)
  return maker.row(
    modules.customer,
    {
      name: known.name,
      type: 'dealer',
      phones: [{ id: await maker.nextId(), number: contact!.phone, kind: 'work', typed: null }],
      emails: [{ id: await maker.nextId(), email: contact!.email }],
      taxId: dealer.taxId,
      addresses: [{ id: await maker.nextId(), label: 'Shop', line: known.place.line, ...place, isDefault: true }],
      source: ground.item('source', 'Dealer'),
      owner: dealer.manager,
      tags: ['b2b'],
    },
    dealer.createdAt,
    { unitCount: 0, city: place.city },
  )
}

type From = { known: DemoDealer; dealer: Row; buyer: Row; branch: Row; goods: readonly Row[]; ago: number }

/** What is paid is over; what still may be paid later has arrived, and the newest waits for its goods. */
function stageFor({ stage, creditDays }: DemoDealer, ago: number): 'confirmed' | 'delivered' | 'closed' {
  if (ago < 3) return 'confirmed'
  // Who is suspended has not paid the last two.
  return ago <= (stage === 'suspended' ? 120 : (creditDays ?? 0)) ? 'delivered' : 'closed'
}

async function orderOf(maker: Maker, ground: Ground, luck: Chance, from: From): Promise<Row> {
  const { known, dealer, buyer, branch, goods, ago } = from
  const stage = stageFor(known, ago)
  const isGone = stage !== 'confirmed'
  const left = [...goods]
  const lines: OrderLine[] = []
  for (let count = luck.between(2, 3); count > 0; count -= 1) {
    const [product] = left.splice(luck.below(left.length), 1)
    const qty = luck.one(boxes)
    const price = product!.price as number
    lines.push({
      id: await maker.nextId(),
      product: product!.id,
      colour: null,
      qty,
      unitPrice: price,
      discount: Math.round((price * qty * OFF) / 10_000) * 100,
      taxRate: (product!.taxRate as number | null) ?? 0,
      note: null,
      allocated: isGone ? qty : 0,
      dispatched: isGone ? qty : null,
      delivered: isGone ? qty : null,
      cancelled: null,
      returned: null,
    })
  }
  const at = maker.ago(ago, luck.between(10, 17))
  const day = (shift: number) => new Date(Date.parse(at) + shift * DAY).toISOString().slice(0, 10)
  const { line } = branch.address as { line: string }
  const home = known.branches.find(({ name }) => name === branch.name)!
  const row = await maker.row(
    modules.order,
    {
      phone: known.contacts[0]!.phone,
      name: known.name,
      customer: buyer.id,
      email: known.contacts[0]!.email,
      taxId: dealer.taxId,
      address: line,
      ...placeIn(ground, home),
      lines,
      paymentMode: stage === 'closed' && luck.happens(20) ? 'prepaid' : 'credit',
      orderDate: day(0),
      promisedDate: day(luck.between(4, 7)),
      status: ground.item('orderStatus', statusLabels[stage]!),
      channel: 'dealer',
      source: ground.item('source', 'Dealer'),
      assignedTo: dealer.manager,
      dealerBranch: branch.id,
    },
    at,
    {
      createdBy: dealer.manager,
      updatedBy: dealer.manager,
      stage,
      missing: isGone ? 0 : lines.reduce((all, { qty }) => all + qty, 0),
      paid: 0,
      confirmedOn: day(0),
    },
  )
  // Half of what will be due soon is paid already.
  const days = known.creditDays ?? 0
  const isHalf = stage === 'delivered' && ago > days / 2 && ago <= days
  const { total } = modules.order.derive!(row) as { total: number }
  const paid = stage === 'closed' ? total : isHalf ? Math.round(total / 20_000) * 10_000 : 0
  const sold = { ...row, paid }
  return { ...sold, ...modules.order.derive!(sold), ...clockOf(sold, ground.now) }
}

/** Paid some weeks later, or at once where nothing was lent. */
async function paymentOf(maker: Maker, { now }: Ground, luck: Chance, row: Row, bank: Row | null) {
  const sale = row as unknown as Order
  if (!sale.paid) return null
  const later = sale.paymentMode === 'credit' ? luck.between(8, 20) : 0
  const at = new Date(Math.min(Date.parse(row.createdAt) + later * DAY, now.getTime())).toISOString()
  return maker.row(
    modules.payment,
    {
      order: row.id,
      amount: sale.paid,
      mode: 'bankTransfer',
      bank: bank?.id ?? null,
      reference: `UTR${luck.between(10_000_000, 99_999_999)}`,
      paidOn: at.slice(0, 10),
    },
    at,
    { at, assignedTo: sale.assignedTo, dealerBranch: sale.dealerBranch },
  )
}
