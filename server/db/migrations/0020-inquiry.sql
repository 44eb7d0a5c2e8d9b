-- Inquiries, and tasks that follow from when somebody is to be contacted next.

create table inquiry (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  phone text not null,
  alt_phone text,
  email text,
  source bigint not null,
  type bigint,
  priority text not null,
  assigned_to bigint not null,
  status bigint,
  next_contact_at timestamptz(3),
  products jsonb not null,
  expected_value bigint,
  address text,
  area bigint,
  city bigint,
  state bigint,
  country bigint,
  pincode text,
  customer bigint,
  dealer_branch bigint,
  inf bigint,
  campaign bigint,
  duplicate_of bigint,
  contact_log jsonb not null,
  dead_reason bigint,
  note text,
  tags text[] not null,
  number text,
  "order" bigint,
  stage text not null
);
alter table inquiry add column searched text generated always as (search_key(' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("alt_phone", '') || ' ' || coalesce("email", '') || ' ' || coalesce("number", ''))) stored;
create index inquiry_by_name on inquiry ((sort_key("name") collate "C"), id);
create index inquiry_by_next_contact_at on inquiry ("next_contact_at", id);
create index inquiry_by_expected_value on inquiry ("expected_value", id);
create index inquiry_by_created_at on inquiry ("created_at", id);
create index inquiry_by_updated_at on inquiry ("updated_at", id);
create index inquiry_stage on inquiry ("stage");
create index inquiry_source on inquiry ("source");
create index inquiry_type on inquiry ("type");
create index inquiry_priority on inquiry ("priority");
create index inquiry_assigned_to on inquiry ("assigned_to");
create index inquiry_status on inquiry ("status");
create index inquiry_area on inquiry ("area");
create index inquiry_city on inquiry ("city");
create index inquiry_state on inquiry ("state");
create index inquiry_country on inquiry ("country");
create index inquiry_customer on inquiry ("customer");
create index inquiry_dealer_branch on inquiry ("dealer_branch");
create index inquiry_inf on inquiry ("inf");
create index inquiry_campaign on inquiry ("campaign");
create index inquiry_duplicate_of on inquiry ("duplicate_of");
create index inquiry_dead_reason on inquiry ("dead_reason");
create index inquiry_order on inquiry ("order");
create index inquiry_created_by on inquiry ("created_by");
create index inquiry_archived on inquiry (id) where archived_at is not null;
create index inquiry_search on inquiry using gin (searched gin_trgm_ops, "products" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("products", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("pincode")) gin_trgm_ops, "contact_log" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("contact_log", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("note")) gin_trgm_ops, "tags", (array[case when "alt_phone" is null then '-altPhone' else 'altPhone' end, case when "email" is null then '-email' else 'email' end, case when "products" = '[]' then '-products' else 'products' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "contact_log" = '[]' then '-contactLog' else 'contactLog' end, case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "number" is null then '-number' else 'number' end]));
create unique index inquiry_number on inquiry (number);
select attach_record('inquiry', 'inquiry', 'assigned_to', 'dealer_branch');
alter table task add column follows text;
drop index if exists task_follows;
create index task_follows on task ("follows");
alter table inquiry add foreign key (assigned_to) references app_user (id);
alter table inquiry add foreign key (customer) references customer (id);
alter table inquiry add foreign key (dealer_branch) references dealer_branch (id);
alter table inquiry add foreign key (duplicate_of) references inquiry (id);
-- Until now nobody could ask whether the inquiry that a task names is there: there were none.
update task set inquiry = null where inquiry is not null;
-- What follows from the update is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
alter table task add foreign key (inquiry) references inquiry (id);
