import { useTranslation } from 'react-i18next'
import { useItem } from '#src/data/use-list.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { useListNamed, useListOptions } from '../list-options.ts'
import { control, orNull, type InputProps } from '../view.ts'
import { asAddress, type Address } from '../address.tsx'

export function Input({ field, value, onChange, onBlur, first, size }: InputProps) {
  const { t } = useTranslation('crud')
  const address = asAddress(value)
  const cities = useListNamed(field.meta.parts?.city ?? '')
  const areas = useListNamed(field.meta.parts?.area ?? '')
  const city = useListOptions(cities, address.city === null ? [] : [address.city])
  const area = useListOptions(
    areas,
    address.area === null ? [] : [address.area],
    item => address.city === null || item.parent === address.city,
  )
  const areaItem = useItem(field.meta.parts?.area, address.area)
  const change = (part: Partial<Address>) => {
    const next = { ...address, ...part }
    // An area of another city is none of this address.
    if (part.city !== undefined && areaItem && areaItem.parent !== part.city) next.area = null
    const { line, ...rest } = next
    onChange(line === '' && Object.values(rest).every(one => one === null) ? null : next)
  }
  const options = { city: city.options, area: area.options }
  const common = { onBlur, size }
  return (
    <span role="group" aria-label={field.words.field(field.name)} className="grid gap-2 sm:grid-cols-6">
      <TextInput
        {...control({ onBlur, first, size })}
        className="sm:col-span-6"
        aria-label={t('address.line')}
        placeholder={t('address.line')}
        autoComplete="street-address"
        value={address.line}
        onChange={line => change({ line })}
      />
      <TextInput
        {...common}
        id={`${field.name}-pincode`}
        className="sm:col-span-2"
        inputMode="numeric"
        inputClassName="ltr"
        aria-label={t('address.pincode')}
        placeholder={t('address.pincode')}
        autoComplete="postal-code"
        value={address.pincode ?? ''}
        onChange={pincode => change({ pincode: orNull(pincode) })}
      />
      {(['city', 'area'] as const).map(part => (
        <div key={part} className="sm:col-span-2">
          <Combobox
            {...common}
            aria-label={t(`address.${part}`)}
            placeholder={t(`address.${part}`)}
            options={options[part]}
            value={address[part]}
            onChange={id => change({ [part]: id })}
          />
        </div>
      ))}
    </span>
  )
}
