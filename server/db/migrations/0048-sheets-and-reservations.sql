-- What a courier keeps of what it brings, beside the amount.
alter table payment add column charges bigint;
create index payment_by_charges on payment ("charges", id);
-- Of goods without serial numbers is asked at each confirmation how many are meant for orders that have not left.
create index sales_order_reserved on sales_order using gin (lines jsonb_path_ops)
  where stage in ('confirmed', 'onHold', 'packing');
