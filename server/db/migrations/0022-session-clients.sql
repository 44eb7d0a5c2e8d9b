-- Who else came with the token of a session: by the words for the browser and system, where from, and when last.
alter table user_session
  add column clients jsonb not null default '{}';
