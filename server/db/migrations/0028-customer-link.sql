-- customer link

alter table maintenance add column link_until timestamptz(3);
-- == What customers do by their links ===============================================
-- Of a link the hash of its secret is kept. A job has one at most.
create table customer_link (
  maintenance bigint primary key references maintenance (id) on delete cascade,
  token_hash bytea not null unique,
  made_by bigint not null,
  made_at timestamptz(3) not null default now(),
  until timestamptz(3) not null
);

-- Who is none of our people says something too, by a name only.
alter table record_history add column by_name text;

create or replace function record_remember() returns trigger language plpgsql as $$
declare
  context jsonb := caredesk_context();
  unsaid constant text[] := '{version,updated_at,updated_by,searched}';
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
    (entity, record_id, version, action, actor, device_id, mid, request_id, offline, said_at, by_name, before, after)
  values (
    entity_of(tg_argv[0], old_row || new_row), id, version,
    case when tg_op = 'DELETE' then 'delete' else coalesce(context ->> 'action', 'sql') end,
    (context ->> 'actor')::bigint, (context ->> 'device')::uuid, (context ->> 'mid')::uuid,
    context ->> 'request', coalesce((context ->> 'offline')::boolean, false),
    (context ->> 'saidAt')::timestamptz, context ->> 'byName', was, became
  );
  return null;
end $$;
