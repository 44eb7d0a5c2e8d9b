import { useState } from 'react'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { asTexts, control, type InputProps } from '../view.ts'

/** Words of people's own: what is typed is offered as a new one. */
export function Input({ value, onChange, ...rest }: InputProps) {
  const [typed, setTyped] = useState('')
  const word = typed.replaceAll(',', ' ').trim().toLowerCase().slice(0, 40)
  return (
    <MultiSelect
      options={word ? [{ value: word, label: word }] : []}
      value={asTexts(value)}
      onSearch={setTyped}
      onChange={onChange}
      nameOf={tag => tag}
      {...control(rest)}
    />
  )
}
