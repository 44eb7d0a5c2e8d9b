import { bills } from '#contract/modules/money/billed.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import { mostToCollect, stillToCollect } from '#contract/modules/stock/dispatch-left.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { problem } from '#contract/problem.ts'
import { amountsOf } from '#contract/totals.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { doneAt, hasWaited } from '#server/crud/said-at.ts'
import { missingIn, productsOf } from '#server/flows/allocation.ts'
import { dispatchesOf, dispatchIn, piecesOf, stageBy } from '#server/flows/dispatching.ts'
import { paymentSums } from '#server/flows/payments.ts'
import { toChange } from '#server/flows/to-change.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { saidAmount } from '#server/lib/said-amount.ts'
import { addressFrom, ownersFrom } from './dispatch-address.ts'
import { refuseItems, refuseUnscanned } from './dispatch-items.ts'
import { passPieces, sendPieces } from './dispatch-pieces.ts'
import type { Purpose } from './dispatch-purpose.ts'
import { giveScanned, sendUnits } from './dispatch-units.ts'

/** What leaves for an order, and what its lines, its devices and the order itself become by it. */
export const forOrder: Purpose = {
  async begin(occasion) {
    const { tx, update } = occasion
    const row = dispatchIn(occasion)
    const sale = await saleOf(occasion)
    refuseOrder(sale)
    await settle(occasion, sale)
    if (!sale) return {}
    const address = addressFrom(row, sale)
    const declaredValue = row.declaredValue ?? valueOf(row, sale)
    // What the device worked out may count less of what is collected already.
    const codAmount = await collectedWith(occasion, row, sale)
    const [found] = await tx.find(order, [sale.id])
    if (sale.stage === 'confirmed') await update(order, found!, { stage: 'packing' })
    return { ...address, declaredValue, codAmount, courier: row.courier ?? sale.courier, ...ownersFrom(row, sale) }
  },
  settle: async (occasion, before) => settle(occasion, await saleOf(occasion), before),
  async complete(occasion) {
    const row = dispatchIn(occasion)
    refuseUnscanned(row, await productsOf(occasion.tx, row.items))
  },
  async collects(occasion, row) {
    const sale = await saleOf(occasion)
    return sale ? collectedWith(occasion, row, sale) : row.codAmount
  },
  async leave(occasion) {
    const sale = await saleOf(occasion)
    if (sale?.stage === 'onHold') throw problem('not-now', 'The order is on hold: resume it first.')
    await sendUnits(occasion, dispatchIn(occasion), () => ({ stage: 'shipped' }))
    await sendPieces(occasion, dispatchIn(occasion), sale?.lines ?? [])
    await count(occasion, (line, qty) => {
      const dispatched = (line.dispatched ?? 0) + qty
      // Of what has no serial number so many were there as have left.
      return { dispatched, allocated: Math.max(line.allocated ?? 0, dispatched) }
    })
  },
  async arrive(occasion) {
    const sale = await saleOf(occasion)
    const { today } = await houseRules(occasion.tx, await doneAt(occasion))
    const customer = sale?.customer ?? null
    const become = { stage: 'withCustomer', customer, deliveredAt: today }
    await sendUnits(occasion, dispatchIn(occasion), ({ soldAt }) => ({ ...become, soldAt: soldAt ?? today }))
    await passPieces(occasion, 'customer', 'sale')
    await count(occasion, (line, qty) => ({ delivered: (line.delivered ?? 0) + qty }))
  },
  turnBack: occasion => sendUnits(occasion, dispatchIn(occasion), () => ({ stage: 'inReturn' })),
  comeBack: occasion => comeToNothing(occasion, 'quarantine', true),
  lose: occasion => comeToNothing(occasion, 'lost', false),
}

/** Its order, ours until the transaction ends: whoever counts the pieces of a line does it alone. */
export async function saleOf({ tx, row }: Occasion): Promise<Order | null> {
  return row.order === null ? null : ((await toChange(tx, order, row.order as number)) as unknown as Order | null)
}

function refuseOrder(sale: Order | null): void {
  const said =
    sale && !['confirmed', 'packing'].includes(sale.stage) ? (reasons[sale.stage] ?? reasons.dispatched) : null
  if (said) throw invalid({ order: said })
}

const reasons: Record<string, string> = {
  draft: 'Confirm the order first.',
  onHold: 'The order is on hold: resume it first.',
  cancelled: 'This order is cancelled.',
  dispatched: 'Nothing of this order is left to dispatch.',
}

/** Only what is there to be sent is in it; what was scanned is from then on meant for its line. */
async function settle(occasion: Occasion, sale: Order | null, before?: Dispatch['items']): Promise<void> {
  if (!sale) return
  const row = dispatchIn(occasion)
  const others = await dispatchesOf(occasion, sale.id, row.id)
  refuseItems(row, sale, others, before)
  await giveScanned(occasion, row, sale, others)
}

/** What the pieces were sold for. */
function valueOf({ items }: Dispatch, sale: Order): number {
  const amounts = amountsOf(pricedOf(sale)).lines
  const pieces = piecesOf(items)
  return sale.lines.reduce((all, { id, qty, cancelled }, at) => {
    const { taxable, tax } = amounts[at]!
    const left = qty - (cancelled ?? 0)
    return all + (left > 0 ? Math.round(((taxable + tax) * (pieces.get(id) ?? 0)) / left) : 0)
  }, 0)
}

/** What the courier collects with it, by what is owed now; without a sum of its own as much as is owed. */
async function collectedWith(occasion: Occasion, row: Dispatch, sale: Order): Promise<number | null> {
  const others = await dispatchesOf(occasion, sale.id, row.id)
  const { cash } = await paymentSums(occasion.tx, bills.order, sale.id)
  if (row.codAmount === null) return mostToCollect(sale, others, cash)
  refuseTooMuch(occasion, row.codAmount, mostToCollect(sale, others, cash), others)
  return stillToCollect(row, sale, others, cash)
}

/** Whoever types more than is owed is told so. What a device worked out before others paid or packed is made less instead. */
function refuseTooMuch(
  { action, trusted, ask }: Occasion,
  typed: number,
  most: number | null,
  others: readonly Dispatch[],
): void {
  const isTyped = (action === 'create' || action === 'change') && !trusted && !hasWaited(ask)
  if (!isTyped || most === null || typed <= most) return
  const there = others.filter(({ stage }) => onTheWay(stage)).reduce((sum, one) => sum + (one.codAmount ?? 0), 0)
  throw invalid({ codAmount: `${saidAmount(typed + there)} is more than the ${saidAmount(most + there)} to collect.` })
}

const onTheWay = (stage: Dispatch['stage']): boolean => !['delivered', 'returned', 'lost', 'cancelled'].includes(stage)

/** Its pieces are the order's to send once more, or to cancel; its devices are not: what comes back is looked at first. */
async function comeToNothing(occasion: Occasion, stage: 'quarantine' | 'lost', isBack: boolean): Promise<void> {
  await saleOf(occasion)
  await sendUnits(occasion, dispatchIn(occasion), () => ({ stage, order: null, orderLine: null }))
  // Pieces that came back are looked at first as well: somebody moves them from there into stock.
  await passPieces(occasion, stage, isBack ? 'return' : 'loss')
  await count(occasion, (line, qty) => ({
    dispatched: (line.dispatched ?? 0) - qty,
    allocated: (line.allocated ?? 0) - qty,
    ...(isBack && { returned: (line.returned ?? 0) + qty }),
  }))
}

/** What the lines of the order become by the pieces in it, and so where the order stands. */
async function count(occasion: Occasion, become: (line: OrderLine, qty: number) => Partial<OrderLine>): Promise<void> {
  const { tx, update } = occasion
  const row = dispatchIn(occasion)
  const [found] = row.order === null ? [] : await tx.find(order, [row.order])
  if (!found) return
  const sale = found as unknown as Order
  const pieces = piecesOf(row.items)
  const lines = sale.lines.map(line =>
    pieces.has(line.id) ? { ...line, ...become(line, pieces.get(line.id)!) } : line,
  )
  await update(order, found, { lines, missing: missingIn(lines), stage: stageBy({ stage: sale.stage, lines }) })
}
