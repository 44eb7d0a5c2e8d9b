import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { notFreeFor, otherKind, type Misfit } from '#contract/modules/stock/dispatch-fits.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { free, missingIn } from '#server/flows/allocation.ts'
import { dispatchHolding, isWaiting } from '#server/flows/dispatching.ts'

type Deeds = Pick<Occasion, 'tx' | 'update'>
type Units = Map<number, Unit>

const unitsIn = ({ items }: Pick<Dispatch, 'items'>): number[] => items.flatMap(({ units }) => units)

/** Those devices and those that the order holds, ours until the transaction ends. Whoever takes several takes them by id. */
export async function lockedUnits(tx: Occasion['tx'], ids: readonly number[], sale = 0): Promise<Units> {
  const rows = await tx.also<{ id: number }>(
    `select id from unit where id = any($1::int8[]) or ("order" = $2 and stage = 'allocated') order by id for no key update`,
    [ids, sale],
  )
  const found = await tx.find(
    unit,
    rows.map(({ id }) => id),
  )
  return new Map((found as unknown as Unit[]).map(one => [one.id, one]))
}

/**
 * Gives the scanned devices to their lines. Whoever packs takes the piece that is at hand: it takes the place of one that was
 * allocated and that nobody has scanned.
 */
export async function giveScanned(
  deeds: Deeds,
  row: Dispatch,
  sale: Order,
  others: readonly Dispatch[],
): Promise<void> {
  const known = await lockedUnits(deeds.tx, unitsIn(row), sale.id)
  await refuseUnits(row, known, sale.lines, device => {
    const holding = others.find(one => isWaiting(one) && unitsIn(one).includes(device.id))
    return holding ? `is in dispatch ${holding.number} already` : againstGiving(device, sale)
  })
  const touched = new Set<number>()
  for (const { line, units } of row.items)
    for (const device of units.flatMap(id => known.get(id) ?? [])) {
      const from = device.stage === 'allocated' ? device.orderLine : null
      if (line === null || from === line) continue
      touched.add(line)
      if (from !== null) touched.add(from)
      known.set(device.id, await put(deeds, device, { stage: 'allocated', order: sale.id, orderLine: line }))
    }
  if (touched.size === 0) return
  const scanned = new Set([row, ...others.filter(isWaiting)].flatMap(unitsIn))
  await giveBack(
    deeds,
    known,
    sale.lines.filter(({ id }) => touched.has(id)),
    scanned,
  )
  const lines = sale.lines.map(line =>
    touched.has(line.id) ? { ...line, allocated: (line.dispatched ?? 0) + heldFor(known, line).length } : line,
  )
  await deeds.update(order, sale, { lines, missing: missingIn(lines) })
}

/** What a line holds beyond its pieces goes to one of the lines beside it that lacks it, or back into stock. */
async function giveBack(deeds: Deeds, known: Units, lines: readonly OrderLine[], scanned: ReadonlySet<number>) {
  for (const line of lines) {
    const held = heldFor(known, line)
    const spare = held.filter(({ id }) => !scanned.has(id)).toSorted(latestFirst)
    for (const device of spare.slice(0, Math.max(held.length - toSend(line), 0))) {
      const to = lines.find(one => isOf(device, one) && heldFor(known, one).length < toSend(one))
      known.set(device.id, await put(deeds, device, to ? { orderLine: to.id } : free))
    }
  }
}

const toSend = ({ qty, cancelled, dispatched }: OrderLine): number => qty - (cancelled ?? 0) - (dispatched ?? 0)

const heldFor = (known: Units, line: OrderLine): Unit[] =>
  [...known.values()].filter(({ stage, orderLine }) => stage === 'allocated' && orderLine === line.id)

const isOf = (device: Unit, { product, colour }: OrderLine): boolean =>
  device.product === product && (colour === null || device.colour === colour)

const latestFirst = (a: Unit, b: Unit): number => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id

const put = async ({ update }: Deeds, device: Unit, changes: object): Promise<Unit> =>
  (await update(unit, device, { ...changes })) as unknown as Unit

/** What is fetched is at its customer's, and nobody else fetches it. */
export async function refuseFetched({ tx }: Deeds, row: Dispatch, lines: readonly OrderLine[]): Promise<void> {
  const known = await lockedUnits(tx, unitsIn(row))
  await refuseUnits(row, known, lines, async device => {
    const holding = await dispatchHolding(tx, device.id, row.id)
    if (holding) return 'is in another dispatch already'
    return device.stage === 'withCustomer' ? null : 'is not with a customer'
  })
}

/** Says of every device that does not belong in why it does not. */
async function refuseUnits(
  { items }: Dispatch,
  known: Units,
  lines: readonly OrderLine[],
  against: (device: Unit) => string | null | Promise<string | null>,
): Promise<void> {
  const wrong: Record<string, string> = {}
  for (const [at, item] of items.entries()) {
    const colour = lines.find(({ id }) => id === item.line)?.colour ?? null
    for (const device of item.units.flatMap(id => known.get(id) ?? [])) {
      const reason = await reasonAgainst(device, item.product, colour, against)
      if (reason) wrong[`items.${at}.units`] ??= `${device.serial} ${reason}.`
    }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

function reasonAgainst(
  device: Unit,
  product: number | null,
  colour: number | null,
  against: (device: Unit) => string | null | Promise<string | null>,
) {
  const other = otherKind(device, { product, colour })
  return other ? reasons[other] : against(device)
}

function againstGiving(device: Unit, sale: Order): string | null {
  const why = notFreeFor(device, sale.id)
  return why && reasons[why]
}

const reasons: Record<Misfit, string> = {
  otherProduct: 'is another product',
  otherColour: 'has another colour than this line',
  archived: 'is archived',
  otherOrder: 'is meant for another order',
  setAside: 'is set aside already',
  left: 'has left already',
  lent: 'is not in stock',
  notFree: 'is not in stock',
}

/** Where all devices of a dispatch go, one after the other by their id. */
export async function sendUnits(
  { tx, carry }: Pick<Occasion, 'tx' | 'carry'>,
  row: Dispatch,
  become: (device: Unit) => Record<string, unknown>,
): Promise<void> {
  const known = await lockedUnits(tx, unitsIn(row))
  for (const device of [...known.values()].toSorted((a, b) => a.id - b.id)) await carry(unit, device, become(device))
}
