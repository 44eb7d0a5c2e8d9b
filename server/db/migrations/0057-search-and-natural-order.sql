-- Search forgives signs: what it looks through, and what is looked for, has none (contract/fold.ts, searchKey).
create or replace function search_key(value text) returns text
  language sql immutable parallel safe strict
  return encode(convert_to(
    translate(public.sort_key(value), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~‐‑‒–—―−‘’‚‛“”„', ''), 'UTF8'), 'escape');

-- Numbers in names count by how much they are: "Part 2" stands before "Part 10" (contract/fold.ts, naturalKey).
create function natural_key(value text) returns text
  language plpgsql immutable parallel safe strict as $$
declare
  key text := public.sort_key(value);
begin
  if key !~ '[0-9]' then
    return key;
  end if;
  return (
    select string_agg(
      case when part[1] ~ '^[0-9]'
        then chr(48 + least(length(ltrim(part[1], '0')), 40)) || ltrim(part[1], '0') else part[1] end, '' order by nr)
    from regexp_matches(key, '[0-9]+|[^0-9]+', 'g') with ordinality as found (part, nr)
  ) collate "C";
end
$$;

-- What is kept of both is made anew: the column that search looks through, and the indexes.
do $$
declare
  one record;
  made text[];
  again text;
begin
  select array_agg(pg_get_indexdef(index.oid)) into made
  from pg_class index join pg_index on indexrelid = index.oid
  where index.relnamespace = 'public'::regnamespace and (
    pg_get_indexdef(index.oid) ~ 'search_key|\msearched\M'
    or pg_get_indexdef(index.oid) ~ '^CREATE INDEX .* USING btree .*sort_key');
  for one in select index.oid::regclass as name from pg_class index join pg_index on indexrelid = index.oid
    where pg_get_indexdef(index.oid) = any (made)
  loop
    execute format('drop index %s', one.name);
  end loop;
  for one in select attrelid::regclass as tab, pg_get_expr(adbin, adrelid) as said
    from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attname = 'searched' and attgenerated = 's' and not attisdropped
  loop
    execute format('alter table %s drop column searched', one.tab);
    execute format('alter table %s add column searched text generated always as (%s) stored', one.tab, one.said);
  end loop;
  foreach again in array made loop
    execute case when again ~ ' USING btree ' then replace(again, 'sort_key(', 'natural_key(') else again end;
  end loop;
end $$;
