-- Personal data can be erased, from history too. What happened, when and by whom stays; only the values go.

create or replace function refuse_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('record_history', 'attached_history')
    and current_setting('caredesk.erasing', true) = 'on'
  then
    if to_jsonb(new) - '{before,after,by_name}'::text[] = to_jsonb(old) - '{before,after,by_name}'::text[]
      and (select array_agg(key order by key) from jsonb_object_keys(new.before) as key)
        is not distinct from (select array_agg(key order by key) from jsonb_object_keys(old.before) as key)
      and (select array_agg(key order by key) from jsonb_object_keys(new.after) as key)
        is not distinct from (select array_agg(key order by key) from jsonb_object_keys(old.after) as key)
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- What was said, without what `how` erases: {"name": {"to": "Erased"}, "contact_log": {"lines": {"note": null}}}.
create function erased(said jsonb, how jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case
    when value = 'null' or not how ? key then value
    when not how -> key ? 'lines' then how -> key -> 'to'
    when jsonb_typeof(value) <> 'array' then 'null'
    else (
      select coalesce(jsonb_agg(line || (
        select coalesce(jsonb_object_agg(name, became), '{}') from jsonb_each(how -> key -> 'lines') as gone (name, became)
        where line -> name <> 'null'
      )), '[]') from jsonb_array_elements(value) as line
    )
  end), '{}') from jsonb_each(said)
$$;
