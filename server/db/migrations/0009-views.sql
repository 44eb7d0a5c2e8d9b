-- Saved views and what people set for themselves.

create table saved_view (
  id bigint generated always as identity primary key,
  module text not null,
  name text not null,
  owner_id bigint not null references app_user (id),
  shared boolean not null default false,
  state jsonb not null,               -- what it shows, as the list's address says it, and its look
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index saved_view_module on saved_view (module, owner_id);
create index saved_view_owner on saved_view (owner_id);

create table preference (
  user_id bigint not null references app_user (id),
  key text not null,
  value jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
