import Printer from 'lucide-react/icons/printer'
import ScanLine from 'lucide-react/icons/scan-line'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { DispatchFacts } from './dispatch-facts.tsx'
import { Events } from './events.tsx'
import { forWhat, labelPath, packPath } from './for/kinds.ts'

const labelled: readonly string[] = ['checked', 'labelled', 'handedOver']

/** What is in a parcel, device by device, whose it is, and what was told of it. */
export function DispatchPanel({ record }: PartProps) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const row = record as unknown as Dispatch
  const what = forWhat(row)
  // Of those that are for nothing that has a record, nobody packs any.
  const mayPack = useCan(what?.module ?? dispatch, 'dispatch')
  const pack = mayPack ? packPath(row) : null
  return (
    <>
      <Card
        title={words.field('items')}
        footer={
          <>
            {what && (
              <span>
                {words.field(what.name)} <RecordLink module={what.module} id={what.id} />
              </span>
            )}
            <span className="ms-auto flex flex-wrap gap-2">
              {labelled.includes(row.stage) && (
                <ButtonLink size="sm" icon={Printer} to={labelPath(row)}>
                  {t('screen.label')}
                </ButtonLink>
              )}
              {pack !== null && (
                <ButtonLink size="sm" icon={ScanLine} to={pack}>
                  {t('screen.open')}
                </ButtonLink>
              )}
            </span>
          </>
        }
      >
        <ul className="mb-4 grid gap-2">
          {row.items.map(({ id, product: of, qty, units, serial, text }) => (
            <li key={id} className="grid gap-0.5">
              <span className="font-medium">
                <span className="text-muted tabular-nums">{formatNumber(qty)} ×</span>{' '}
                {of === null ? text : <RecordLink module={product} id={of} />}
              </span>
              {serial && <span className="ltr text-30">{serial}</span>}
              {units.length > 0 && (
                <span className="text-30">
                  {units.map((one, at) => (
                    <Fragment key={one}>
                      {at > 0 && ', '}
                      <span className="ltr">
                        <RecordLink module={unit} id={one} />
                      </span>
                    </Fragment>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
        <DispatchFacts row={row} />
      </Card>
      {row.events.length > 0 && (
        <Card title={words.field('events')}>
          <Events row={row} />
        </Card>
      )}
    </>
  )
}
