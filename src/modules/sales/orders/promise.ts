import { hasLeft } from '#contract/modules/sales/order-clock.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { addDays } from '#contract/relative-days.ts'
import { momentOf, today } from '#src/lib/format.ts'

const MINUTE = 60_000

/** How it stands with what was promised: nothing, a day ahead, late by so many milliseconds, or kept. */
type Standing =
  | { is: 'none' }
  | { is: 'day'; day: string; isToday: boolean }
  | { is: 'late'; by: number; isOver: boolean }
  | { is: 'kept' }

export type Promised = Pick<Order, 'stage' | 'promisedDate' | 'waited' | 'leftAt'>

/** It is promised that all has left by the end of the day; what it waited for somebody else is not counted. */
export function promiseOf({ stage, promisedDate, waited, leftAt }: Promised, now: Date): Standing {
  if (promisedDate === null || stage === 'cancelled') return { is: 'none' }
  const end = momentOf(addDays(promisedDate, 1), '00:00')!.getTime() + (waited ?? 0) * MINUTE
  const day = { is: 'day', day: promisedDate, isToday: promisedDate === today(now) && !hasLeft({ stage }) } as const
  if (hasLeft({ stage })) {
    if (leftAt === null) return day
    const by = Date.parse(leftAt) - end
    if (by > 0) return { is: 'late', by, isOver: true }
    return stage === 'dispatched' ? day : { is: 'kept' }
  }
  const by = now.getTime() - end
  return by > 0 && stage !== 'onHold' ? { is: 'late', by, isOver: false } : day
}
