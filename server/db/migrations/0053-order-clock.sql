-- How long an order stands in a stage, and until when it is promised.

alter table general_setting add column order_hours jsonb;
update general_setting set order_hours = '[]' where order_hours is null;
set constraints all immediate;
alter table general_setting alter column order_hours set default '[]';
alter table general_setting alter column order_hours set not null;
alter table sales_order add column stage_since timestamptz(3);
alter table sales_order add column waiting_since timestamptz(3);
alter table sales_order add column waited double precision;
alter table sales_order add column due_at timestamptz(3);
alter table sales_order add column late_since timestamptz(3);
create index sales_order_by_stage_since on sales_order ("stage_since", id);
create index sales_order_by_waiting_since on sales_order ("waiting_since", id);
create index sales_order_by_waited on sales_order ("waited", id);
create index sales_order_by_due_at on sales_order ("due_at", id);
create index sales_order_by_late_since on sales_order ("late_since", id);

-- Orders that wait are due by the end of the day that they are promised for. Nobody is told anew of what was late before.
-- Its own version: when somebody changed it last stays as it was.
update sales_order sale set version = sale.version + 1, stage_since = sale.updated_at, due_at = due.at, late_since = case when due.at < now() then due.at end
from (
  select id, (promised_date + 1)::timestamp at time zone
    coalesce((select min(time_zone) from general_setting), 'Asia/Kolkata') as at
  from sales_order where stage in ('draft', 'confirmed', 'packing')
) due
where due.id = sale.id;
set constraints all immediate;
