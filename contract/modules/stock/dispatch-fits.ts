import type { Dispatch } from './dispatch.ts'
import type { Unit } from './unit.ts'

type Device = Pick<Unit, 'product' | 'colour' | 'archivedAt' | 'stage' | 'holder' | 'order'>

/** Why a device does not belong into a parcel. */
export type Misfit = OfAnotherKind | NotFree
type OfAnotherKind = 'otherProduct' | 'otherColour' | 'archived'
type NotFree = 'otherOrder' | 'setAside' | 'left' | 'lent' | 'notFree'

/** Is it what a line asks for? A line without a colour takes any. */
export function otherKind(
  device: Device,
  { product, colour }: { product: number | null; colour: number | null },
): OfAnotherKind | null {
  if (device.product !== product) return 'otherProduct'
  if (colour !== null && device.colour !== colour) return 'otherColour'
  return device.archivedAt ? 'archived' : null
}

/** Can it be given to that order? `allocated` is meant for somebody; of what is in stock, only what we have at hand goes. */
export function notFreeFor({ stage, holder, order: of }: Device, sale: number): NotFree | null {
  if (stage === 'allocated') return of === sale ? null : of === null ? 'setAside' : 'otherOrder'
  if (stage === 'shipped' || stage === 'withCustomer') return 'left'
  if (stage !== 'inStock') return 'notFree'
  return holder === 'us' ? null : 'lent'
}

const over: readonly string[] = ['returned', 'lost', 'cancelled', 'delivered']

/** Has it come to its end? Nothing of it is packed, printed or followed any more. */
export const isOver = ({ stage }: Pick<Dispatch, 'stage'>): boolean => over.includes(stage)

/** The devices that are in parcels which have not come to their end. */
export const devicesUnderWay = (parcels: readonly Pick<Dispatch, 'stage' | 'items'>[]): Set<number> =>
  new Set(parcels.flatMap(one => (isOver(one) ? [] : one.items.flatMap(({ units }) => units))))
