-- Search and live updates.

-- What opens a live connection: good for one, for half a minute, in every server process. Nothing of it outlives a crash.
create unlogged table live_ticket (
  hash bytea primary key,
  session_id uuid not null,
  device_id uuid,
  expires_at timestamptz(3) not null
);
create index live_ticket_expires on live_ticket (expires_at);

-- Wakes whoever listens; what has happened they read themselves. Told once for each transaction, when it commits.
create function tell_live() returns trigger language plpgsql as $$
begin
  perform pg_notify('caredesk_live', tg_argv[0]);
  return null;
end $$;
create trigger sync_change_tell after insert on sync_change for each statement execute function tell_live('changes');
create trigger user_session_tell after update of ended_at on user_session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_live('sessions');
