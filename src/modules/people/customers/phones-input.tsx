import UsersRound from 'lucide-react/icons/users-round'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '#src/crud/around.ts'
import { UseThatContext } from '#src/crud/use-that.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asLines } from '#src/fields/lines.tsx'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { useDuplicates, type Duplicate } from './use-duplicates.ts'

/** The phones of a customer; below them who has one of these numbers already. */
export function PhonesInput({ around: { form, seen }, ...props }: OwnInputProps) {
  const Input = inputs[props.field.meta.kind]
  const numbers = asLines(props.value).flatMap(({ number }) => (typeof number === 'string' && number ? [number] : []))
  return (
    <div className="grid gap-3">
      <Input {...props} />
      <div role="status" className="grid gap-2 empty:sr-only">
        {[...new Set(numbers)].map(number => (
          <Known key={number} number={number} except={seen?.id} onTaken={form.discard} />
        ))}
      </div>
    </div>
  )
}

type KnownProps = { number: string; except: number | undefined; onTaken: () => void }

function Known({ number, except, onTaken }: KnownProps) {
  const duplicates = useDuplicates(number, except)
  return duplicates.map(one => <KnownCustomer key={one.id} one={one} isNew={except === undefined} onTaken={onTaken} />)
}

function KnownCustomer({ one, isNew, onTaken }: { one: Duplicate; isNew: boolean; onTaken: () => void }) {
  const { t } = useTranslation('customer')
  const take = use(UseThatContext)
  const to = useRecordPlaces()?.pathTo('customer', one.id)
  return (
    <Banner
      tone="warning"
      icon={UsersRound}
      title={t('screen.duplicates.has', { name: one.name })}
      actions={
        <>
          {isNew && take && (
            <Button
              size="xs"
              onClick={() => {
                onTaken()
                take(one)
              }}
            >
              {t('screen.duplicates.use', { name: one.name })}
            </Button>
          )}
          {isNew && !take && to && (
            <ButtonLink size="xs" to={to}>
              {t('screen.duplicates.use', { name: one.name })}
            </ButtonLink>
          )}
          {/* In a tab of its own: whoever looks whether it is the same person goes on with this form. */}
          {to && (
            <ButtonLink size="xs" variant="ghost" to={to} target="_blank">
              {t('screen.duplicates.open')}
            </ButtonLink>
          )}
        </>
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
