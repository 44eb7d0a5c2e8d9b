import { MultiSelect } from '#src/ui/multi-select.tsx'
import { useListNamed, useListOptions } from '../list-options.ts'
import { asNumbers, control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const list = useListNamed(field.meta.list ?? '')
  const chosen = asNumbers(value)
  const { options, loading } = useListOptions(list, chosen)
  return <MultiSelect {...control(rest)} options={options} loading={loading} value={chosen} onChange={onChange} />
}
