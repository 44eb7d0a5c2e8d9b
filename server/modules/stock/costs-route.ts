import { unitCostsCall, type UnitCost } from '#contract/calls/unit-costs.ts'
import type { Module, Row } from '#contract/module.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { borneIn } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { replacement, type Replacement } from '#contract/modules/service/replacement.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { amountsOf } from '#contract/totals.ts'
import { recordInReach } from '#server/attached/reach.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import { rowsWhere } from '#server/flows/timeline.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn } from '#server/lib/transaction.ts'

/** So many jobs are told of one device; whoever has more finds the others in their list. */
const MOST = 500

/** What a device brought in, and what was spent on it. */
export function unitCostsRoutes(api: App, { database: { pool } }: Services): void {
  answer(api, unitCostsCall, async ({ unit: id }, { actor }) => {
    const one = (await recordInReach(runOn(pool), unit, actor, id)) as unknown as Unit
    const seen = async <R>(module: Module, where: string, value: number | null): Promise<R[]> => {
      const scope = scopeFilter(module, actor)
      if (value === null || scope === 'none' || !can(actor, module, 'details')) return []
      // Judged before it is cut: what is out of reach must not crowd out the rest.
      const reach = scope ? ` and ${isTheirs(scope, '$2')}` : ''
      const asked = scope ? [value, scope.value] : [value]
      return (await rowsWhere(pool, module, `${where}${reach} order by id desc limit ${MOST}`, asked)) as unknown as R[]
    }
    // The device that came in its place stands for the same sale, which the first one earned.
    const sales = await seen<Order>(order, 'id = $1', one.replaces === null ? one.order : null)
    const changes = await seen<Replacement>(replacement, `new_unit = $1 and stage <> 'cancelled'`, id)
    const jobs = await seen<Maintenance>(maintenance, `unit = $1 and stage <> 'cancelled'`, id)
    const entries = [
      ...sales.map(row => entry(order, row, { asked: priceOf(row, one), borne: 0 })),
      ...changes.map(row => entry(replacement, row, { asked: row.differenceDue ?? 0, borne: 0 })),
      ...jobs.map(row => entry(maintenance, row, { asked: row.total ?? 0, borne: borneIn(row) })),
    ]
    return { entries: entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)) }
  })
}

const entry = (
  module: Module,
  { id, number, createdAt }: Pick<Row, 'id' | 'createdAt'> & { number: string | null },
  amounts: Pick<UnitCost, 'asked' | 'borne'>,
): UnitCost => ({ module: module.name, record: id, title: number, at: createdAt, ...amounts })

/** One piece of the line that it was sold with, as its order came to: with tax, and less its share of all that was taken off. */
function priceOf(sale: Order, { orderLine }: Unit): number {
  const at = sale.lines.findIndex(({ id }) => id === orderLine)
  const line = sale.lines[at]
  if (!line) return 0
  const { taxable, tax } = amountsOf(pricedOf(sale)).lines[at]!
  return Math.round((taxable + tax) / Math.max(line.qty - (line.cancelled ?? 0), 1))
}
