import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { asText, orNull, control, type InputProps } from '../view.ts'

/** Not a choice of any list: "nothing". */
const nothing = ''

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const { autoFocus: _, ...box } = control(rest)
  const { t } = useTranslation('crud')
  const options = (field.meta.options ?? []).map(option => ({
    value: option,
    label: field.words.option(field.name, option),
  }))
  return (
    <Select
      {...box}
      options={field.required ? options : [{ value: nothing, label: t('notSaid') }, ...options]}
      value={field.required ? orNull(asText(value)) : asText(value)}
      onChange={option => onChange(option === nothing ? null : option)}
    />
  )
}
