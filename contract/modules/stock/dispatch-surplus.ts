import type { Order } from '../sales/order.ts'
import { leftToPack } from './dispatch-left.ts'
import { inIt } from './dispatch-rules.ts'
import type { DispatchItem } from './dispatch.ts'

type Sale = Pick<Order, 'lines'>
type Others = Parameters<typeof leftToPack>[1]
type Item = Pick<DispatchItem, 'line' | 'qty' | 'units' | 'counted'>

const sumOf = (items: readonly Item[], line: number, of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + (item.line === line ? of(item) : 0), 0)

/** How many pieces of each line are in a parcel that may not go with it; `others`: the order's parcels but this one. */
export function surplusOf(items: readonly Item[], sale: Sale, others: Others): Map<number, number> {
  const left = new Map(leftToPack(sale, others).map(({ line, qty }) => [line, qty]))
  const over = [...new Set(items.flatMap(({ line }) => line ?? []))].map(line => {
    const more = sumOf(items, line, ({ qty }) => qty) - (left.get(line) ?? 0)
    return [line, more] as const
  })
  return new Map(over.filter(([, more]) => more > 0))
}

/**
 * May it be kept although it holds a surplus? Only what takes nothing more: a line was cancelled while it was packed, and
 * whoever takes pieces out, or scans those that still go, must not be held up by the rest.
 */
export function takesMore(line: number, items: readonly Item[], before: readonly Item[], left: number): boolean {
  const grows = (of: (item: Item) => number) => sumOf(items, line, of) > sumOf(before, line, of)
  return grows(({ qty }) => qty) || (grows(inIt) && sumOf(items, line, inIt) > left)
}

/** The contents without that surplus: what nobody has scanned goes first, then what was scanned last. */
export function withoutSurplus<I extends Item>(items: readonly I[], surplus: ReadonlyMap<number, number>): I[] {
  const rest = new Map(surplus)
  const take = (item: Item, most: number): number => {
    const over = item.line === null ? 0 : (rest.get(item.line) ?? 0)
    const taken = Math.max(Math.min(over, most), 0)
    if (item.line !== null) rest.set(item.line, over - taken)
    return taken
  }
  const unscanned = items.map(item => take(item, item.qty - inIt(item)))
  return items.flatMap((item, at) => {
    const qty = item.qty - unscanned[at]! - take(item, item.qty - unscanned[at]!)
    if (qty === 0) return []
    return [{ ...item, qty, units: item.units.slice(0, qty), counted: item.counted && Math.min(item.counted, qty) }]
  })
}

/** The devices in it that have to come out with its surplus. */
export function devicesOut(items: readonly Item[], surplus: ReadonlyMap<number, number>): number[] {
  const stay = new Set(withoutSurplus(items, surplus).flatMap(({ units }) => units))
  return items.flatMap(({ units }) => units.filter(id => !stay.has(id)))
}
