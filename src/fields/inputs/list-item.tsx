import { Combobox } from '#src/ui/combobox.tsx'
import { Select } from '#src/ui/select.tsx'
import { useListNamed, useListOptions } from '../list-options.ts'
import { asNumber, control, type InputProps } from '../view.ts'

/** As many as one looks through faster than one types. */
const FEW = 12

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const { autoFocus: _, ...box } = control(rest)
  const list = useListNamed(field.meta.list ?? '')
  const id = asNumber(value)
  const { options, loading } = useListOptions(list, id === null ? [] : [id])
  // Required or not, a value may be taken away again: only a Combobox can.
  if (options.length <= FEW && id === null)
    return <Select {...box} options={options} loading={loading} value={null} onChange={onChange} />
  return <Combobox {...control(rest)} options={options} loading={loading} value={id} onChange={onChange} />
}
