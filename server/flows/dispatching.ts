import type { Order, OrderLine } from '#contract/modules/sales/order.ts'
import { dispatch, type Dispatch, type DispatchItem } from '#contract/modules/stock/dispatch.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'

type Stage = Dispatch['stage']

/** It is being packed and has not left. */
const waiting: readonly Stage[] = ['draft', 'packed', 'checked', 'labelled']
/** It is packed: nobody takes anything out of it without unpacking it. */
export const closedParcels: readonly Stage[] = ['packed', 'checked', 'labelled']
/** It came to nothing: what was in it goes another way. */
const over: readonly Stage[] = ['returned', 'lost', 'cancelled']

/** The dispatch that is being written. */
export const dispatchIn = ({ row }: Pick<Occasion, 'row'>): Dispatch => row as unknown as Dispatch

/** What goes out for an order, or went; `but` is the one that is being written. */
export async function dispatchesOf({ tx }: Pick<Occasion, 'tx'>, order: number, but = 0): Promise<Dispatch[]> {
  const found = (await tx.where(dispatch, 'order', order)) as unknown as Dispatch[]
  return found.filter(({ id, direction }) => id !== but && direction === 'out')
}

export const isWaiting = ({ stage }: Dispatch): boolean => waiting.includes(stage)
export const isPacked = ({ stage }: Dispatch): boolean => closedParcels.includes(stage)

/** How many pieces of each line of an order these hold. */
export function piecesOf(items: readonly Pick<DispatchItem, 'line' | 'qty'>[]): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const { line, qty } of items) if (line !== null) pieces.set(line, (pieces.get(line) ?? 0) + qty)
  return pieces
}

/** Where an order stands by what of it has left and arrived. What is on hold, over or not confirmed stays so. */
export function stageBy({ stage, lines }: Pick<Order, 'stage' | 'lines'>): Order['stage'] {
  const left = lines.filter(({ qty, cancelled }) => qty > (cancelled ?? 0))
  if (left.length === 0 || !['confirmed', 'packing', 'dispatched', 'delivered'].includes(stage)) return stage
  const isAll = (of: (line: OrderLine) => number | null) =>
    left.every(line => (of(line) ?? 0) >= line.qty - (line.cancelled ?? 0))
  if (isAll(line => line.delivered)) return 'delivered'
  if (isAll(line => line.dispatched)) return 'dispatched'
  return stage === 'confirmed' ? stage : 'packing'
}

/** The one that holds a device and is neither over nor delivered. */
export async function dispatchHolding(tx: Pick<Tx, 'also'>, unit: number, but = 0) {
  const [found] = await tx.also<{ number: string }>(
    `select number from dispatch where items @> $1::jsonb and id <> $2 and stage <> all($3) limit 1`,
    [JSON.stringify([{ units: [unit] }]), but, [...over, 'delivered']],
  )
  return found ?? null
}

/** The one that a service job is in: it is neither over nor delivered. */
export async function parcelOfJob(tx: Pick<Tx, 'where'>, job: number, but = 0): Promise<Dispatch | null> {
  const found = (await tx.where(dispatch, 'maintenance', job)) as unknown as Dispatch[]
  return found.find(({ id, stage }) => id !== but && stage !== 'delivered' && !over.includes(stage)) ?? null
}

/** Where a job goes that is in a parcel, says the parcel. One that nobody has packed yet is dropped by whoever takes it along. */
export async function leaveParcel({ tx, trusted, row, update }: Occasion): Promise<void> {
  const found = trusted ? null : await parcelOfJob(tx, row.id)
  if (found && found.stage !== 'draft')
    throw problem('not-now', `This job is in dispatch ${found.number}: change that one.`)
  if (found) await update(dispatch, found, { stage: 'cancelled' })
}

const inDispatches: readonly string[] = ['allocated', 'inService', 'shipped', 'inReturn']

/** Where a device goes that is on its way, or about to be, says the dispatch that it is in. */
export async function refuseDispatched({ tx, trusted, before }: Occasion): Promise<void> {
  const device = before as unknown as Unit | null
  if (trusted || !device || !inDispatches.includes(device.stage)) return
  const found = await dispatchHolding(tx, device.id)
  if (found) throw problem('not-now', `This device is in dispatch ${found.number}: change that one.`)
}

/**
 * What is packed is not cancelled. `asked`: pieces by line. Of the dispatches that are still open, those are answered that
 * may have to give devices back.
 */
export function refusePacked(lines: readonly OrderLine[], dispatches: readonly Dispatch[], asked: Map<number, number>) {
  const packed = dispatches.filter(isPacked)
  const pieces = piecesOf(packed.flatMap(({ items }) => items))
  for (const { id, qty, dispatched, cancelled } of lines) {
    const left = qty - (dispatched ?? 0) - (cancelled ?? 0) - (pieces.get(id) ?? 0)
    if ((asked.get(id) ?? 0) <= left) continue
    const holding = packed.filter(({ items }) => items.some(({ line }) => line === id))
    const named = holding.map(({ number }) => number).join(', ')
    throw problem('not-now', `These pieces are packed already. Cancel its dispatch first: ${named}.`)
  }
}

/** Takes devices out of dispatches that nobody has packed yet; of an order that is cancelled as a whole, nothing is packed. */
export async function unscan(
  occasion: Occasion,
  drafts: readonly Dispatch[],
  freed: readonly number[],
  isWhole: boolean,
) {
  const gone = new Set(freed)
  for (const draft of drafts) {
    const items = draft.items.map(item => ({ ...item, units: item.units.filter(id => !gone.has(id)) }))
    const isHit = items.some(({ units }, at) => units.length !== draft.items[at]!.units.length)
    if (isHit || isWhole)
      await occasion.update(dispatch, draft, {
        ...(isHit && { items }),
        ...(isWhole && { stage: 'cancelled' }),
      })
  }
}
