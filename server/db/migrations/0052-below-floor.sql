-- An order says by itself that it is sold below a floor price: whoever approves it need not know the price.

alter table sales_order add column below_floor boolean;
create index sales_order_below_floor on sales_order ("below_floor");

update sales_order sale set below_floor = true
where sale.stage in ('draft', 'onHold') and exists (
  select 1 from jsonb_array_elements(sale.lines) line join product on product.id = (line ->> 'product')::bigint
  where (line ->> 'unitPrice')::bigint * (line ->> 'qty')::bigint - coalesce((line ->> 'discount')::bigint, 0)
    < product.floor_price * (line ->> 'qty')::bigint
);
set constraints all immediate;
