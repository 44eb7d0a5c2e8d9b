-- A token is renewed when its person proves who they are. The one before ends a minute after the new one was first used, and
-- stays where the answer with the new one got lost.
alter table user_session
  add column renewed_at timestamptz(3),
  add column previous_hash bytea unique,
  add column previous_until timestamptz(3);
