import type { Row } from '#contract/module.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { behaviour } from '#server/crud/behaviour.ts'

const isLow = ({ minimum, onHand }: Row) => minimum !== null && ((onHand as number | null) ?? 0) < (minimum as number)

/** A new part has none in stock; how many there are is said by stock moves alone. */
export const partBehaviour = behaviour(part, {
  on: {
    create: ({ row }) => ({ onHand: row.onHand ?? 0, low: isLow(row) }),
    change: ({ row }) => ({ low: isLow(row) }),
  },
})
