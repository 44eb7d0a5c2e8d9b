import { Checkbox } from '#src/ui/checkbox.tsx'
import { control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const { size: _, ...box } = control(rest)
  const label = rest['aria-label'] ? undefined : field.words.field(field.name)
  return (
    <Checkbox {...box} label={label} hint={field.words.hint(field.name)} checked={value === true} onChange={onChange} />
  )
}
