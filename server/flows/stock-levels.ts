import type { StockLevel } from '#contract/calls/product-stock.ts'
import type { Tx } from '#server/crud/store.ts'

type Db = Pick<Tx, 'also'>

/** Where goods without serial numbers are: what came to each place less what left it. All places together are always nothing. */
export const levelsOf = (db: Db, product: number): Promise<StockLevel[]> =>
  db.also<StockLevel>(
    `select colour, place, sum(qty)::int as qty
     from (select colour, "to" as place, qty from stock_move where product = $1
       union all select colour, "from", -qty from stock_move where product = $1) as one
     group by colour, place having sum(qty) <> 0 order by colour nulls first, place`,
    [product],
  )

/** Pieces of one colour that the ledger has at a place. */
export type Kept = { product: number; colour: number | null; place: StockLevel['place'] }

/** How many there are. It is asked at every count, so it reads the moves of this colour alone. */
export async function piecesAt(db: Db, { product, colour, place }: Kept): Promise<number> {
  // Nothing equals null, and no index serves the comparison for which it does.
  const [one] = await db.also<{ qty: number }>(
    `select coalesce(sum(case when "to" = $2 then qty else 0 end - case when "from" = $2 then qty else 0 end), 0)::int as qty
     from stock_move where product = $1 and colour ${colour === null ? 'is null' : '= $3'} and $2 in ("from", "to")`,
    colour === null ? [product, place] : [product, place, colour],
  )
  return one?.qty ?? 0
}

/** Whoever has pieces here has them for good: the ledger never has to pass them on. */
const settled: readonly StockLevel['place'][] = ['supplier', 'customer', 'lost', 'scrap']

/** Does the ledger have pieces that somebody still has to move? */
export const isUnderWay = (levels: readonly StockLevel[]): boolean =>
  levels.some(({ place }) => !settled.includes(place))

/** How many are in stock, in whatever colour. */
export const inStock = (levels: readonly StockLevel[]): number =>
  levels.filter(({ place }) => place === 'stock').reduce((sum, { qty }) => sum + qty, 0)
