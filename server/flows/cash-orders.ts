import { awbKey } from '#contract/awb.ts'
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
  const { paid, remitted, cash, counter, cashBack, lastCash } = await paymentSums(tx, bills.order, sale.id)
  // Cash that was given back comes to no bank. What a courier or the bank has by then was not in the drawer that it came out of.
  const collected = cash - Math.min(cashBack, Math.max(Math.min(cash - remitted, counter), 0))
  const parcels = await parcelsOf(tx, sale.id)
  // Of what came another way than in cash nothing is expected any more.
  const due = (sale.total ?? 0) - (paid - collected)
  const away = cameBack(parcels, due)
  // Whatever came back: what somebody has given is no difference up to what is due.
  const amounts = { expected: Math.max(due - away, Math.min(collected, due)), collected, remitted }
  const isUntouched = collected === 0 && remitted === 0
  const isNothing = sale.stage === 'cancelled' && isUntouched
  const carried = parcels.findLast(({ stage }) => withCourier.includes(stage))
  const numbered = carried?.awb ? carried : parcels.findLast(({ awb }) => awb !== null)
  const known = {
    number: sale.number,
    name: sale.name,
    phone: sale.phone,
    city: sale.city,
    // What is collected is with whoever collected it, and not with whoever carries the goods.
    courier: lastCash ? lastCash.courier : (carried?.courier ?? null),
    collectedOn: lastCash?.paidOn ?? null,
    // Without the blanks that papers print, so that it is found with them and without.
    awb: numbered ? awbKey(numbered.awb!) : null,
    assignedTo: sale.assignedTo,
    dealerBranch: sale.dealerBranch,
    ...amounts,
    stage: isNothing
      ? 'cancelled'
      : away > 0 && isUntouched && amounts.expected === 0
        ? 'cameBack'
        : stageOf(amounts, await isShort(tx, sale.id)),
  }
  const desk = found && (await toChange(tx, cashOrder, found.id))
  if (desk) await update(cashOrder, desk, known)
  else await create(cashOrder, { ...known, order: sale.id, paymentMode: sale.paymentMode })
}

type Parcel = { stage: string; cod: number; courier: number | null; awb: string | null }

/** What couriers collect for the order, or were to collect, the oldest first. */
const parcelsOf = (tx: Pick<Tx, 'also'>, order: number): Promise<Parcel[]> =>
  tx.also<Parcel>(
    `select stage, cod_amount as cod, courier, awb from dispatch
     where "order" = $1 and direction = 'out' and stage <> 'cancelled' and cod_amount > 0 order by created_at, id`,
    [order],
  )

/** The courier has the goods, or the money for them. */
const withCourier: readonly string[] = ['handedOver', 'inTransit', 'outForDelivery', 'delivered']

const notGiven: readonly string[] = ['returning', 'returned', 'lost']

/** What nobody collects since its parcel comes back or is lost, as long as no other parcel goes out with it. */
function cameBack(parcels: readonly Parcel[], due: number): number {
  const sum = (some: readonly Parcel[]) => some.reduce((all, { cod }) => all + cod, 0)
  const back = parcels.filter(({ stage }) => notGiven.includes(stage))
  const others = parcels.filter(({ stage }) => !notGiven.includes(stage))
  return Math.max(Math.min(sum(back), due - sum(others)), 0)
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
 * until somebody has collected the rest, whatever other parcels bring meanwhile.
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
  if (collected < expected) return isShort ? 'difference' : 'toCollect'
  return remitted < collected ? 'toRemit' : 'settled'
}
