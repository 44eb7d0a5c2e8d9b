import { courier } from '#contract/lists/stock.ts'
import { tooLongFor } from '#contract/modules/stock/courier-lines.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Tx } from '#server/crud/store.ts'
import type { Parcel } from './courier.ts'

/** What the courier would cut off is said before there is a label or a booking. */
export async function refuseTooLong(tx: Pick<Tx, 'find'>, row: Dispatch): Promise<void> {
  const [by] = row.courier === null ? [] : await tx.find(courier, [row.courier])
  const wrong = by ? tooLongFor(by as unknown as Parameters<typeof tooLongFor>[0], row) : {}
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** What a courier is told of a dispatch. */
export async function parcelOf(tx: Pick<Tx, 'also' | 'find'>, row: Dispatch, key: string): Promise<Parcel> {
  const { number, name, phone, address, pincode, service, declaredValue, codAmount } = row
  if (!pincode) throw invalid({ pincode: 'The courier needs the PIN code.' })
  await refuseTooLong(tx, row)
  const places = [row.area, row.city, row.state, row.country]
  const items = await tx.also<{ id: number; label: string }>('select id, label from list_item where id = any($1)', [
    places.filter(id => id !== null),
  ])
  const label = (id: number | null) => items.find(item => item.id === id)?.label ?? null
  return {
    key,
    reference: number ?? String(row.id),
    to: {
      name,
      phone,
      address,
      pincode,
      area: label(row.area),
      city: label(row.city),
      state: label(row.state),
      country: label(row.country),
    },
    parcels: row.parcels.map(({ length, width, height, weight }) => ({ length, width, height, weight })),
    pieces: row.pieces ?? 0,
    service,
    declaredValue,
    codAmount,
  }
}
