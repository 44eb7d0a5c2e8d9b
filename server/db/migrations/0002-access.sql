-- Users, roles and the general setting become records: history, change feed and lists as every other module has them.

-- == Passwords ===================================================================
-- History keeps rows whole, so no record's table ever holds a secret.
create table user_password (
  user_id bigint primary key references app_user (id),
  hash text not null,
  changed_at timestamptz(3) not null default now()
);
insert into user_password (user_id, hash, changed_at)
select id, password_hash, updated_at from app_user where password_hash is not null;

-- == Users =======================================================================
alter table app_user drop column password_hash;

alter table app_user rename column state to stage;
alter table app_user drop constraint app_user_state_check;
alter table app_user add constraint app_user_stage check (stage in ('invited', 'pending', 'active', 'off'));

alter table app_user alter column avatar drop default;
alter table app_user alter column avatar drop not null;
update app_user set avatar = null where avatar = '';
alter table app_user add column invited_at timestamptz(3);

alter table app_user rename column notification_permission to notification_before;
alter table app_user add column notification_permission text[] not null default '{}';
update app_user set notification_permission = array(
  select kind from jsonb_array_elements_text(case jsonb_typeof(notification_before) when 'array' then notification_before else '[]' end) as kind
  where kind in ('tasks', 'inquiries', 'orders', 'returns', 'maintenances', 'stock', 'money', 'access')
);
alter table app_user drop column notification_before;

-- The statuses that somebody may set: any, or those of each list.
alter table app_user
  add column any_status boolean not null default true,
  add column inquiry_statuses bigint[] not null default '{}',
  add column order_statuses bigint[] not null default '{}',
  add column maintenance_statuses bigint[] not null default '{}',
  add column sales_return_statuses bigint[] not null default '{}',
  add column return_received_statuses bigint[] not null default '{}',
  add column refund_statuses bigint[] not null default '{}',
  add column inf_statuses bigint[] not null default '{}';
create function statuses_among(given jsonb, of_list text) returns bigint[] language sql stable as $$
  select coalesce(array_agg(id order by position, id), '{}') from list_item where list = of_list and given @> to_jsonb(id)
$$;
update app_user set
  any_status = false,
  inquiry_statuses = statuses_among(status_permission, 'inquiryStatus'),
  order_statuses = statuses_among(status_permission, 'orderStatus'),
  maintenance_statuses = statuses_among(status_permission, 'maintenanceStatus'),
  sales_return_statuses = statuses_among(status_permission, 'salesReturnStatus'),
  return_received_statuses = statuses_among(status_permission, 'returnReceivedStatus'),
  refund_statuses = statuses_among(status_permission, 'refundStatus'),
  inf_statuses = statuses_among(status_permission, 'infStatus')
where jsonb_typeof(status_permission) = 'array';
drop function statuses_among(jsonb, text);
alter table app_user drop column status_permission;

-- Whoever was put away gives the name back. An e-mail address that is taken is accepted from strangers, so that it cannot
-- be asked whether somebody has an account; it has to be free before such an account is let in, or in again.
drop index app_user_username;
drop index app_user_email;
create unique index app_user_username on app_user (lower(username)) where archived_at is null;
create unique index app_user_email on app_user (lower(email)) where archived_at is null and stage in ('invited', 'active');
create index app_user_email_any on app_user (lower(email));
create index app_user_name on app_user ((sort_key(name) collate "C"), id);
create index app_user_updated on app_user (updated_at, id);
create index app_user_invited on app_user (invited_at, id);
create index app_user_stage on app_user (stage);
create index app_user_branch on app_user (branch);
create index app_user_roles on app_user using gin (roles);
-- Merging a status into another asks who may set it.
create index app_user_inquiry_statuses on app_user using gin (inquiry_statuses);
create index app_user_order_statuses on app_user using gin (order_statuses);
create index app_user_maintenance_statuses on app_user using gin (maintenance_statuses);
create index app_user_sales_return_statuses on app_user using gin (sales_return_statuses);
create index app_user_return_received_statuses on app_user using gin (return_received_statuses);
create index app_user_refund_statuses on app_user using gin (refund_statuses);
create index app_user_inf_statuses on app_user using gin (inf_statuses);
create index app_user_search on app_user using gin (
  (sort_key(name)) gin_trgm_ops, (sort_key(username)) gin_trgm_ops, (sort_key(email)) gin_trgm_ops, (sort_key(phone)) gin_trgm_ops
);

-- == Roles =======================================================================
alter table role
  add column about text,
  add column own_only text[] not null default '{}',
  add column branch_only text[] not null default '{}';
update role set
  own_only = array(select key from jsonb_each_text(scopes) where value = 'own' order by key),
  branch_only = array(select key from jsonb_each_text(scopes) where value = 'branch' order by key);
alter table role drop column scopes;
create index role_title on role ((sort_key(name) collate "C"), id);
create index role_updated on role (updated_at, id);
create index role_search on role using gin ((sort_key(name)) gin_trgm_ops, (sort_key(about)) gin_trgm_ops);

-- == General setting =============================================================
create table general_setting (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  company_name text not null,
  tax_id text,
  phone text,
  address jsonb,
  currency text not null,
  time_zone text not null,
  help_contact text,
  sign_up boolean not null default true,
  idle_days double precision not null default 7,
  absolute_days double precision not null default 14,
  lock_minutes double precision not null default 10,
  mail_host text,
  mail_port double precision,
  mail_security text not null default 'starttls',
  mail_user text,
  mail_from text
);
-- There is one, and nobody can make a second.
create unique index general_setting_one on general_setting ((true));
create index general_setting_title on general_setting ((sort_key(company_name) collate "C"), id);
create index general_setting_updated on general_setting (updated_at, id);
select attach_record('general_setting', 'generalSetting');

-- == Both become records =========================================================
-- What there is already begins its history as it stands now.
insert into record_history (at, entity, record_id, version, action, actor, before, after)
select updated_at, 'role', id, version, 'create', created_by, '{}', to_jsonb(role) - '{version,updated_at,updated_by}'::text[]
from role;
insert into record_history (at, entity, record_id, version, action, actor, before, after)
select updated_at, 'user', id, version, 'create', created_by, '{}', to_jsonb(app_user) - '{version,updated_at,updated_by}'::text[]
from app_user;
select attach_record('role', 'role');
select attach_record('app_user', 'user', '', 'branch');
