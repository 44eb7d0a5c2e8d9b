import { useItem } from '#src/data/use-list.ts'
import { Swatch } from '#src/ui/swatch.tsx'
import { asNumber, type CellProps, type KindView } from './view.ts'

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

export const listItem: KindView = { Cell }
