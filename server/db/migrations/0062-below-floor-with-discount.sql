-- An order is sold below a floor price also by the discount on the whole of it, of which each line has its share (contract/totals.ts,
-- shared): what rounding leaves goes to the largest remainders. Its own version: when somebody changed it last stays as it was.

with line as (
  select sale.id, at, of.qty, product.floor_price, of.net, sum(of.net) over whole as goods,
    least(greatest(sale.discount, 0), sum(of.net) over whole) as off
  from sales_order sale
  cross join jsonb_array_elements(sale.lines) with ordinality as said (line, at)
  cross join lateral (select (line ->> 'qty')::numeric as qty, greatest(
    (line ->> 'unitPrice')::numeric * (line ->> 'qty')::numeric - coalesce((line ->> 'discount')::numeric, 0), 0
  ) as net) as of
  left join product on product.id = (line ->> 'product')::bigint
  where sale.stage in ('draft', 'onHold') and sale.discount > 0 and sale.below_floor is not true
  window whole as (partition by sale.id)
), part as (
  select *, div(off * net, goods) as share, row_number() over (partition by id order by mod(off * net, goods) desc, at) as nth
  from line where goods > 0
), shared as (
  select *, share + case when nth <= off - sum(share) over (partition by id) then 1 else 0 end as whole_share from part
)
update sales_order sale set version = sale.version + 1, below_floor = true
where id in (select id from shared where net - whole_share < floor_price * qty);
set constraints all immediate;
