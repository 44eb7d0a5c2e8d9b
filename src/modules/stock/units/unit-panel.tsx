import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { product } from '#contract/modules/catalogue/product.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { warrantyVerdict } from '#contract/warranty.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDate, today } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { useHouse } from '#src/session/house.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Passport, PassportFact } from './passport.tsx'
import { WarrantyCard } from '#src/parts/warranty-card.tsx'

/** The passport of a device: what it is, who has it, whether it is under warranty, and what it replaces. */
export function UnitPanel({ record }: PartProps) {
  const { t } = useTranslation('unit')
  const words = useWords(unit)
  const one = record as unknown as Unit
  const { warrantyStart } = useHouse()
  // Its page is opened by what opens new jobs.
  const mayReplace = useCan(maintenance, 'create')
  const { row: model } = useRecord(product, one.product)
  const verdict = warrantyVerdict(one, today(), { start: warrantyStart, days: model?.warrantyDays ?? null })
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <WarrantyCard verdict={verdict} />
        <Passport>
          <PassportFact label={words.field('product')}>
            <Named module={product} id={one.product} />
          </PassportFact>
          <PassportFact label={t('screen.passport.owner')}>
            {one.customer === null ? t('screen.passport.ours') : <Named module={customer} id={one.customer} />}
          </PassportFact>
          <PassportFact label={words.field('holder')}>
            {one.holder ? words.option('holder', one.holder) : words.stage(one.stage)}
          </PassportFact>
          <PassportFact label={words.field('deliveredAt')}>
            {one.deliveredAt ? formatDate(one.deliveredAt) : t('screen.passport.notYet')}
          </PassportFact>
        </Passport>
      </div>
      {(one.replaces !== null || one.replacedBy !== null) && <Chain one={one} />}
      {mayReplace && one.stage === 'withCustomer' && one.replacedBy === null && (
        <p>
          <ButtonLink size="sm" icon={ArrowLeftRight} to={`/maintenances/maintenance-replacement-add?unit=${one.id}`}>
            {t('screen.passport.replace')}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

function Named({ module, id }: { module: typeof product | typeof customer | typeof unit; id: number }) {
  const title = useTitle(module, id)
  const to = useRecordPlaces()?.pathTo(module.name, id)
  return to ? (
    <Link className="link" to={to}>
      {title ?? '…'}
    </Link>
  ) : (
    <>{title ?? '—'}</>
  )
}

/** Which device took the place of which. */
function Chain({ one }: { one: Unit }) {
  const { t } = useTranslation('unit')
  const steps = [
    one.replaces === null ? null : <Named key="old" module={unit} id={one.replaces} />,
    <b key="this">{one.serial}</b>,
    one.replacedBy === null ? null : <Named key="new" module={unit} id={one.replacedBy} />,
  ].filter(step => step !== null)
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-3 border bg-surface-sunken px-4 py-3 text-30">
      <span className="text-muted">{t('screen.passport.chain')}</span>
      {steps.map((step, at) => (
        <Fragment key={step.key}>
          {at > 0 && (
            <>
              <Icon of={ArrowRight} size="xs" mirrored />
              <span className="sr-only">{t('screen.passport.replacedBy')}</span>
            </>
          )}
          {step}
        </Fragment>
      ))}
    </p>
  )
}
