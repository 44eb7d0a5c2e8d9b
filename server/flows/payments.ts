import type { Bill } from '#contract/modules/money/billed.ts'
import type { Tx } from '#server/crud/store.ts'

/** What came in less what went back, what came to the bank, how much came in cash and how much went back in cash. */
export type PaymentSums = { paid: number; remitted: number; cash: number; cashBack: number }

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
       coalesce(sum(signed) filter (where kind = 'refund' and mode = 'cash'), 0)::bigint as "cashBack"
     from (select kind, mode, case when reverses is null then amount else -amount end as signed
       from payment where "${field}" = $1) as one`,
    [id],
  )
  return sums!
}
