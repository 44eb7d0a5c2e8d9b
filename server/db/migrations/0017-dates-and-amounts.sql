-- Dates lie between 1900 and 2200, prices are not below nothing, pieces are whole. What was stored before that held is mended:
-- a date goes to the end of the years that it is beyond, and history shows what it had been.

do $$
declare
  tab regclass;
  col record;
begin
  for tab in select tgrelid::regclass from pg_trigger where tgname = 'record_touch' loop
    for col in
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = tab and attnum > 0 and not attisdropped and atttypid in ('date'::regtype, 'timestamptz'::regtype)
    loop
      execute format(
        'update %1$s set %2$I = case when %2$I < %3$L then %3$L else %4$L end::%5$s where %2$I < %3$L or %2$I > %4$L',
        tab, col.name,
        case when col.type = 'date' then '1900-01-01' else '1900-01-01 00:00:00+00' end,
        case when col.type = 'date' then '2200-12-31' else '2200-12-31 23:59:59.999+00' end,
        col.type
      );
    end loop;
  end loop;
end $$;

-- The time of a remark lies in its line, as it was written.
create function pg_temp.mended(said text) returns text language sql as $$
  select case
    when said !~ '^((19|20|21)\d\d|2200)-' then '1900-01-01T00:00:00.000Z'
    else regexp_replace(said, '(\.\d{3})\d+Z$', '\1Z')
  end
$$;
update task set task_remarks = (
  select jsonb_agg(
    case when pg_temp.mended(line ->> 'at') <> line ->> 'at'
      then line || jsonb_build_object('at', pg_temp.mended(line ->> 'at')) else line end
    order by place)
  from jsonb_array_elements(task_remarks) with ordinality as lines (line, place)
)
where exists (
  select from jsonb_array_elements(task_remarks) line where pg_temp.mended(line ->> 'at') <> line ->> 'at'
);

-- Which amount was meant nobody knows: it is asked for again where it may be missing.
update part set cost = null where cost < 0;
update part set price = null where price < 0;
update part set minimum = ceil(minimum) where minimum <> ceil(minimum);
update part_problem set default_charge = null where default_charge < 0;
update product set floor_price = null where floor_price < 0;
update product set price = -price where price < 0;
update product set warranty_days = ceil(warranty_days) where warranty_days <> ceil(warranty_days);
update product set parts = (
  select jsonb_agg(line || jsonb_build_object('qty', ceil((line ->> 'qty')::numeric)) order by place)
  from jsonb_array_elements(parts) with ordinality as lines (line, place)
)
where exists (
  select from jsonb_array_elements(parts) line where (line ->> 'qty')::numeric <> ceil((line ->> 'qty')::numeric)
);
update list_item set extra = extra || '{"deduction":null}' where (extra ->> 'deduction')::numeric < 0;
update list_item set extra = extra || jsonb_build_object('defaultDays', ceil((extra ->> 'defaultDays')::numeric))
where (extra ->> 'defaultDays')::numeric <> ceil((extra ->> 'defaultDays')::numeric);
update list_item set extra = extra || jsonb_build_object('claimDays', ceil((extra ->> 'claimDays')::numeric))
where (extra ->> 'claimDays')::numeric <> ceil((extra ->> 'claimDays')::numeric);
