import type { Row } from '#contract/module.ts'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
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
 * Gives the lines what is in stock, one order after the other where two want the same goods: an order is told that something is
 * missing only where it is. A device that is taken another way at this moment is passed over, so that none is given twice.
 */
export async function allocate(occasion: Occasion): Promise<{ lines: OrderLine[]; missing: number }> {
  const { tx, row } = occasion
  const { lines } = row as unknown as Order
  const products = await productsOf(tx, lines)
  const isCounted = (line: OrderLine) => products.get(line.product)?.serialised === false
  await holdPieces(
    tx,
    lines.filter(line => lacking(line) > 0).map(line => line.product),
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

/** Refused where something is missing: of which goods, counted over all lines that want them, and in which lines. */
export function refuseMissing(lines: readonly OrderLine[]): void {
  const wrong: Record<string, string> = {}
  const numbered = lines.map((line, at) => ({ ...line, at: at + 1 }))
  for (const first of numbered.filter(line => lacking(line) > 0)) {
    const same = numbered.filter(({ product, colour }) => product === first.product && colour === first.colour)
    const short = same.filter(line => lacking(line) > 0)
    if (short[0] !== first) continue
    const needed = same.reduce((all, { qty, cancelled }) => all + qty - (cancelled ?? 0), 0)
    const missing = missingIn(short)
    const which = `line${short.length > 1 ? 's' : ''} ${short.map(({ at }) => at).join(', ')}`
    wrong[`lines.${first.at - 1}.qty`] = `${needed} needed, ${needed - missing} in stock, ${missing} missing (${which})`
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
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
