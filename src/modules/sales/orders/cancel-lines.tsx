import { useTranslation } from 'react-i18next'
import { leftOf } from '#contract/modules/sales/order-left.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { useRecord } from '#src/data/use-records.ts'
import { PickLines } from '#src/parts/pick-lines.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

/** Every line of the order of which something is left, and how much of it is cancelled. */
export function CancelLines({ around: { form, seen }, ...input }: OwnInputProps) {
  const { t } = useTranslation('orderCancel')
  const id = Number(seen?.order ?? form.values.order ?? 0)
  const { row: sale } = useRecord(order, id)
  if (!sale) return <SkeletonRows rows={2} />
  const lines = sale.lines.map(line => ({ id: line.id, product: line.product, most: leftOf(line) }))
  return (
    <PickLines
      {...input}
      lines={lines}
      mostOf={count => t('screen.left', { count })}
      qtyOf={name => t('screen.qtyOf', { name })}
      all={t('screen.all')}
      none={t('screen.nothingLeft')}
    />
  )
}
