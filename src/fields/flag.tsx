import Check from 'lucide-react/icons/check'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const words = field.words.flag(field.name, value === true)
  if (value !== true) return <span className="text-subtle">{words}</span>
  return (
    <span className="whitespace-nowrap">
      <Icon of={Check} size="xs" className="me-1 inline align-[-2px] text-success-text" />
      {words}
    </span>
  )
}

function Input({ field, value, onChange, ...rest }: InputProps) {
  const { size: _, ...box } = control(rest)
  const label = rest['aria-label'] ? undefined : field.words.field(field.name)
  return (
    <Checkbox {...box} label={label} hint={field.words.hint(field.name)} checked={value === true} onChange={onChange} />
  )
}

export const flag: KindView = { Cell, Input, label: 'own' }
