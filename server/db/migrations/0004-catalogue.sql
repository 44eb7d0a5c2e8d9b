-- What everything else refers to: products, parts and their problems, devices and stock, customers, bank accounts.


-- == Customers ==================================================================
create table customer (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  type text not null default 'person',
  phones jsonb not null,
  emails jsonb not null default '[]',
  tax_id text,
  addresses jsonb not null default '[]',
  source bigint references list_item (id),
  language text,
  consent text[] not null default '{}',
  risk boolean not null default false,
  risk_reason text,
  owner bigint references app_user (id),
  branch bigint references dealer_branch (id),
  tags text[] not null default '{}',
  balance bigint,
  unit_count double precision,
  lifetime_value bigint,
  merged_into bigint references customer (id)
);
create index customer_name on customer ((sort_key(name) collate "C"), id);
create index customer_search on customer using gin ((sort_key(name)) gin_trgm_ops);
select attach_record('customer', 'customer', 'owner', 'branch');
alter table dealer_branch add column tags text[] not null default '{}';

-- == Products ===================================================================
create table product (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  sku text not null,
  name text not null,
  category bigint references list_item (id),
  type bigint references list_item (id),
  colours bigint[] not null default '{}',
  hsn text,
  tax_rate double precision,
  price bigint not null,
  floor_price bigint,
  warranty_days double precision not null default 365,
  serialised boolean not null default true,
  image bigint[] not null default '{}',
  description text,
  parts jsonb not null default '[]',
  active boolean not null default true,
  tags text[] not null default '{}'
);
create index product_name on product ((sort_key(name) collate "C"), id);
create index product_search on product
  using gin ((sort_key(name)) gin_trgm_ops, (sort_key(sku)) gin_trgm_ops, (sort_key(hsn)) gin_trgm_ops);
select attach_record('product', 'product', '', '');

-- == Parts ======================================================================
create table part (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  code text not null,
  name text not null,
  fits bigint[] not null default '{}',
  cost bigint,
  price bigint,
  tax_rate double precision,
  barcode text,
  minimum double precision,
  image bigint[] not null default '{}',
  active boolean not null default true,
  tags text[] not null default '{}',
  on_hand double precision
);
create index part_name on part ((sort_key(name) collate "C"), id);
create index part_search on part using gin ((sort_key(name)) gin_trgm_ops);
select attach_record('part', 'part', '', '');

-- == What goes wrong with parts =================================================
create table part_problem (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  part bigint not null references part (id),
  problem text not null,
  usual_fix text,
  default_charge bigint,
  covered_by_warranty boolean not null default true,
  active boolean not null default true,
  tags text[] not null default '{}'
);
create index part_problem_problem on part_problem ((sort_key(problem) collate "C"), id);
create index part_problem_search on part_problem using gin ((sort_key(problem)) gin_trgm_ops);
select attach_record('part_problem', 'partProblem', '', '');

-- == Devices ====================================================================
create table unit (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  serial text not null,
  product bigint not null references product (id),
  colour bigint references list_item (id),
  customer bigint references customer (id),
  sold_at date,
  delivered_at date,
  warranty_start date,
  warranty_end date,
  warranty_basis text,
  replaces bigint references unit (id),
  grade text,
  last_check date,
  note text,
  tags text[] not null default '{}',
  holder text,
  replaced_by bigint references unit (id),
  warranty_void boolean,
  stage text not null
);
create index unit_serial on unit ((sort_key(serial) collate "C"), id);
create index unit_search on unit using gin ((sort_key(serial)) gin_trgm_ops);
select attach_record('unit', 'unit', '', '');

-- == Stock moves ================================================================
create table stock_move (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  unit bigint references unit (id),
  part bigint references part (id),
  qty double precision not null default 1,
  "from" text not null,
  "to" text not null,
  cause text not null,
  note text,
  number text,
  at timestamptz(3),
  made_by_module text,
  made_by double precision
);
create index stock_move_number on stock_move ((sort_key(number) collate "C"), id);
create index stock_move_search on stock_move using gin ((sort_key(number)) gin_trgm_ops);
select attach_record('stock_move', 'stockMove', '', '');

-- == Bank accounts ==============================================================
create table bank (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  name text not null,
  bank_branch text,
  ifsc text,
  account_holder text,
  account_number text,
  upi_id text,
  opening_balance bigint not null default 0,
  active boolean not null default true,
  tags text[] not null default '{}'
);
create index bank_name on bank ((sort_key(name) collate "C"), id);
create index bank_search on bank using gin ((sort_key(name)) gin_trgm_ops);
select attach_record('bank', 'bank', '', '');

-- What people type or scan to find exactly one; whoever was put away gives it back.
create unique index product_sku on product (lower(sku)) where archived_at is null;
create unique index part_code on part (lower(code)) where archived_at is null;
create unique index part_barcode on part (barcode) where archived_at is null;
create unique index unit_serial_once on unit (upper(serial)) where archived_at is null;

-- What these modules need to be known of the house, and of themselves.
alter table general_setting add column warranty_start text not null default 'delivery';
-- How a phone number without a country's code is read.
alter table general_setting add column country text not null default 'IN';
alter table part add column low boolean;
-- The last digits of an account number, for those who may not see all of it.
alter table bank add column account_end text;
