-- What was printed for which record. A print changes no record: it has no version and no place in the feed.
create table label_print (
  id bigint generated always as identity primary key,
  mid uuid not null unique,
  module text not null,
  record bigint not null,
  copies int not null,
  at timestamptz(3) not null default clock_timestamp(),
  said_at timestamptz(3),             -- by the device's word; null: it did not wait
  offline boolean not null,
  actor bigint not null
);
create index label_print_record on label_print (record, at desc, id desc);
create trigger append_only before update or delete on label_print for each row execute function refuse_rewrite();
create trigger append_only_all before truncate on label_print for each statement execute function refuse_rewrite();
