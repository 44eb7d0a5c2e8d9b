import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { product } from '#contract/modules/catalogue/product.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { FoundRows } from '#src/crud/found-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Begun } from '#src/crud/begun.tsx'

/** A replacement for what was sold with an order: first which of its devices, where there are several. */
export function ReplacementForOrder(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(order, id)
  if (!row) return <NoRecord screens={{ ...props.screens, module: order }} loading={loading} error={error} />
  return (
    <FoundRows key={id} module={unit} query={{ filter: { order: [id] } }}>
      {found => {
        if (found?.loading) return <SkeletonRows rows={5} />
        if (found?.error) return <Failed message={found.error.message} onAgain={found.again} />
        // What has its replacement already, or is not theirs, is none of them.
        const theirs = (found?.rows ?? []).filter(one => one.replacedBy === null && one.customer !== null)
        return <Choice {...props} sale={row} devices={theirs} />
      }}
    </FoundRows>
  )
}

function Choice({ sale, devices, ...props }: ScreenProps & { sale: Order; devices: readonly Unit[] }) {
  const { t } = useTranslation('replacement')
  const words = useWords(unit)
  const mayOpen = useCan(order, 'details')
  // With one there is nothing to choose, with none it is scanned.
  const [first] = devices
  const [chosen, setChosen] = useState<Unit | null>(devices.length === 1 ? first! : null)
  const about = sale.number && <RecordNumber number={sale.number} />
  if (chosen || !first)
    return (
      <Begun
        {...props}
        from={{ order: sale.id, oldUnit: chosen?.id ?? null }}
        about={about}
        {...(mayOpen && { after: `/orders/orders-details/${sale.id}` })}
      />
    )
  return (
    <div className="grid max-w-form gap-4">
      <PageHead title={t('titles.createFor')} aside={about} />
      <Card title={t('screen.whichDevice')}>
        <ul className="grid gap-2">
          {devices.map(one => (
            <li key={one.id} className="flex min-h-hit flex-wrap items-center gap-3 border-b py-1 last:border-0">
              <span className="min-w-0 flex-1">
                <b className="ltr">{one.serial}</b> <RecordName module={product} id={one.product} />
                <span className="text-30 text-muted"> · {words.stage(one.stage)}</span>
              </span>
              <Button
                size="sm"
                icon={ArrowRight}
                aria-label={t('screen.replaceThis', { serial: one.serial })}
                onClick={() => setChosen(one)}
              >
                {t('screen.replace')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
