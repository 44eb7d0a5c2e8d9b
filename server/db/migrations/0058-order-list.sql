-- What the list of orders shows beside the stage: courier and its number, and how much is paid.

alter table sales_order add column courier bigint;
alter table sales_order add column payment_state text;
alter table sales_order add column awb text;
alter table sales_order drop column if exists searched;
alter table sales_order add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("alt_phone", '') || ' ' || coalesce("email", '') || ' ' || coalesce("pincode", '') || ' ' || coalesce("awb", ''))) stored;
drop index if exists sales_order_courier;
create index sales_order_courier on sales_order ("courier");
drop index if exists sales_order_payment_state;
create index sales_order_payment_state on sales_order ("payment_state");
drop index if exists sales_order_search;
create index sales_order_search on sales_order using gin (searched gin_trgm_ops, (search_key("tax_id")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("billing")) gin_trgm_ops, "lines" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("lines", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("note")) gin_trgm_ops, "tags", (search_key("hold_reason")) gin_trgm_ops, (array[case when "alt_phone" is null then '-altPhone' else 'altPhone' end, case when "email" is null then '-email' else 'email' end, case when "tax_id" is null then '-taxId' else 'taxId' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "billing" is null then '-billing' else 'billing' end, case when "lines" = '[]' then '-lines' else 'lines' end, case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "number" is null then '-number' else 'number' end, case when "awb" is null then '-awb' else 'awb' end, case when "hold_reason" is null then '-holdReason' else 'holdReason' end]));
-- An order says who takes it, as its last parcel does; and how much of it is paid. In one write with a version of its own: when
-- somebody changed it last stays as it was.
update sales_order sale set version = sale.version + 1,
  courier = parcel.courier, awb = code_key(parcel.awb), payment_state = due.state
from (
  select id, case
    when coalesce(paid, 0) > coalesce(total, 0) then 'refundDue'
    when coalesce(paid, 0) > 0 and paid < total then 'partPaid'
    when coalesce(paid, 0) > 0 then 'paid'
    when coalesce(total, 0) > 0 then 'unpaid'
  end as state
  from sales_order
) due left join (
  select distinct on ("order") "order", courier, awb from dispatch
  where "order" is not null and direction = 'out' and stage <> 'cancelled' and courier is not null
  order by "order", created_at desc, id desc
) parcel on parcel."order" = due.id
where sale.id = due.id and (due.state is not null or parcel.courier is not null);
set constraints all immediate;
