import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { stockMove, type StockMove } from '#contract/modules/stock/stock-move.ts'
import type { OrderLine } from '#contract/modules/sales/order.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { productsOf } from '#server/flows/allocation.ts'
import type { Place } from './places.ts'

type Pieces = { product: number; colour: number | null; qty: number }

/** The pieces without serial numbers that are in a dispatch leave with the courier, in the colours of their lines. */
export async function sendPieces(occasion: Occasion, row: Dispatch, lines: readonly OrderLine[]): Promise<void> {
  const products = await productsOf(occasion.tx, row.items)
  const colours = new Map(lines.map(line => [line.id, line.colour]))
  const found = new Map<string, Pieces>()
  for (const { product, line, qty } of row.items) {
    if (product === null || products.get(product)?.serialised !== false) continue
    const colour = (line === null ? null : colours.get(line)) ?? null
    const key = `${product} ${colour}`
    found.set(key, { product, colour, qty: (found.get(key)?.qty ?? 0) + qty })
  }
  const from = row.direction === 'out' ? 'stock' : 'customer'
  await book(occasion, [...found.values()], { from, to: 'courier', cause: 'dispatch' })
}

/** What of a dispatch the ledger has with the courier goes on from there, and nothing else: it moves once. */
export async function passPieces(occasion: Occasion, to: Place, cause: StockMove['cause']): Promise<void> {
  const { tx, row } = occasion
  const held = await tx.also<Pieces>(
    `select product, colour, sum(case when "to" = 'courier' then qty else -qty end)::int as qty
     from stock_move where made_by_module = $1 and made_by = $2 and product is not null and 'courier' in ("from", "to")
     group by product, colour having sum(case when "to" = 'courier' then qty else -qty end) > 0`,
    [dispatch.name, row.id],
  )
  await book(occasion, held, { from: 'courier', to, cause })
}

/** Whoever books several products takes them in the same order. */
async function book(occasion: Occasion, pieces: Pieces[], way: Pick<StockMove, 'from' | 'to' | 'cause'>) {
  const { create, row } = occasion
  const at = await doneAt(occasion)
  for (const one of pieces.toSorted((a, b) => a.product - b.product || (a.colour ?? 0) - (b.colour ?? 0)))
    await create(stockMove, { ...one, ...way, at, madeByModule: dispatch.name, madeBy: row.id })
}
