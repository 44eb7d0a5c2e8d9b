import type { Row } from '#contract/module.ts'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'
import { freePieces, holdPieces } from './reserved.ts'
import { toChange } from './to-change.ts'

/** Pieces of a line that are still to go and have nothing allocated. */
export const lacking = ({ qty, cancelled, allocated }: OrderLine): number =>
  Math.max(qty - (cancelled ?? 0) - (allocated ?? 0), 0)

export const missingIn = (lines: readonly OrderLine[]): number => lines.reduce((all, line) => all + lacking(line), 0)

/** What the lines are of, by id. */
export async function productsOf(
  tx: Pick<Tx, 'find'>,
  lines: readonly { product: number | null }[],
): Promise<Map<number, Product>> {
  const found = await tx.find(product, [...new Set(lines.flatMap(line => line.product ?? []))])
  return new Map((found as unknown as Product[]).map(one => [one.id, one]))
}

/**
 * Gives the lines what is in stock. A device that somebody else is being given at this moment is passed over, so that nobody
 * waits and none is given twice. Goods without serial numbers are given by their number, one order after the other.
 */
export async function allocate(occasion: Occasion): Promise<{ lines: OrderLine[]; missing: number }> {
  const { tx, row } = occasion
  const { lines } = row as unknown as Order
  const products = await productsOf(tx, lines)
  const isCounted = (line: OrderLine) => products.get(line.product)?.serialised === false
  await holdPieces(
    tx,
    lines.filter(line => isCounted(line) && lacking(line) > 0).map(line => line.product),
  )
  const given: OrderLine[] = []
  for (const [at, line] of lines.entries()) {
    const wanted = lacking(line)
    // What a line before this one was given is no longer there.
    const sale = { id: row.id, lines: [...given, ...lines.slice(at)] }
    const got =
      wanted === 0
        ? 0
        : isCounted(line)
          ? Math.min(wanted, await freePieces(tx, line, sale))
          : await giveDevices(occasion, line, wanted)
    given.push({ ...line, allocated: (line.allocated ?? 0) + got })
  }
  return { lines: given, missing: missingIn(given) }
}

async function giveDevices({ tx, row, update }: Occasion, line: OrderLine, wanted: number): Promise<number> {
  const free = await tx.also<{ id: number }>(
    `select id from unit
     where product = $1 and stage = 'inStock' and holder = 'us' and archived_at is null and ($2::bigint is null or colour = $2)
     order by created_at, id limit $3 for update skip locked`,
    [line.product, line.colour, wanted],
  )
  const devices = await tx.find(
    unit,
    free.map(({ id }) => id),
  )
  for (const device of devices) await update(unit, device, { stage: 'allocated', order: row.id, orderLine: line.id })
  return devices.length
}

/**
 * Puts devices back that were meant for a line, and says which; those that were allocated last go first. `scanned` are put
 * into something already: they go when no other is left, the first of them first.
 */
export async function freeDevices(
  { tx, update }: Occasion,
  order: Row,
  line: OrderLine,
  count: number,
  scanned: readonly number[] = [],
): Promise<number[]> {
  const held = await tx.also<{ id: number }>(
    `select id from unit where "order" = $1 and order_line = $2 and stage = 'allocated'
     order by coalesce(array_position($4::int8[], id), 0), updated_at desc, id desc limit $3 for update`,
    [order.id, line.id, count, scanned],
  )
  const freed = held.map(({ id }) => id)
  for (const device of await tx.find(unit, freed)) await update(unit, device, free)
  return freed
}

/** A device of the stock that is meant for nobody. */
export const free = { stage: 'inStock', order: null, orderLine: null } as const

/** A device that was meant for an order and goes another way is missing there. */
export async function leaveOrder({ tx, before, row, update, trusted }: Occasion): Promise<void> {
  if (trusted || before?.stage !== 'allocated' || row.stage === 'allocated' || row.stage === 'shipped') return
  const sale = before.order ? await toChange(tx, order, before.order as number) : null
  if (!sale) return
  const lines = (sale as unknown as Order).lines.map(line =>
    line.id === before.orderLine ? { ...line, allocated: Math.max((line.allocated ?? 0) - 1, 0) } : line,
  )
  await update(order, sale, { lines, missing: missingIn(lines) })
}
