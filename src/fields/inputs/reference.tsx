import { useState } from 'react'
import { useModule } from '#src/data/data.ts'
import { useChoices, useTitle } from '#src/data/use-titles.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { asNumber, control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const module = useModule(field.meta.module ?? '')
  const id = asNumber(value)
  const [typed, setTyped] = useState('')
  const { rows, loading } = useChoices(module, typed)
  const title = useTitle(module, id ?? 0)
  return (
    <Combobox
      {...control(rest)}
      options={rows.map(row => ({ value: row.id, label: row.title }))}
      loading={loading}
      onSearch={setTyped}
      value={id}
      valueLabel={title ?? ''}
      onChange={onChange}
    />
  )
}
