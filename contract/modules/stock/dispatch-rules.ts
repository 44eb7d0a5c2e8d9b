import { isByLine } from './dispatch-for.ts'

type Values = Record<string, unknown>
type Item = {
  line?: number | null
  product?: number | null
  text?: string | null
  qty: number
  units: readonly number[]
  counted?: number | null
}

export const itemsOf = ({ items }: Values) => (Array.isArray(items) ? (items as Item[]) : [])

/** Pieces of an item that are known to be in the parcel. */
export const inIt = ({ units, counted }: Pick<Item, 'units' | 'counted'>): number =>
  Math.max(units.length, counted ?? 0)

/** Of goods without serial numbers nothing is scanned: there none or all pieces have one, and the server knows which. */
const isScanned = ({ qty, units }: Item) => units.length === 0 || units.length === qty
const isTicked = (item: Item) => inIt(item) >= item.qty

/** May it be said that everything is checked? */
export function isComplete(row: Values): boolean {
  const items = itemsOf(row)
  return items.length > 0 && items.every(isByLine(row) ? isScanned : isTicked)
}

/** How many pieces are in it. */
export const deriveDispatch = (row: Values): Values => ({ pieces: itemsOf(row).reduce((all, { qty }) => all + qty, 0) })
