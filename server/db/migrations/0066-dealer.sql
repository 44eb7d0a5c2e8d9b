-- dealer

alter table sales_order add column credit_approved_by bigint;
alter table sales_order add column credit_approved bigint;
drop index if exists sales_order_by_credit_approved;
create index sales_order_by_credit_approved on sales_order ("credit_approved", id);
drop index if exists sales_order_credit_approved_by;
create index sales_order_credit_approved_by on sales_order ("credit_approved_by");
alter table dealer_branch add column dealer bigint;
drop index if exists dealer_branch_dealer;
create index dealer_branch_dealer on dealer_branch ("dealer");
create table dealer (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  type bigint not null,
  tax_id text,
  contacts jsonb not null,
  address text,
  pincode text,
  area bigint,
  city bigint,
  state bigint,
  country bigint,
  territory bigint[] not null,
  commission double precision,
  credit_limit bigint,
  credit_days double precision,
  bank bigint,
  targets jsonb not null,
  manager bigint,
  note text,
  tags text[] not null,
  suspend_reason text,
  stage text not null
);
alter table dealer add column searched text generated always as (search_key(' ' || coalesce("name", '') || ' ' || coalesce("tax_id", '') || ' ' || coalesce(code_key("tax_id"), '') || ' ' || coalesce(translate(jsonb_path_query_array("contacts", '$[*].name ? (@ != null)')::text, '[",]', '    '), '') || ' ' || coalesce(translate(jsonb_path_query_array("contacts", '$[*].role ? (@ != null)')::text, '[",]', '    '), '') || ' ' || coalesce(translate(jsonb_path_query_array("contacts", '$[*].phone ? (@ != null)')::text, '[",]', '    '), '') || ' ' || coalesce(translate(jsonb_path_query_array("contacts", '$[*].email ? (@ != null)')::text, '[",]', '    '), ''))) stored;
create index dealer_by_name on dealer ((natural_key("name") collate "C"), id);
create index dealer_by_commission on dealer ("commission", id);
create index dealer_by_credit_limit on dealer ("credit_limit", id);
create index dealer_by_credit_days on dealer ("credit_days", id);
create index dealer_by_created_at on dealer ("created_at", id);
create index dealer_by_updated_at on dealer ("updated_at", id);
create index dealer_stage on dealer ("stage");
create index dealer_type on dealer ("type");
create index dealer_area on dealer ("area");
create index dealer_city on dealer ("city");
create index dealer_state on dealer ("state");
create index dealer_country on dealer ("country");
create index dealer_bank on dealer ("bank");
create index dealer_manager on dealer ("manager");
create index dealer_created_by on dealer ("created_by");
create index dealer_archived on dealer (id) where archived_at is not null;
create index dealer_search on dealer using gin (searched gin_trgm_ops, "contacts" jsonb_path_ops, (search_key("address")) gin_trgm_ops, (search_key("pincode")) gin_trgm_ops, "territory", "targets" jsonb_path_ops, (search_key("note")) gin_trgm_ops, "tags", (search_key("suspend_reason")) gin_trgm_ops, (array[case when "tax_id" is null then '-taxId' else 'taxId' end, case when "contacts" = '[]' then '-contacts' else 'contacts' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "territory" = '{}' then '-territory' else 'territory' end, case when "targets" = '[]' then '-targets' else 'targets' end, case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "suspend_reason" is null then '-suspendReason' else 'suspendReason' end]));
select attach_record('dealer', 'dealer', 'manager', '');
alter table sales_order add foreign key (credit_approved_by) references app_user (id);
alter table dealer_branch add foreign key (dealer) references dealer (id);
-- Codes could name a dealer before there were any.
update referral_code set dealer = null where dealer is not null;
-- What follows from the update is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
alter table referral_code add foreign key (dealer) references dealer (id);
alter table dealer add foreign key (bank) references bank (id);
alter table dealer add foreign key (manager) references app_user (id);
