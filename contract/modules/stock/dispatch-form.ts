import { same } from '../../merge.ts'
import { isByLine, purposeNames, purposeOf } from './dispatch-for.ts'
import { stillHere } from './dispatch-left.ts'
import { itemsOf } from './dispatch-rules.ts'

type Values = Record<string, unknown>

/** What is in a parcel is settled once it is checked, and where it goes once the label says it. */
const settled = {
  items: ['checked', 'labelled', 'handedOver', 'inTransit', 'outForDelivery', 'returning'],
  address: ['labelled', 'handedOver', 'inTransit', 'outForDelivery', 'returning'],
} as const
const addressFields = ['name', 'phone', 'address', 'pincode', 'area', 'city', 'state', 'country', 'codAmount'] as const

const said = { order: 'order', maintenance: 'job' } as const

export function checkDispatch(row: Values, before: Values | null): Record<string, string> {
  const wrong: Record<string, string> = {}
  const items = itemsOf(row)
  const seen = new Set<number>()
  const isOut = row.direction !== 'pickup'
  const purpose = purposeOf(row)
  const byLine = isByLine(row)
  if (isOut && !purpose) wrong.order = 'Choose the order.'
  if (before && before.direction !== row.direction) wrong.direction = 'Make another dispatch for that.'
  for (const name of purposeNames) {
    if (row[name] && name !== purpose) wrong[name] = 'A dispatch is for one thing.'
    if (before && !same(before[name] ?? null, row[name] ?? null))
      wrong[name] = `A dispatch stays with its ${said[name]}.`
  }
  if (!isOut && !byLine) wrong.direction = 'What is fetched for a job is booked with the job.'
  for (const [at, { line, product, text, qty, units }] of items.entries()) {
    if (isOut && byLine && !line) wrong[`items.${at}.line`] = 'Choose the line of the order.'
    if (line && !byLine) wrong[`items.${at}.line`] = 'This is a line of an order.'
    if (!product && !(text && !byLine)) wrong[`items.${at}.product`] = 'Choose the product.'
    if (units.length > qty) wrong[`items.${at}.units`] = 'More devices are scanned than belong in.'
    for (const id of units) {
      if (seen.has(id)) wrong[`items.${at}.units`] = 'A device is in it twice.'
      seen.add(id)
    }
  }
  const isSettled = (stages: readonly unknown[]) => stages.includes(before?.stage) && stages.includes(row.stage)
  if (isSettled(settled.items) && !same(row.items, before!.items)) wrong.items = 'Unpack it first: it is checked.'
  if (isSettled(settled.address))
    for (const field of addressFields)
      if (!same(row[field], before![field])) wrong[field] = 'The label says it already. Unpack it first.'
  // The courier was told all that. What it says by itself is written with the booking, and goes with it.
  if (before?.bookedAt && row.bookedAt && isSettled(stillHere))
    for (const field of ['courier', 'awb', ...addressFields])
      if (!same(row[field], before[field])) wrong[field] = 'It is booked with the courier. Cancel the booking first.'
  return wrong
}
