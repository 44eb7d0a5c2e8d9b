-- Everything before the first business module: identity, ledger, change feed, history, lists, access.
-- Times are kept to the millisecond, as JSON and devices carry them: a page that goes on after a time neither skips nor repeats.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Names as people sort them: case and accents folded, compared byte by byte, the same on every server.
-- unaccent() is only stable (its dictionary could change), so the dictionary is named and the promise is ours.
-- Orders and indexes say `sort_key(name) collate "C"`: the collation inside the function does not reach its caller.
create function sort_key(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value) collate "und-x-icu") collate "C";

-- == Record ids ==================================================================
-- One number over all modules. Devices and servers lease blocks of 1,000 and never share one.
create sequence sync_lease_block as bigint start 1;
create table sync_lease (
  first bigint primary key,
  last bigint not null,
  device_id uuid,                     -- null: a server process
  user_id bigint,
  leased_at timestamptz(3) not null default now()
);
create index sync_lease_device on sync_lease (device_id, first);

-- == Change feed =================================================================
-- The clock row is taken as the last act before commit: sequence order is commit order, without gaps.
create table sync_clock (
  id int primary key check (id = 1),
  seq bigint not null,
  epoch uuid not null,
  home jsonb                          -- where it last ran, so that a copy elsewhere is noticed; null: not noted yet
);
insert into sync_clock (id, seq, epoch) values (1, 0, gen_random_uuid());

create table sync_change (
  seq bigint primary key,
  entity text not null,               -- the module's name
  id bigint not null,
  version int not null,
  deleted boolean not null default false,
  groups_before text[] not null,
  groups_after text[] not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index sync_change_at on sync_change (at);

-- == Ledger ======================================================================
create table sync_mutation (
  mid uuid primary key,
  user_id bigint not null,
  queue_id uuid,
  queue_seq bigint,
  lane text,
  op text not null,
  op_v int not null,
  req_hash bytea not null,
  status text not null check (status in ('applied', 'conflict', 'rejected', 'cancelled', 'superseded')),
  superseded_by uuid,
  result jsonb,
  feed_seq bigint,
  received_at timestamptz(3) not null default now()
);
create index sync_mutation_queue on sync_mutation (queue_id, queue_seq) where queue_id is not null;
create index sync_mutation_received on sync_mutation (received_at);

-- A shared tablet has one queue for each person.
create table sync_device (
  device_id uuid not null,
  user_id bigint not null,
  queue_id uuid,
  epoch uuid,                         -- the acknowledged mark counts in this epoch alone
  unsent int not null default 0,
  acknowledged bigint not null default 0,
  build text,
  seen_at timestamptz(3) not null default now(),
  primary key (device_id, user_id)
);

-- == History and audit: append-only, for everybody ===============================
create table record_history (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  entity text not null,
  record_id bigint not null,
  version int not null,
  action text not null,               -- create, change, archive, restore, a move's name, delete, or sql
  actor bigint,                       -- null: written outside the application
  device_id uuid,
  mid uuid,
  request_id text,
  offline boolean not null default false,
  before jsonb not null,              -- only the columns that changed
  after jsonb not null
);
create index record_history_record on record_history (record_id, version);
create index record_history_entity on record_history (entity, id);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,                 -- signed-in, sign-in-failed, signed-out, denied, restored …
  actor bigint,
  subject text,
  address text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_event_at on audit_event (at);

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on record_history for each row execute function refuse_rewrite();
create trigger append_only_all before truncate on record_history for each statement execute function refuse_rewrite();
create trigger append_only before update or delete on audit_event for each row execute function refuse_rewrite();
create trigger append_only_all before truncate on audit_event for each statement execute function refuse_rewrite();

-- == What every record table has =================================================
-- Who is writing, told by the application once in its transaction:
--   set_config('caredesk.context', '{"actor":1,"action":"change","mid":"…","device":"…","request":"…","offline":false}', true)
create function caredesk_context() returns jsonb language sql stable as
  $$ select coalesce(nullif(current_setting('caredesk.context', true), ''), '{}')::jsonb $$;

-- The name under which a row is known to devices: a list item goes by its list.
create function entity_of(module text, row_now jsonb) returns text language sql immutable as
  $$ select case when module = 'list' then row_now ->> 'list' else module end $$;

create function sync_groups(module text, own text, branch text, row_now jsonb) returns text[] language sql immutable as $$
  select case
    when row_now is null then '{}'::text[]
    when module = 'list' then array['lists']
    else array_remove(array[
      module,
      case when own <> '' then module || ':own:' || (row_now ->> own) end,
      case when branch <> '' then module || ':branch:' || (row_now ->> branch) end
    ], null)
  end
$$;

-- A row that changes gets a new version, whoever changes it; its id never changes.
create function record_touch() returns trigger language plpgsql as $$
begin
  if new.id <> old.id then raise exception 'a record keeps its id'; end if;
  if new.version <= old.version then
    new.version := old.version + 1;
    new.updated_at := clock_timestamp();
  end if;
  return new;
end $$;

create function record_remember() returns trigger language plpgsql as $$
declare
  context jsonb := caredesk_context();
  unsaid constant text[] := '{version,updated_at,updated_by}';
  old_row jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - unsaid end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - unsaid end;
  was jsonb := old_row;
  became jsonb := new_row;
  id bigint;
  version int;
begin
  if tg_op = 'DELETE' then
    id := old.id;
    version := old.version;
  else
    id := new.id;
    version := new.version;
  end if;
  -- A new row is told whole, and a deleted one.
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, old_row -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
    into was, became
    from jsonb_each(new_row)
    where value is distinct from old_row -> key;
  end if;
  insert into record_history
    (entity, record_id, version, action, actor, device_id, mid, request_id, offline, before, after)
  values (
    entity_of(tg_argv[0], old_row || new_row), id, version,
    case when tg_op = 'DELETE' then 'delete' else coalesce(context ->> 'action', 'sql') end,
    (context ->> 'actor')::bigint, (context ->> 'device')::uuid, (context ->> 'mid')::uuid,
    context ->> 'request', coalesce((context ->> 'offline')::boolean, false), was, became
  );
  return null;
end $$;

create function record_announce() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  next bigint;
begin
  update sync_clock set seq = seq + 1 where id = 1 returning seq into next;
  insert into sync_change (seq, entity, id, version, deleted, groups_before, groups_after)
  values (
    next, entity_of(tg_argv[0], whole), (whole ->> 'id')::bigint, (whole ->> 'version')::int, new_row is null,
    sync_groups(tg_argv[0], tg_argv[1], tg_argv[2], old_row), sync_groups(tg_argv[0], tg_argv[1], tg_argv[2], new_row)
  );
  -- Tells the intent that wrote this where it stands in the feed; its ledger row is of this transaction, so nobody waits.
  if new_row is not null then
    update sync_mutation as mutation set feed_seq = next
    from record_history as history
    where history.record_id = (new_row ->> 'id')::bigint and history.version = (new_row ->> 'version')::int
      and mutation.mid = history.mid;
  end if;
  return null;
end $$;

-- Called once by the migration that makes a record table: attach_record('dealer_branch', 'dealerBranch', own, branch),
-- where own and branch name the columns that say whose a row is, '' for none.
create function attach_record(tab regclass, module text, own text default '', branch text default '') returns void
language plpgsql as $$
begin
  execute format('create trigger record_touch before update on %s for each row execute function record_touch()', tab);
  execute format('create trigger record_remember after insert or update or delete on %s for each row execute function record_remember(%L)', tab, module);
  -- Deferred, so that the clock row is locked as late as possible and for as short as possible.
  execute format('create constraint trigger record_announce after insert or update or delete on %s deferrable initially deferred for each row execute function record_announce(%L, %L, %L)', tab, module, own, branch);
end $$;

-- == Settings lists ==============================================================
create table list_item (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  list text not null,
  label text not null,
  code text not null,
  colour text,
  position double precision not null,
  active boolean not null default true,
  parent bigint references list_item (id),
  stage text,
  merged_into bigint references list_item (id),
  extra jsonb not null default '{}'
);
create unique index list_item_code on list_item (list, code);
create index list_item_position on list_item (list, position, id);
create index list_item_label on list_item (list, (sort_key(label) collate "C"), id);
create index list_item_parent on list_item (parent) where parent is not null;
create index list_item_stage on list_item (list, stage) where stage is not null;
create index list_item_search on list_item using gin ((sort_key(label)) gin_trgm_ops, (sort_key(code)) gin_trgm_ops);
select attach_record('list_item', 'list');

-- == Dealer branch ===============================================================
create table dealer_branch (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  store_type bigint references list_item (id),
  phone text,
  email text,
  address jsonb,
  hours text,
  does_service boolean not null default false,
  active boolean not null default true,
  note text
);
create index dealer_branch_name on dealer_branch ((sort_key(name) collate "C"), id);
create index dealer_branch_updated on dealer_branch (updated_at, id);
create index dealer_branch_search on dealer_branch
  using gin ((sort_key(name)) gin_trgm_ops, (sort_key(phone)) gin_trgm_ops, (sort_key(email)) gin_trgm_ops);
create index dealer_branch_store_type on dealer_branch (store_type);
select attach_record('dealer_branch', 'dealerBranch');

-- == Access ======================================================================
create table role (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  permissions text[] not null default '{}',
  scopes jsonb not null default '{}',        -- module name → own | branch | all
  approves text[] not null default '{}'      -- module names
);
create unique index role_name on role (sort_key(name)) where archived_at is null;

create table app_user (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  username text not null,
  email text not null,
  phone text,
  avatar text not null default '',
  password_hash text,
  roles bigint[] not null default '{}',
  branch bigint references dealer_branch (id),
  notification_permission jsonb not null default '[]',
  status_permission jsonb not null default '"all"',  -- a list of status items, or "all"
  state text not null default 'pending' check (state in ('pending', 'active', 'off'))
);
create unique index app_user_username on app_user (lower(username));
create unique index app_user_email on app_user (lower(email));

create table user_session (
  id uuid primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null unique,
  revocation_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  device_id uuid,
  user_agent text,
  address text,
  ended_at timestamptz(3),
  ended_because text
);
create index user_session_user on user_session (user_id) where ended_at is null;

-- Counters of the rate limiter; losing them in a crash is harmless, so they are not logged.
create unlogged table rate_limit (
  key text primary key,
  count int not null,
  resets_at timestamptz(3) not null
);
