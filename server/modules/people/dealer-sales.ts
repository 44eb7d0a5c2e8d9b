import type { DealerSales } from '#contract/calls/dealer-sales.ts'
import type { Whose } from '#contract/keep.ts'
import type { Dealer } from '#contract/modules/people/dealer.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import type { Run } from '#server/lib/transaction.ts'

type Asked = {
  dealer: Pick<Dealer, 'id' | 'creditDays' | 'targets'>
  /** The house's day. */
  today: string
  /** Whose orders count; null: everybody's. */
  scope: Whose | null
}

/** A draft is no sale yet, also while it is held. */
const isSale = `stage not in ('draft', 'cancelled') and (stage <> 'onHold' or held_from is distinct from 'draft')`

/** What the orders of a dealer's branches come to. */
export async function salesOf(run: Run, { dealer, today, scope }: Asked): Promise<DealerSales> {
  // One statement is one moment, and reads the orders once for all its sums.
  const [sums] = await run<Omit<DealerSales, 'isPart'>>(
    `with sale as materialized (
       select order_date, confirmed_on, items, total,
         case when archived_at is null then greatest(balance, 0) else 0 end as due,
         payment_mode = 'credit' and stage <> 'closed' as on_credit
       from sales_order
       where dealer_branch in (select id from dealer_branch where dealer = $1)
         and ${isSale}${scope ? ` and ${isTheirs(scope, '$5')}` : ''})
     select
       (select coalesce(sum(due) filter (where on_credit), 0)::bigint from sale) as open,
       (select coalesce(sum(due) filter (where on_credit and confirmed_on + $3::int < $2::date), 0)::bigint from sale) as overdue,
       (select coalesce(sum(due), 0)::bigint from sale) as owed,
       (select json_agg(json_build_object('month', month, 'value', coalesce(value, 0)) order by month)
        from (select to_char(first, 'YYYY-MM') as month
          from generate_series(date_trunc('month', $2::timestamp) - interval '11 months', $2::timestamp, interval '1 month') as first) as asked
        left join (select to_char(order_date::timestamp, 'YYYY-MM') as month, sum(total) as value from sale group by 1) as sold
          using (month)) as months,
       (select coalesce(json_agg(json_build_object('id', id, 'qty', qty, 'value', value)), '[]')
        from (select target.id, coalesce(sum(items), 0) as qty, coalesce(sum(total), 0) as value
          from jsonb_to_recordset($4::jsonb) as target(id bigint, "from" date, "to" date)
          left join sale on order_date between target."from" and target."to"
          group by target.id) as sold) as targets`,
    [dealer.id, today, dealer.creditDays, JSON.stringify(dealer.targets), ...(scope ? [scope.value] : [])],
  )
  return { ...sums!, isPart: scope !== null }
}
