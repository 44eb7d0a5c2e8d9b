import type { Row } from '#contract/module.ts'
import type { CashOrder } from '#contract/modules/money/cash-order.ts'
import { useItem } from '#src/data/use-list.ts'

/** Who has the cash or the parcel, and its number: that is compared with papers, so that the courier's name is cut first. */
export function CourierCell({ row }: { row: Row }) {
  const { courier, awb } = row as unknown as CashOrder
  const name = useItem('courier', courier)?.label
  if (!name && !awb) return <span className="text-subtle">—</span>
  return (
    <span className="flex gap-1.5">
      {name && <span className="min-w-0 truncate">{name}</span>}
      {awb && <span className="ltr shrink-0 text-subtle tabular-nums">{awb}</span>}
    </span>
  )
}
/** An AWB of fourteen signs, and enough of a courier's name to tell it from others. */
CourierCell.width = 184
