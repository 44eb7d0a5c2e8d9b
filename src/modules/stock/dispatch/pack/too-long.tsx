import WrapText from 'lucide-react/icons/wrap-text'
import { useTranslation } from 'react-i18next'
import { courier } from '#contract/lists/stock.ts'
import { inLinesOf, tooLongFor } from '#contract/modules/stock/courier-lines.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { useItem } from '#src/data/use-list.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asText } from '#src/fields/view.ts'
import type { Errors } from '#src/form/check.ts'
import { Button } from '#src/ui/button.tsx'

type Courier = Parameters<typeof tooLongFor>[0]
const useCourier = (id: unknown) => useItem(courier.name, id as number | null) as Courier | undefined

/** What the courier of the parcel would cut off of its name and its address, by the field. */
export function useTooLong(values: Pick<Dispatch, 'name' | 'address'> & { courier: unknown }): Errors {
  const by = useCourier(values.courier)
  return by ? tooLongFor(by, values) : {}
}

/** An address in lines, and the way to lines as long as the courier takes them. */
export function AddressLines({ around: { form }, ...props }: OwnInputProps) {
  const { t } = useTranslation('dispatch')
  const by = useCourier(form.values.courier)
  const LongText = inputs.longText
  const address = asText(props.value)
  const broken = by?.lineLimit ? inLinesOf(by.lineLimit, address) : address
  return (
    <div className="grid justify-items-start gap-2 *:first:w-full">
      <LongText {...props} />
      {broken !== address && (
        <Button size="sm" icon={WrapText} onClick={() => props.onChange(broken)}>
          {t('screen.breakLines', { limit: by!.lineLimit })}
        </Button>
      )}
    </div>
  )
}
