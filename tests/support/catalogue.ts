import type { ClientBase } from 'pg'

/** What an extension brings along is its own affair. */
const ours = (oid: string) =>
  `not exists (select from pg_depend where pg_depend.objid = ${oid} and pg_depend.deptype = 'e')`

/** All that a schema consists of, a line for each thing, as PostgreSQL itself writes it. */
export async function catalogueOf(pool: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with relation as (
      select oid, relname as name, relkind as kind, relpersistence, reloptions, relrowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and ${ours('pg_class.oid')}
    )
    select concat_ws(' ', 'extension', extname) as line from pg_extension
    union all
    select concat_ws(' ', 'relation', name, kind, relpersistence, reloptions, relrowsecurity) from relation
    union all
    select concat_ws(' ', 'column', name || '.' || attname, format_type(atttypid, atttypmod), attcollation::regcollation,
      case when attnotnull then 'not null' end, 'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
      'default ' || pg_get_expr(adbin, adrelid))
    from pg_attribute join relation on relation.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where kind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'constraint', name || '.' || conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
    from pg_constraint join relation on relation.oid = conrelid
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid)
    from pg_index join relation on relation.oid = indexrelid
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join relation on relation.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(oid))
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${ours('pg_proc.oid')}
    union all
    select concat_ws(' ', 'sequence', name, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle)
    from pg_sequence join relation on relation.oid = seqrelid
    union all
    select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relation where kind in ('v', 'm')
    union all
    select concat_ws(' ', 'type', typname, typtype, format_type(typbasetype, typtypmod),
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${ours('pg_type.oid')}`)
  return rows.map(({ line }) => line).toSorted()
}
