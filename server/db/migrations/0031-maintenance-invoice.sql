-- maintenance invoice

alter table payment alter column "order" drop not null;
alter table payment add column maintenance bigint;
drop index if exists payment_maintenance;
create index payment_maintenance on payment ("maintenance");
create table maintenance_invoice (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  maintenance bigint not null,
  kind text not null,
  against bigint,
  lines jsonb not null,
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
  evened bigint,
  taxable bigint,
  tax bigint,
  round_off bigint,
  total bigint,
  credited bigint,
  paid bigint,
  outstanding bigint,
  seller_name text,
  seller_address text,
  seller_tax_id text,
  seller_phone text,
  bill_place text,
  supply_to text,
  issued_at timestamptz(3),
  issued_by bigint,
  void_reason text,
  mailing_to text,
  mailed_to text,
  mailed_at timestamptz(3),
  mail_trouble text,
  assigned_to bigint,
  dealer_branch bigint,
  device text,
  serial text,
  estimate bigint,
  stage text not null
);
alter table maintenance_invoice add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", ''))) stored;
create index maintenance_invoice_by_date on maintenance_invoice ("date", id);
create index maintenance_invoice_by_due_date on maintenance_invoice ("due_date", id);
create index maintenance_invoice_by_number on maintenance_invoice ((sort_key("number") collate "C"), id);
create index maintenance_invoice_by_evened on maintenance_invoice ("evened", id);
create index maintenance_invoice_by_taxable on maintenance_invoice ("taxable", id);
create index maintenance_invoice_by_tax on maintenance_invoice ("tax", id);
create index maintenance_invoice_by_round_off on maintenance_invoice ("round_off", id);
create index maintenance_invoice_by_total on maintenance_invoice ("total", id);
create index maintenance_invoice_by_credited on maintenance_invoice ("credited", id);
create index maintenance_invoice_by_paid on maintenance_invoice ("paid", id);
create index maintenance_invoice_by_outstanding on maintenance_invoice ("outstanding", id);
create index maintenance_invoice_by_issued_at on maintenance_invoice ("issued_at", id);
create index maintenance_invoice_by_mailed_at on maintenance_invoice ("mailed_at", id);
create index maintenance_invoice_by_estimate on maintenance_invoice ("estimate", id);
create index maintenance_invoice_by_created_at on maintenance_invoice ("created_at", id);
create index maintenance_invoice_by_updated_at on maintenance_invoice ("updated_at", id);
create index maintenance_invoice_stage on maintenance_invoice ("stage");
create index maintenance_invoice_maintenance on maintenance_invoice ("maintenance");
create index maintenance_invoice_kind on maintenance_invoice ("kind");
create index maintenance_invoice_against on maintenance_invoice ("against");
create index maintenance_invoice_customer on maintenance_invoice ("customer");
create index maintenance_invoice_city on maintenance_invoice ("city");
create index maintenance_invoice_state on maintenance_invoice ("state");
create index maintenance_invoice_country on maintenance_invoice ("country");
create index maintenance_invoice_tax_included on maintenance_invoice ("tax_included");
create index maintenance_invoice_inter_state on maintenance_invoice ("inter_state");
create index maintenance_invoice_issued_by on maintenance_invoice ("issued_by");
create index maintenance_invoice_assigned_to on maintenance_invoice ("assigned_to");
create index maintenance_invoice_dealer_branch on maintenance_invoice ("dealer_branch");
create index maintenance_invoice_created_by on maintenance_invoice ("created_by");
create index maintenance_invoice_archived on maintenance_invoice (id) where archived_at is not null;
create index maintenance_invoice_search on maintenance_invoice using gin (searched gin_trgm_ops, "lines" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("lines", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("reason")) gin_trgm_ops, (search_key("note")) gin_trgm_ops, (search_key("tax_id")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("ship_to")) gin_trgm_ops, (search_key("pincode")) gin_trgm_ops, (search_key("seller_name")) gin_trgm_ops, (search_key("seller_address")) gin_trgm_ops, (search_key("seller_tax_id")) gin_trgm_ops, (search_key("seller_phone")) gin_trgm_ops, (search_key("bill_place")) gin_trgm_ops, (search_key("supply_to")) gin_trgm_ops, (search_key("void_reason")) gin_trgm_ops, (search_key("mailing_to")) gin_trgm_ops, (search_key("mailed_to")) gin_trgm_ops, (search_key("mail_trouble")) gin_trgm_ops, (search_key("device")) gin_trgm_ops, (search_key("serial")) gin_trgm_ops, (array[case when "lines" = '[]' then '-lines' else 'lines' end, case when "reason" is null then '-reason' else 'reason' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "name" is null then '-name' else 'name' end, case when "phone" is null then '-phone' else 'phone' end, case when "tax_id" is null then '-taxId' else 'taxId' end, case when "address" is null then '-address' else 'address' end, case when "ship_to" is null then '-shipTo' else 'shipTo' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "seller_name" is null then '-sellerName' else 'sellerName' end, case when "seller_address" is null then '-sellerAddress' else 'sellerAddress' end, case when "seller_tax_id" is null then '-sellerTaxId' else 'sellerTaxId' end, case when "seller_phone" is null then '-sellerPhone' else 'sellerPhone' end, case when "bill_place" is null then '-billPlace' else 'billPlace' end, case when "supply_to" is null then '-supplyTo' else 'supplyTo' end, case when "void_reason" is null then '-voidReason' else 'voidReason' end, case when "mailing_to" is null then '-mailingTo' else 'mailingTo' end, case when "mailed_to" is null then '-mailedTo' else 'mailedTo' end, case when "mail_trouble" is null then '-mailTrouble' else 'mailTrouble' end, case when "device" is null then '-device' else 'device' end, case when "serial" is null then '-serial' else 'serial' end]));
select attach_record('maintenance_invoice', 'maintenanceInvoice', 'assigned_to', 'dealer_branch');
alter table part add column hsn text;
drop index if exists part_search;
create index part_search on part using gin (searched gin_trgm_ops, "fits", (search_key("hsn")) gin_trgm_ops, "tags", (array[case when "fits" = '{}' then '-fits' else 'fits' end, case when "hsn" is null then '-hsn' else 'hsn' end, case when "barcode" is null then '-barcode' else 'barcode' end, case when "image" = '{}' then '-image' else 'image' end, case when "tags" = '{}' then '-tags' else 'tags' end]));
alter table maintenance add column paid bigint;
alter table maintenance add column balance bigint;
-- Until now nobody could pay for a job.
update maintenance set paid = 0, balance = coalesce(total, 0);
-- What follows from the update is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
drop index if exists maintenance_by_paid;
create index maintenance_by_paid on maintenance ("paid", id);
drop index if exists maintenance_by_balance;
create index maintenance_by_balance on maintenance ("balance", id);
alter table payment add foreign key (maintenance) references maintenance (id);
alter table maintenance_invoice add foreign key (maintenance) references maintenance (id);
alter table maintenance_invoice add foreign key (against) references maintenance_invoice (id);
alter table maintenance_invoice add foreign key (customer) references customer (id);
alter table maintenance_invoice add foreign key (issued_by) references app_user (id);
alter table maintenance_invoice add foreign key (assigned_to) references app_user (id);
alter table maintenance_invoice add foreign key (dealer_branch) references dealer_branch (id);
