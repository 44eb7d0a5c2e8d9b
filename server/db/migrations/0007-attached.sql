-- Notes and files that hang on records, and the bytes of the files, each kept once.

-- == Stored bytes ================================================================
-- Noted before anything is written under the name: what nothing names any more is swept, also after a crash.
create table stored_object (
  name text primary key,
  at timestamptz(3) not null default now()
);
create index stored_object_at on stored_object (at);

-- What was sent is known by its SHA-256; what is kept may be something else (pictures are encoded anew).
create table stored_file (
  hash text primary key,              -- of what was sent, hexadecimal
  name text not null unique,          -- where it is kept; pictures have -small and -medium beside it
  kept_hash text not null,
  kept_size bigint not null,
  kind text not null check (kind in ('picture', 'video', 'sound', 'document')),
  type text not null,
  extension text not null,
  width int,
  height int,
  refs int not null default 0,
  idle_since timestamptz(3) not null default now()
);
create index stored_file_idle on stored_file (idle_since) where refs = 0;

-- == Files of records ============================================================
create table record_file (
  id bigint primary key,
  mid uuid not null unique,           -- the device's key for this file: sent twice, it is there once
  module text not null,
  record bigint,                      -- null: chosen in a form whose record is not saved yet
  field text,                         -- the field that holds it; null: it hangs on the record as a whole
  name text not null,
  size bigint not null,               -- as it was sent
  sent_hash text not null,
  hash text references stored_file,   -- null: its bytes are still to come, or it was removed long ago
  position double precision not null default 0,
  made_at timestamptz(3) not null default now(),
  made_by bigint not null,
  changed_at timestamptz(3),
  changed_by bigint,
  removed_at timestamptz(3)
);
create index record_file_record on record_file (record, position, id) where record is not null;
create index record_file_loose on record_file (made_at) where record is null;
create index record_file_made on record_file (made_by, made_at);
create index record_file_hash on record_file (hash) where hash is not null;
create index record_file_removed on record_file (removed_at) where removed_at is not null and hash is not null;

-- Bytes on their way: what has arrived of a file, piece by piece.
create table file_upload (
  file bigint primary key references record_file (id) on delete cascade,
  received bigint not null default 0,
  parts text[] not null default '{}',
  touched_at timestamptz(3) not null default now()
);
create index file_upload_touched on file_upload (touched_at);

-- Whoever writes: a file is counted where its bytes are kept.
create function count_stored_file() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.hash is not null and (tg_op = 'DELETE' or new.hash is distinct from old.hash) then
    update stored_file set refs = refs - 1, idle_since = clock_timestamp() where hash = old.hash;
  end if;
  if tg_op <> 'DELETE' and new.hash is not null and (tg_op = 'INSERT' or new.hash is distinct from old.hash) then
    update stored_file set refs = refs + 1 where hash = new.hash;
  end if;
  return null;
end $$;
create trigger count_stored after insert or update of hash or delete on record_file for each row execute function count_stored_file();

-- == Notes =======================================================================
create table record_note (
  id bigint primary key,
  mid uuid not null unique,
  module text not null,
  record bigint not null,
  text text not null,
  made_at timestamptz(3) not null default now(),
  made_by bigint not null,
  changed_at timestamptz(3),
  changed_by bigint,
  withdrawn_at timestamptz(3)
);
create index record_note_record on record_note (record, made_at desc, id desc);

-- == What became of both =========================================================
create table attached_history (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,                 -- note or file
  subject bigint not null,
  actor bigint,                       -- null: written outside the application
  before jsonb not null,
  after jsonb not null
);
create index attached_history_subject on attached_history (subject, id);
create trigger append_only before update or delete on attached_history for each row execute function refuse_rewrite();
create trigger append_only_all before truncate on attached_history for each statement execute function refuse_rewrite();

create function attached_remember() returns trigger language plpgsql as $$
declare
  unsaid constant text[] := '{changed_at,changed_by}';
  old_row jsonb := to_jsonb(old) - unsaid;
  new_row jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - unsaid end;
  was jsonb;
  became jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}'), coalesce(jsonb_object_agg(key, new_row -> key), '{}')
  into was, became
  from jsonb_each(old_row)
  where value is distinct from new_row -> key;
  if was <> '{}' then
    insert into attached_history (kind, subject, actor, before, after)
    values (tg_argv[0], old.id, case when tg_op = 'DELETE' then null else new.changed_by end, was, became);
  end if;
  return null;
end $$;
create trigger remember after update or delete on record_note for each row execute function attached_remember('note');
create trigger remember after update or delete on record_file for each row execute function attached_remember('file');
