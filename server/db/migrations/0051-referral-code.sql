-- Codes that customers bring, and the orders and inquiries that name one.

alter table inquiry add column referral bigint;
drop index if exists inquiry_referral;
create index inquiry_referral on inquiry ("referral");
alter table sales_order add column referral bigint;
drop index if exists sales_order_referral;
create index sales_order_referral on sales_order ("referral");
create table referral_code (
  id bigint primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  code text not null,
  inf bigint,
  dealer bigint,
  customer bigint,
  discount bigint,
  valid_from date,
  valid_to date,
  most_uses double precision,
  active boolean not null,
  note text,
  tags text[] not null,
  uses double precision
);
alter table referral_code add column searched text generated always as (search_key(' ' || coalesce("code", '') || ' ' || coalesce(regexp_replace(code_key("code"), '([0-9]+)', ' \1', 'g'), ''))) stored;
create index referral_code_by_code on referral_code ((sort_key("code") collate "C"), id);
create index referral_code_by_discount on referral_code ("discount", id);
create index referral_code_by_valid_from on referral_code ("valid_from", id);
create index referral_code_by_valid_to on referral_code ("valid_to", id);
create index referral_code_by_most_uses on referral_code ("most_uses", id);
create index referral_code_by_uses on referral_code ("uses", id);
create index referral_code_by_created_at on referral_code ("created_at", id);
create index referral_code_by_updated_at on referral_code ("updated_at", id);
create index referral_code_inf on referral_code ("inf");
create index referral_code_dealer on referral_code ("dealer");
create index referral_code_customer on referral_code ("customer");
create index referral_code_active on referral_code ("active");
create index referral_code_created_by on referral_code ("created_by");
create index referral_code_archived on referral_code (id) where archived_at is not null;
-- Two of one key are one code, however it is typed.
create unique index referral_code_once on referral_code (code_key(code)) where archived_at is null;
create index referral_code_search on referral_code using gin (searched gin_trgm_ops, (search_key("note")) gin_trgm_ops, "tags", (array[case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end]));
select attach_record('referral_code', 'referralCode', '', '');
alter table inquiry add foreign key (referral) references referral_code (id);
alter table sales_order add foreign key (referral) references referral_code (id);
alter table referral_code add foreign key (customer) references customer (id);
