import type { StockLevel } from '#contract/calls/product-stock.ts'
import type { Tx } from '#server/crud/store.ts'
import { placeOf, type Place } from './places.ts'

type Db = Pick<Tx, 'also'>

/** Where the devices of a product are. */
export async function devicesAt(db: Db, product: number): Promise<StockLevel[]> {
  const rows = await db.also<{ colour: number | null; stage: string; holder: string | null; qty: number }>(
    `select colour, stage, holder, count(*)::int as qty from unit where product = $1 and archived_at is null
     group by colour, stage, holder order by colour nulls first, stage, holder`,
    [product],
  )
  const found = new Map<string, StockLevel>()
  for (const { colour, qty, ...stands } of rows) {
    const place: Place = placeOf(stands)
    const level = found.get(`${colour} ${place}`) ?? { colour, place, qty: 0 }
    level.qty += qty
    found.set(`${colour} ${place}`, level)
  }
  return [...found.values()]
}
