import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { Person } from '#src/parts/person.tsx'

/** Whose order it is: a face is enough for people who know each other. */
export function OwnerCell({ row }: { row: Row }) {
  return <Person id={(row as unknown as Order).assignedTo} />
}
OwnerCell.width = 48
