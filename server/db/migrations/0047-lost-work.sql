-- What a browser threw away with all else that it kept: how many changes of a person waited on the device then, and when it said so.
alter table sync_device
  add column lost int not null default 0,
  add column lost_at timestamptz(3);
