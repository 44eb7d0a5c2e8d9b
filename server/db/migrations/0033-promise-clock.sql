-- promise clock

alter table general_setting add column stage_hours jsonb;
update general_setting set stage_hours = '[]' where stage_hours is null;
set constraints all immediate;
alter table general_setting alter column stage_hours set default '[]';
alter table general_setting alter column stage_hours set not null;
alter table maintenance add column stage_since timestamptz(3);
alter table maintenance add column waiting_since timestamptz(3);
alter table maintenance add column waited double precision;
alter table maintenance add column due_at timestamptz(3);
alter table maintenance add column late_since timestamptz(3);
drop index if exists maintenance_by_stage_since;
create index maintenance_by_stage_since on maintenance ("stage_since", id);
drop index if exists maintenance_by_waiting_since;
create index maintenance_by_waiting_since on maintenance ("waiting_since", id);
drop index if exists maintenance_by_waited;
create index maintenance_by_waited on maintenance ("waited", id);
drop index if exists maintenance_by_due_at;
create index maintenance_by_due_at on maintenance ("due_at", id);
drop index if exists maintenance_by_late_since;
create index maintenance_by_late_since on maintenance ("late_since", id);
-- Until now only what was promised could be late; since when a job stands where it does, nobody noted.
update maintenance set
  stage_since = updated_at,
  due_at = case when stage in ('estimateSent', 'waitingParts', 'onHold', 'ready', 'dispatched') then null else promised_at end
where stage not in ('handedOver', 'closed', 'cancelled');
set constraints all immediate;
