import { useItem } from '#src/data/use-list.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { Select } from '#src/ui/select.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import { useListNamed, useListOptions } from './list-options.ts'
import { asNumber, control, type CellProps, type InputProps, type KindView } from './view.ts'

/** As many as one looks through faster than one types. */
const FEW = 12

export function ItemName({ id }: { id: number }) {
  const item = useItem(id)
  if (!item) return <span className="text-subtle">—</span>
  return (
    <>
      {item.colour && <Swatch colour={item.colour} className="me-2 align-[-3px]" />}
      {item.label}
    </>
  )
}

function Cell({ value }: CellProps) {
  const id = asNumber(value)
  return id === null ? null : <ItemName id={id} />
}

function Input({ field, value, onChange, ...rest }: InputProps) {
  const { autoFocus: _, ...box } = control(rest)
  const list = useListNamed(field.meta.list ?? '')
  const id = asNumber(value)
  const { options, loading } = useListOptions(list, id === null ? [] : [id])
  // Required or not, a value may be taken away again: only a Combobox can.
  if (options.length <= FEW && id === null)
    return <Select {...box} options={options} loading={loading} value={null} onChange={onChange} />
  return <Combobox {...control(rest)} options={options} loading={loading} value={id} onChange={onChange} />
}

export const listItem: KindView = { Cell, Input }
