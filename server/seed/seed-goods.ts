import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import { dayAfter, warrantyDates } from '#contract/warranty.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { causeOf, holderAt, placeOf } from '#server/modules/stock/places.ts'
import { chance, type Chance } from './chance.ts'
import { banks, demoParts, products } from './demo-catalogue.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'
import { customersOf } from './seed-customers.ts'
import { handOut } from './seed-held-parts.ts'

type Values = Record<string, unknown>

/** Products, parts, customers, devices and their ways through stock. Many at once: a first start must not take long. */
export const demoGoods = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const luck = chance(20_260_121)
    const maker = makerOf(deeds, ground)
    const goods = await addProducts(deeds, maker, ground, luck)
    const moves = await addParts(maker, ground, goods, luck)
    for (const bank of banks) await deeds.create(modules.bank, bank)
    const buyers = await customersOf(maker, ground, luck)
    const devices = await planDevices(maker, ground, luck, goods, buyers)
    await maker.insert(modules.customer, buyers, 'create')
    await sendThroughStock(deeds, maker, devices, moves)
  })

async function addProducts(deeds: Deeds, maker: Maker, { item }: Ground, luck: Chance): Promise<Row[]> {
  const rows: Row[] = []
  for (const { category, colours, price, ...product } of products)
    rows.push(
      await maker.row(
        modules.product,
        {
          ...product,
          category: item('category', category),
          type: item('type', 'Product'),
          colours: colours.flatMap(label => item('color', label) ?? []),
          taxRate: 1_800,
          price: price * 100,
          floorPrice: Math.round(price * 0.85) * 100,
          tags: luck.happens(15) ? ['bestseller'] : [],
        },
        maker.ago(luck.between(300, 420)),
      ),
    )
  await maker.insert(modules.product, rows, 'create')
  return rows
}

type StockMove = Values & { at: string }

/** The parts with what came and went of each; their sum is what is on hand. */
async function addParts(maker: Maker, ground: Ground, goods: Row[], luck: Chance): Promise<StockMove[]> {
  const moves: StockMove[] = []
  const rows: Row[] = []
  const problems: Row[] = []
  const categories = new Map(products.map(({ sku, category }) => [sku, category]))
  for (const { problems: known, category, cost, ...part } of demoParts) {
    const arrived = luck.between(10, 120)
    const usedUp = luck.happens(15) ? arrived : luck.below(arrived)
    const minimum = luck.one([5, 10, 15, 20])
    const onHand = arrived - usedUp
    const row = await maker.row(
      modules.part,
      {
        ...part,
        fits: luck.some(
          goods.filter(({ sku }) => categories.get(sku as string) === category).map(({ id }) => id),
          70,
        ),
        cost: cost * 100,
        price: Math.round(cost * 1.8) * 100,
        taxRate: 1_800,
        barcode: `8906${String(100_000_000 + rows.length * 7_919)}`,
        minimum,
      },
      maker.ago(luck.between(200, 300)),
      { onHand, low: onHand < minimum },
    )
    rows.push(row)
    const move = (days: number, qty: number, more: Values) =>
      moves.push({ part: row.id, qty, at: maker.ago(days, luck.between(9, 17)), ...more })
    move(luck.between(100, 190), arrived, { from: 'supplier', to: 'stock', cause: 'purchase' })
    if (usedUp > 0) move(luck.between(1, 90), usedUp, { from: 'stock', to: 'service', cause: 'repair' })
    for (const [problem, usualFix] of known)
      problems.push(
        await maker.row(
          modules.partProblem,
          { part: row.id, problem, usualFix, defaultCharge: luck.one([0, 15_000, 25_000, 35_000, 50_000]) },
          row.createdAt,
        ),
      )
  }
  const along = await handOut(maker, ground, rows)
  await maker.insert(modules.part, rows, 'create')
  await maker.insert(modules.heldPart, along.rows, 'create')
  await maker.insert(modules.partProblem, problems, 'create')
  return [...moves, ...along.moves]
}

/** The ways that devices go, with how many of a hundred go each. */
const ways: [number, string[]][] = [
  [22, []],
  [3, ['allocate']],
  [4, ['allocate', 'ship']],
  [46, ['allocate', 'ship', 'deliver']],
  [7, ['allocate', 'ship', 'deliver', 'repair', 'handBack']],
  [6, ['allocate', 'ship', 'deliver', 'repair']],
  [3, ['allocate', 'ship', 'deliver', 'takeBack']],
  [3, ['allocate', 'ship', 'deliver', 'takeBack', 'quarantine']],
  [2, ['allocate', 'ship', 'deliver', 'buyBack']],
  [2, ['allocate', 'ship', 'deliver', 'takeBack', 'quarantine', 'scrap']],
  [1, ['allocate', 'ship', 'lose']],
  [1, ['quarantine']],
]
const DEVICES = 400

type Step = { action: string; at: string; actor: number; changes: Values }
type Device = { row: Row; steps: Step[] }

async function planDevices(
  maker: Maker,
  { people, admin, now }: Ground,
  luck: Chance,
  goods: Row[],
  buyers: Row[],
): Promise<Device[]> {
  const devices: Device[] = []
  const who = (...names: string[]) => people.get(luck.one(names)) ?? admin
  const turns = ways.flatMap(([percent, way]) => Array.from({ length: percent }, () => way))
  for (let nr = 1; nr <= DEVICES; nr += 1) {
    const product = luck.one(goods)
    const way = luck.one(turns)
    let age = luck.between(way.length * 3 + 2, way.length > 2 ? 520 : 120)
    const colours = product.colours as number[]
    const serial = `${(product.sku as string).replaceAll('-', '')}${String(now.getFullYear() - (age > 300 ? 1 : 0)).slice(2)}-${String(100_000 + nr * 37).slice(-6)}`
    const input = { serial, product: product.id, colour: colours.length ? luck.one(colours) : null, grade: 'new' }
    const row = await maker.row(modules.unit, input, maker.ago(age), { holder: 'us' })
    const buyer = luck.one(buyers)
    const steps: Step[] = []
    let stand: Row = row
    for (const action of way) {
      age = Math.max(0, age - luck.between(1, action === 'repair' || action === 'takeBack' ? Math.max(1, age - 8) : 5))
      const at = maker.ago(age, luck.between(9, 18))
      const stage = modules.unit.moves![action as 'ship'].to!
      const changes: Values = { stage, holder: holderAt(stage, buyer.type === 'dealer') }
      if (action === 'deliver') Object.assign(changes, soldTo(buyer, product, at.slice(0, 10)))
      if (action === 'buyBack') Object.assign(changes, ours)
      const actor =
        action === 'repair' || action === 'handBack' ? who('field', 'deepak.rane') : who('warehouse', 'farah.khan')
      stand = { ...stand, ...changes }
      steps.push({ action, at, actor, changes })
    }
    if (stand.customer !== null) buyer.unitCount = (buyer.unitCount as number) + 1
    devices.push({ row, steps })
  }
  return devices
}

const ours = {
  customer: null,
  soldAt: null,
  deliveredAt: null,
  warrantyStart: null,
  warrantyEnd: null,
  warrantyBasis: null,
}

function soldTo(buyer: Row, product: Row, deliveredAt: string): Values {
  const soldAt = dayAfter(deliveredAt, -3)
  const rules = { start: 'delivery', days: product.warrantyDays as number } as const
  const { start, end, basis } = warrantyDates({ soldAt, deliveredAt }, rules)
  return { customer: buyer.id, soldAt, deliveredAt, warrantyStart: start, warrantyEnd: end, warrantyBasis: basis }
}

/** Every device goes its way step by step, so that its history says who did what; the ledger is written in one go. */
async function sendThroughStock({ tx, also }: Deeds, maker: Maker, devices: Device[], moves: StockMove[]) {
  await maker.insert(
    modules.unit,
    devices.map(({ row }) => row),
    'create',
  )
  const note = (unit: Row, from: string, to: string, action: string, at: string) => {
    if (from !== to)
      moves.push({ unit: unit.id, from, to, cause: causeOf(action), at, madeByModule: 'unit', madeBy: unit.id })
  }
  for (const { row } of devices) note(row, 'supplier', 'stock', 'create', row.createdAt)
  // All that do the same as their next step do it together.
  for (let at = 0; devices.some(({ steps }) => steps.length > at); at += 1)
    for (const together of alike(devices, at)) {
      const { action, actor } = together[0]!.steps[at]!
      const changed = together.map(({ row, steps }) => {
        const { changes, at: updatedAt } = steps[at]!
        return { row, changes: { ...changes, updatedAt, updatedBy: actor } }
      })
      const stands = await tx.updateMany(modules.unit, changed, maker.context(action, actor))
      for (const [nr, device] of together.entries()) {
        note(device.row, placeOf(device.row), placeOf(stands[nr]!), action, device.steps[at]!.at)
        device.row = stands[nr]!
      }
    }
  const rows: Row[] = []
  const last = new Map<string, number>()
  for (const { at, madeByModule = null, madeBy = null, ...move } of moves.sort((a, b) => (a.at < b.at ? -1 : 1))) {
    const year = at.slice(0, 4)
    const nr = (last.get(year) ?? 0) + 1
    last.set(year, nr)
    const given = { number: `STM-${year}-${String(nr).padStart(6, '0')}`, at, madeByModule, madeBy }
    rows.push(await maker.row(modules.stockMove, move, at, given))
  }
  await maker.insert(modules.stockMove, rows, 'create')
  for (const [year, nr] of last)
    await also('insert into number_series (series, year, last) values ($1, $2, $3)', ['STM', Number(year), nr])
}

function alike(devices: Device[], at: number): Device[][] {
  const groups = new Map<string, Device[]>()
  for (const device of devices) {
    const step = device.steps[at]
    if (!step) continue
    const key = `${step.action} ${step.actor}`
    groups.set(key, [...(groups.get(key) ?? []), device])
  }
  return [...groups.values()]
}
