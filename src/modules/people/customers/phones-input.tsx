import UsersRound from 'lucide-react/icons/users-round'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '#src/crud/screens.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asLines } from '#src/fields/lines.tsx'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { useDuplicates, type Duplicate } from './use-duplicates.ts'

/** The phones of a customer; below them who has one of these numbers already. */
export function PhonesInput({ form: _form, seen, ...rest }: OwnInputProps) {
  const Input = inputs[rest.field.meta.kind]
  const numbers = asLines(rest.value).flatMap(({ number }) => (typeof number === 'string' && number ? [number] : []))
  return (
    <div className="grid gap-3">
      <Input {...rest} />
      <div role="status" className="grid gap-2 empty:sr-only">
        {[...new Set(numbers)].map(number => (
          <Known key={number} number={number} except={seen?.id} />
        ))}
      </div>
    </div>
  )
}

function Known({ number, except }: { number: string; except: number | undefined }) {
  const duplicates = useDuplicates(number, except)
  return duplicates.map(one => <KnownCustomer key={one.id} one={one} />)
}

function KnownCustomer({ one }: { one: Duplicate }) {
  const { t } = useTranslation('customer')
  const to = useRecordPlaces()?.pathTo('customer', one.id)
  return (
    <Banner
      tone="success"
      icon={UsersRound}
      title={t('screen.duplicates.has', { name: one.name })}
      actions={
        // In a tab of its own: whoever looks whether it is the same person goes on with this form.
        to && (
          <ButtonLink size="xs" to={to} target="_blank">
            {t('screen.duplicates.open')}
          </ButtonLink>
        )
      }
    >
      {[
        one.units === null || one.units === 0 ? '' : t('screen.duplicates.units', { count: one.units }),
        one.products.join(', '),
      ]
        .filter(Boolean)
        .join(': ')}
    </Banner>
  )
}
