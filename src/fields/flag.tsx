import Check from 'lucide-react/icons/check'
import { Icon } from '#src/ui/icon.tsx'
import { type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const words = field.words.flag(field.name, value === true)
  if (value !== true) return <span className="text-subtle">{words}</span>
  return (
    <span className="whitespace-nowrap">
      <Icon of={Check} size="xs" className="inline align-[-2px] text-success-text" /> {words}
    </span>
  )
}

export const flag: KindView = { Cell, label: 'own' }
