-- What technicians have along of parts: a sum of stock moves that say with whom a part is.

alter table stock_move add column person bigint;
drop index if exists stock_move_person;
create index stock_move_person on stock_move ("person");
create table held_part (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  minimum double precision,
  part bigint,
  person bigint,
  name text,
  qty double precision,
  low boolean
);
alter table held_part add column searched text generated always as (search_key(' ' || coalesce("name", ''))) stored;
create index held_part_by_minimum on held_part ("minimum", id);
create index held_part_by_name on held_part ((sort_key("name") collate "C"), id);
create index held_part_by_qty on held_part ("qty", id);
create index held_part_by_created_at on held_part ("created_at", id);
create index held_part_by_updated_at on held_part ("updated_at", id);
create index held_part_part on held_part ("part");
create index held_part_person on held_part ("person");
create index held_part_low on held_part ("low");
create index held_part_created_by on held_part ("created_by");
create index held_part_archived on held_part (id) where archived_at is not null;
create index held_part_search on held_part using gin (searched gin_trgm_ops, (array[case when "name" is null then '-name' else 'name' end]));
-- One sum for each part and person; it is found by both at every move.
create unique index held_part_once on held_part (part, person);
select attach_record('held_part', 'heldPart', 'person', '');
alter table task add column held_part bigint;
drop index if exists task_held_part;
create index task_held_part on task ("held_part");
alter table maintenance add column over_taken boolean;
drop index if exists maintenance_over_taken;
create index maintenance_over_taken on maintenance ("over_taken");
alter table stock_move add foreign key (person) references app_user (id);
alter table held_part add foreign key (part) references part (id);
alter table held_part add foreign key (person) references app_user (id);
alter table task add foreign key (held_part) references held_part (id);
