import { LINE_NEEDED } from '../../fields.ts'
import { same } from '../../merge.ts'
import type { Fills } from '../../module.ts'
import { homeOf as home } from '../people/customer-rules.ts'
import { goodsOrdered } from '../../totals.ts'
import { addDays } from '../../relative-days.ts'
import { pricedOf } from './order-rules.ts'

type Values = Record<string, unknown>

/** So much money in one order is a slip of the finger; sums of it stay exact. */
const MOST = 100_000_000_000

/** A day further away than that is a slip of the finger, and its year would stay in the number. */
const YEAR = 366

/** What an order was confirmed with. It changes by a cancellation, not by hand. */
const settled = [
  'lines',
  'taxIncluded',
  'shippingFee',
  'codFee',
  'discount',
  'paymentMode',
  'customer',
  'referral',
] as const

export function checkOrder(row: Values, before: Values | null, now: number): Record<string, string> {
  const wrong: Record<string, string> = {}
  const { lines, discount } = pricedOf(row)
  if (lines.length === 0) wrong.lines = LINE_NEEDED
  for (const [at, line] of lines.entries()) {
    const whole = line.qty * line.unitPrice
    if (line.discount > whole) wrong[`lines.${at}.discount`] = 'The discount is more than the amount.'
    if (whole > MOST) wrong[`lines.${at}.unitPrice`] = 'This is more than an order can come to.'
  }
  const goods = goodsOrdered(lines)
  if (discount > goods) wrong.discount = 'The discount is more than the lines come to.'
  if (goods > MOST) wrong.lines = 'This is more than an order can come to.'
  if (!before) Object.assign(wrong, farAway(row, now))
  if (typeof row.promisedDate === 'string' && row.promisedDate !== before?.promisedDate) {
    const from = row.orderDate
    if (typeof from === 'string' && row.promisedDate < from)
      wrong.promisedDate = 'It cannot be promised for a day before the order.'
  }
  if (before && before.stage !== 'draft' && !(before.stage === 'onHold' && before.heldFrom === 'draft')) {
    const gone = ofWhatLeft(row.lines, before.lines)
    Object.assign(wrong, gone)
    for (const field of settled)
      if (!same(typed(row[field]), typed(before[field])) && !(field === 'lines' && Object.keys(gone).length > 0))
        wrong[field] ??= 'A confirmed order changes by a cancellation.'
  }
  return wrong
}

/** What is wrong with the day of a new order, as of now. */
function farAway({ orderDate }: Values, now: number): Record<string, string> {
  if (typeof orderDate !== 'string') return {}
  const day = new Date(now).toISOString().slice(0, 10)
  if (orderDate > addDays(day, YEAR)) return { orderDate: 'This is more than a year ahead.' }
  if (orderDate < addDays(day, -YEAR)) return { orderDate: 'This is more than a year ago.' }
  return {}
}

/** What is said of lines that are changed though part of them has left the house. */
function ofWhatLeft(lines: unknown, before: unknown): Record<string, string> {
  const wrong: Record<string, string> = {}
  const now = Array.isArray(lines) ? (lines as Values[]) : []
  for (const line of Array.isArray(before) ? (before as Values[]) : []) {
    const dispatched = Number(line.dispatched ?? 0)
    if (dispatched === 0) continue
    const at = now.findIndex(({ id }) => id === line.id)
    const left = dispatched === 1 ? '1 is dispatched.' : `${dispatched} are dispatched.`
    if (at < 0) wrong.lines = left
    else if (Number(now[at]!.qty) < dispatched) wrong[`lines.${at}.qty`] = left
    else
      for (const field of ['product', 'colour', 'unitPrice', 'discount', 'taxRate'])
        if (!same(now[at]![field] ?? null, line[field] ?? null))
          wrong[`lines.${at}.${field}`] = 'Part of it is dispatched.'
  }
  return wrong
}

const counters = new Set(['allocated', 'dispatched', 'delivered', 'cancelled', 'returned'])

/** What people write of a value; counters in lines are the server's. */
const typed = (value: unknown): unknown =>
  Array.isArray(value)
    ? (value as Values[]).map(line => Object.fromEntries(Object.entries(line).filter(([key]) => !counters.has(key))))
    : value

/** What a customer brings: how to reach them, and their address. */
export const fromCustomer: Fills[string] = {
  name: chosen => chosen.name,
  phone: chosen => first(chosen.phones)?.number,
  email: chosen => first(chosen.emails)?.email,
  address: chosen => home(chosen)?.line,
  pincode: chosen => home(chosen)?.pincode,
  area: chosen => home(chosen)?.area,
  city: chosen => home(chosen)?.city,
  state: chosen => home(chosen)?.state,
  country: chosen => home(chosen)?.country,
}

/** A customer brings their address, a code its discount, a product its price and tax. */
export const fillsOrder: Fills = {
  customer: { ...fromCustomer, taxId: chosen => chosen.taxId },
  referral: { discount: chosen => chosen.discount ?? 0 },
  'lines.product': {
    unitPrice: chosen => chosen.price,
    taxRate: chosen => chosen.taxRate,
    // Where there is one, it is that one.
    colour: ({ colours }) => (Array.isArray(colours) && colours.length === 1 ? colours[0] : null),
  },
}

type Lines = Record<string, unknown>[] | undefined
const first = (of: unknown) => (of as Lines)?.[0]
