-- How people come in: sessions with their limits, links to choose a password, devices they are known on, the server's own secrets.

-- == Sessions ====================================================================
alter table user_session
  add column keep boolean not null default true,    -- kept for days; otherwise it ends after half an hour without work
  add column confirmed_at timestamptz(3);           -- when its person last typed their password
-- An ended session is kept a while, so that its device can be told why.
create index user_session_ended on user_session (ended_at) where ended_at is not null;
create index user_session_created on user_session (created_at);

-- A device on which somebody has signed in before. Its number is a secret of that device.
create table user_device (
  user_id bigint not null references app_user (id),
  device_id uuid not null,
  first_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, device_id)
);
create index user_device_seen on user_device (seen_at);

-- == Links to choose a password ==================================================
create table password_link (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('reset', 'invitation')),
  made_at timestamptz(3) not null default now(),
  made_by bigint,                     -- null: the person asked for it
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_because text                  -- used, newer, password-changed, email-changed, switched-off, archived, restored
);
-- Only the newest works, also where two are made at the same moment.
create unique index password_link_open on password_link (user_id) where ended_at is null;
create index password_link_made on password_link (made_at);

-- Who asked for a link while no mail could be sent.
create table link_wish (
  user_id bigint primary key references app_user (id),
  at timestamptz(3) not null default now()
);

-- Who may not come in any more is out at once, whoever wrote it and from wherever. A link was made for one address.
create function end_access_of_user() returns trigger language plpgsql as $$
declare
  reason text := case
    when new.archived_at is not null then 'archived'
    when new.stage not in ('pending', 'active') and new.stage <> old.stage then 'switched-off'
  end;
begin
  if reason is not null then
    update user_session set ended_at = now(), ended_because = reason where user_id = new.id and ended_at is null;
    delete from link_wish where user_id = new.id;
  end if;
  if reason is not null or lower(new.email) <> lower(old.email) then
    update password_link set ended_at = now(), ended_because = coalesce(reason, 'email-changed')
    where user_id = new.id and ended_at is null;
  end if;
  return null;
end $$;
create trigger end_access after update of stage, archived_at, email on app_user for each row execute function end_access_of_user();

-- == Secrets of the server =======================================================
-- Never part of a record, its history or an answer. A backup holds them: what is sealed on devices outlives a restore.
create table server_secret (
  name text primary key,              -- seal: what the keys of sealed work are derived from; mail: the mail server's password
  value bytea not null
);
-- 3 x 122 random bits, put together to 256.
insert into server_secret (name, value) values
  ('seal', sha256((gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea));

-- == What a person did lately ====================================================
create index record_history_actor on record_history (actor, id) where actor is not null;
