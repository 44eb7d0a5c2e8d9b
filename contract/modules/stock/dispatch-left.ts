import type { Order } from '../sales/order.ts'
import type { Dispatch } from './dispatch.ts'

type Sale = Pick<Order, 'stage' | 'lines' | 'balance' | 'paymentMode'> & Record<string, unknown>
type Parcel = Pick<Dispatch, 'stage' | 'direction' | 'items' | 'codAmount'>

/** What of a line can be packed now. */
export type Left = { line: number; product: number; qty: number }

/** What is in them is packed, or about to be, and has not left. */
export const stillHere: readonly string[] = ['draft', 'packed', 'checked', 'labelled']
/** What is in them, and what the courier collects, is settled, and they have not left: a courier may be booked. */
export const bookable: readonly string[] = ['checked', 'labelled']
/** What was in them is to be sent once more, or never was sent. */
const undone: readonly string[] = ['cancelled', 'returned', 'lost']
const packable: readonly string[] = ['confirmed', 'packing']

export const mayPack = ({ stage }: Pick<Sale, 'stage'>): boolean => packable.includes(stage)

const outgoing = (parcels: readonly Parcel[]) =>
  parcels.filter(({ direction, stage }) => direction === 'out' && !undone.includes(stage))

const piecesIn = (parcels: readonly Parcel[], line: number): number =>
  parcels.flatMap(({ items }) => items).reduce((sum, item) => sum + (item.line === line ? item.qty : 0), 0)

/**
 * Pieces of each line that are in no parcel yet. The order counts what has left; what this device has handed over without a
 * connection it does not know yet.
 */
export function leftToPack({ lines }: Pick<Sale, 'lines'>, parcels: readonly Parcel[]): Left[] {
  const out = outgoing(parcels)
  const here = out.filter(({ stage }) => stillHere.includes(stage))
  const gone = out.filter(({ stage }) => !stillHere.includes(stage))
  return lines.flatMap(({ id, product, qty, cancelled, dispatched }) => {
    const left = qty - (cancelled ?? 0) - Math.max(dispatched ?? 0, piecesIn(gone, id)) - piecesIn(here, id)
    return left > 0 ? [{ line: id, product, qty: left }] : []
  })
}

/**
 * What can be collected with a parcel at most: what is owed and no other one collects (`others`). As much is proposed, so that
 * the first parcel collects all and the next ones nothing; whoever wants it shared types the shares. What a courier has collected
 * is owed until it is booked, so where it is known how much came in `cash`, it is not asked for twice.
 */
export function mostToCollect(
  sale: Pick<Sale, 'balance' | 'paymentMode'>,
  others: readonly Parcel[],
  cash: number | null = null,
): number | null {
  if (sale.paymentMode !== 'cashOnDelivery') return null
  const balance = sale.balance ?? 0
  const alive = outgoing(others)
  const onTheWay = alive.filter(({ stage }) => stage !== 'delivered')
  const notBooked = cash === null ? balance : balance + cash - sumOf(alive)
  return Math.max(Math.min(balance - sumOf(onTheWay), notBooked), 0)
}

/** What it says that the courier collects, or as much of it as is still owed. */
export function stillToCollect(
  { codAmount, direction }: Pick<Parcel, 'codAmount' | 'direction'>,
  ...owed: Parameters<typeof mostToCollect>
): number | null {
  const most = codAmount === null || direction !== 'out' ? null : mostToCollect(...owed)
  return most === null ? codAmount : Math.min(codAmount!, most)
}

const sumOf = (parcels: readonly Parcel[]): number => parcels.reduce((sum, { codAmount }) => sum + (codAmount ?? 0), 0)
