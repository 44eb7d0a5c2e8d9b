import type { holders } from '#contract/modules/stock/unit.ts'
import { replacement } from '#contract/modules/service/replacement.ts'
import { stockCount } from '#contract/modules/stock/stock-count.ts'
import type { StockMove } from '#contract/modules/stock/stock-move.ts'

export type Place = StockMove['from']
export type Holder = (typeof holders)[number]
type Standing = { stage?: unknown; holder?: unknown }

/** Who has a device by where it stands; a dealer that bought it is a customer of a kind. */
export const holderAt = (stage: string, isDealer: boolean): Holder | null => byStage[stage]?.(isDealer) ?? null

const byStage: Record<string, (isDealer: boolean) => Holder> = {
  inStock: () => 'us',
  allocated: () => 'us',
  shipped: () => 'courier',
  withCustomer: isDealer => (isDealer ? 'dealer' : 'customer'),
  inReturn: () => 'courier',
  quarantine: () => 'us',
  inService: () => 'technician',
  boughtBack: () => 'us',
}

/** Whom something of the stock can be lent to, and where it is then. */
export const lentTo: Partial<Record<Place, Holder>> = {
  stock: 'us',
  technician: 'technician',
  influencer: 'influencer',
  dealer: 'dealer',
}

/** Where a device is, in the words of the ledger. What we bought back waits to be looked at. */
export function placeOf({ stage, holder }: Standing): Place {
  if (stage === 'inStock' || stage === 'allocated')
    return holder === 'technician' || holder === 'influencer' || holder === 'dealer' ? holder : 'stock'
  if (stage === 'withCustomer') return holder === 'dealer' ? 'dealer' : 'customer'
  return elsewhere[stage as string] ?? 'stock'
}

const elsewhere: Record<string, Place> = {
  shipped: 'courier',
  inReturn: 'courier',
  quarantine: 'quarantine',
  boughtBack: 'quarantine',
  inService: 'service',
  scrapped: 'scrap',
  lost: 'lost',
}

type Told = { module?: string; isTheirs?: boolean }

/**
 * What the ledger calls the reason of each of a device's moves: what somebody did, and in a record of which module. What is sent
 * to whom it belonged before is no sale.
 */
export function causeOf(action: string, { module, isTheirs = false }: Told = {}): StockMove['cause'] {
  if (module === replacement.name) return 'replacement'
  if (module === stockCount.name) return 'count'
  const cause = causes[action] ?? 'correction'
  return isTheirs && ofSales.includes(cause) ? 'repair' : cause
}

const ofSales: readonly StockMove['cause'][] = ['dispatch', 'sale', 'correction']

const causes: Record<string, StockMove['cause']> = {
  create: 'purchase',
  ship: 'dispatch',
  deliver: 'sale',
  takeBack: 'return',
  buyBack: 'buyback',
  quarantine: 'move',
  restock: 'move',
  repair: 'repair',
  handBack: 'repair',
  lose: 'loss',
  find: 'count',
  scrap: 'scrap',
}
