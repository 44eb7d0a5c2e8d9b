import { useItem } from '#src/data/use-list.ts'
import { type CellProps, type KindView } from './view.ts'

export type Address = { line: string; pincode: string | null; city: number | null; area: number | null }
const empty: Address = { line: '', pincode: null, city: null, area: null }
export const asAddress = (value: unknown): Address => ({ ...empty, ...(value as Partial<Address> | null) })

type Names = { city: string | undefined; area: string | undefined }
/** All parts of an address in one line. */
export const addressInLine = ({ line, pincode }: Address, { city, area }: Names): string =>
  [line, area, [city, pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function Cell({ field, value }: CellProps) {
  const address = asAddress(value)
  const city = useItem(field.meta.parts?.city, address.city)
  const area = useItem(field.meta.parts?.area, address.area)
  return <bdi>{addressInLine(address, { city: city?.label, area: area?.label }) || '—'}</bdi>
}

export const address: KindView = { Cell, label: 'group', wide: true }
