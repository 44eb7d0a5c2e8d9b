-- Where the counter took a part of the cash of an order, the rest is with whoever carries the goods. The server writes it with each
-- payment and parcel (server/flows/cash-orders.ts); rows from before have it from here. What stands there stays.

with away as (
  select distinct on ("order") "order", courier from dispatch
  where "order" is not null and direction = 'out' and cod_amount > 0
    and stage in ('handedOver', 'inTransit', 'outForDelivery', 'delivered')
  order by "order", created_at desc, id desc
)
update cash_order desk set version = desk.version + 1, courier = away.courier
from away
where away."order" = desk."order" and desk.courier is null and away.courier is not null
  and coalesce(desk.collected, 0) < coalesce(desk.expected, 0);
set constraints all immediate;
