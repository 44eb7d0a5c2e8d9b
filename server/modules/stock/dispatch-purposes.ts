import { purposeOf, type Purpose as Named } from '#contract/modules/stock/dispatch-for.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { forJob } from './dispatch-job.ts'
import { forOrder } from './dispatch-order.ts'
import { forPickup } from './dispatch-pickup.ts'
import type { Purpose } from './dispatch-purpose.ts'

const outgoing: Record<Named, Purpose> = { order: forOrder, maintenance: forJob }

/** Whoever names none is told so by the rules of the form. */
export const purposeFor = ({ row }: Occasion): Purpose =>
  row.direction === 'pickup' ? forPickup : outgoing[purposeOf(row) ?? 'order']
