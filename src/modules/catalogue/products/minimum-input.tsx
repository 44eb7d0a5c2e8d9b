import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { asNumberOrText, typed } from '#src/fields/view.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { NumberInput } from '#src/ui/number-input.tsx'

/** How many there should be, with how many there are and the way to where they are. */
function MinimumInput({ around: { seen }, value, of, ...rest }: OwnInputProps & { of: 'product' | 'part' }) {
  const { t } = useTranslation(['product', 'part'])
  const maySeeStock = useCan(of === 'part' ? heldPart : stockMove, 'list')
  return (
    <div className="grid gap-1">
      <NumberInput {...typed(rest)} decimals={0} value={asNumberOrText(value)} onChange={rest.onChange} />
      {seen && (
        <p className="flex flex-wrap gap-x-3 text-30 text-muted">
          {typeof seen.onHand === 'number' && seen.serialised !== true && (
            <span>{t('screen.onHand', { onHand: formatNumber(seen.onHand) })}</span>
          )}
          {maySeeStock && (
            <Link className="link" to={`/stock-move/${of}-stock/${seen.id}`}>
              {of === 'part' ? t('part:screen.stock') : t('screen.stock')}
            </Link>
          )}
        </p>
      )}
    </div>
  )
}

export const ProductMinimum = (props: OwnInputProps) => <MinimumInput {...props} of="product" />
export const PartMinimum = (props: OwnInputProps) => <MinimumInput {...props} of="part" />
