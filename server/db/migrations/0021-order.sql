-- order

create table sales_order (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  phone text not null,
  name text not null,
  customer bigint,
  alt_phone text,
  email text,
  tax_id text,
  address text,
  pincode text,
  area bigint,
  city bigint,
  state bigint,
  country bigint,
  billing text,
  lines jsonb not null,
  tax_included boolean not null,
  shipping_fee bigint not null,
  cod_fee bigint not null,
  discount bigint not null,
  payment_mode text not null,
  order_date date,
  promised_date date,
  status bigint,
  channel text not null,
  source bigint,
  assigned_to bigint,
  dealer_branch bigint,
  inquiry bigint,
  inf bigint,
  campaign bigint,
  note text,
  tags text[] not null,
  number text,
  items double precision,
  taxable bigint,
  tax bigint,
  round_off bigint,
  total bigint,
  paid bigint,
  balance bigint,
  missing double precision,
  hold_reason text,
  held_from text,
  price_approved_by bigint,
  confirmed_on date,
  stage text not null
);
alter table sales_order add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("alt_phone", '') || ' ' || coalesce("email", '') || ' ' || coalesce("pincode", ''))) stored;
create index sales_order_by_name on sales_order ((sort_key("name") collate "C"), id);
create index sales_order_by_shipping_fee on sales_order ("shipping_fee", id);
create index sales_order_by_cod_fee on sales_order ("cod_fee", id);
create index sales_order_by_discount on sales_order ("discount", id);
create index sales_order_by_order_date on sales_order ("order_date", id);
create index sales_order_by_promised_date on sales_order ("promised_date", id);
create index sales_order_by_number on sales_order ((sort_key("number") collate "C"), id);
create index sales_order_by_items on sales_order ("items", id);
create index sales_order_by_taxable on sales_order ("taxable", id);
create index sales_order_by_tax on sales_order ("tax", id);
create index sales_order_by_round_off on sales_order ("round_off", id);
create index sales_order_by_total on sales_order ("total", id);
create index sales_order_by_paid on sales_order ("paid", id);
create index sales_order_by_balance on sales_order ("balance", id);
create index sales_order_by_missing on sales_order ("missing", id);
create index sales_order_by_confirmed_on on sales_order ("confirmed_on", id);
create index sales_order_by_created_at on sales_order ("created_at", id);
create index sales_order_by_updated_at on sales_order ("updated_at", id);
create index sales_order_stage on sales_order ("stage");
create index sales_order_customer on sales_order ("customer");
create index sales_order_area on sales_order ("area");
create index sales_order_city on sales_order ("city");
create index sales_order_state on sales_order ("state");
create index sales_order_country on sales_order ("country");
create index sales_order_tax_included on sales_order ("tax_included");
create index sales_order_payment_mode on sales_order ("payment_mode");
create index sales_order_status on sales_order ("status");
create index sales_order_channel on sales_order ("channel");
create index sales_order_source on sales_order ("source");
create index sales_order_assigned_to on sales_order ("assigned_to");
create index sales_order_dealer_branch on sales_order ("dealer_branch");
create index sales_order_inquiry on sales_order ("inquiry");
create index sales_order_inf on sales_order ("inf");
create index sales_order_campaign on sales_order ("campaign");
create index sales_order_held_from on sales_order ("held_from");
create index sales_order_price_approved_by on sales_order ("price_approved_by");
create index sales_order_created_by on sales_order ("created_by");
create index sales_order_archived on sales_order (id) where archived_at is not null;
create index sales_order_search on sales_order using gin (searched gin_trgm_ops, (search_key("tax_id")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("billing")) gin_trgm_ops, "lines" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("lines", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("note")) gin_trgm_ops, "tags", (search_key("hold_reason")) gin_trgm_ops, (array[case when "alt_phone" is null then '-altPhone' else 'altPhone' end, case when "email" is null then '-email' else 'email' end, case when "tax_id" is null then '-taxId' else 'taxId' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "billing" is null then '-billing' else 'billing' end, case when "lines" = '[]' then '-lines' else 'lines' end, case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "number" is null then '-number' else 'number' end, case when "hold_reason" is null then '-holdReason' else 'holdReason' end]));
select attach_record('sales_order', 'order', 'assigned_to', 'dealer_branch');
create table order_cancel (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  "order" bigint not null,
  lines jsonb not null,
  reason text not null,
  requested_by text not null,
  refund_mode text,
  note text,
  number text,
  refund_due bigint,
  refund_status bigint,
  refunded bigint,
  bank bigint,
  reference text,
  reject_reason text,
  dealer_branch bigint,
  assigned_to bigint,
  stage text not null
);
alter table order_cancel add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("reason", '') || ' ' || coalesce("reference", ''))) stored;
create index order_cancel_by_reason on order_cancel ((sort_key("reason") collate "C"), id);
create index order_cancel_by_number on order_cancel ((sort_key("number") collate "C"), id);
create index order_cancel_by_refund_due on order_cancel ("refund_due", id);
create index order_cancel_by_refunded on order_cancel ("refunded", id);
create index order_cancel_by_created_at on order_cancel ("created_at", id);
create index order_cancel_by_updated_at on order_cancel ("updated_at", id);
create index order_cancel_stage on order_cancel ("stage");
create index order_cancel_order on order_cancel ("order");
create index order_cancel_requested_by on order_cancel ("requested_by");
create index order_cancel_refund_mode on order_cancel ("refund_mode");
create index order_cancel_refund_status on order_cancel ("refund_status");
create index order_cancel_bank on order_cancel ("bank");
create index order_cancel_dealer_branch on order_cancel ("dealer_branch");
create index order_cancel_assigned_to on order_cancel ("assigned_to");
create index order_cancel_created_by on order_cancel ("created_by");
create index order_cancel_archived on order_cancel (id) where archived_at is not null;
create index order_cancel_search on order_cancel using gin (searched gin_trgm_ops, "lines" jsonb_path_ops, (search_key("note")) gin_trgm_ops, (search_key("reject_reason")) gin_trgm_ops, (array[case when "lines" = '[]' then '-lines' else 'lines' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "reference" is null then '-reference' else 'reference' end, case when "reject_reason" is null then '-rejectReason' else 'rejectReason' end]));
select attach_record('order_cancel', 'orderCancel', 'assigned_to', 'dealer_branch');
create table cash_order (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  note text,
  tags text[] not null,
  number text,
  "order" bigint,
  name text,
  phone text,
  city bigint,
  payment_mode text,
  expected bigint,
  collected bigint,
  remitted bigint,
  to_collect bigint,
  to_remit bigint,
  courier bigint,
  awb text,
  collected_on date,
  assigned_to bigint,
  dealer_branch bigint,
  stage text not null
);
alter table cash_order add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("awb", ''))) stored;
create index cash_order_by_number on cash_order ((sort_key("number") collate "C"), id);
create index cash_order_by_expected on cash_order ("expected", id);
create index cash_order_by_collected on cash_order ("collected", id);
create index cash_order_by_remitted on cash_order ("remitted", id);
create index cash_order_by_to_collect on cash_order ("to_collect", id);
create index cash_order_by_to_remit on cash_order ("to_remit", id);
create index cash_order_by_collected_on on cash_order ("collected_on", id);
create index cash_order_by_created_at on cash_order ("created_at", id);
create index cash_order_by_updated_at on cash_order ("updated_at", id);
create index cash_order_stage on cash_order ("stage");
create index cash_order_order on cash_order ("order");
create index cash_order_city on cash_order ("city");
create index cash_order_payment_mode on cash_order ("payment_mode");
create index cash_order_courier on cash_order ("courier");
create index cash_order_assigned_to on cash_order ("assigned_to");
create index cash_order_dealer_branch on cash_order ("dealer_branch");
create index cash_order_created_by on cash_order ("created_by");
create index cash_order_archived on cash_order (id) where archived_at is not null;
create index cash_order_search on cash_order using gin (searched gin_trgm_ops, (search_key("note")) gin_trgm_ops, "tags", (array[case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "number" is null then '-number' else 'number' end, case when "name" is null then '-name' else 'name' end, case when "phone" is null then '-phone' else 'phone' end, case when "awb" is null then '-awb' else 'awb' end]));
select attach_record('cash_order', 'cashOrder', 'assigned_to', 'dealer_branch');
create table payment (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  "order" bigint not null,
  kind text not null,
  amount bigint not null,
  mode text not null,
  bank bigint,
  courier bigint,
  reference text,
  paid_on date,
  is_over boolean not null,
  reverses bigint,
  note text,
  number text,
  at timestamptz(3),
  assigned_to bigint,
  dealer_branch bigint
);
alter table payment add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("reference", '') || ' ' || coalesce("note", ''))) stored;
create index payment_by_amount on payment ("amount", id);
create index payment_by_paid_on on payment ("paid_on", id);
create index payment_by_number on payment ((sort_key("number") collate "C"), id);
create index payment_by_at on payment ("at", id);
create index payment_by_created_at on payment ("created_at", id);
create index payment_by_updated_at on payment ("updated_at", id);
create index payment_order on payment ("order");
create index payment_kind on payment ("kind");
create index payment_mode on payment ("mode");
create index payment_bank on payment ("bank");
create index payment_courier on payment ("courier");
create index payment_is_over on payment ("is_over");
create index payment_reverses on payment ("reverses");
create index payment_assigned_to on payment ("assigned_to");
create index payment_dealer_branch on payment ("dealer_branch");
create index payment_created_by on payment ("created_by");
create index payment_archived on payment (id) where archived_at is not null;
create index payment_search on payment using gin (searched gin_trgm_ops, (array[case when "reference" is null then '-reference' else 'reference' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end]));
select attach_record('payment', 'payment', 'assigned_to', 'dealer_branch');
alter table unit add column "order" bigint;
alter table unit add column order_line bigint;
drop index if exists unit_order;
create index unit_order on unit ("order");
drop index if exists unit_order_line;
create index unit_order_line on unit ("order_line");
alter table sales_order add foreign key (customer) references customer (id);
alter table sales_order add foreign key (assigned_to) references app_user (id);
alter table sales_order add foreign key (dealer_branch) references dealer_branch (id);
alter table sales_order add foreign key (inquiry) references inquiry (id);
alter table sales_order add foreign key (price_approved_by) references app_user (id);
alter table order_cancel add foreign key ("order") references sales_order (id);
alter table order_cancel add foreign key (bank) references bank (id);
alter table order_cancel add foreign key (dealer_branch) references dealer_branch (id);
alter table order_cancel add foreign key (assigned_to) references app_user (id);
alter table cash_order add foreign key ("order") references sales_order (id);
alter table cash_order add foreign key (assigned_to) references app_user (id);
alter table cash_order add foreign key (dealer_branch) references dealer_branch (id);
alter table payment add foreign key ("order") references sales_order (id);
alter table payment add foreign key (bank) references bank (id);
alter table payment add foreign key (reverses) references payment (id);
alter table payment add foreign key (assigned_to) references app_user (id);
alter table payment add foreign key (dealer_branch) references dealer_branch (id);
alter table unit add foreign key ("order") references sales_order (id);
-- Until now nobody could ask whether the order that a task or an inquiry names is there: there were none.
update task set "order" = null where "order" is not null;
update inquiry set "order" = null where "order" is not null;
-- What follows from the update is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
alter table task add foreign key ("order") references sales_order (id);
alter table inquiry add foreign key ("order") references sales_order (id);
