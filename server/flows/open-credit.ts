import type { Order } from '#contract/modules/sales/order.ts'
import type { Tx } from '#server/crud/store.ts'

/** Is it promised or gone, and not over yet? What was on hold before it was confirmed promises nothing. */
export const isOpenOrder = ({ stage, heldFrom }: Pick<Order, 'stage' | 'heldFrom'>): boolean =>
  ['confirmed', 'packing', 'dispatched', 'delivered'].includes(stage) || (stage === 'onHold' && heldFrom !== 'draft')

/**
 * What a dealer owes for open orders on credit, over all of its branches; `but` is one that is not counted. Whoever lets it become
 * more holds the dealer's row first: the sum is asked once everybody before has written theirs.
 */
export async function openCredit(tx: Pick<Tx, 'also'>, dealer: number, but = 0): Promise<number> {
  const [found] = await tx.also<{ open: number }>(
    `select coalesce(sum(greatest(sale.balance, 0)), 0)::bigint as open
     from sales_order sale join dealer_branch branch on branch.id = sale.dealer_branch
     where branch.dealer = $1 and sale.id <> $2 and sale.payment_mode = 'credit' and sale.archived_at is null
       and (sale.stage in ('confirmed', 'packing', 'dispatched', 'delivered')
         or (sale.stage = 'onHold' and sale.held_from is distinct from 'draft'))`,
    [dealer, but],
  )
  return found!.open
}
