import type { Dispatch } from '#contract/modules/stock/dispatch.ts'

/** What was scanned goes to one courier: the one of the first parcel. */
export type Collected = { courier: number | null }

/** Why a parcel cannot be given to whoever takes the others; null where it can. */
export type NotGiven = 'pickup' | 'packing' | 'cancelled' | 'gone' | 'over' | 'otherCourier'

const withCourier: readonly string[] = ['handedOver', 'inTransit', 'outForDelivery']
const packing: readonly string[] = ['draft', 'packed', 'checked']

export function whyNotGiven(
  { direction, stage, courier }: Pick<Dispatch, 'direction' | 'stage' | 'courier'>,
  others: readonly Collected[],
): NotGiven | null {
  if (direction === 'pickup') return 'pickup'
  if (packing.includes(stage)) return 'packing'
  if (stage === 'cancelled') return 'cancelled'
  if (withCourier.includes(stage)) return 'gone'
  if (stage !== 'labelled') return 'over'
  return others.some(one => one.courier !== courier) ? 'otherCourier' : null
}

/** Those that must not get into the van by mistake: somebody puts them aside first. What was handed over may lie there. */
export const isInTheWay = (why: NotGiven): boolean => why !== 'gone'

/** Why one cannot be taken in again; null where it can. */
export type NotTakenIn = 'pickup' | 'neverLeft' | 'isBack' | 'delivered' | 'lost'

const away: readonly string[] = [...withCourier, 'returning']

export function whyNotTakenIn({ direction, stage }: Pick<Dispatch, 'direction' | 'stage'>): NotTakenIn | null {
  if (direction === 'pickup') return 'pickup'
  if (away.includes(stage)) return null
  if (stage === 'returned') return 'isBack'
  return stage === 'delivered' || stage === 'lost' ? stage : 'neverLeft'
}
