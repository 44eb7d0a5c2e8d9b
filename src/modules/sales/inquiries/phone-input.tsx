import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/modules/people/customer.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asText } from '#src/fields/view.ts'
import { KnownByPhone } from '../known-by-phone.tsx'

/** The phone that an inquiry begins with; below it who has it already, whose name and place one press takes over. */
export function PhoneInput({ around: { form, seen }, ...props }: OwnInputProps) {
  const { t } = useTranslation('inquiry')
  const Input = inputs[props.field.meta.kind]
  const choose = (found: Customer) => {
    const home = found.addresses.find(({ isDefault }) => isDefault) ?? found.addresses[0]
    const known: Record<string, unknown> = {
      customer: found.id,
      name: found.name,
      email: found.emails[0]?.email ?? null,
      address: home?.line ?? null,
      area: home?.area ?? null,
      city: home?.city ?? null,
      state: home?.state ?? null,
      country: home?.country ?? null,
      pincode: home?.pincode ?? null,
    }
    // What somebody typed is not overwritten.
    for (const [field, value] of Object.entries(known))
      if (field === 'customer' || (form.values[field] ?? null) === null || form.values[field] === '')
        form.set(field, value)
  }
  return (
    <div className="grid gap-3">
      <Input {...props} />
      <KnownByPhone
        phone={asText(props.value)}
        except={seen?.id}
        onCustomer={{ label: t('screen.known.choose'), take: choose }}
      />
    </div>
  )
}
