-- What was scanned, and what for. A scan changes no record: it has no version and no place in the feed.
create table record_scan (
  id bigint generated always as identity primary key,
  mid uuid not null unique,
  module text not null,
  record bigint not null,
  mode text not null,
  at timestamptz(3) not null default clock_timestamp(),
  said_at timestamptz(3),             -- by the device's word; null: it did not wait
  offline boolean not null,
  actor bigint not null
);
create index record_scan_record on record_scan (record, at desc, id desc);
create trigger append_only before update or delete on record_scan for each row execute function refuse_rewrite();
create trigger append_only_all before truncate on record_scan for each statement execute function refuse_rewrite();
