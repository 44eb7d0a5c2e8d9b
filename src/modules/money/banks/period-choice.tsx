import { useTranslation } from 'react-i18next'
import { isPeriod } from '#contract/calls/bank-ledger.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { Field } from '#src/ui/field.tsx'
import { Select } from '#src/ui/select.tsx'
import { periods, type Days, type PeriodName } from './periods.ts'

type Props = {
  name: PeriodName
  onName: (name: PeriodName) => void
  own: Days
  onOwn: (own: Days) => void
}

/** Which days the ledger is of: a period with a name, or the days that somebody types. */
export function PeriodChoice({ name, onName, own, onOwn }: Props) {
  const { t } = useTranslation('bank')
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Select
        aria-label={t('screen.ledger.period')}
        size="sm"
        value={name}
        onChange={onName}
        className="min-w-40"
        options={periods.map(value => ({ value, label: t(`screen.ledger.periods.${value}`) }))}
      />
      {name === 'own' && (
        <>
          <Field label={t('screen.ledger.from')} className="w-40">
            <DateInput size="sm" value={own.from || null} onChange={from => onOwn({ ...own, from: from ?? '' })} />
          </Field>
          <Field
            label={t('screen.ledger.to')}
            error={isPeriod(own) ? undefined : t('screen.ledger.backwards')}
            className="w-40"
          >
            <DateInput size="sm" value={own.to || null} onChange={to => onOwn({ ...own, to: to ?? '' })} />
          </Field>
        </>
      )}
    </div>
  )
}
