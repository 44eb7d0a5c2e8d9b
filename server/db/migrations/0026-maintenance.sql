-- maintenance

create table maintenance (
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
  address text,
  pincode text,
  area bigint,
  city bigint,
  state bigint,
  country bigint,
  unit bigint,
  product bigint,
  serial text,
  "order" bigint,
  service_mode text not null,
  cover text not null,
  cover_reason text,
  problems jsonb not null,
  accessories text,
  checks jsonb not null,
  priority text not null,
  promised_at timestamptz(3),
  dealer_branch bigint,
  status bigint,
  assigned_to bigint,
  scheduled_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  checklist jsonb not null,
  parts jsonb not null,
  labour jsonb not null,
  charges jsonb not null,
  diagnosis text,
  work_done text,
  photos bigint[] not null,
  signature bigint[] not null,
  note text,
  tags text[] not null,
  number text,
  taxable bigint,
  tax bigint,
  round_off bigint,
  total bigint,
  minutes double precision,
  warranted boolean,
  warranty_until text,
  repeats bigint,
  estimate bigint,
  decided_by text,
  signed_by text,
  rating double precision,
  feedback text,
  decline_reason text,
  hold_reason text,
  end_reason text,
  cancel_reason text,
  received_at timestamptz(3),
  ready_at timestamptz(3),
  handed_over_at timestamptz(3),
  stage text not null
);
alter table maintenance add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("serial", '') || ' ' || coalesce("pincode", ''))) stored;
create index maintenance_by_name on maintenance ((sort_key("name") collate "C"), id);
create index maintenance_by_promised_at on maintenance ("promised_at", id);
create index maintenance_by_scheduled_at on maintenance ("scheduled_at", id);
create index maintenance_by_started_at on maintenance ("started_at", id);
create index maintenance_by_ended_at on maintenance ("ended_at", id);
create index maintenance_by_number on maintenance ((sort_key("number") collate "C"), id);
create index maintenance_by_taxable on maintenance ("taxable", id);
create index maintenance_by_tax on maintenance ("tax", id);
create index maintenance_by_round_off on maintenance ("round_off", id);
create index maintenance_by_total on maintenance ("total", id);
create index maintenance_by_minutes on maintenance ("minutes", id);
create index maintenance_by_estimate on maintenance ("estimate", id);
create index maintenance_by_rating on maintenance ("rating", id);
create index maintenance_by_received_at on maintenance ("received_at", id);
create index maintenance_by_ready_at on maintenance ("ready_at", id);
create index maintenance_by_handed_over_at on maintenance ("handed_over_at", id);
create index maintenance_by_created_at on maintenance ("created_at", id);
create index maintenance_by_updated_at on maintenance ("updated_at", id);
create index maintenance_stage on maintenance ("stage");
create index maintenance_customer on maintenance ("customer");
create index maintenance_area on maintenance ("area");
create index maintenance_city on maintenance ("city");
create index maintenance_state on maintenance ("state");
create index maintenance_country on maintenance ("country");
create index maintenance_unit on maintenance ("unit");
create index maintenance_product on maintenance ("product");
create index maintenance_order on maintenance ("order");
create index maintenance_service_mode on maintenance ("service_mode");
create index maintenance_cover on maintenance ("cover");
create index maintenance_priority on maintenance ("priority");
create index maintenance_dealer_branch on maintenance ("dealer_branch");
create index maintenance_status on maintenance ("status");
create index maintenance_assigned_to on maintenance ("assigned_to");
create index maintenance_warranted on maintenance ("warranted");
create index maintenance_repeats on maintenance ("repeats");
create index maintenance_created_by on maintenance ("created_by");
create index maintenance_archived on maintenance (id) where archived_at is not null;
create index maintenance_search on maintenance using gin (searched gin_trgm_ops, (search_key("alt_phone")) gin_trgm_ops, (search_key("email")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("cover_reason")) gin_trgm_ops, "problems" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("problems", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("accessories")) gin_trgm_ops, "checks" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("checks", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, "checklist" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("checklist", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, "parts" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("parts", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, "labour" jsonb_path_ops, "charges" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("charges", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("diagnosis")) gin_trgm_ops, (search_key("work_done")) gin_trgm_ops, (search_key("note")) gin_trgm_ops, "tags", (search_key("warranty_until")) gin_trgm_ops, (search_key("decided_by")) gin_trgm_ops, (search_key("signed_by")) gin_trgm_ops, (search_key("feedback")) gin_trgm_ops, (search_key("decline_reason")) gin_trgm_ops, (search_key("hold_reason")) gin_trgm_ops, (search_key("end_reason")) gin_trgm_ops, (search_key("cancel_reason")) gin_trgm_ops, (array[case when "alt_phone" is null then '-altPhone' else 'altPhone' end, case when "email" is null then '-email' else 'email' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "serial" is null then '-serial' else 'serial' end, case when "cover_reason" is null then '-coverReason' else 'coverReason' end, case when "problems" = '[]' then '-problems' else 'problems' end, case when "accessories" is null then '-accessories' else 'accessories' end, case when "checks" = '[]' then '-checks' else 'checks' end, case when "checklist" = '[]' then '-checklist' else 'checklist' end, case when "parts" = '[]' then '-parts' else 'parts' end, case when "labour" = '[]' then '-labour' else 'labour' end, case when "charges" = '[]' then '-charges' else 'charges' end, case when "diagnosis" is null then '-diagnosis' else 'diagnosis' end, case when "work_done" is null then '-workDone' else 'workDone' end, case when "photos" = '{}' then '-photos' else 'photos' end, case when "signature" = '{}' then '-signature' else 'signature' end, case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "number" is null then '-number' else 'number' end, case when "warranty_until" is null then '-warrantyUntil' else 'warrantyUntil' end, case when "decided_by" is null then '-decidedBy' else 'decidedBy' end, case when "signed_by" is null then '-signedBy' else 'signedBy' end, case when "feedback" is null then '-feedback' else 'feedback' end, case when "decline_reason" is null then '-declineReason' else 'declineReason' end, case when "hold_reason" is null then '-holdReason' else 'holdReason' end, case when "end_reason" is null then '-endReason' else 'endReason' end, case when "cancel_reason" is null then '-cancelReason' else 'cancelReason' end]));
select attach_record('maintenance', 'maintenance', 'assigned_to', 'dealer_branch');
-- Until now nobody could ask whether the job that a task names is there: there were none.
update task set maintenance = null where maintenance is not null;
-- What follows from the update is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
alter table task add foreign key (maintenance) references maintenance (id);
alter table maintenance add foreign key (customer) references customer (id);
alter table maintenance add foreign key (unit) references unit (id);
alter table maintenance add foreign key (product) references product (id);
alter table maintenance add foreign key ("order") references sales_order (id);
alter table maintenance add foreign key (dealer_branch) references dealer_branch (id);
alter table maintenance add foreign key (assigned_to) references app_user (id);
alter table maintenance add foreign key (repeats) references maintenance (id);
