import { Checkbox } from '#src/ui/checkbox.tsx'
import { asTexts, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const chosen = asTexts(value).map(option => field.words.option(field.name, option))
  return <>{chosen.join(', ')}</>
}

function Input({ field, value, onChange, onBlur }: InputProps) {
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

export const choices: KindView = { Cell, Input, label: 'group' }
