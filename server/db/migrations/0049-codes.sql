-- What is the same code is there once, however it was typed: compared by its key, without blanks and the signs that part it.

create function code_key(value text) returns text
  language sql immutable parallel safe strict
  return coalesce(nullif(upper(translate(value, ' !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '') collate "C"), ''), value);

-- A bar code of 12 digits and one of 13 with a nought before are one.
create function barcode_key(value text) returns text
  language sql immutable parallel safe strict
  return case when public.code_key(value) ~ '^(\d{8}|\d{12,14})$'
    then lpad(public.code_key(value), 14, '0') else public.code_key(value) end;

-- Codes from before are made clean as they are from now on (contract/clean.ts, contract/codes.ts).
create function pg_temp.folded(value text) returns text language sql immutable strict as $$
  select case when found ~ '[\u0370-\u052f]' then value else found end
  from translate(value,
    'АВЕКМНОРСТУХІЈЅавекмнорстухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'ABEKMHOPCTYXIJSaBeKMHopcTyxijsABEZHIKMNOPTYXo') found
$$;
create function pg_temp.cleaned(value text) returns text language sql immutable strict as $$
  select coalesce(nullif(trim(regexp_replace(pg_temp.folded(translate(
    regexp_replace(normalize(value, NFKC),
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]',
      '', 'g'),
    '‐‑‒–—―−०१२३४५६७८९০১২৩৪৫৬৭৮৯૦૧૨૩૪૫૬૭૮૯੦੧੨੩੪੫੬੭੮੯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    '-------' || repeat('0123456789', 11)
  )), '\s+', ' ', 'g')), ''), value)
$$;
create function pg_temp.cleaned_as(value text, bare text) returns text language sql immutable strict as $$
  select case when code_key(clean) ~ bare then code_key(clean) else clean end from pg_temp.cleaned(value) clean
$$;

drop index unit_serial_once;
drop index part_barcode;
drop index dispatch_awb_once;

do $$
declare
  one record;
begin
  for one in select * from (values
    ('unit', 'serial', '^$'), ('maintenance', 'serial', '^$'), ('dispatch', 'awb', '^$'),
    ('part', 'barcode', '^(\d{8}|\d{12,14})$'), ('part', 'hsn', '^\d+$'), ('product', 'hsn', '^\d+$'),
    ('customer', 'tax_id', '^\d\d[0-9A-Z]{13}$'), ('sales_order', 'tax_id', '^\d\d[0-9A-Z]{13}$'),
    ('general_setting', 'tax_id', '^\d\d[0-9A-Z]{13}$'),
    ('sales_order', 'pincode', '^[1-9]\d{5}$'), ('inquiry', 'pincode', '^[1-9]\d{5}$'),
    ('maintenance', 'pincode', '^[1-9]\d{5}$'), ('replacement', 'pincode', '^[1-9]\d{5}$'),
    ('dispatch', 'pincode', '^[1-9]\d{5}$')
  ) as places (tab, col, bare) loop
    execute format('update %1$I set %2$I = pg_temp.cleaned_as(%2$I, %3$L) where %2$I <> pg_temp.cleaned_as(%2$I, %3$L)',
      one.tab, one.col, one.bare);
  end loop;
end $$;
update customer set addresses = (
  select jsonb_agg(
    case when line ->> 'pincode' is null then line
      else line || jsonb_build_object('pincode', pg_temp.cleaned_as(line ->> 'pincode', '^[1-9]\d{5}$')) end
    order by place)
  from jsonb_array_elements(addresses) with ordinality as lines (line, place)
)
where exists (
  select from jsonb_array_elements(addresses) line
  where line ->> 'pincode' <> pg_temp.cleaned_as(line ->> 'pincode', '^[1-9]\d{5}$')
);

-- Two that turn out to be the same are both kept: the later one gets a number behind its code. Its history shows what it had
-- been, and the audit log names both.
do $$
declare
  one record;
  found record;
  said text;
  nr int;
  is_taken boolean;
begin
  for one in select * from (values
    ('unit', 'serial', 'code_key', 'code_key(serial)', 'archived_at is null', 80),
    ('part', 'barcode', 'barcode_key', 'barcode_key(barcode)', 'archived_at is null', 60),
    ('dispatch', 'awb', 'code_key', 'courier || '' '' || code_key(awb)', 'stage <> ''cancelled''', 40)
  ) as places (tab, col, way, key, open, most) loop
    for found in execute format(
      'select * from (select id, %2$I as code, first_value(id) over same as first, row_number() over same as nr
         from %1$I where %3$s is not null and %4$s window same as (partition by %3$s order by id)) doubles where nr > 1',
      one.tab, one.col, one.key, one.open)
    loop
      nr := found.nr;
      loop
        said := left(found.code, one.most - 6) || '-' || nr;
        execute format('select exists (select from %1$I where %3$I(%2$I) = %3$I($1))', one.tab, one.col, one.way)
          into is_taken using said;
        exit when not is_taken;
        nr := nr + 1;
      end loop;
      execute format('update %I set %I = $1 where id = $2', one.tab, one.col) using said, found.id;
      if one.tab = 'unit' then
        update maintenance set serial = said where unit = found.id and code_key(serial) = code_key(found.code);
      end if;
      insert into audit_event (kind, details) values ('code-twice',
        jsonb_build_object('module', one.tab, 'id', found.id, 'was', found.code, 'is', said, 'sameAs', found.first));
      raise notice '% % had the same % as %: it is % now', one.tab, found.id, one.col, found.first, said;
    end loop;
  end loop;
end $$;

-- What was changed is announced now, before the tables themselves change.
set constraints all immediate;

create unique index unit_serial_once on unit (code_key(serial)) where archived_at is null;
create unique index part_barcode on part (barcode_key(barcode)) where archived_at is null;
create unique index dispatch_awb_once on dispatch (courier, code_key(awb)) where awb is not null and stage <> 'cancelled';

-- Scans look along these, whatever is archived.
create index unit_serial_key on unit ((code_key("serial")));
create index part_barcode_key on part ((barcode_key("barcode")));
create index dispatch_awb_key on dispatch ((code_key("awb")));
create index maintenance_serial_key on maintenance ((code_key("serial")));

-- Search looks at the keys too. What stands on the column is made anew as it was.
do $$
declare
  one record;
  made text[];
  again text;
begin
  for one in select * from (values
    ('customer', 'search_key('' '' || coalesce("name", '''') || '' '' || coalesce(translate(jsonb_path_query_array("phones", ''$[*].number ? (@ != null)'')::text, ''[",]'', ''    ''), '''') || '' '' || coalesce(translate(jsonb_path_query_array("phones", ''$[*].typed ? (@ != null)'')::text, ''[",]'', ''    ''), '''') || '' '' || coalesce(translate(jsonb_path_query_array("emails", ''$[*].email ? (@ != null)'')::text, ''[",]'', ''    ''), '''') || '' '' || coalesce("tax_id", '''') || '' '' || coalesce(code_key("tax_id"), ''''))'),
    ('part', 'search_key('' '' || coalesce("name", '''') || '' '' || coalesce("code", '''') || '' '' || coalesce("barcode", '''') || '' '' || coalesce(barcode_key("barcode"), ''''))'),
    ('unit', 'search_key('' '' || coalesce("serial", '''') || '' '' || coalesce(code_key("serial"), ''''))'),
    ('dispatch', 'search_key('' '' || coalesce("number", '''') || '' '' || coalesce("awb", '''') || '' '' || coalesce(code_key("awb"), '''') || '' '' || coalesce("name", '''') || '' '' || coalesce("phone", '''') || '' '' || coalesce("pincode", ''''))'),
    ('maintenance', 'search_key('' '' || coalesce("number", '''') || '' '' || coalesce("name", '''') || '' '' || coalesce("phone", '''') || '' '' || coalesce("serial", '''') || '' '' || coalesce(code_key("serial"), '''') || '' '' || coalesce("pincode", ''''))')
  ) as places (tab, said) loop
    select array_agg(pg_get_indexdef(indexrelid)) into made
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indrelid = one.tab::regclass and attname = 'searched';
    execute format('alter table %I drop column searched', one.tab);
    execute format('alter table %I add column searched text generated always as (%s) stored', one.tab, one.said);
    foreach again in array made loop
      execute again;
    end loop;
  end loop;
end $$;
