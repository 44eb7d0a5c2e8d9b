import type { Row } from '#contract/module.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { leftOf, mayCancelOf } from '#contract/modules/sales/order-left.ts'
import { orderCancel, type OrderCancel } from '#contract/modules/sales/order-cancel.ts'
import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { toChange } from '#server/flows/to-change.ts'
import { freeDevices, missingIn } from '#server/flows/allocation.ts'
import { dispatchesOf, isPacked, isWaiting, refusePacked, stageBy, unscan } from '#server/flows/dispatching.ts'

/** A cancellation is asked for, approved, and paid back. Nothing of the order changes before it is approved. */
export const orderCancelBehaviour = behaviour(orderCancel, {
  async check({ tx, row, before, changes }) {
    if (before && row.order !== before.order) throw invalid({ order: 'A cancellation stays with its order.' })
    if (!before || 'lines' in changes) refuseTooMuch(await toChange(tx, order, row.order as number), row)
  },
  on: {
    async create(occasion) {
      const sale = await toChange(occasion.tx, order, occasion.row.order as number)
      return {
        assignedTo: sale?.assignedTo ?? null,
        dealerBranch: sale?.dealerBranch ?? null,
        number: await nextNumber(occasion, 'CAN'),
      }
    },
    approve,
    async refund(occasion) {
      const { tx, row, args, create } = occasion
      const { order: id, refundDue } = row as unknown as OrderCancel
      const sale = (await toChange(tx, order, id)) as unknown as Order | null
      // It may have been paid back meanwhile, or the payment was taken back.
      const amount = Math.min(refundDue ?? 0, Math.max((sale?.paid ?? 0) - (sale?.total ?? 0), 0))
      if (amount === 0) return { refunded: 0, stage: 'closed' }
      const { refundMode: mode, bank, reference } = args
      await create(payment, { order: id, kind: 'refund', amount, mode, bank, reference })
      return { refunded: amount }
    },
  },
})

function refuseTooMuch(found: Row | null, row: Row): void {
  const sale = found as unknown as Order | null
  const { lines } = row as unknown as OrderCancel
  if (!sale || !mayCancelOf(sale)) throw problem('not-now', 'Only what is confirmed and has not left is cancelled.')
  if (lines.length === 0) throw invalid({ lines: 'Say what is cancelled.' })
  const wrong: Record<string, string> = {}
  for (const [at, { line, qty }] of lines.entries()) {
    const of = sale.lines.find(({ id }) => id === line)
    if (!of || lines.findIndex(one => one.line === line) !== at)
      wrong[`lines.${at}.line`] = 'Choose each line of the order once.'
    else if (qty > leftOf(of)) wrong[`lines.${at}.qty`] = `Only ${leftOf(of)} left to cancel.`
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

async function approve(occasion: Occasion) {
  const { tx, row, update } = occasion
  const found = await toChange(tx, order, row.order as number)
  refuseTooMuch(found, row)
  const sale = found!
  const asked = new Map((row as unknown as OrderCancel).lines.map(({ line, qty }) => [line, qty]))
  const before = sale as unknown as Order
  const open = (await dispatchesOf(occasion, sale.id)).filter(isWaiting)
  refusePacked(before.lines, open, asked)
  const drafts = open.filter(one => !isPacked(one))
  const scanned = [...drafts, ...open].flatMap(({ items }) => items.flatMap(({ units }) => units))
  const lines: OrderLine[] = []
  const freed: number[] = []
  for (const line of before.lines) {
    const cancelled = (line.cancelled ?? 0) + (asked.get(line.id) ?? 0)
    const allocated = Math.min(line.allocated ?? 0, line.qty - cancelled)
    const count = (line.allocated ?? 0) - allocated
    freed.push(...(await freeDevices(occasion, sale, line, count, scanned)))
    lines.push({ ...line, cancelled, allocated })
  }
  const isWhole = lines.every(line => line.qty === (line.cancelled ?? 0))
  await unscan(occasion, drafts, freed, isWhole)
  const stage = isWhole ? 'cancelled' : stageBy({ stage: before.stage, lines })
  const after = (await update(order, sale, { lines, missing: missingIn(lines), stage })) as unknown as Order
  const others = (await tx.where(orderCancel, 'order', row.order)) as unknown as OrderCancel[]
  const owed = others
    .filter(({ stage }) => stage === 'refundPending')
    .reduce((all, one) => all + (one.refundDue ?? 0), 0)
  const refundDue = Math.max((after.paid ?? 0) - (after.total ?? 0) - owed, 0)
  return { refundDue, stage: refundDue > 0 ? 'refundPending' : 'closed' }
}
