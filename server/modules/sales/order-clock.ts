import { hasLeft, orderClock } from '#contract/modules/sales/order-clock.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { clockAfter, type StageHours } from '#contract/promise-clock.ts'
import { addDays, startOfDay } from '#contract/relative-days.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { doneAt } from '#server/crud/said-at.ts'

type Values = Record<string, unknown>
type House = { hours: StageHours; timeZone: string }

async function houseOf({ tx }: Occasion): Promise<House> {
  const [found] = await tx.also<House>(
    'select order_hours as hours, time_zone as "timeZone" from general_setting limit 1',
    [],
  )
  return found ?? { hours: [], timeZone: 'Asia/Kolkata' }
}

/** What the clock of an order says after a step, or after another day was promised: all of that day is left for it. */
export async function tickOrder(occasion: Occasion, more: Values): Promise<Values> {
  const before = occasion.before as unknown as Order | null
  const row = { ...occasion.row, ...more } as unknown as Order
  if (before && before.stage === row.stage && before.promisedDate === row.promisedDate) return {}
  const at = await doneAt(occasion)
  const { hours, timeZone } = await houseOf(occasion)
  const timed = (one: Order) => ({
    ...one,
    promisedAt: one.promisedDate && startOfDay(addDays(one.promisedDate, 1), timeZone).toISOString(),
  })
  const leftAt = hasLeft(row) ? (before?.leftAt ?? at) : null
  return { ...clockAfter(orderClock, before && timed(before), timed(row), at, hours), leftAt }
}
