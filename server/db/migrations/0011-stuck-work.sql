-- Work that the server has refused and that waits for somebody to decide.

alter table sync_mutation
  -- All of what was wished, while it is stuck; then null. Not jsonb: what cannot be kept in a record can be shown here.
  add column intent json,
  add column decided jsonb,           -- who else decided it: {"by":1,"at":"…","how":"keep","mid":"…","reason":"…"}
  add column untold boolean not null default false; -- its author's device has not heard of that yet
create index sync_mutation_stuck on sync_mutation (received_at, mid) where intent is not null;
create index sync_mutation_untold on sync_mutation (user_id) where untold;

-- A queue is one person's, wherever it is sent from.
create index sync_device_queue on sync_device (queue_id);
