import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import PackageX from 'lucide-react/icons/package-x'
import { useTranslation } from 'react-i18next'
import { leftOf, mayCancelOf } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import type { Product } from '#contract/modules/catalogue/product.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'
import { amountsOf, type LineAmount } from '#contract/totals.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatMoney, formatNumber, formatPercent } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { OrderSums } from './order-sums.tsx'
import { Serials } from './serials.tsx'

/** What is not asked for first goes where the card is too narrow for it. A telephone has all of it, below each other. */
const roomy = 'sm:@max-3xl:hidden'

type Props = {
  sale: Order
  /** As far as whoever is here may look them up. */
  products: readonly Product[]
  units: readonly Unit[]
}

/** What was bought, how far it has come, and what it comes to. */
export function OrderLines({ sale, products, units }: Props) {
  const { t } = useTranslation('order')
  const words = useWords(order)
  const column = (name: string) => words.field(`lines.${name}`)
  const { lines: amounts } = amountsOf(pricedOf(sale))
  const hasColours = sale.lines.some(line => line.colour !== null)
  const rates = new Set(sale.lines.map(line => line.taxRate ?? 0))
  const [rate] = rates
  const mayEdit = useCan(order, 'edit')
  const mayCancel = mayEdit && mayCancelOf(sale) && sale.lines.some(line => leftOf(line) > 0)
  return (
    <Card flush className="@container">
      <Table caption={column('product')}>
        <TableHead isStatic>
          <HeadCell className="w-full">{column('product')}</HeadCell>
          {hasColours && <HeadCell className={roomy}>{column('colour')}</HeadCell>}
          <HeadCell numeric>{column('qty')}</HeadCell>
          <HeadCell>{column('allocated')}</HeadCell>
          <HeadCell numeric>{column('unitPrice')}</HeadCell>
          <HeadCell numeric>{column('discount')}</HeadCell>
          <HeadCell numeric className={roomy}>
            {rates.size === 1 && rate ? `${column('taxRate')} ${formatPercent(rate)}` : column('taxRate')}
          </HeadCell>
          <HeadCell numeric>{t('screen.totals.amount')}</HeadCell>
        </TableHead>
        <TableBody>
          {sale.lines.map((line, at) => (
            <LineRow
              key={line.id}
              sale={sale}
              line={line}
              amount={amounts[at]!}
              hasRate={rates.size > 1}
              hasColours={hasColours}
              sold={products.find(({ id }) => id === line.product)}
              units={units.filter(one => one.orderLine === line.id && one.replacedBy === null)}
            />
          ))}
        </TableBody>
      </Table>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 border-t px-4 pt-3 pb-4">
        {mayCancel && (
          <ButtonLink size="sm" icon={PackageX} to={`/orders/orders-cancel-create/${sale.id}`}>
            {t('screen.cancel')}
          </ButtonLink>
        )}
        <OrderSums row={sale} className="ms-auto w-full max-w-80" />
      </div>
    </Card>
  )
}

type LineProps = {
  sale: Order
  line: OrderLine
  amount: LineAmount
  /** Lines are taxed differently: each says how. */
  hasRate: boolean
  hasColours: boolean
  sold: Product | undefined
  units: readonly Unit[]
}

function LineRow({ sale, line, amount, hasRate, hasColours, sold, units }: LineProps) {
  const { t } = useTranslation('order')
  const words = useWords(order)
  const column = (name: string) => words.field(`lines.${name}`)
  const colour = useItem('color', line.colour)
  const details = [sold?.sku, line.note].filter(Boolean).join(' · ')
  // What was cancelled took its part of the discount with it.
  const off = Math.max((line.qty - (line.cancelled ?? 0)) * line.unitPrice - amount.net, 0)
  return (
    <Row>
      <Cell wrap className="py-2!">
        <span className="font-medium">
          <RecordName module={product} id={line.product} />
        </span>
        {(details || units.length > 0) && (
          <span className="block text-20 text-subtle">
            {details}
            {details && units.length > 0 && ' · '}
            <Serials sale={sale.id} units={units} />
          </span>
        )}
      </Cell>
      {hasColours && (
        <Cell label={column('colour')} className={roomy}>
          {colour?.label ?? <None />}
        </Cell>
      )}
      <Cell numeric label={column('qty')}>
        {formatNumber(line.qty)}
      </Cell>
      <Cell label={column('allocated')}>
        <Progress sale={sale} line={line} />
      </Cell>
      <Cell numeric label={column('unitPrice')}>
        {formatMoney(line.unitPrice)}
      </Cell>
      <Cell numeric label={column('discount')}>
        {off > 0 ? formatMoney(-off) : <None />}
      </Cell>
      <Cell numeric label={column('taxRate')} className={clsx(roomy, 'text-subtle')}>
        {formatMoney(amount.tax)}
        {hasRate && <span className="block text-20">{formatPercent(amount.rate)}</span>}
      </Cell>
      <Cell numeric label={t('screen.totals.amount')} className="font-medium">
        {formatMoney(amount.net)}
      </Cell>
    </Row>
  )
}

const None = () => <span className="text-subtle">—</span>

/** How much of a line is there for it; what has left, arrived or was cancelled of it, where there is any. */
function Progress({ sale, line }: { sale: Order; line: OrderLine }) {
  const { t } = useTranslation('order')
  const words = useWords(order)
  const wanted = line.qty - (line.cancelled ?? 0)
  const there = line.allocated ?? 0
  const isNew = sale.stage === 'draft' || (sale.stage === 'onHold' && sale.heldFrom === 'draft')
  const others = (['dispatched', 'delivered', 'cancelled', 'returned'] as const).filter(name => (line[name] ?? 0) > 0)
  const isWhole = wanted > 0 && there >= wanted
  return (
    <span className="grid">
      {isNew || wanted === 0 ? (
        <None />
      ) : (
        <span className={clsx('inline-flex items-center gap-1', isWhole ? 'text-success-text' : 'text-subtle')}>
          {isWhole && <Icon of={Check} size="xs" />}
          {t('screen.packed', { allocated: formatNumber(there), qty: formatNumber(wanted) })}
        </span>
      )}
      {others.map(name => (
        <span key={name} className="text-20 text-subtle">
          {words.field(`lines.${name}`)} {formatNumber(line[name] ?? 0)}
        </span>
      ))}
    </span>
  )
}
