import type { Row } from '#contract/module.ts'
import { bills } from '#contract/modules/money/billed.ts'
import { cashOrder, type CashOrder } from '#contract/modules/money/cash-order.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'
import { paymentSums } from './payments.ts'
import { toChange } from './to-change.ts'

/** The money desk knows every confirmed order that is paid in cash; what it knows is kept up to date with the order. */
export async function keepCashOrder({ tx, create, update }: Occasion, row: Row): Promise<void> {
  const sale = row as unknown as Order
  const isCash = sale.paymentMode === 'cash' || sale.paymentMode === 'cashOnDelivery'
  const isDraft = sale.stage === 'draft' || (sale.stage === 'onHold' && sale.heldFrom === 'draft')
  const [found] = await tx.where(cashOrder, 'order', sale.id)
  if (!found && (!isCash || isDraft || sale.stage === 'cancelled')) return
  const { paid, remitted, cash } = await paymentSums(tx, bills.order, sale.id)
  // Of what came another way than in cash nothing is expected any more.
  const amounts = { expected: (sale.total ?? 0) - (paid - cash), collected: cash, remitted }
  const isNothing = sale.stage === 'cancelled' && cash === 0 && remitted === 0
  const known = {
    number: sale.number,
    name: sale.name,
    phone: sale.phone,
    city: sale.city,
    assignedTo: sale.assignedTo,
    dealerBranch: sale.dealerBranch,
    ...amounts,
    stage: isNothing ? 'cancelled' : stageOf(amounts, await isShort(tx, sale.id)),
  }
  const desk = found && (await toChange(tx, cashOrder, found.id))
  if (desk) await update(cashOrder, desk, known)
  else await create(cashOrder, { ...known, order: sale.id, paymentMode: sale.paymentMode })
}

/** Has a courier brought another sum for a parcel than it was to bring? */
async function isShort(tx: Pick<Tx, 'also'>, order: number): Promise<boolean> {
  const [one] = await tx.also<{ short: boolean }>(
    `select exists (select from payment p join dispatch d on d.id = p.dispatch
       where p."order" = $1 and p.kind = 'remittance' and p.amount < d.cod_amount
         and not exists (select from payment back where back.reverses = p.id)) as short`,
    [order],
  )
  return one!.short
}

/**
 * Where the money is, by what was expected, collected and brought to the bank. Less than a parcel was to bring is a difference
 * until somebody has collected the rest.
 */
export function stageOf(
  desk: Pick<CashOrder, 'expected' | 'collected' | 'remitted'>,
  isShort = false,
): NonNullable<CashOrder['stage']> {
  const { expected, collected, remitted } = {
    expected: desk.expected ?? 0,
    collected: desk.collected ?? 0,
    remitted: desk.remitted ?? 0,
  }
  if (collected > expected || remitted > collected) return 'difference'
  if (collected < expected) return isShort && remitted === collected ? 'difference' : 'toCollect'
  return remitted < collected ? 'toRemit' : 'settled'
}
