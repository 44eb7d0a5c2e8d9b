-- What was credited of a job is owed no more: until now only its invoice said so.
alter table maintenance add column credited bigint;
update maintenance set credited = 0;
-- By the last invoice. One credited in full says nothing of a job that costs something else by now.
update maintenance as job set credited = last.credited, balance = coalesce(job.total, 0) - last.credited - coalesce(job.paid, 0)
from (
  select distinct on (maintenance) maintenance, total, credited from maintenance_invoice
  where kind = 'invoice' and stage not in ('draft', 'void')
  order by maintenance, date desc, issued_at desc, id desc
) as last
where last.maintenance = job.id and last.credited > 0
  and (last.credited < last.total or last.total is not distinct from job.total);
-- What follows from the updates is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
drop index if exists maintenance_by_credited;
create index maintenance_by_credited on maintenance ("credited", id);
