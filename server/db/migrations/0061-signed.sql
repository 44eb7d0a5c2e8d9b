-- A job says since when it is signed, and since when it says something else than was signed.

alter table maintenance add column signed_at timestamptz(3);
alter table maintenance add column signed_changed_at timestamptz(3);
create index maintenance_by_signed_at on maintenance ("signed_at", id);
create index maintenance_by_signed_changed_at on maintenance ("signed_changed_at", id);

-- In one write with a version of its own: when somebody changed it last stays as it was. What was changed since then is not known.
update maintenance job set version = job.version + 1, signed_at = signature.at
from (
  select record, max(made_at) as at from record_file
  where module = 'maintenance' and field = 'signature' and record is not null and removed_at is null
  group by record
) signature
where signature.record = job.id and job.signature <> '{}';
set constraints all immediate;
