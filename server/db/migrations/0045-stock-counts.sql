-- stock counts

create table stock_count (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  products bigint[] not null,
  parts bigint[] not null,
  note text,
  number text,
  started_at timestamptz(3),
  counted_at timestamptz(3),
  counted_by bigint,
  booked_at timestamptz(3),
  booked_by bigint,
  differences double precision,
  worth bigint,
  stage text not null
);
alter table stock_count add column searched text generated always as (search_key(' ' || coalesce("number", '') || ' ' || coalesce("note", ''))) stored;
create index stock_count_by_number on stock_count ((sort_key("number") collate "C"), id);
create index stock_count_by_started_at on stock_count ("started_at", id);
create index stock_count_by_counted_at on stock_count ("counted_at", id);
create index stock_count_by_booked_at on stock_count ("booked_at", id);
create index stock_count_by_differences on stock_count ("differences", id);
create index stock_count_by_worth on stock_count ("worth", id);
create index stock_count_by_created_at on stock_count ("created_at", id);
create index stock_count_by_updated_at on stock_count ("updated_at", id);
create index stock_count_stage on stock_count ("stage");
create index stock_count_counted_by on stock_count ("counted_by");
create index stock_count_booked_by on stock_count ("booked_by");
create index stock_count_created_by on stock_count ("created_by");
create index stock_count_archived on stock_count (id) where archived_at is not null;
create index stock_count_search on stock_count using gin (searched gin_trgm_ops, "products", "parts", (array[case when "products" = '{}' then '-products' else 'products' end, case when "parts" = '{}' then '-parts' else 'parts' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end]));
select attach_record('stock_count', 'stockCount', '', '');
create table count_entry (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  count bigint not null,
  unit bigint,
  part bigint,
  product bigint,
  colour bigint,
  text text,
  qty double precision not null,
  at timestamptz(3),
  reason text,
  stood text,
  closing boolean,
  expected double precision,
  counted double precision,
  worth bigint
);
alter table count_entry add column searched text generated always as (search_key(' ' || coalesce("text", ''))) stored;
create index count_entry_by_text on count_entry ((sort_key("text") collate "C"), id);
create index count_entry_by_qty on count_entry ("qty", id);
create index count_entry_by_at on count_entry ("at", id);
create index count_entry_by_expected on count_entry ("expected", id);
create index count_entry_by_counted on count_entry ("counted", id);
create index count_entry_by_worth on count_entry ("worth", id);
create index count_entry_by_created_at on count_entry ("created_at", id);
create index count_entry_by_updated_at on count_entry ("updated_at", id);
create index count_entry_count on count_entry ("count");
create index count_entry_unit on count_entry ("unit");
create index count_entry_part on count_entry ("part");
create index count_entry_product on count_entry ("product");
create index count_entry_colour on count_entry ("colour");
create index count_entry_reason on count_entry ("reason");
create index count_entry_closing on count_entry ("closing");
create index count_entry_created_by on count_entry ("created_by");
create index count_entry_archived on count_entry (id) where archived_at is not null;
create index count_entry_search on count_entry using gin (searched gin_trgm_ops, (search_key("stood")) gin_trgm_ops, (array[case when "text" is null then '-text' else 'text' end, case when "stood" is null then '-stood' else 'stood' end]));
select attach_record('count_entry', 'countEntry', '', '');
alter table stock_count add foreign key (counted_by) references app_user (id);
alter table stock_count add foreign key (booked_by) references app_user (id);
alter table count_entry add foreign key (count) references stock_count (id);
alter table count_entry add foreign key (unit) references unit (id);
alter table count_entry add foreign key (part) references part (id);
alter table count_entry add foreign key (product) references product (id);
