import PackageOpen from 'lucide-react/icons/package-open'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { dispatch, type Dispatch, type DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { devicesOut, withoutSurplus } from '#contract/modules/stock/dispatch-surplus.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { movesOf } from '#contract/record-rules.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { formatNumber } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ColourOf } from './colour-of.tsx'
import type { PackFor } from '../for/pack-for.ts'
import type { Steps } from './use-steps.ts'

type Props = {
  what: PackFor
  row: Dispatch
  items: readonly DispatchItem[]
  /** Pieces too many, by line of the order. */
  surplus: ReadonlyMap<number, number>
  /** Leaves only these in it; null for whoever may not. */
  onKeep: ((items: readonly DispatchItem[]) => void) | null
  steps: Steps
}

/** Why a parcel cannot be closed as it is: some of it was cancelled meanwhile. One press takes that out. */
export function SurplusNotice({ what, row, items, surplus, steps, onKeep }: Props) {
  const { t } = useTranslation('dispatch')
  const may = movesOf(dispatch, row, useActor()) as readonly string[]
  const { busy, make } = steps
  const rest = withoutSurplus(items, surplus)
  const out = devicesOut(items, surplus)
  const isCancelled = what.isCancelled(surplus)
  const action =
    rest.length > 0
      ? onKeep && (
          <Button size="lg" variant="primary" icon={PackageOpen} onClick={() => onKeep(rest)}>
            {t(isCancelled ? 'screen.surplus.do' : 'screen.surplus.doElsewhere')}
          </Button>
        )
      : may.includes('cancel') && (
          <Button
            size="lg"
            variant="primary"
            icon={PackageOpen}
            loading={busy !== null}
            onClick={() => void make(['cancel'])}
          >
            {t('screen.surplus.cancel')}
          </Button>
        )
  const count = [...surplus.values()].reduce((sum, qty) => sum + qty, 0)
  return (
    <Banner tone="warning" announce title={t('screen.surplus.title', { count })} actions={action}>
      <p>{t(isCancelled ? 'screen.surplus.cancelled' : 'screen.surplus.elsewhere')}</p>
      <ul>
        {[...surplus].map(([line, qty]) => (
          <li key={line}>
            {formatNumber(qty)} ×{' '}
            <RecordName module={product} id={items.find(item => item.line === line)?.product ?? 0} />{' '}
            <ColourOf what={what} line={line} />
          </li>
        ))}
      </ul>
      {out.length > 0 && rest.length > 0 && (
        <p>
          {t('screen.surplus.devices')}{' '}
          {out.map((id, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <span className="ltr">
                <RecordName module={unit} id={id} />
              </span>
            </Fragment>
          ))}
        </p>
      )}
      {rest.length === 0 && <p>{t('screen.surplus.nothing')}</p>}
    </Banner>
  )
}
