import { useTranslation } from 'react-i18next'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { amountsOf } from '#contract/totals.ts'
import type { TotalRow } from '#src/parts/totals.tsx'

/** What an order comes to, of a record or of a form that is being filled in. Taxed in another state it has one tax. */
export function useTotalRows(row: Record<string, unknown>, isElsewhere: boolean): TotalRow[] {
  const { t } = useTranslation('order')
  const priced = pricedOf(row)
  const { goods, discount, tax, roundOff, total } = amountsOf(priced)
  const paid = typeof row.paid === 'number' ? row.paid : 0
  const isCash = row.paymentMode === 'cashOnDelivery' || row.paymentMode === 'cash'
  const owed = total - paid
  const taxes: TotalRow[] = isElsewhere
    ? [{ label: t('screen.totals.igst'), amount: tax }]
    : (['cgst', 'sgst'] as const).map(half => ({ label: t(`screen.totals.${half}`), amount: tax / 2 }))
  const optional: TotalRow[] = [
    { label: t('screen.totals.discount'), amount: -discount },
    { label: t('screen.totals.shipping'), amount: priced.shippingFee },
    { label: t('screen.totals.codFee'), amount: priced.codFee },
    ...(priced.taxIncluded ? [] : taxes),
    { label: t('screen.totals.roundOff'), amount: roundOff },
  ]
  const within: TotalRow[] =
    priced.taxIncluded && tax !== 0
      ? taxes.map(({ label, amount }) => ({ label: t('screen.totals.within', { tax: label }), amount, kind: 'within' }))
      : []
  // The tax is a part of what it all comes to, not of what is left of it.
  const end: TotalRow[] =
    paid === 0
      ? [
          { label: t(isCash ? 'screen.totals.toCollect' : 'screen.totals.total'), amount: total, kind: 'end' },
          ...within,
        ]
      : [
          { label: t('screen.totals.total'), amount: total, kind: 'sum' },
          ...within,
          { label: t('screen.totals.paid'), amount: -paid },
          { label: t(owed > 0 ? 'screen.totals.toCollect' : 'fields.balance'), amount: owed, kind: 'end' },
        ]
  return [
    { label: t(priced.taxIncluded ? 'screen.totals.lines' : 'screen.totals.linesWithout'), amount: goods },
    ...optional.filter(({ amount }) => amount !== 0),
    ...end,
  ]
}
