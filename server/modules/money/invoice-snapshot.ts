import type { Module } from '#contract/module.ts'
import { gstStateOf } from '#contract/gstin.ts'
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
  const goesTo = sale.state ?? (await parentOf(tx, city, sale.city))
  const taxedIn = await stateOfGstin(tx, taxId)
  const home = await homeState(tx)
  // Who sells over the counter and asks for no address supplies at home.
  const place = taxedIn ?? goesTo ?? (address || billing ? null : home)
  // An invoice that goes elsewhere, or is taxed elsewhere, says the address whole: the state is the one of the tax.
  const isWhole = Boolean(billing) || (goesTo !== null && goesTo !== place)
  const whole = isWhole ? await shipTo(tx, sale) : null
  const where = isWhole
    ? { address: billing || whole, pincode: null, city: null, shipTo: whole }
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

/** The state of the buyer's GSTIN, where they have one. */
async function stateOfGstin(tx: Asks, taxId: string | null): Promise<number | null> {
  const label = gstStateOf(taxId)
  if (label === null) return null
  const [found] = await tx.also<{ id: number }>(
    `select id from list_item where list = 'state' and archived_at is null and lower(label) = lower($1) order by id limit 1`,
    [label],
  )
  return found?.id ?? null
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
