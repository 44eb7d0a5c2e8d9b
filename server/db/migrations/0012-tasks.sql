-- Tasks, and records that belong to several people.

-- `own` may name several columns, parted by commas: a task is theirs who have it and theirs who gave it away.
create or replace function sync_groups(module text, own text, branch text, row_now jsonb) returns text[]
language sql immutable as $$
  select case
    when row_now is null then '{}'::text[]
    when module = 'list' then array['lists']
    else array_remove(
      array[module, case when branch <> '' then module || ':branch:' || (row_now ->> branch) end]
      || array(
        select distinct module || ':own:' || (row_now ->> holder) from unnest(string_to_array(own, ',')) as holder
      ),
      null
    )
  end
$$;

-- == Tasks ========================================================================
-- What a task is about may be a record of a module that is not there yet. The migration that brings its table adds the
-- reference to its column here.
create table task (
  id bigint primary key,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint not null,
  archived_at timestamptz(3),
  title text not null,
  assigned_to bigint not null references app_user (id),
  due_at timestamptz(3),
  priority text not null,
  inquiry bigint,
  "order" bigint,
  maintenance bigint,
  order_return bigint,
  buyback bigint,
  order_return_claim bigint,
  customer bigint references customer (id),
  unit bigint references unit (id),
  task_remarks jsonb not null default '[]',
  assigned_by bigint references app_user (id),
  passed_at timestamptz(3),
  passed_by bigint references app_user (id),
  ended_at timestamptz(3),
  ended_by bigint references app_user (id),
  stage text not null
);
alter table task add column searched text generated always as (search_key(' ' || coalesce("title", ''))) stored;
create index task_by_title on task ((sort_key("title") collate "C"), id);
create index task_by_due_at on task ("due_at", id);
create index task_by_passed_at on task ("passed_at", id);
create index task_by_ended_at on task ("ended_at", id);
create index task_by_created_at on task ("created_at", id);
create index task_by_updated_at on task ("updated_at", id);
create index task_stage on task ("stage");
create index task_assigned_to on task ("assigned_to");
create index task_priority on task ("priority");
create index task_inquiry on task ("inquiry");
create index task_order on task ("order");
create index task_maintenance on task ("maintenance");
create index task_order_return on task ("order_return");
create index task_buyback on task ("buyback");
create index task_order_return_claim on task ("order_return_claim");
create index task_customer on task ("customer");
create index task_unit on task ("unit");
create index task_assigned_by on task ("assigned_by");
create index task_passed_by on task ("passed_by");
create index task_ended_by on task ("ended_by");
create index task_created_by on task ("created_by");
create index task_archived on task (id) where archived_at is not null;
create index task_search on task using gin (
  searched gin_trgm_ops,
  "task_remarks" jsonb_path_ops,
  (search_key(translate(jsonb_path_query_array("task_remarks", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops,
  (array[case when "task_remarks" = '[]' then '-taskRemarks' else 'taskRemarks' end])
);
select attach_record('task', 'task', 'assigned_to,assigned_by', '');
