import { amountsOf, type Priced } from '../../totals.ts'

type Counted = { qty: number; dispatched?: number | null; cancelled?: number | null }

/** Pieces of a line that have neither left nor been cancelled. */
export const leftOf = ({ qty, dispatched, cancelled }: Counted): number =>
  Math.max(qty - (dispatched ?? 0) - (cancelled ?? 0), 0)

const cancellable: readonly unknown[] = ['confirmed', 'packing', 'onHold']

/** Only what is confirmed and has not left is cancelled; a draft is changed or dropped. */
export const mayCancelOf = (order: { stage?: unknown; heldFrom?: unknown }): boolean =>
  cancellable.includes(order.stage) && !(order.stage === 'onHold' && order.heldFrom === 'draft')

/** Is that line sold for less than its product may be, all discounts counted, so that somebody has to approve? */
export const isBelowFloor = (sale: Priced, at: number, floor: number | null | undefined): boolean =>
  belowFloorIn(sale)(at, floor)

/** The same for several lines of one sale, whose amounts are worked out once. */
export function belowFloorIn(sale: Priced): (at: number, floor: number | null | undefined) => boolean {
  const whole = { ...sale, lines: sale.lines.map(line => ({ ...line, cancelled: 0 })) }
  const { lines } = amountsOf(whole)
  return (at, floor) => {
    const { net, share } = lines[at]!
    return Boolean(floor) && net - share < floor! * sale.lines[at]!.qty
  }
}
