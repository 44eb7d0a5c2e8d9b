-- dispatch and invoice

create table order_invoice (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  "order" bigint not null,
  kind text not null,
  against bigint,
  lines jsonb not null,
  discount bigint not null,
  fees bigint not null,
  date date,
  due_date date,
  reason text,
  note text,
  number text,
  customer bigint,
  name text,
  phone text,
  tax_id text,
  address text,
  ship_to text,
  pincode text,
  city bigint,
  state bigint,
  country bigint,
  tax_included boolean,
  inter_state boolean,
  fee_rate double precision,
  evened bigint,
  taxable bigint,
  tax bigint,
  round_off bigint,
  total bigint,
  credited bigint,
  paid bigint,
  outstanding bigint,
  issued_at timestamptz(3),
  issued_by bigint,
  void_reason text,
  assigned_to bigint,
  dealer_branch bigint,
  stage text not null
);
alter table order_invoice add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", ''))) stored;
create index order_invoice_by_discount on order_invoice ("discount", id);
create index order_invoice_by_fees on order_invoice ("fees", id);
create index order_invoice_by_date on order_invoice ("date", id);
create index order_invoice_by_due_date on order_invoice ("due_date", id);
create index order_invoice_by_number on order_invoice ((sort_key("number") collate "C"), id);
create index order_invoice_by_fee_rate on order_invoice ("fee_rate", id);
create index order_invoice_by_evened on order_invoice ("evened", id);
create index order_invoice_by_taxable on order_invoice ("taxable", id);
create index order_invoice_by_tax on order_invoice ("tax", id);
create index order_invoice_by_round_off on order_invoice ("round_off", id);
create index order_invoice_by_total on order_invoice ("total", id);
create index order_invoice_by_credited on order_invoice ("credited", id);
create index order_invoice_by_paid on order_invoice ("paid", id);
create index order_invoice_by_outstanding on order_invoice ("outstanding", id);
create index order_invoice_by_issued_at on order_invoice ("issued_at", id);
create index order_invoice_by_created_at on order_invoice ("created_at", id);
create index order_invoice_by_updated_at on order_invoice ("updated_at", id);
create index order_invoice_stage on order_invoice ("stage");
create index order_invoice_order on order_invoice ("order");
create index order_invoice_kind on order_invoice ("kind");
create index order_invoice_against on order_invoice ("against");
create index order_invoice_customer on order_invoice ("customer");
create index order_invoice_city on order_invoice ("city");
create index order_invoice_state on order_invoice ("state");
create index order_invoice_country on order_invoice ("country");
create index order_invoice_tax_included on order_invoice ("tax_included");
create index order_invoice_inter_state on order_invoice ("inter_state");
create index order_invoice_issued_by on order_invoice ("issued_by");
create index order_invoice_assigned_to on order_invoice ("assigned_to");
create index order_invoice_dealer_branch on order_invoice ("dealer_branch");
create index order_invoice_created_by on order_invoice ("created_by");
create index order_invoice_archived on order_invoice (id) where archived_at is not null;
create index order_invoice_search on order_invoice using gin (searched gin_trgm_ops, "lines" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("lines", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("reason")) gin_trgm_ops, (search_key("note")) gin_trgm_ops, (search_key("tax_id")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("ship_to")) gin_trgm_ops, (search_key("pincode")) gin_trgm_ops, (search_key("void_reason")) gin_trgm_ops, (array[case when "lines" = '[]' then '-lines' else 'lines' end, case when "reason" is null then '-reason' else 'reason' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "name" is null then '-name' else 'name' end, case when "phone" is null then '-phone' else 'phone' end, case when "tax_id" is null then '-taxId' else 'taxId' end, case when "address" is null then '-address' else 'address' end, case when "ship_to" is null then '-shipTo' else 'shipTo' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "void_reason" is null then '-voidReason' else 'voidReason' end]));
select attach_record('order_invoice', 'orderInvoice', 'assigned_to', 'dealer_branch');
create table dispatch (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  direction text not null,
  "order" bigint,
  items jsonb not null,
  parcels jsonb not null,
  courier bigint,
  service text,
  awb text,
  pickup_type bigint,
  pickup_on date,
  declared_value bigint,
  cod_amount bigint,
  name text,
  phone text,
  address text,
  pincode text,
  area bigint,
  city bigint,
  state bigint,
  country bigint,
  events jsonb not null,
  note text,
  number text,
  pieces double precision,
  packed_at timestamptz(3),
  packed_by bigint,
  checked_at timestamptz(3),
  checked_by bigint,
  labelled_at timestamptz(3),
  label_prints double precision,
  handed_over_at timestamptz(3),
  handed_over_by bigint,
  delivered_at timestamptz(3),
  returned_at timestamptz(3),
  received_by text,
  lost_reason text,
  assigned_to bigint,
  dealer_branch bigint,
  stage text not null
);
alter table dispatch add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("awb", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("pincode", ''))) stored;
create index dispatch_by_pickup_on on dispatch ("pickup_on", id);
create index dispatch_by_declared_value on dispatch ("declared_value", id);
create index dispatch_by_cod_amount on dispatch ("cod_amount", id);
create index dispatch_by_number on dispatch ((sort_key("number") collate "C"), id);
create index dispatch_by_pieces on dispatch ("pieces", id);
create index dispatch_by_packed_at on dispatch ("packed_at", id);
create index dispatch_by_checked_at on dispatch ("checked_at", id);
create index dispatch_by_labelled_at on dispatch ("labelled_at", id);
create index dispatch_by_label_prints on dispatch ("label_prints", id);
create index dispatch_by_handed_over_at on dispatch ("handed_over_at", id);
create index dispatch_by_delivered_at on dispatch ("delivered_at", id);
create index dispatch_by_returned_at on dispatch ("returned_at", id);
create index dispatch_by_created_at on dispatch ("created_at", id);
create index dispatch_by_updated_at on dispatch ("updated_at", id);
create index dispatch_stage on dispatch ("stage");
create index dispatch_direction on dispatch ("direction");
create index dispatch_order on dispatch ("order");
create index dispatch_courier on dispatch ("courier");
create index dispatch_pickup_type on dispatch ("pickup_type");
create index dispatch_area on dispatch ("area");
create index dispatch_city on dispatch ("city");
create index dispatch_state on dispatch ("state");
create index dispatch_country on dispatch ("country");
create index dispatch_packed_by on dispatch ("packed_by");
create index dispatch_checked_by on dispatch ("checked_by");
create index dispatch_handed_over_by on dispatch ("handed_over_by");
create index dispatch_assigned_to on dispatch ("assigned_to");
create index dispatch_dealer_branch on dispatch ("dealer_branch");
create index dispatch_created_by on dispatch ("created_by");
create index dispatch_archived on dispatch (id) where archived_at is not null;
create index dispatch_search on dispatch using gin (searched gin_trgm_ops, "items" jsonb_path_ops, "parcels" jsonb_path_ops, (search_key("service")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, "events" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("events", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("note")) gin_trgm_ops, (search_key("received_by")) gin_trgm_ops, (search_key("lost_reason")) gin_trgm_ops, (array[case when "items" = '[]' then '-items' else 'items' end, case when "parcels" = '[]' then '-parcels' else 'parcels' end, case when "service" is null then '-service' else 'service' end, case when "awb" is null then '-awb' else 'awb' end, case when "name" is null then '-name' else 'name' end, case when "phone" is null then '-phone' else 'phone' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "events" = '[]' then '-events' else 'events' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "received_by" is null then '-receivedBy' else 'receivedBy' end, case when "lost_reason" is null then '-lostReason' else 'lostReason' end]));
select attach_record('dispatch', 'dispatch', 'assigned_to', 'dealer_branch');
alter table order_invoice add foreign key ("order") references sales_order (id);
alter table order_invoice add foreign key (against) references order_invoice (id);
alter table order_invoice add foreign key (customer) references customer (id);
alter table order_invoice add foreign key (issued_by) references app_user (id);
alter table order_invoice add foreign key (assigned_to) references app_user (id);
alter table order_invoice add foreign key (dealer_branch) references dealer_branch (id);
alter table dispatch add foreign key ("order") references sales_order (id);
alter table dispatch add foreign key (packed_by) references app_user (id);
alter table dispatch add foreign key (checked_by) references app_user (id);
alter table dispatch add foreign key (handed_over_by) references app_user (id);
alter table dispatch add foreign key (assigned_to) references app_user (id);
alter table dispatch add foreign key (dealer_branch) references dealer_branch (id);
-- A number is given once; a courier's number is of one parcel, unless it was never sent.
create unique index order_invoice_number_once on order_invoice ("number") where "number" is not null;
create unique index dispatch_awb_once on dispatch (courier, upper(awb)) where awb is not null and stage <> 'cancelled';
