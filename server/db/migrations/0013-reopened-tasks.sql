-- Who is told that a task is to do once more, when and by whom.
alter table task
  add column reopened_at timestamptz(3),
  add column reopened_by bigint references app_user (id);
create index task_by_reopened_at on task ("reopened_at", id);
create index task_reopened_by on task ("reopened_by");
