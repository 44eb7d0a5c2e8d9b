import { countStandCall } from '#contract/calls/count-stand.ts'
import { isOnShelf } from '#contract/modules/stock/count-compare.ts'
import { stockCount, type StockCount } from '#contract/modules/stock/stock-count.ts'
import { problem } from '#contract/problem.ts'
import { rowsWhere } from '#server/flows/timeline.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn } from '#server/lib/transaction.ts'
import { pricesOf, worthOf } from './book.ts'
import { standOf } from './stand.ts'

/** What should be on the shelves, beside what was found there. */
export function countStandRoute(api: App, { database: { pool } }: Services): void {
  answer(api, countStandCall, async ({ count: id }) => {
    const [count] = (await rowsWhere(pool, stockCount, 'id = $1', [id])) as unknown as StockCount[]
    if (!count) throw problem('not-found', 'This record does not exist.')
    const db = { also: runOn(pool) }
    const { devices, levels, differences } = await standOf(db, count, new Date().toISOString())
    const prices = await pricesOf(db, differences)
    return {
      devices: devices.filter(isOnShelf),
      levels: levels.filter(({ qty }) => qty !== 0),
      differences: differences.map(one => ({ ...one, worth: worthOf(one, prices) })),
    }
  })
}
