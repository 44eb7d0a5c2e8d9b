import { useTranslation } from 'react-i18next'
import { netOf } from '#contract/totals.ts'
import { belowFloorIn } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { LinesInput as Lines } from '#src/fields/inputs.ts'
import { asLines, type Line } from '#src/fields/lines.tsx'
import { asNumber } from '#src/fields/view.ts'
import type { Values } from '#src/form/check.ts'
import { formatMoney } from '#src/lib/format.ts'
import { useShared } from '#src/lib/shared.ts'
import { OrderSums } from './order-sums.tsx'
import { BelowFloor, BelowFloorContext, ColourInput, InStock } from './said-of-product.tsx'

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

/** Which lines of an order in a form are below their floor. */
function belowFloorOf(values: Values) {
  const sale = pricedOf(values)
  const isBelowFloor = belowFloorIn(sale)
  const places = new Map(asLines(values.lines).map(({ id }, at) => [id, at]))
  return (line: number, floor: number) => {
    const at = places.get(line)
    return at !== undefined && isBelowFloor(at, floor)
  }
}

/** What is sold: each line with what it comes to, below them the fees and all of it together. */
export function LinesInput({ around: { form, draw }, ...props }: OwnInputProps) {
  const { t } = useTranslation('order')
  const belowFloor = useShared(belowFloorOf(form.values))
  return (
    <BelowFloorContext value={belowFloor}>
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
    </BelowFloorContext>
  )
}
