-- When the server heard that a task had ended, where that had waited on a device: its people are told as of then.
alter table task
  add column end_heard_at timestamptz(3);
create index task_by_end_heard_at on task ("end_heard_at", id);
