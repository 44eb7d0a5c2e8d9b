import { productStockCall } from '#contract/calls/product-stock.ts'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import { problem } from '#contract/problem.ts'
import { reservedOf } from '#server/flows/reserved.ts'
import { levelsOf } from '#server/flows/stock-levels.ts'
import { rowsWhere } from '#server/flows/timeline.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn } from '#server/lib/transaction.ts'
import { devicesAt } from './levels.ts'

/** Where the pieces of a product are: counted by the ledger, or device by device. */
export function levelRoutes(api: App, { database: { pool } }: Services): void {
  answer(api, productStockCall, async ({ product: id }) => {
    const [one] = (await rowsWhere(pool, product, 'id = $1', [id])) as unknown as Product[]
    if (!one) throw problem('not-found', 'This record does not exist.')
    const db = { also: runOn(pool) }
    if (one.serialised) return { serialised: true, levels: await devicesAt(db, id) }
    return { serialised: false, levels: await levelsOf(db, id), reserved: await reservedOf(db, id) }
  })
}
