import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { netOf } from '#contract/totals.ts'
import { belowFloorIn } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { AroundContext } from '#src/crud/around.ts'
import { LinesInput as Lines } from '#src/fields/inputs.ts'
import type { Line } from '#src/fields/lines.tsx'
import { asNumber, type InputProps } from '#src/fields/view.ts'
import { formatMoney } from '#src/lib/format.ts'
import { useSame } from '#src/fields/use-same.ts'
import { OrderSums } from './order-sums.tsx'
import { BelowFloor, ColourInput, InStock, SaleContext } from './said-of-product.tsx'

const tracks = {
  product: 'minmax(12rem,2.4fr)',
  colour: 'minmax(7rem,1fr)',
  qty: '4.5rem',
  unitPrice: '7.5rem',
  discount: '7rem',
  taxRate: '5rem',
}

const under = { product: InStock, unitPrice: BelowFloor }
const cells = { colour: ColourInput }

function Amount({ line }: { line: Line }) {
  if (asNumber(line.unitPrice) === null) return <span className="text-subtle">—</span>
  return formatMoney(netOf(pricedOf({ lines: [line] }).lines[0]!))
}

/** What is sold: each line with what it comes to, below them the fees and all of it together. */
export function LinesInput(props: InputProps) {
  const { form, draw } = use(AroundContext)
  const { t } = useTranslation('order')
  const sale = useSame(pricedOf(form.values))
  return (
    <SaleContext value={{ lines: sale.lines, isBelowFloor: belowFloorIn(sale) }}>
      <Lines
        {...props}
        tracks={tracks}
        below={['note']}
        cells={cells}
        end={{
          label: t('screen.totals.amount'),
          track: 'minmax(6rem,auto)',
          Says: Amount,
        }}
        under={under}
        footer={
          <div className="@container">
            <div className="grid gap-x-10 gap-y-5 @2xl:grid-cols-[minmax(0,1fr)_19rem]">
              <div className="grid max-w-xl content-start gap-4 @md:grid-cols-2">
                {draw('shippingFee')}
                {draw('codFee')}
                {draw('discount')}
                {draw('taxIncluded')}
              </div>
              <OrderSums row={form.values} label={t('screen.totals.title')} />
            </div>
          </div>
        }
      />
    </SaleContext>
  )
}
