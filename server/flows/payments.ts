import type { Bill } from '#contract/modules/money/billed.ts'
import type { Tx } from '#server/crud/store.ts'

/**
 * `paid`: what came in less what went back; `remitted`: what came to the bank; `cash`: what came in cash, of which `counter` came by no
 * courier; `cashBack`: what went back in cash. In the smallest unit of money. `lastCash` is the last receipt in cash that stands: who
 * brought it, and when.
 */
export type PaymentSums = {
  paid: number
  remitted: number
  cash: number
  counter: number
  cashBack: number
  lastCash: { courier: number | null; paidOn: string | null } | null
}

/** A payment that takes another one back counts against it. What was paid for is locked by whoever asks. */
export async function paymentSums(
  tx: Pick<Tx, 'also'>,
  { field }: Pick<Bill, 'field'>,
  id: number,
): Promise<PaymentSums> {
  const [sums] = await tx.also<PaymentSums>(
    `select coalesce(sum(case kind when 'receipt' then signed when 'refund' then -signed end), 0)::bigint as paid,
       coalesce(sum(signed) filter (where kind = 'remittance'), 0)::bigint as remitted,
       coalesce(sum(signed) filter (where kind = 'receipt' and mode = 'cash'), 0)::bigint as cash,
       coalesce(sum(signed) filter (where kind = 'receipt' and mode = 'cash' and courier is null), 0)::bigint as counter,
       coalesce(sum(signed) filter (where kind = 'refund' and mode = 'cash'), 0)::bigint as "cashBack",
       (array_agg(json_build_object('courier', courier, 'paidOn', paid_on) order by created_at desc, id desc)
         filter (where kind = 'receipt' and mode = 'cash' and stands))[1] as "lastCash"
     from (select id, kind, mode, courier, paid_on, created_at, case when reverses is null then amount else -amount end as signed,
         reverses is null and not exists (select from payment back where back.reverses = p.id) as stands
       from payment p where "${field}" = $1) as one`,
    [id],
  )
  return sums!
}
