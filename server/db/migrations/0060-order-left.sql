-- An order says when the last of it had left: what was promised was kept by then, or it was late.

alter table sales_order add column left_at timestamptz(3);
create index sales_order_by_left_at on sales_order ("left_at", id);

-- In one write with a version of its own: when somebody changed it last stays as it was.
update sales_order sale set version = sale.version + 1, left_at = gone.at
from (
  select "order" as id, max(handed_over_at) as at from dispatch
  where "order" is not null and direction = 'out' and stage not in ('cancelled', 'returned', 'lost')
  group by "order"
) gone
where gone.id = sale.id and gone.at is not null and sale.stage in ('dispatched', 'delivered', 'closed');
set constraints all immediate;
