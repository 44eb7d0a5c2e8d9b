-- replacement

create table replacement (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  maintenance bigint,
  "order" bigint,
  old_unit bigint not null,
  product bigint not null,
  colour bigint,
  reason bigint not null,
  mode text not null,
  warranty text not null,
  difference_due bigint,
  old_due_on date,
  phone text not null,
  name text not null,
  customer bigint,
  email text,
  address text,
  pincode text,
  area bigint,
  city bigint,
  state bigint,
  country bigint,
  assigned_to bigint,
  dealer_branch bigint,
  note text,
  number text,
  new_unit bigint,
  old_warranty_start date,
  old_warranty_end date,
  old_back_at timestamptz(3),
  written_off_at timestamptz(3),
  write_off_reason text,
  delivered_at timestamptz(3),
  received_by text,
  reject_reason text,
  cancel_reason text,
  asked_by bigint,
  stage text not null
);
alter table replacement add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("pincode", ''))) stored;
create index replacement_by_difference_due on replacement ("difference_due", id);
create index replacement_by_old_due_on on replacement ("old_due_on", id);
create index replacement_by_name on replacement ((sort_key("name") collate "C"), id);
create index replacement_by_number on replacement ((sort_key("number") collate "C"), id);
create index replacement_by_old_warranty_start on replacement ("old_warranty_start", id);
create index replacement_by_old_warranty_end on replacement ("old_warranty_end", id);
create index replacement_by_old_back_at on replacement ("old_back_at", id);
create index replacement_by_written_off_at on replacement ("written_off_at", id);
create index replacement_by_delivered_at on replacement ("delivered_at", id);
create index replacement_by_created_at on replacement ("created_at", id);
create index replacement_by_updated_at on replacement ("updated_at", id);
create index replacement_stage on replacement ("stage");
create index replacement_maintenance on replacement ("maintenance");
create index replacement_order on replacement ("order");
create index replacement_old_unit on replacement ("old_unit");
create index replacement_product on replacement ("product");
create index replacement_colour on replacement ("colour");
create index replacement_reason on replacement ("reason");
create index replacement_mode on replacement ("mode");
create index replacement_warranty on replacement ("warranty");
create index replacement_customer on replacement ("customer");
create index replacement_area on replacement ("area");
create index replacement_city on replacement ("city");
create index replacement_state on replacement ("state");
create index replacement_country on replacement ("country");
create index replacement_assigned_to on replacement ("assigned_to");
create index replacement_dealer_branch on replacement ("dealer_branch");
create index replacement_new_unit on replacement ("new_unit");
create index replacement_asked_by on replacement ("asked_by");
create index replacement_created_by on replacement ("created_by");
create index replacement_archived on replacement (id) where archived_at is not null;
create index replacement_search on replacement using gin (searched gin_trgm_ops, (search_key("email")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("note")) gin_trgm_ops, (search_key("write_off_reason")) gin_trgm_ops, (search_key("received_by")) gin_trgm_ops, (search_key("reject_reason")) gin_trgm_ops, (search_key("cancel_reason")) gin_trgm_ops, (array[case when "email" is null then '-email' else 'email' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "write_off_reason" is null then '-writeOffReason' else 'writeOffReason' end, case when "received_by" is null then '-receivedBy' else 'receivedBy' end, case when "reject_reason" is null then '-rejectReason' else 'rejectReason' end, case when "cancel_reason" is null then '-cancelReason' else 'cancelReason' end]));
select attach_record('replacement', 'replacement', 'assigned_to,asked_by', 'dealer_branch');
alter table replacement add foreign key (maintenance) references maintenance (id);
alter table replacement add foreign key ("order") references sales_order (id);
alter table replacement add foreign key (old_unit) references unit (id);
alter table replacement add foreign key (product) references product (id);
alter table replacement add foreign key (customer) references customer (id);
alter table replacement add foreign key (assigned_to) references app_user (id);
alter table replacement add foreign key (dealer_branch) references dealer_branch (id);
alter table replacement add foreign key (new_unit) references unit (id);
alter table replacement add foreign key (asked_by) references app_user (id);
