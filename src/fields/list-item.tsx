import { useItem } from '#src/data/use-list.ts'
import { Swatch } from '#src/ui/swatch.tsx'
import { asNumber, type CellProps, type KindView } from './view.ts'

export function ItemName({ list, id }: { list: string | undefined; id: number }) {
  const item = useItem(list, id)
  if (!item) return <span className="text-subtle">—</span>
  return (
    <>
      {item.colour && <Swatch colour={item.colour} className="me-2 align-[-3px]" />}
      {item.label}
    </>
  )
}

function Cell({ field, value }: CellProps) {
  const id = asNumber(value)
  return id === null ? null : <ItemName list={field.meta.list} id={id} />
}

export const listItem: KindView = { Cell }
