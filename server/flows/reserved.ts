import { product } from '#contract/modules/catalogue/product.ts'
import type { OrderLine } from '#contract/modules/sales/order.ts'
import type { Tx } from '#server/crud/store.ts'
import { levelsOf } from './stock-levels.ts'
import { toChange } from './to-change.ts'

type Db = Pick<Tx, 'also'>
type Goods = Pick<OrderLine, 'product' | 'colour'>
export type Pieces = { colour: number | null; qty: number }
type Sale = { id: number; lines: readonly OrderLine[] }

/** Whoever gives pieces of these goods takes turns. Several are always taken in the same order. */
export async function holdPieces(tx: Pick<Tx, 'also' | 'find'>, products: readonly number[]): Promise<void> {
  for (const id of [...new Set(products)].sort((a, b) => a - b)) await toChange(tx, product, id)
}

/** How many pieces are meant for orders and have not left yet, by colour; `but` is an order that is counted by whoever asks. */
export const reservedOf = (db: Db, id: number, but = 0): Promise<Pieces[]> =>
  db.also<Pieces>(
    `select (line->>'colour')::bigint as colour,
       sum(coalesce((line->>'allocated')::int, 0) - coalesce((line->>'dispatched')::int, 0))::int as qty
     from sales_order sale cross join lateral jsonb_array_elements(sale.lines) as line
     where sale.stage in ('confirmed', 'onHold', 'packing') and sale.lines @> $1::jsonb
       and (line->>'product')::bigint = $2 and sale.id <> $3
     group by 1 having sum(coalesce((line->>'allocated')::int, 0) - coalesce((line->>'dispatched')::int, 0)) > 0`,
    [JSON.stringify([{ product: id }]), id, but],
  )

/**
 * How many pieces of the goods of a line are in stock and meant for nobody. A line that says no colour takes pieces of any, so
 * that of one colour there are never more than of all of them together.
 */
export async function freePieces(db: Db, { product: id, colour }: Goods, sale: Sale): Promise<number> {
  const stock = (await levelsOf(db, id)).filter(({ place }) => place === 'stock')
  const own = sale.lines
    .filter(line => line.product === id)
    .map(line => ({ colour: line.colour, qty: Math.max((line.allocated ?? 0) - (line.dispatched ?? 0), 0) }))
  const reserved = [...(await reservedOf(db, id, sale.id)), ...own]
  const left = (pieces: readonly Pieces[]) => sum(pieces.filter(one => colour === null || one.colour === colour))
  return Math.max(Math.min(left(stock) - left(reserved), sum(stock) - sum(reserved)), 0)
}

const sum = (pieces: readonly Pieces[]): number => pieces.reduce((all, { qty }) => all + qty, 0)
