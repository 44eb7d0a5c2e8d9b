import { Checkbox } from '#src/ui/checkbox.tsx'
import { asTexts, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, onBlur }: InputProps) {
  const chosen = asTexts(value)
  const options = field.meta.options ?? []
  return (
    <span
      role="group"
      aria-label={field.words.field(field.name)}
      className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-1"
    >
      {options.map(option => (
        <Checkbox
          key={option}
          id={`${field.name}-${option}`}
          label={field.words.option(field.name, option)}
          checked={chosen.includes(option)}
          onBlur={onBlur}
          // In the order of the declaration, whatever was ticked first.
          onChange={on => onChange(options.filter(one => (one === option ? on : chosen.includes(one))))}
        />
      ))}
    </span>
  )
}
