import { emptyLine } from '#contract/empty-line.ts'
import { metaOf } from '#contract/fields.ts'
import type { Inquiry } from '#contract/modules/sales/inquiry.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { Values } from '#src/form/check.ts'
import { filledFrom } from '#src/crud/fills/fill-in.ts'
import type { Data } from '#src/data/data.ts'

/** What the two say in the same words. */
const shared = [
  'phone',
  'altPhone',
  'name',
  'email',
  'customer',
  'address',
  'area',
  'city',
  'state',
  'country',
  'pincode',
  'source',
  'assignedTo',
  'dealerBranch',
  'referral',
  'inf',
  'campaign',
] as const

/** The order that an inquiry asks for: what was quoted is the price, what was not said comes from customer and product. */
export async function orderFrom(
  data: Pick<Data, 'db' | 'register'>,
  said: Inquiry,
  newId: () => Promise<number>,
): Promise<Values> {
  const lines: Values[] = []
  for (const { product, colour, qty, quoted, note } of said.products)
    lines.push({
      ...emptyLine(metaOf(order.fields.lines)),
      id: await newId(),
      product,
      colour,
      qty,
      unitPrice: quoted,
      note,
    })
  const same = Object.fromEntries(shared.map(field => [field, said[field]]))
  return filledFrom(data, order, { ...same, inquiry: said.id, lines: lines.length > 0 ? lines : null })
}

/** Of these values those for which nothing is there yet. */
export const missingIn = (values: Values, start: Values): Values =>
  Object.fromEntries(Object.entries(start).filter(([field, value]) => isEmpty(values[field]) && !isEmpty(value)))

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
