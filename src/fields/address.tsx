import { useItem } from '#src/data/use-list.ts'
import { type CellProps, type KindView } from './view.ts'

export type Address = { line: string; pincode: string | null; city: number | null; area: number | null }
const empty: Address = { line: '', pincode: null, city: null, area: null }
export const asAddress = (value: unknown): Address => ({ ...empty, ...(value as Partial<Address> | null) })

function Cell({ field, value }: CellProps) {
  const address = asAddress(value)
  const city = useItem(field.meta.parts?.city, address.city)
  const area = useItem(field.meta.parts?.area, address.area)
  const place = [city?.label, address.pincode].filter(Boolean).join(' ')
  return <bdi>{[address.line, area?.label, place].filter(Boolean).join(', ') || '—'}</bdi>
}

export const address: KindView = { Cell, label: 'group', wide: true }
