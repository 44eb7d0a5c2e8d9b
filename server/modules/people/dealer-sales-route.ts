import { dealerSalesCall } from '#contract/calls/dealer-sales.ts'
import { dealer, type Dealer } from '#contract/modules/people/dealer.ts'
import { order } from '#contract/modules/sales/order.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { recordInReach } from '#server/attached/reach.ts'
import { answer } from '#server/lib/answer.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn } from '#server/lib/transaction.ts'
import { salesOf } from './dealer-sales.ts'

/** What a dealer owes and sells, of the orders that the asker may see. */
export function dealerSalesRoutes(api: App, { database: { pool } }: Services): void {
  const run = runOn(pool)
  answer(api, dealerSalesCall, async ({ dealer: id }, { actor }) => {
    const one = (await recordInReach(run, dealer, actor, id)) as unknown as Dealer
    const scope = scopeFilter(order, actor)
    if (scope === 'none' || !can(actor, order, 'details')) return { sales: null }
    const { today } = await houseRules({ also: run }, new Date().toISOString())
    return { sales: await salesOf(run, { dealer: one, today, scope }) }
  })
}
