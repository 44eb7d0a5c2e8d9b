import type { Order } from '../sales/order.ts'
import { isByLine } from './dispatch-for.ts'
import { leftToPack, mayPack } from './dispatch-left.ts'
import { inIt } from './dispatch-rules.ts'
import type { Dispatch, DispatchItem } from './dispatch.ts'

type LeftIn = Parameters<typeof leftToPack>[1][number]
type Item = Pick<DispatchItem, 'line' | 'product' | 'qty' | 'units' | 'counted'>
export type ToPick = Pick<Dispatch, 'id' | 'stage' | 'direction'> & { items: readonly Item[] }

/** Goods to fetch: how many of one kind, and for which parcels. */
export type PickLine = {
  product: number
  colour: number | null
  qty: number
  parcels: { id: number; qty: number }[]
}

/** What of an item is not in its parcel yet. */
const lacks = (item: Item): number => Math.max(item.qty - inIt(item), 0)

/**
 * Why there is nothing to fetch for a parcel; null where there is. Only what goes out and is not packed yet is fetched. What
 * goes back with a job lies on the bench.
 */
export function notToPick(parcel: ToPick) {
  if (parcel.stage === 'cancelled') return 'gone'
  if (parcel.direction !== 'out') return 'pickups'
  if (!isByLine(parcel)) return 'ofJobs'
  if (parcel.stage !== 'draft') return 'packed'
  if (parcel.items.some(item => item.product !== null && lacks(item) > 0)) return null
  return parcel.items.length > 0 && parcel.items.every(item => lacks(item) === 0) ? 'packed' : 'empty'
}

/** What to fetch for these parcels, summed by product and colour, and the parcels that it is for. */
export function pickListOf<P extends ToPick>(
  parcels: readonly P[],
  colourOf: (parcel: P, item: P['items'][number]) => number | null,
): PickLine[] {
  const found = new Map<string, PickLine>()
  for (const parcel of parcels.filter(one => notToPick(one) === null))
    for (const item of parcel.items) {
      const { product } = item
      const [qty, colour] = [lacks(item), colourOf(parcel, item)]
      if (qty === 0 || product === null) continue
      const key = `${product} ${colour}`
      const line = found.get(key) ?? { product, colour, qty: 0, parcels: [] }
      line.qty += qty
      const same = line.parcels.find(({ id }) => id === parcel.id)
      if (same) same.qty += qty
      else line.parcels.push({ id: parcel.id, qty })
      found.set(key, line)
    }
  return [...found.values()]
}

/** What of an order is allocated and in no parcel yet, as if it were one that nobody has begun to pack. */
export function asToPick(sale: Pick<Order, 'id' | 'stage' | 'lines'>, parcels: readonly LeftIn[]): ToPick {
  const left = mayPack(sale) ? leftToPack(sale, parcels) : []
  const items = left.map(({ line, product, qty }) => {
    const of = sale.lines.find(({ id }) => id === line)!
    const there = (of.allocated ?? 0) - (of.qty - (of.cancelled ?? 0) - qty)
    return { line, product, qty: Math.max(Math.min(qty, there), 0), units: [], counted: null }
  })
  return { id: sale.id, stage: 'draft', direction: 'out', items }
}
