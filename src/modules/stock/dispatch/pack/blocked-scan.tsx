import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { ScanBlock } from '#src/scan/scan-block.tsx'
import { ColourOf } from './colour-of.tsx'
import type { PackFor } from '../for/pack-for.ts'
import { ItemName } from '../item-name.tsx'
import type { Wrong } from './scan.ts'

type Props = { verdict: Wrong; what: PackFor; items: readonly DispatchItem[]; onDone: () => void }

const FEW = 3

/** Something that does not belong into the parcel was scanned: what it is, and what is still to come. */
export function BlockedScan({ verdict, what, items, onDone }: Props) {
  const { t } = useTranslation('dispatch')
  const { unit, why, text, said } = verdict
  const wanted = items.filter(item => inIt(item) < item.qty)
  const scanned = (
    <>
      {verdict.product !== null && <RecordName module={product} id={verdict.product} />}{' '}
      <span className="ltr">{unit?.serial ?? text}</span>
      {why === 'otherOrder' && unit?.order && (
        <span className="block font-normal">
          {t('screen.wrong.for')} <RecordName module={order} id={unit.order} />
        </span>
      )}
    </>
  )
  const expected = wanted.slice(0, FEW).map(item => (
    <span key={item.id} className="block [&_span]:text-current">
      <ItemName item={item} /> <ColourOf what={what} line={item.line} />
    </span>
  ))
  return (
    <ScanBlock
      title={said?.title ?? t('screen.wrong.title')}
      text={why === 'none' ? said?.text : `${t(`screen.wrong.${why}`)} ${t('screen.wrong.then')}`}
      facts={[
        { label: t('screen.wrong.scanned'), value: scanned },
        ...(wanted.length > 0 ? [{ label: t('screen.wrong.expected'), value: expected }] : []),
      ]}
      done={t('screen.wrong.done')}
      onDone={onDone}
    />
  )
}
