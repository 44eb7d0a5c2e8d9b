import type { Part } from '#contract/modules/catalogue/part.ts'
import type { Product } from '#contract/modules/catalogue/product.ts'
import {
  isAsked,
  isOnShelf,
  keyOfGoods,
  scansOfDevices,
  sumsOfGoods,
  type Counted,
  type Goods,
} from '#contract/modules/stock/count-compare.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'

export type OnShelf = Pick<Unit, 'id' | 'product' | 'colour'>
/** What should be there. `whole`: the server said so; a device knows some of it only. */
export type Shelf = { devices: readonly OnShelf[]; levels: readonly (Goods & { qty: number })[]; whole: boolean }

type Rows = { units: readonly Unit[]; parts: readonly Part[]; products: readonly Product[] }

/** The same as far as this device knows. How many there are in which colour only the server does. */
export function shelfHere(count: StockCount, { units, parts, products }: Rows): Shelf {
  const devices = units.filter(
    one => one.archivedAt === null && isOnShelf(one) && isAsked(count, { part: null, product: one.product }),
  )
  const levels = [
    ...parts.map(({ id, onHand }) => ({ part: id, product: null, colour: null, qty: onHand ?? 0 })),
    ...products
      .filter(({ serialised, colours }) => !serialised && colours.length === 0)
      .map(({ id, onHand }) => ({ part: null, product: id, colour: null, qty: onHand ?? 0 })),
  ]
  return { devices, levels: levels.filter(one => one.qty !== 0 && isAsked(count, one)), whole: false }
}

/** One line of what is counted: goods, or the devices of a product in a colour. */
export type Item = Goods & {
  key: string
  isDevices: boolean
  /** Null where this device cannot know it. */
  expected: number | null
  counted: number
}

/** What should be there beside what was counted of it, in the order of the shelf. */
export function itemsOf({ devices, levels, whole }: Shelf, entries: readonly Counted[]): Item[] {
  const scans = scansOfDevices(entries)
  const sums = sumsOfGoods(entries)
  const items = new Map<string, Item>()
  for (const { id, product, colour } of devices) {
    const key = `devices ${product} ${colour}`
    const item = items.get(key) ?? { key, isDevices: true, part: null, product, colour, expected: 0, counted: 0 }
    const isThere = (scans.get(String(id))?.qty ?? 0) > 0
    items.set(key, { ...item, expected: item.expected! + 1, counted: item.counted + Number(isThere) })
  }
  for (const { part, product, colour, qty } of levels) {
    const key = keyOfGoods({ part, product, colour })
    const counted = sums.get(key)?.qty ?? 0
    items.set(key, { key, isDevices: false, part, product, colour, expected: qty, counted })
  }
  for (const [key, { first, qty }] of sums) {
    const { part, product, colour } = first
    if (qty !== 0 && !items.has(key))
      items.set(key, { key, isDevices: false, part, product, colour, expected: whole ? 0 : null, counted: qty })
  }
  return [...items.values()]
}

/** How many were found of those that should be there, and how many should. */
export function progressOf(items: readonly Item[]): { done: number; total: number } {
  const known = items.filter(({ expected }) => (expected ?? 0) > 0)
  const sum = (of: (item: Item) => number) => known.reduce((all, item) => all + of(item), 0)
  return {
    done: sum(({ expected, counted }) => Math.max(0, Math.min(counted, expected!))),
    total: sum(({ expected }) => expected!),
  }
}
