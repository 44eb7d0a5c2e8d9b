-- The money desk says who has the cash of an order or carries it, the number of the parcel, and when cash came last. The server
-- writes it with each payment and parcel (server/flows/cash-orders.ts); rows from before have it from here. What stands there stays.
-- In one write with a version of its own: when somebody changed it last stays as it was.

with parcel as (
  select id, created_at, "order", stage, courier, code_key(awb) as awb from dispatch
  where "order" is not null and direction = 'out' and stage <> 'cancelled' and cod_amount > 0
), away as (
  select distinct on ("order") "order", courier, awb from parcel
  where stage in ('handedOver', 'inTransit', 'outForDelivery', 'delivered')
  order by "order", created_at desc, id desc
), numbered as (
  select distinct on ("order") "order", awb from parcel where awb is not null order by "order", created_at desc, id desc
), cash as (
  -- Who brought it; nobody but the customer, where no courier is said.
  select distinct on ("order") "order", courier, paid_on from payment
  where kind = 'receipt' and mode = 'cash' and reverses is null and "order" is not null
    and not exists (select from payment back where back.reverses = payment.id)
  order by "order", created_at desc, id desc
), known as (
  select desk.id,
    coalesce(desk.courier, case when cash."order" is null then away.courier else cash.courier end) as courier,
    coalesce(desk.awb, away.awb, numbered.awb) as awb,
    coalesce(desk.collected_on, cash.paid_on) as collected_on
  from cash_order desk
  left join away on away."order" = desk."order"
  left join numbered on numbered."order" = desk."order"
  left join cash on cash."order" = desk."order"
)
update cash_order desk set version = desk.version + 1,
  courier = known.courier, awb = known.awb, collected_on = known.collected_on
from known
where known.id = desk.id
  and (desk.courier, desk.awb, desk.collected_on) is distinct from (known.courier, known.awb, known.collected_on);
set constraints all immediate;
