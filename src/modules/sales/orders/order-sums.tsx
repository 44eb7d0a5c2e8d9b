import { useTranslation } from 'react-i18next'
import { Totals } from '#src/parts/totals.tsx'
import { useTotalRows } from './order-totals.ts'
import { useSupply } from './use-supply.ts'

type Props = {
  /** A record, or a form that is being filled in. */
  row: Record<string, unknown>
  label?: string
  className?: string
}

/** What an order comes to, and where it is taxed. */
export function OrderSums({ row, label, className }: Props) {
  const { t } = useTranslation('order')
  const { place, isElsewhere } = useSupply(row)
  const rows = useTotalRows(row, isElsewhere)
  return (
    <div className={className}>
      <Totals rows={rows} {...(label !== undefined && { label })} />
      {place && <p className="mt-2 text-20 text-subtle">{t('screen.totals.supply', { place })}</p>}
    </div>
  )
}
