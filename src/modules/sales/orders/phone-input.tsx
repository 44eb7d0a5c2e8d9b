import { useTranslation } from 'react-i18next'
import type { Inquiry } from '#contract/modules/sales/inquiry.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { useData } from '#src/data/data.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asText } from '#src/fields/view.ts'
import { toast } from '#src/ui/toast.ts'
import { KnownByPhone } from '../known-by-phone.tsx'
import { missingIn, orderFrom } from './from-inquiry.ts'

/** The phone that an order begins with; below it who has it already, and whether they have asked for something. */
export function PhoneInput({ around: { form, seen }, ...props }: OwnInputProps) {
  const { t } = useTranslation('order')
  const { db, register } = useData()
  const newId = useNewId()
  const Input = inputs[props.field.meta.kind]
  const takeInquiry = async (found: Inquiry) => {
    try {
      const said = await orderFrom({ db, register }, found, newId)
      form.amend(values => ({ ...missingIn(values, said), inquiry: found.id }))
    } catch (error) {
      toast(failureOf(error)!.message)
    }
  }
  return (
    <div className="grid gap-3">
      <Input {...props} />
      <KnownByPhone
        phone={asText(props.value)}
        except={seen?.id}
        onCustomer={{
          label: t('screen.known.use'),
          take: ({ id }) => form.set('customer', id),
          isTaken: ({ id }) => form.values.customer === id,
        }}
        onInquiry={{
          label: t('screen.known.useInquiry'),
          take: found => void takeInquiry(found),
          isTaken: ({ id }) => form.values.inquiry === id,
        }}
      />
    </div>
  )
}
