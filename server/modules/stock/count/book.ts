import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { isBooked, standingOf, type Difference } from '#contract/modules/stock/count-compare.ts'
import { countEntry } from '#contract/modules/stock/count-entry.ts'
import { stockCount, type StockCount } from '#contract/modules/stock/stock-count.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'
import { toChange } from '#server/flows/to-change.ts'
import { standOf } from './stand.ts'

type Values = Record<string, unknown>

/** Puts the stock right: each difference is a move, or is written down for people to see to. */
export async function bookCount(occasion: Occasion): Promise<Values> {
  const { tx, row, now, actor, create } = occasion
  const count = row as unknown as StockCount
  const { differences } = await standOf(tx, count, now)
  const prices = await pricesOf(tx, differences)
  let worth = 0
  // Always in one order: two who book at once do not wait for each other.
  for (const one of differences.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const { reason, stood } = isBooked(one) ? await putRight(occasion, one) : one
    const comesTo = isBooked(one) && !isBooked({ reason }) ? null : worthOf(one, prices)
    if (isBooked({ reason })) worth += comesTo ?? 0
    await create(countEntry, {
      count: row.id,
      unit: one.unit,
      part: one.part,
      product: one.unit === null ? one.product : null,
      colour: one.unit === null ? one.colour : null,
      text: one.text,
      qty: 0,
      at: now,
      reason,
      stood,
      closing: true,
      expected: one.expected,
      counted: one.counted,
      worth: comesTo,
    })
  }
  return { bookedAt: now, bookedBy: actor.id, differences: differences.length, worth }
}

const placeOf = ({ unit: device, part: of, product: goods }: Difference) => device ?? of ?? goods ?? 0

type Outcome = Pick<Difference, 'reason' | 'stood'>

/** Makes the move. Answers what it was, which is another thing where somebody moved a device since it was looked at. */
async function putRight(occasion: Occasion, one: Difference): Promise<Outcome> {
  const { tx, row, create, update } = occasion
  if (one.unit === null) {
    const more = one.counted - one.expected
    await create(stockMove, {
      part: one.part,
      product: one.product,
      colour: one.colour,
      qty: Math.abs(more),
      ...(more > 0 ? { from: 'lost', to: 'stock' } : { from: 'stock', to: 'lost' }),
      cause: 'count',
      madeByModule: stockCount.name,
      madeBy: row.id,
    })
    return one
  }
  const device = await toChange(tx, unit, one.unit)
  const move = one.reason === 'missing' ? 'lose' : 'find'
  const { from, to } = unit.moves![move]
  const stands = device as unknown as Unit
  if (!device || standingOf(stands) !== one.stood || !(from as readonly string[]).includes(stands.stage))
    return { reason: 'movedMeanwhile', stood: device ? standingOf(stands) : one.stood }
  await update(unit, device, { stage: to })
  return one
}

type Prices = Map<string, number>
const keyOf = ({ part: of, product: goods }: Pick<Difference, 'part' | 'product'>) =>
  of === null ? `product ${goods}` : `part ${of}`

/** What a piece of each is sold for, where that is known. */
export async function pricesOf({ also }: Pick<Tx, 'also'>, differences: readonly Difference[]): Promise<Prices> {
  const ids = (name: 'part' | 'product') => [...new Set(differences.flatMap(one => one[name] ?? []))]
  const rows = await also<{ key: string; price: number | null }>(
    `select '${part.name} ' || id as key, price from part where id = any($1)
     union all select '${product.name} ' || id, price from product where id = any($2)`,
    [ids('part'), ids('product')],
  )
  return new Map(rows.flatMap(({ key, price }) => (price === null ? [] : [[key, price] as const])))
}

/** What a difference comes to: below nothing where something is missing. */
export function worthOf(one: Difference, prices: Prices): number | null {
  const price = prices.get(keyOf(one))
  return price === undefined ? null : (one.counted - one.expected) * price
}
