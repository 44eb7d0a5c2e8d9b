import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { product as products } from '#contract/modules/catalogue/product.ts'
import { isBelowFloor } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useRecord } from '#src/data/use-records.ts'
import type { Line } from '#src/fields/lines.tsx'
import { asNumber } from '#src/fields/view.ts'
import { formatMoney } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'

type Of = { line: Line }

/** How many of it are in stock, where somebody can say so: pieces without a serial number are not counted one by one. */
export function InStock({ line }: Of) {
  const product = asNumber(line.product) ?? 0
  const { t } = useTranslation('order')
  const { row } = useRecord(products, product)
  const { online } = useConnection()
  const enabled = useCan(unit, 'list') && online && row?.serialised === true
  const question = { filter: { product: [product], stage: ['inStock'] } }
  const { data } = useQuery({ ...totalQuery(unit, question), enabled })
  if (!enabled || !data) return null
  const isShort = data.count < (asNumber(line.qty) ?? 1)
  return (
    <p className={clsx('text-20', isShort ? 'font-medium text-warning-text' : 'text-subtle')}>
      {data.count === 0 ? t('screen.stock.none') : t('screen.stock.left', { count: data.count })}
    </p>
  )
}

/** Below this price for a piece, its discount taken off, somebody has to approve. */
export function BelowFloor({ line }: Of) {
  const product = asNumber(line.product) ?? 0
  const { t } = useTranslation('order')
  const floor = useRecord(products, product).row?.floorPrice ?? null
  if (floor === null || asNumber(line.unitPrice) === null || !isBelowFloor(pricedOf({ lines: [line] }), 0, floor))
    return null
  return (
    <p className="text-20 font-medium text-warning-text">{t('screen.stock.floor', { amount: formatMoney(floor) })}</p>
  )
}
