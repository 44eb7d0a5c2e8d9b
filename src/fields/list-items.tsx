import { MultiSelect } from '#src/ui/multi-select.tsx'
import { ItemName } from './list-item.tsx'
import { useListNamed, useListOptions } from './list-options.ts'
import { asNumbers, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {asNumbers(value).map(id => (
        <ItemName key={id} id={id} />
      ))}
    </span>
  )
}

function Input({ field, value, onChange, autoFocus: _, ...rest }: InputProps) {
  const list = useListNamed(field.meta.list ?? '')
  const chosen = asNumbers(value)
  const { options } = useListOptions(list, chosen)
  return <MultiSelect {...rest} options={options} value={chosen} onChange={onChange} />
}

export const listItems: KindView = { Cell, Input }
