import type { Level } from '#contract/modules/stock/count-compare.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import type { Tx } from '#server/crud/store.ts'
import { closedParcels } from '#server/flows/dispatching.ts'

type Asked = Pick<StockCount, 'products' | 'parts'>
type Raw = Omit<Level, 'since'> & { since: Level['since'] | null }

export const isAll = ({ products, parts }: Asked) => products.length === 0 && parts.length === 0

const keyed = (table: string) =>
  `coalesce('part ' || ${table}.part, 'product ' || ${table}.product || coalesce(' ' || ${table}.colour, ''))`

/**
 * What of goods lies open now, and what passed since then. Pieces leave the shelf when their parcel is packed, whenever that is
 * handed over. What only put the books right passed nobody. One statement, so that no move stands in one and not in the other.
 */
export async function levelsSince(db: Pick<Tx, 'also'>, count: Asked, since: string): Promise<Level[]> {
  const rows = await db.also<Raw>(
    `with goods as materialized (select id from product where not serialised and ($2 or id = any($4))),
     packed as materialized (
       select (item->>'product')::int8 as product, coalesce(dispatch.packed_at, $1) as at, (item->>'qty')::int as qty,
         (select (line->>'colour')::int8 from sales_order, jsonb_array_elements(sales_order.lines) as line
          where sales_order.id = dispatch."order" and line->'id' = item->'line') as colour
       from dispatch, jsonb_array_elements(dispatch.items) as item
       where dispatch.direction = 'out' and dispatch.stage = any($5)
         and (item->>'product')::int8 in (select id from goods)
     ),
     passed as (
       select part, product, colour, case when "to" = 'stock' then qty else -qty end as qty,
         case when "from" = 'stock' and cause = 'dispatch' and made_by_module = 'dispatch'
           then least(at, (select packed_at from dispatch where dispatch.id = made_by)) else at end as at
       from stock_move
       where at > $1 and 'stock' in ("from", "to") and cause not in ('count', 'correction')
       union all select null, product, colour, -qty, at from packed
     ),
     since as (
       select ${keyed('passed')} as key, json_agg(json_build_object('qty', qty,
         'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as since
       from passed where at > $1 group by 1
     ),
     levels as (
       select id as part, null::int8 as product, null::int8 as colour, coalesce(on_hand, 0)::int as qty
       from part where $2 or id = any($3)
       union all
       select null, product, colour, sum(qty)::int from (
         select product, colour, case when "to" = 'stock' then qty else -qty end as qty
         from stock_move where 'stock' in ("from", "to") and product in (select id from goods)
         union all select product, colour, -qty from packed
       ) as one group by product, colour
     )
     select levels.*, since.since from levels left join since on since.key = ${keyed('levels')}`,
    [since, isAll(count), count.parts, count.products, closedParcels],
  )
  return rows.map(({ since: some, ...level }) => ({ ...level, since: some ?? [] }))
}
