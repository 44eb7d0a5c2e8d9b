import { useState } from 'react'
import { useModule } from '#src/data/data.ts'
import { useChoices, useTitles } from '#src/data/use-titles.ts'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { asNumbers, control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const module = useModule(field.meta.module ?? '')
  const chosen = asNumbers(value)
  const [typed, setTyped] = useState('')
  const { rows, loading } = useChoices(module, typed)
  const titles = useTitles(module, chosen)
  return (
    <MultiSelect
      {...control(rest)}
      options={rows.map(row => ({ value: row.id, label: row.title }))}
      loading={loading}
      onSearch={setTyped}
      nameOf={id => titles.get(id)}
      value={chosen}
      onChange={onChange}
    />
  )
}
