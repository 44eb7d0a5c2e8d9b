-- Number series, bulk changes, merges.

-- == Number series ==============================================================
-- The row is locked from the number that it gives out to the commit, so a number that was taken back leaves no gap.
create table number_series (
  series text not null,
  year int not null,
  last bigint not null,
  primary key (series, year)
);

-- == Work on many records =======================================================
create table work_job (
  id uuid primary key,
  author bigint not null,
  module text not null,
  action text not null,               -- change, archive, restore, a move's name, or undo
  wish jsonb not null,                -- args, add, remove: the same for every record
  undo_of uuid references work_job (id) on delete cascade,
  confirmed boolean not null,         -- had the author typed the password a moment before?
  request_id text,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'stopped')),
  message text,                       -- why it stopped
  total int not null,
  done int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- Whoever works on it says so with every step; the work of a process that ended is taken over by another.
  worker uuid,
  worker_until timestamptz(3)
);
create index work_job_running on work_job (created_at) where state = 'running';
create index work_job_author on work_job (author, created_at);
create unique index work_job_undo_of on work_job (undo_of) where undo_of is not null;

create table work_item (
  job uuid not null references work_job (id) on delete cascade,
  nr int not null,
  record bigint not null,
  outcome text check (outcome in ('changed', 'unchanged', 'failed')),
  version int,                        -- the record's, as the work left it
  title text,                         -- of a record that failed, where its author may see it
  message text,                       -- why it failed, or what of it could not be undone
  primary key (job, nr)
);
create index work_item_told on work_item (job, nr) where message is not null;

-- == Records that were merged ===================================================
create table record_merge (
  mid uuid primary key,
  module text not null,
  merged bigint not null,
  kept bigint not null,
  at timestamptz(3) not null,
  attached jsonb not null,            -- the notes and files that went along
  undone_at timestamptz(3),
  remains jsonb                       -- what could not be put back when it was undone
);
create index record_merge_merged on record_merge (merged, at);

-- What the merge wrote in other records, each at the version that it made: history knows before and after.
create table record_merge_place (
  mid uuid not null references record_merge (mid) on delete cascade,
  entity text not null,
  record bigint not null,
  version int not null,
  primary key (mid, entity, record, version)
);
