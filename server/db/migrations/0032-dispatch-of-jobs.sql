-- dispatch of jobs

alter table dispatch add column maintenance bigint;
drop index if exists dispatch_maintenance;
create index dispatch_maintenance on dispatch ("maintenance");
alter table dispatch add foreign key (maintenance) references maintenance (id);
