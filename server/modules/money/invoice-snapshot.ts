import type { Module } from '#contract/module.ts'
import { city, state } from '#contract/lists/places.ts'
import type { Invoice } from '#contract/modules/money/billed.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Tx } from '#server/crud/store.ts'

type Values = Record<string, unknown>
type Asks = Pick<Tx, 'also' | 'find'>
/** What an order and a job say of who buys. */
type Sale = Pick<
  Order,
  | 'customer'
  | 'name'
  | 'phone'
  | 'taxId'
  | 'address'
  | 'pincode'
  | 'billing'
  | 'city'
  | 'state'
  | 'country'
  | 'taxIncluded'
> &
  Owned
export type Owned = { assignedTo?: unknown; dealerBranch?: unknown }

/** Who is asked to pay, as the order or the job says it at that moment. */
export async function buyerOf(tx: Asks, sale: Sale): Promise<Values> {
  const { customer, name, phone, taxId, address, pincode, billing, country, taxIncluded } = sale
  const place = sale.state ?? (await parentOf(tx, city, sale.city))
  const home = await homeState(tx)
  // An invoice that goes elsewhere says that address whole; the state stays the one that the goods go to.
  const where = billing
    ? { address: billing, pincode: null, city: null, shipTo: await shipTo(tx, sale) }
    : { address, pincode, city: sale.city, shipTo: null }
  const interState = home !== null && place !== null && home !== place
  return { customer, name, phone, taxId, ...where, state: place, country, taxIncluded, interState, ...ownersOf(sale) }
}

export const ownersOf = ({ assignedTo, dealerBranch }: Owned): Values => ({ assignedTo, dealerBranch })

const copied = [
  'customer',
  'name',
  'phone',
  'taxId',
  'address',
  'shipTo',
  'pincode',
  'city',
  'state',
  'country',
  'taxIncluded',
  'interState',
  'device',
  'serial',
] as const

/** A credit note goes where its invoice went. */
export const snapshotOfInvoice = (against: Invoice): Values =>
  Object.fromEntries(copied.flatMap(field => (field in against ? [[field, against[field]]] : [])))

async function shipTo(tx: Asks, sale: Sale): Promise<string | null> {
  const { address, pincode } = sale
  const names = [await labelOf(tx, city, sale.city), await labelOf(tx, state, sale.state)]
  const said = [address, ...names, pincode].filter(Boolean).join(', ')
  return said === '' ? null : said.slice(0, 600)
}

/** The state that the business is in, by its city; null where it has not said. */
async function homeState(tx: Asks): Promise<number | null> {
  const [house] = await tx.also<{ city: number | null }>(
    `select (address ->> 'city')::bigint as city from general_setting`,
    [],
  )
  return parentOf(tx, city, house?.city ?? null)
}

const itemOf = async (tx: Asks, list: Module, id: number | null) =>
  id === null ? undefined : (await tx.find(list, [id]))[0]
const parentOf = async (tx: Asks, list: Module, id: number | null) =>
  ((await itemOf(tx, list, id))?.parent as number | null | undefined) ?? null
const labelOf = async (tx: Asks, list: Module, id: number | null) =>
  (await itemOf(tx, list, id))?.label as string | undefined
